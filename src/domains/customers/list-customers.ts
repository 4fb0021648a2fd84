import { z } from "zod";
import { cursor, instant, limit, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { Tag } from "../tags/tag.ts";
import { findCustomers } from "./find-customers.ts";

export const ListCustomers = z.strictObject({
  name: text(200).optional().describe("part of the name"),
  email: text(200).optional().describe("part of the e-mail address"),
  tag_id: uuid.optional(),
  is_archived: z.boolean().optional().describe("left out: archived and not archived"),
  cursor: cursor.nullish(),
  limit: limit.default(25),
});

export type ListCustomers = z.output<typeof ListCustomers>;

export const CustomerList = z.object({
  items: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      email: z.string(),
      is_archived: z.boolean(),
      preferred_currency: z.string().nullable(),
      tags: z.array(Tag),
      created_at: z.string(),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export type CustomerList = z.output<typeof CustomerList>;

const SortKey = z.tuple([instant, uuid]);

export async function listCustomers(context: Context, input: ListCustomers): Promise<CustomerList> {
  const { name, email, tag_id, is_archived, cursor, limit } = input;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const isSearch = name !== undefined || email !== undefined;
  const isWide = tag_id !== undefined && isSearch && (await isWideTag(context, tag_id));
  const rows = await findCustomers(context.db, {
    team_id: context.team.id,
    name: name === undefined ? undefined : fold(name),
    email: email === undefined ? undefined : fold(email),
    tag_id: isWide ? undefined : tag_id,
    wide_tag_id: isWide ? tag_id : undefined,
    is_archived,
    after_created_at: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  const page = pageOf(listing, rows, limit, (row) => [row.created_at, row.id]);
  return { ...page, items: page.items.map((row) => ({ ...row, tags: asJson(row.tags) })) };
}

/** Number of customers from which a search reads all names, and asks for the tag of those found. */
const WIDE = 5000;

async function isWideTag({ db, team }: Context, tag_id: string): Promise<boolean> {
  const past = await findLinkPast(db, { team_id: team.id, tag_id, links: WIDE });
  return past.length > 0;
}

const findLinkPast = preparedQuery(
  (db, { slot }: Slots<{ team_id: string; tag_id: string; links: number }>) =>
    db
      .selectFrom("customer_tags as link")
      .where("link.team_id", "=", slot("team_id"))
      .where("link.tag_id", "=", slot("tag_id"))
      .select("link.customer_id")
      .orderBy("link.created_at")
      .limit(1)
      .offset(slot("links")),
);
