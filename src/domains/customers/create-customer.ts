import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { type Noticed, noticesOf } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { keepOpenRate } from "../tax-rates/tax-rate.ts";
import { countryCodeOf } from "./country-code.ts";
import { customerNotices } from "./customer-notices.ts";
import { linkTags } from "./customer-tags.ts";
import {
  customerInput,
  customerSnapshot,
  newCustomer,
  tagIds,
  WholeCustomer,
  wholeInput,
} from "./customer.ts";
import { requireCustomer } from "./get-customer.ts";

export const CreateCustomer = z.strictObject({
  ...customerInput,
  tag_ids: tagIds.optional(),
});

/** As people fill it in. */
export const CreateWholeCustomer = CreateCustomer.extend(wholeInput);

type CreateWhole = z.output<typeof CreateWholeCustomer>;

export const CreatedCustomer = WholeCustomer.extend({ event: z.string() });

export async function createCustomer(
  context: Context,
  input: CreateWhole,
): Promise<z.output<typeof CreatedCustomer> & Noticed> {
  return transaction(context, async (context) => {
    const tags = await keepTags(context, input.tag_ids ?? []);
    if (typeof input.tax_rate_id === "string") await keepOpenRate(context, input.tax_rate_id);
    const countryCode = input.countryCode ?? countryCodeOf(input.country ?? "");
    const { row, created } = await insertNewCustomer(context, { ...input, countryCode });
    const { id } = row;
    const linked = await linkTags(context, [row], tags);
    const [customer, event, said] = await Promise.all([
      requireCustomer(context, { id }),
      record(context, [created, ...linked]),
      customerNotices(context, { row, given: input, isNew: true }),
    ]);
    return { ...customer, event, ...noticesOf(said) };
  });
}

/** Inserts a customer without tags; the caller writes the event. */
export async function insertNewCustomer(context: Context, input: CreateWhole) {
  const row = one(await insertCustomer(context.db, newCustomer(context, input)));
  const after = customerSnapshot(row);
  const created = { type: "customer", id: row.id, before: null, after } as const;
  return { row, created };
}

const insertCustomer = preparedQuery((db, { row }: Slots<Schema["customers"]>) =>
  db.insertInto("customers").values(row).returningAll(),
);
