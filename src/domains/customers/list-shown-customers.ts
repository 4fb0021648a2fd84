import { z } from "zod";
import { cursor, instant, limit, uuid } from "../../core/fields.ts";
import { listingOf, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { asJson } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { Tag } from "../tags/tag.ts";
import { figuresOf, lastDayOf, type Month, monthOf } from "./customer-figures.ts";
import { tagsOf } from "./customer.ts";
import {
  countShown,
  filterValues,
  isCommon,
  pageOfShown,
  shownFilter,
  type ShownValues,
  type Sort,
  SORTS,
  sumShown,
} from "./shown-customers.ts";

export const ListShown = z.strictObject({
  ...shownFilter,
  sort: z.enum(SORTS).default("name"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListShown = z.output<typeof ListShown>;

const ShownCustomer = z.object({
  id: uuid,
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string(),
  is_archived: z.boolean(),
  tags: z.array(Tag),
  project_count: z.int(),
  /** Tracked in this month by everybody, without running timers. */
  seconds_this_month: z.int(),
  /** Day of the latest time entry. */
  tracked_on: z.string().nullable(),
  created_at: z.string(),
});

export const ShownCustomers = z.object({
  items: z.array(ShownCustomer),
  nextCursor: z.string().nullable(),
  /** Of all customers that match; null behind the first page. */
  count: z.int().nullable(),
  /** Their time in this month; null behind the first page. */
  seconds_this_month: z.int().nullable(),
});

/** A page of the web app's list: what each row sums up is read for its customers alone. */
export async function listShownCustomers(context: Context, input: ListShown) {
  const { sort, tag } = input;
  const isSorted = tag !== undefined && BY_NAME.has(sort);
  const listing = listingOf(context, input);
  const after = readCursor(BY_NAME.has(sort) ? ByName : ByAge, listing, input.cursor);
  const rows = await FIND[sort](context.db, {
    ...filterValues(input),
    ...monthOf(context),
    team_id: context.team.id,
    is_common: isSorted && (await isCommon(context, tag)) ? true : undefined,
    after_place: after?.[0],
    after_id: after?.[1],
    rows: input.limit + 1,
  });
  const page = pageOf(listing, rows, input.limit, ({ place, id }) => [place, id]);
  const items = page.items.map((row) => shown(row));
  return { ...page, items, ...(await totalsOf(context, input, page)) };
}

/** Counts and sums for the first page alone, and only what that one does not hold. */
async function totalsOf(context: Context, input: ListShown, { items, nextCursor }: Page<Row>) {
  if (input.cursor !== undefined) return { count: null, seconds_this_month: null };
  if (nextCursor === null) {
    const seconds = items.reduce((sum, row) => sum + (row.seconds_this_month ?? 0), 0);
    return { count: items.length, seconds_this_month: seconds };
  }
  const [count, seconds] = await Promise.all([
    countShown(context, input),
    sumShown(context, input),
  ]);
  return { count, seconds_this_month: seconds };
}

const BY_NAME: ReadonlySet<Sort> = new Set(["name", "-name"]);
const ByName = z.tuple([z.string(), uuid]);
const ByAge = z.tuple([instant, uuid]);

type Values = ShownValues & Month;

const FIND = {
  name: preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "name", slots)),
  "-name": preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "-name", slots)),
  created: preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "created", slots)),
  "-created": preparedQuery((db, slots: Slots<Values>) => rowsOf(db, "-created", slots)),
} as const satisfies Record<Sort, unknown>;

/** Finds the page in an index alone, then reads only its rows whole. */
function rowsOf(db: Db, sort: Sort, slots: Slots<Values>) {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  return db
    .selectFrom(pageOfShown(db, sort, slots).as("page"))
    .innerJoin("customers", (join) =>
      join
        .on("customers.team_id", "=", slots.slot("team_id"))
        .onRef("customers.id", "=", "page.id"),
    )
    .select(["page.place", "customers.id", "customers.name", "customers.contact"])
    .select(["customers.email", "customers.is_archived"])
    .select(["customers.created_at"])
    .select([tagsOf(db).as("tags"), ...figuresOf(db, slots)])
    .orderBy("page.place", direction)
    .orderBy("page.id", direction);
}

type Row = Awaited<ReturnType<(typeof FIND)[Sort]>>[number];

function shown(row: Row): z.input<typeof ShownCustomer> {
  const { place: _place, tags, last_entry, ...rest } = row;
  return { ...rest, tags: asJson(tags), tracked_on: lastDayOf(last_entry) };
}
