import { type RawBuilder, type Selectable, sql } from "kysely";
import { z } from "zod";
import { text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { dialectOf, indexedBy, joinEach } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { exactSums } from "../../db/sums.ts";
import { type AskedWord, hasWordIn, type Words, wordsAsked, wordSlots } from "../../db/words.ts";
import type { Day } from "../../shared/time.ts";
import { type OwedSum, owedSums } from "../invoices/find-invoices.ts";
import { figuresOf, type Month, monthOf } from "./customer-figures.ts";
import { tagsOf } from "./customer.ts";

/**
 * Texts are parts that a customer's text contains, folded; words stand in the name, the e-mail address or the contact.
 * Undefined means no filter.
 */
export type CustomerFilter = Words & {
  readonly name?: string | undefined;
  readonly name_loose?: string | undefined;
  readonly email?: string | undefined;
  readonly tag_id?: string | undefined;
  readonly is_archived?: boolean | undefined;
  /** ISO 3166-1, upper case. */
  readonly country_code?: string | undefined;
  readonly has_vat_number?: boolean | undefined;
};

/** Filters of the web app's list; a batch and an export take the same. Archived customers are apart. */
export const shownFilter = {
  /** Words or parts of them, in the name, the e-mail address or the contact. */
  q: text(200).optional(),
  tag: uuid.optional(),
  archived: z.boolean().default(false),
};

export type ShownFilter = z.output<z.ZodObject<typeof shownFilter>>;

export function filterOf({ q, tag, archived }: ShownFilter): CustomerFilter {
  return { is_archived: archived, ...wordsAsked(q), tag_id: tag };
}

/** Each order stands in an index; only few customers of a tag are sorted by name. */
export const SORTS = ["name", "-name", "created", "-created"] as const;

export type Sort = (typeof SORTS)[number];

export function isByName(sort: Sort): boolean {
  return sort === "name" || sort === "-name";
}

export type PageValues = CustomerFilter & {
  readonly team_id: string;
  /** Reads customers in the order of the list, and looks up the tag of each. */
  readonly is_wide?: true | undefined;
  readonly after_place: string | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

type Values = PageValues & Partial<Month>;

/** Rows with tags, and with the contact and the figures of a month when one is given. */
export const FIND_CUSTOMERS = {
  name: preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "name", slots)),
  "-name": preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "-name", slots)),
  created: preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "created", slots)),
  "-created": preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "-created", slots)),
} as const satisfies Record<Sort, unknown>;

export type FoundCustomer = Awaited<ReturnType<(typeof FIND_CUSTOMERS)[Sort]>>[number];

const SEARCHES = ["name", "email", "part", "tag_id", "country_code", "has_vat_number"] as const;

/** A search finds its page in an index alone, then reads only the rows of the page whole. */
function rowsOf(db: Db, sort: Sort, slots: Slots<Values>) {
  const { slot, given } = slots;
  const isPaged = SEARCHES.some((name) => given(name));
  const from = isPaged
    ? sql<
        Selectable<Schema["customers"]>
      >`${pageOfCustomers(db, sort, slots)} as page cross join customers`
    : sql<Selectable<Schema["customers"]>>`customers`;
  const place = sql.ref<string>(isPaged ? "page.place" : placeIn("customers", sort));
  const id = sql.ref<string>(isPaged ? "page.id" : "customers.id");
  return db
    .selectFrom(from.as("customers"))
    .where("customers.team_id", "=", slot("team_id"))
    .$if(isPaged, (query) => query.where("customers.id", "=", id))
    .$if(!isPaged && given("is_archived"), (query) =>
      query.where("customers.is_archived", "=", slot("is_archived")),
    )
    .$if(!isPaged && given("after_id"), (query) => query.where(isPast(sort, place, id, slots)))
    .select([place.as("place"), "customers.id", "customers.name", "customers.email"])
    .select(["customers.is_archived", "customers.preferred_currency", "customers.created_at"])
    .select(["customers.country_code", "customers.vat_number"])
    .select(tagsOf(db).as("tags"))
    .$if(given("from"), (query) => query.select(["customers.contact", ...figuresOf(db, slots)]))
    .orderBy(place, directionOf(sort))
    .orderBy(id, directionOf(sort))
    .$if(!isPaged, (query) => query.limit(slot("rows")));
}

function directionOf(sort: Sort) {
  return sort.startsWith("-") ? "desc" : "asc";
}

function placeIn(table: string, sort: Sort): string {
  return `${table}.${isByName(sort) ? "name_folded" : "created_at"}`;
}

function isPast(sort: Sort, place: RawBuilder<string>, id: RawBuilder<string>, { slot }: Taken) {
  const past = sql.raw(directionOf(sort) === "asc" ? ">" : "<");
  return sql<boolean>`(${place}, ${id}) ${past} (${slot("after_place")}, ${slot("after_id")})`;
}

type Taken = Pick<Slots<PageValues>, "slot" | "given">;

/** `place` is the value that the order goes by. */
export type Place = { readonly id: string; readonly place: string };

/** Finds the oldest first. */
export const findPlaces = preparedQuery((db, slots: Slots<PageValues>) =>
  pageOfCustomers(db, "created", slots),
);

/** Selects ids of a page from indexes alone. A search reads on until the page is full. */
export function pageOfCustomers(db: Db, sort: Sort, slots: Slots<PageValues>) {
  const { slot, given } = slots;
  const isTagged = given("tag_id") && !given("is_wide");
  const place = sql.ref<string>(
    isTagged && !isByName(sort) ? "link.created_at" : placeIn("customer", sort),
  );
  const id = sql.ref<string>(isTagged ? "link.customer_id" : "customer.id");
  const { from, where } = isTagged && !isByName(sort) ? linksOfTag(db, slots) : customersOf(slots);
  return db
    .selectFrom(from)
    .where(where)
    .$if(given("after_id"), (query) => query.where(isPast(sort, place, id, slots)))
    .select([id.as("id"), place.as("place")])
    .orderBy(place, directionOf(sort))
    .orderBy(id, directionOf(sort))
    .limit(slot("rows"))
    .$castTo<Place>();
}

type Source = "customer" | "link";

/**
 * A tag's links are in the order of age, since each repeats when its customer was created. What a search
 * compares is a scalar subquery in the index of that order: PostgreSQL takes a join by three columns for one
 * that finds next to nothing, and then reads all links. SQLite would read the whole row by its id.
 */
function linksOfTag(db: Db, slots: Taken) {
  const filters = conditions(slots);
  const index = dialectOf(db) === "sqlite" ? sql`indexed by customers_newest` : sql``;
  const matches = sql`(select customer.id from customers as customer ${index}
    where customer.team_id = ${slots.slot("team_id")} and customer.created_at = link.created_at
      and customer.id = link.customer_id and ${sql.join(filters, sql` and `)}) is not null`;
  const where = [
    sql`link.team_id = ${slots.slot("team_id")}`,
    sql`link.tag_id = ${slots.slot("tag_id")}`,
    ...(filters.length > 0 ? [matches] : []),
  ];
  return {
    from: sql<object>`customer_tags`.as<Source>("link"),
    where: sql<boolean>`${sql.join(where, sql` and `)}`,
  };
}

/** Begins with the links of the tag, or with all customers. */
function customersOf(slots: Taken) {
  const isTagged = slots.given("tag_id") && !slots.given("is_wide");
  // SQLite keeps the order of tables in a cross join: it would else begin with all customers of the team.
  const from = isTagged ? sql`customer_tags as link cross join customers` : sql`customers`;
  return { from: sql<object>`${from}`.as<Source>("customer"), where: isFound(isTagged, slots) };
}

function isFound(isTagged: boolean, slots: Taken) {
  const { slot, given } = slots;
  const linked = [
    sql`link.team_id = customer.team_id`,
    sql`link.created_at = customer.created_at`,
    sql`link.customer_id = customer.id`,
    sql`link.tag_id = ${slot("tag_id")}`,
  ];
  const found = [
    ...(isTagged ? linked : []),
    sql`${sql.ref(isTagged ? "link.team_id" : "customer.team_id")} = ${slot("team_id")}`,
    ...conditions(slots),
    ...(given("tag_id") && !isTagged ? [hasTag(slot("tag_id"))] : []),
  ];
  return sql<boolean>`${sql.join(found, sql` and `)}`;
}

/** A scalar subquery: unlike `exists`, both databases evaluate it last, for the customers found. */
function hasTag(tag: RawBuilder<string>) {
  return sql`(select link.tag_id from customer_tags as link where link.team_id = customer.team_id
    and link.customer_id = customer.id and link.tag_id = ${tag}) is not null`;
}

function conditions(slots: Taken) {
  const { slot, given } = slots;
  return [
    ...(given("is_archived") ? [sql`customer.is_archived = ${slot("is_archived")}`] : []),
    ...(given("country_code") ? [sql`customer.country_code = ${slot("country_code")}`] : []),
    ...(given("has_vat_number")
      ? [sql`(customer.vat_number is not null) = ${slot("has_vat_number")}`]
      : []),
    ...(given("name")
      ? [
          holds(["name_folded"], {
            text: slot("name"),
            loose: given("name_loose") ? slot("name_loose") : null,
          }),
        ]
      : []),
    ...(given("email") ? [holds(["email_folded"], { text: slot("email"), loose: null })] : []),
    ...wordSlots(slots).map((word) => holds(SEARCHED, word)),
  ];
}

const SEARCHED = ["name_folded", "email_folded", "contact_folded"];

function holds(columns: readonly string[], word: AskedWord) {
  return hasWordIn(
    columns.map((column) => sql.ref(`customer.${column}`)),
    word,
  );
}

const NO_PAGE = { after_place: undefined, after_id: undefined, rows: 0 };

export async function countCustomers(
  { db, team }: Context,
  filter: CustomerFilter,
): Promise<number> {
  const [row] = await countFound(db, { ...filter, ...NO_PAGE, team_id: team.id });
  return row?.count ?? 0;
}

const countFound = preparedQuery((db, slots: Slots<PageValues>) => {
  const { from, where } = customersOf(slots);
  return db
    .selectFrom(from)
    .where(where)
    .select(({ fn }) => fn.countAll<number>().as("count"));
});

/** Seconds of this month on all customers that match, without running timers. */
export async function sumTime(context: Context, filter: CustomerFilter): Promise<number> {
  const { db, team } = context;
  const [row] = await sumTimeOfFound(db, {
    ...filter,
    ...monthOf(context),
    ...NO_PAGE,
    team_id: team.id,
  });
  return row?.seconds ?? 0;
}

/** Begins with the entries of the month: most customers have none. */
const sumTimeOfFound = preparedQuery((db, { slot, given }: Slots<PageValues & Month>) =>
  db
    .selectFrom(
      sql<{ readonly seconds: number }>`(
        select spent.seconds from (
          select entry.project_id, sum(entry.duration) as seconds
          from tracker_entries as entry ${indexedBy(db, "tracker_entries_by_day")}
          where entry.team_id = ${slot("team_id")} and entry.date >= ${slot("from")}
            and entry.date < ${slot("until")} and entry.duration > 0
          group by entry.project_id) as spent
        ${joinEach(
          db,
          { table: "tracker_projects", as: "project" },
          sql`project.team_id = ${slot("team_id")} and project.id = spent.project_id`,
        )}
        ${joinEach(
          db,
          { table: "customers", as: "customer" },
          sql`customer.team_id = project.team_id and customer.id = project.customer_id`,
        )}
        where ${isFound(false, { slot, given })})`.as("found"),
    )
    .select(sql<number>`coalesce(sum(found.seconds), 0)`.as("seconds")),
);

/**
 * Unpaid invoices of all customers that match, by currency.
 * @param today in the team's zone
 */
export async function sumOwedBy(
  { db, team }: Context,
  filter: CustomerFilter,
  today: Day,
): Promise<readonly OwedSum[]> {
  const values = { ...filter, ...NO_PAGE, team_id: team.id, today };
  return exactSums(async () => sumOwedByFound(db, values));
}

/** Begins with what is unpaid: most customers owe nothing. */
const sumOwedByFound = preparedQuery(
  (db, { slot, given }: Slots<PageValues & { readonly today: Day }>) => {
    const query = sql<OwedSum>`select ${owedSums(slot("today"))}
      from invoices as item ${indexedBy(db, "invoices_owed")}
      ${joinEach(
        db,
        { table: "customers", as: "customer" },
        sql`customer.team_id = item.team_id and customer.id = item.customer_id`,
      )}
      where item.team_id = ${slot("team_id")} and item.status = 'unpaid'
        and ${isFound(false, { slot, given })}
      group by item.currency order by item.currency`;
    return { compile: () => query.compile(db) };
  },
);

export async function isWideTag(
  { db, team }: Context,
  tag_id: string,
  most: number,
): Promise<boolean> {
  const past = await findLinkPast(db, { team_id: team.id, tag_id, most });
  return past.length > 0;
}

type OfTag = { readonly team_id: string; readonly tag_id: string; readonly most: number };

const findLinkPast = preparedQuery((db, { slot }: Slots<OfTag>) =>
  db
    .selectFrom("customer_tags as link")
    .where("link.team_id", "=", slot("team_id"))
    .where("link.tag_id", "=", slot("tag_id"))
    .select("link.customer_id")
    .orderBy("link.created_at")
    .limit(1)
    .offset(slot("most")),
);
