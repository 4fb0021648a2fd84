import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy, joinEach } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { type Month, monthOf } from "./customer-figures.ts";

/** Filters of the web app's list; a batch and an export take the same. Archived customers are apart. */
export const shownFilter = {
  /** Part of the name, the e-mail address or the contact. */
  q: text(200).optional(),
  /** Id of a tag. */
  tag: uuid.optional(),
  archived: z.boolean().default(false),
};

export type ShownFilter = z.output<z.ZodObject<typeof shownFilter>>;

/** Each order stands in an index; only few customers of a tag are sorted by name. */
export const SORTS = ["name", "-name", "created", "-created"] as const;

export type Sort = (typeof SORTS)[number];

/** Undefined means no filter. */
export type ShownValues = {
  readonly team_id: string;
  readonly is_archived: boolean;
  readonly part: string | undefined;
  readonly tag_id: string | undefined;
  /** Given for a tag of very many customers, where these are met soon enough in the order of their names. */
  readonly is_common?: true | undefined;
  readonly after_place: string | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

export function filterValues({ q, tag, archived }: ShownFilter) {
  const part = q === undefined || q.trim() === "" ? undefined : fold(q.trim());
  return { is_archived: archived, part, tag_id: tag };
}

/** `place` is the value that the order goes by. */
type Place = { readonly id: string; readonly place: string };

/** Selects ids of a page from indexes alone. A search reads on until the page is full. */
export function pageOfShown(db: Db, sort: Sort, { slot, given }: Slots<ShownValues>) {
  const isByName = sort === "name" || sort === "-name";
  /** The links of the tag come first, in the order of age. */
  const isTagged = given("tag_id") && !(isByName && given("is_common"));
  const place = sql.ref<string>(placeOf(sort, isTagged));
  const id = sql.ref<string>(isTagged ? "link.customer_id" : "customer.id");
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const past = sql.raw(direction === "asc" ? ">" : "<");
  return matching(db, isTagged, { slot, given })
    .$if(given("after_id"), (query) =>
      query.where(
        sql<boolean>`(${place}, ${id}) ${past} (${slot("after_place")}, ${slot("after_id")})`,
      ),
    )
    .select([id.as("id"), place.as("place")])
    .orderBy(place, direction)
    .orderBy(id, direction)
    .limit(slot("rows"))
    .$castTo<Place>();
}

/** Selects what matches from indexes alone: from the links of the tag, or from all customers. */
function matching(
  db: Db,
  isTagged: boolean,
  { slot, given }: Pick<Slots<ShownValues>, "slot" | "given">,
) {
  return db
    .selectFrom(sql<object>`${isTagged ? FROM_LINKS : sql`customers`}`.as("customer"))
    .where(isShown(isTagged, { slot, given }));
}

function isShown(isTagged: boolean, { slot, given }: Pick<Slots<ShownValues>, "slot" | "given">) {
  const conditions = [
    ...(isTagged ? LINKED : []),
    sql`${sql.ref(isTagged ? "link.team_id" : "customer.team_id")} = ${slot("team_id")}`,
    ...(isTagged ? [sql`link.tag_id = ${slot("tag_id")}`] : []),
    ...(given("tag_id") && !isTagged ? [hasTag(slot("tag_id"))] : []),
    sql`customer.is_archived = ${slot("is_archived")}`,
    ...(given("part") ? [holds(slot("part"))] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const NO_PAGE = { after_place: undefined, after_id: undefined, rows: 0 };

/** Number of customers that match. */
export async function countShown({ db, team }: Context, filter: ShownFilter): Promise<number> {
  const [row] = await countOfShown(db, { ...filterValues(filter), ...NO_PAGE, team_id: team.id });
  return row?.count ?? 0;
}

/** Time of a month on all customers that match, without running timers. */
export async function sumShown(context: Context, filter: ShownFilter): Promise<number> {
  const { db, team } = context;
  const values = { ...filterValues(filter), ...monthOf(context), ...NO_PAGE, team_id: team.id };
  const [row] = await sumOfShown(db, values);
  return row?.seconds ?? 0;
}

/** Begins with the entries of the month: most customers have none. */
const sumOfShown = preparedQuery((db, { slot, given }: Slots<ShownValues & Month>) =>
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
        where ${isShown(false, { slot, given })})`.as("found"),
    )
    .select(sql<number>`coalesce(sum(found.seconds), 0)`.as("seconds")),
);

const countOfShown = preparedQuery((db, slots: Slots<ShownValues>) =>
  matching(db, slots.given("tag_id"), slots).select(({ fn }) => fn.countAll<number>().as("count")),
);

/** SQLite keeps the order of tables in a cross join: it would else begin with all customers of the team. */
const FROM_LINKS = sql`customer_tags as link cross join customers`;
const LINKED = [
  sql`link.team_id = customer.team_id`,
  sql`link.created_at = customer.created_at`,
  sql`link.customer_id = customer.id`,
];

/** A link repeats when its customer was created. */
function placeOf(sort: Sort, isTagged: boolean): string {
  if (sort === "name" || sort === "-name") return "customer.name_folded";
  return isTagged ? "link.created_at" : "customer.created_at";
}

/** Looked up for one customer after the other. */
function hasTag(tag: RawBuilder<string>) {
  return sql`exists (select 1 from customer_tags as link
    where link.team_id = customer.team_id and link.customer_id = customer.id and link.tag_id = ${tag})`;
}

/** Links of a tag that are sorted by name at most. */
const MOST_SORTED = 20_000;

/** True for a tag of more customers than are sorted by name. */
export async function isCommon({ db, team }: Context, tag_id: string): Promise<boolean> {
  const [row] = await countLinks(db, { team_id: team.id, tag_id, rows: MOST_SORTED + 1 });
  return (row?.count ?? 0) > MOST_SORTED;
}

type OfTag = { readonly team_id: string; readonly tag_id: string; readonly rows: number };

const countLinks = preparedQuery((db, { slot }: Slots<OfTag>) =>
  db
    .selectFrom((links) =>
      links
        .selectFrom("customer_tags as link")
        .where("link.team_id", "=", slot("team_id"))
        .where("link.tag_id", "=", slot("tag_id"))
        .select("link.customer_id")
        .limit(slot("rows"))
        .as("some"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** Plain containment: `%` and `_` are ordinary characters. */
function holds(part: RawBuilder<string>) {
  const columns = ["name_folded", "email_folded", "contact_folded"];
  const terms = columns.map((column) => sql`instr(${sql.ref(`customer.${column}`)}, ${part}) > 0`);
  return sql`(${sql.join(terms, sql` or `)})`;
}
