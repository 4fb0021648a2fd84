import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { cursor, instant, limit, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Instant } from "../../shared/time.ts";
import { Tag } from "../tags/tag.ts";
import { tagsOf } from "./customer.ts";

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
  const rows = await findCustomers(context.db, {
    team_id: context.team.id,
    name: name === undefined ? undefined : fold(name),
    email: email === undefined ? undefined : fold(email),
    tag_id,
    is_archived,
    after_created_at: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  const page = pageOf(listing, rows, limit, (row) => [row.created_at, row.id]);
  return { ...page, items: page.items.map((row) => ({ ...row, tags: asJson(row.tags) })) };
}

type Values = {
  readonly team_id: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly tag_id: string | undefined;
  readonly is_archived: boolean | undefined;
  readonly after_created_at: string | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

/** Finds the page in an index alone, then reads only its rows whole. */
const findCustomers = hotQuery((db, slots: Slots<Values>) =>
  db
    .selectFrom(pageOfIds(db, slots).as("page"))
    .innerJoin("customers", (join) =>
      join
        .on("customers.team_id", "=", slots.slot("team_id"))
        .onRef("customers.id", "=", "page.id"),
    )
    .select([
      "customers.id",
      "customers.name",
      "customers.email",
      "customers.is_archived",
      "customers.preferred_currency",
      "customers.created_at",
    ])
    .select(tagsOf(db).as("tags"))
    .orderBy("page.created_at", "desc")
    .orderBy("page.id", "desc"),
);

/**
 * A tag's links are in the order of the list too, so that no other customer is read. They repeat when the
 * customer was created, so that the index of the list has all that a search compares.
 */
function pageOfIds(db: Db, { slot, given }: Slots<Values>) {
  const [createdAt, id] = given("tag_id")
    ? [sql.ref<Instant>("link.created_at"), sql.ref<string>("link.customer_id")]
    : [sql.ref<Instant>("customer.created_at"), sql.ref<string>("customer.id")];
  return db
    .selectFrom("customers as customer")
    .$if(given("tag_id"), (query) =>
      query
        .innerJoin("customer_tags as link", (join) =>
          join
            .onRef("link.team_id", "=", "customer.team_id")
            .onRef("link.created_at", "=", "customer.created_at")
            .onRef("link.customer_id", "=", "customer.id"),
        )
        .where("link.team_id", "=", slot("team_id"))
        .where("link.tag_id", "=", slot("tag_id")),
    )
    .$if(!given("tag_id"), (query) => query.where("customer.team_id", "=", slot("team_id")))
    .$if(given("after_id"), (query) =>
      query.where(
        sql<boolean>`(${createdAt}, ${id}) < (${slot("after_created_at")}, ${slot("after_id")})`,
      ),
    )
    .$if(given("is_archived"), (query) =>
      query.where("customer.is_archived", "=", slot("is_archived")),
    )
    .$if(given("name"), (query) => query.where(holds("name_folded", slot("name"))))
    .$if(given("email"), (query) => query.where(holds("email_folded", slot("email"))))
    .select([createdAt.as("created_at"), id.as("id")])
    .orderBy(createdAt, "desc")
    .orderBy(id, "desc")
    .limit(slot("rows"));
}

/** Plain containment: `%` and `_` are ordinary characters. */
function holds(column: "name_folded" | "email_folded", part: RawBuilder<string>) {
  return sql<boolean>`instr(${sql.ref(`customer.${column}`)}, ${part}) > 0`;
}
