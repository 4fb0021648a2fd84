import { z } from "zod";
import { countryCode, cursor, limit, text, uuid } from "../../core/fields.ts";
import { fold, searchWord } from "../../core/fold.ts";
import { listingOf } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { Tag } from "../tags/tag.ts";
import { listCustomers } from "./list-customers.ts";

export const CustomersAsked = z.strictObject({
  name: text(200).optional().describe("part of the name"),
  email: text(200).optional().describe("part of the e-mail address"),
  tag_id: uuid.optional(),
  is_archived: z.boolean().optional().describe("left out: archived and not archived"),
  country_code: countryCode.optional(),
  has_vat_number: z.boolean().optional(),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export const CustomerList = z.object({
  items: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      email: z.string(),
      is_archived: z.boolean(),
      preferred_currency: z.string().nullable(),
      country_code: z.string().nullable(),
      vat_number: z.string().nullable(),
      tags: z.array(Tag),
      created_at: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export async function toolCustomers(
  context: Context,
  input: z.output<typeof CustomersAsked>,
): Promise<z.input<typeof CustomerList>> {
  const { cursor, limit, name, email, ...exact } = input;
  const named = name === undefined ? undefined : searchWord(name);
  const filter = {
    ...exact,
    name: named?.text,
    name_loose: named?.loose ?? undefined,
    email: email === undefined ? undefined : fold(email),
  };
  const listing = listingOf(context, input);
  return listCustomers(context, { filter, sort: "-created", listing, cursor, limit });
}
