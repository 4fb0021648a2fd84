import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { tagsOf } from "./customer.ts";

type Values = {
  readonly team_id: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly tag_id: string | undefined;
  /** Filter by a tag of many customers. */
  readonly wide_tag_id: string | undefined;
  readonly is_archived: boolean | undefined;
  readonly after_created_at: string | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

/** Finds the page in an index alone, then reads only its rows whole. */
export const findCustomers = preparedQuery((db, slots: Slots<Values>) =>
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

function pageOfIds(db: Db, slots: Slots<Values>) {
  return slots.given("tag_id") ? pageOfTag(db, slots) : pageOfTeam(db, slots);
}

function pageOfTeam(db: Db, slots: Slots<Values>) {
  const { slot, given } = slots;
  const filters = conditions(slots);
  return db
    .selectFrom("customers as customer")
    .where("customer.team_id", "=", slot("team_id"))
    .$if(filters.length > 0, (query) => query.where(all(filters)))
    .$if(given("after_id"), (query) =>
      query.where(isAfter(slots, "customer.created_at", "customer.id")),
    )
    .$if(given("wide_tag_id"), (query) => query.where(hasTag(db, slot("wide_tag_id"))))
    .select(["customer.created_at as created_at", "customer.id as id"])
    .orderBy("customer.created_at", "desc")
    .orderBy("customer.id", "desc")
    .limit(slot("rows"));
}

/**
 * A tag's links are in the order of the list, so that no other customer is read. They repeat when the
 * customer was created, so that the index of the list has all that a search compares. A search among the
 * customers of a wide tag reads the names of all instead, which takes less time for each.
 */
function pageOfTag(db: Db, slots: Slots<Values>) {
  const { slot, given } = slots;
  const filters = conditions(slots);
  return db
    .selectFrom("customer_tags as link")
    .where("link.team_id", "=", slot("team_id"))
    .where("link.tag_id", "=", slot("tag_id"))
    .$if(given("after_id"), (query) =>
      query.where(isAfter(slots, "link.created_at", "link.customer_id")),
    )
    .$if(filters.length > 0, (query) => query.where(isLinkOf(db, slot("team_id"), filters)))
    .select(["link.created_at as created_at", "link.customer_id as id"])
    .orderBy("link.created_at", "desc")
    .orderBy("link.customer_id", "desc")
    .limit(slot("rows"));
}

function conditions({ slot, given }: Slots<Values>): readonly RawBuilder<boolean>[] {
  return [
    ...(given("is_archived") ? [sql<boolean>`customer.is_archived = ${slot("is_archived")}`] : []),
    ...(given("name") ? [holds("name_folded", slot("name"))] : []),
    ...(given("email") ? [holds("email_folded", slot("email"))] : []),
  ];
}

function all(filters: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join(filters, sql` and `)}`;
}

function isAfter({ slot }: Slots<Values>, createdAt: string, id: string) {
  return sql<boolean>`(${sql.ref(createdAt)}, ${sql.ref(id)}) < (${slot("after_created_at")}, ${slot("after_id")})`;
}

/**
 * A scalar subquery: PostgreSQL takes a join by three columns for one that finds next to nothing, and
 * then reads all links. SQLite would read the whole row by its id.
 */
function isLinkOf(db: Db, teamId: RawBuilder<string>, filters: readonly RawBuilder<boolean>[]) {
  const index = dialectOf(db) === "sqlite" ? sql`indexed by customers_newest` : sql``;
  return sql<boolean>`(select customer.id from customers as customer ${index}
    where customer.team_id = ${teamId} and customer.created_at = link.created_at
      and customer.id = link.customer_id and ${all(filters)}) is not null`;
}

/** A scalar subquery: unlike `exists`, both databases evaluate it last, for the customers found. */
function hasTag(db: Db, tagId: RawBuilder<string>) {
  const link = db
    .selectFrom("customer_tags as wide")
    .where("wide.team_id", "=", sql.ref<string>("customer.team_id"))
    .where("wide.customer_id", "=", sql.ref<string>("customer.id"))
    .where("wide.tag_id", "=", tagId)
    .select("wide.tag_id");
  return sql<boolean>`${link} is not null`;
}

/** Plain containment: `%` and `_` are ordinary characters. */
function holds(column: "name_folded" | "email_folded", part: RawBuilder<string>) {
  return sql<boolean>`instr(${sql.ref(`customer.${column}`)}, ${part}) > 0`;
}
