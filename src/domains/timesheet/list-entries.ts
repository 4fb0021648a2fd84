import { sql } from "kysely";
import { z } from "zod";
import {
  cursor,
  day,
  emptyRange,
  limit,
  text,
  uuid,
  notices,
  noticesOf,
} from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { latestToday } from "../team/today.ts";
import { forgottenTimers, runningNotices } from "../timers/running.ts";
import {
  Entry,
  entryOf,
  type HeldEntryRow,
  HoldingInvoice,
  holdingInvoice,
  selectEntries,
  selectHeldEntries,
} from "./entry.ts";
import {
  EntryGroup,
  GroupBy,
  groupEntries,
  InvoicedDuration,
  invoicedDuration,
} from "./group-entries.ts";
import { member, memberCalled } from "./member-called.ts";

export const ListEntries = z.strictObject({
  from: day.nullish().describe("first day; takes effect only together with to"),
  to: day.nullish().describe("last day; takes effect only together with from"),
  project_id: uuid.nullish(),
  assigned_id: member
    .nullish()
    .describe("left out: your own entries; all: everybody's; or a name or e-mail address"),
  group_by: GroupBy.nullish().describe("sums of finished time from from to to instead of entries"),
  cursor: cursor.nullish(),
  limit: limit.default(50),
});

const ListedEntry = Entry.extend({ invoice: HoldingInvoice.optional() });

export const EntryList = z.object({
  /** Said first: days that had no effect make a long list. */
  notices,
  items: z.array(ListedEntry),
  total_duration: z.int().describe("seconds on this page, running timers left out"),
  invoiced_duration: InvoicedDuration,
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable().describe("same as nextCursor"),
  groups: z.array(EntryGroup).optional(),
});

const SortKey = text(200);

export async function listEntries(
  context: Context,
  input: z.output<typeof ListEntries>,
): Promise<z.output<typeof EntryList>> {
  const { limit } = input;
  const range = rangeOf(input);
  const filter = {
    team_id: context.team.id,
    project_id: input.project_id ?? undefined,
    assigned_id: await personAsked(context, input.assigned_id),
    // The sort key begins with the day and a space, which sorts before "~".
    first: range?.from,
    last: range === null ? undefined : `${range.to}~`,
  };
  if (typeof input.group_by === "string") {
    const { project_id, assigned_id } = filter;
    const asked = { by: input.group_by, range, project_id, assigned_id };
    const { notices: left, ...sums } = await groupEntries(context, asked);
    const notices = [
      ...left,
      ...rangeNotices(input),
      ...(await ownNotices(context, input)),
      ...(await sumNotices(context, filter, range)),
      ...(range === null ? [] : await runningNotices(context, { range, project_id, assigned_id })),
    ];
    return { items: [], nextCursor: null, cursor: null, ...sums, ...noticesOf(notices) };
  }
  // Without a named person the entries depend on the caller, so the cursor is bound to the effective filter.
  const listing = listingOf(context, filter);
  const after = readCursor(SortKey, listing, input.cursor) ?? undefined;
  const rows = await findHeldEntries(context.db, { ...filter, after, rows: limit + 1 });
  const { items, nextCursor } = pageOf(listing, rows, limit, (row) => row.sort_key);
  return {
    items: items.map(listedEntry),
    total_duration: secondsOf(items),
    ...invoicedDuration(secondsOf(items.filter(({ invoice_id }) => invoice_id !== null))),
    nextCursor,
    cursor: nextCursor,
    ...noticesOf([
      ...rangeNotices(input),
      ...(await ownNotices(context, input)),
      ...aheadNotices(items, await latestToday(context)),
      ...(await forgottenTimers(context, filter.assigned_id)),
    ]),
  };
}

function secondsOf(rows: readonly HeldEntryRow[]): number {
  return rows.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
}

/** Without `invoice` where none has the time. */
function listedEntry(row: HeldEntryRow): z.output<typeof ListedEntry> {
  const invoice = holdingInvoice(row);
  return { ...entryOf(row), ...(invoice === null ? {} : { invoice }) };
}

function aheadNotices(items: readonly { readonly date: Day }[], today: Day): readonly string[] {
  const { length } = items.filter(({ date }) => date > today);
  if (length === 0) return [];
  return [
    `${counted(length, "entry", "entries")} of later days than today, ${today}, ${length === 1 ? "lies" : "lie"} in the future, and ${length === 1 ? "is" : "are"} not unbilled time yet.`,
  ];
}

/** Says that others have time too, of any days: on the project where one is asked for, else on some project. */
async function ownNotices(
  { db, team, actor }: Context,
  { assigned_id, project_id, group_by }: z.output<typeof ListEntries>,
): Promise<readonly string[]> {
  if (assigned_id !== undefined || !(project_id ?? group_by)) return [];
  const own = { team_id: team.id, project_id: project_id ?? undefined, assigned_id: actor.id };
  const [others] = await findOthers(db, own);
  if (others === undefined) return [];
  return ["This is your own time alone; assigned_id all has everybody's."];
}

/** Says that sums have time of days that are still to come. */
async function sumNotices(
  context: Context,
  filter: Omit<Values, "rows">,
  range: { readonly to: Day } | null,
): Promise<readonly string[]> {
  if (range === null) return [];
  const today = await latestToday(context);
  if (range.to <= today) return [];
  const first = [filter.first ?? "", addDays(today, 1)].toSorted().at(-1);
  const ahead = await findEntries(context.db, { ...filter, first, rows: 1 });
  if (ahead.length === 0) return [];
  return [
    `The sums have entries of later days than today, ${today}, too: these lie in the future, and are not unbilled time yet.`,
  ];
}

/** Undefined for everybody. The word for that is for clients that cannot send null. */
async function personAsked(
  context: Context,
  given: string | null | undefined,
): Promise<string | undefined> {
  if (given === undefined) return context.actor.id;
  return given === null || given.toLowerCase() === "all" ? undefined : memberCalled(context, given);
}

export type Values = {
  readonly team_id: string;
  readonly project_id?: string | undefined;
  readonly assigned_id?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly after?: string | undefined;
  readonly rows: number;
};

/** Finds the page first: joined to the projects, a project's entries of some days would be found by the days alone. */
export const findEntries = preparedQuery((db, slots: Slots<Values>) =>
  selectEntries(db, sql`${pageOfEntries(db, slots)}`)
    .select("entry.sort_key")
    .orderBy("entry.sort_key", "desc"),
);

/** The same page, with the invoice that has each entry's time. */
export const findHeldEntries = preparedQuery((db, slots: Slots<Values>) =>
  selectHeldEntries(db, sql`${pageOfEntries(db, slots)}`)
    .select("entry.sort_key")
    .orderBy("entry.sort_key", "desc"),
);

type Own = {
  readonly team_id: string;
  readonly project_id: string | undefined;
  readonly assigned_id: string;
};

const findOthers = preparedQuery((db, { slot, given }: Slots<Own>) =>
  db
    .selectFrom("tracker_totals")
    .select("assigned_id")
    .where("team_id", "=", slot("team_id"))
    .$if(given("project_id"), (query) => query.where("project_id", "=", slot("project_id")))
    .where("assigned_id", "<>", slot("assigned_id"))
    .limit(1),
);

export function pageOfEntries<V extends Values>(db: Db, { slot, given }: Slots<V>) {
  return db
    .selectFrom("tracker_entries as listed")
    .selectAll()
    .where("listed.team_id", "=", slot("team_id"))
    .$if(given("project_id"), (query) => query.where("listed.project_id", "=", slot("project_id")))
    .$if(given("assigned_id"), (query) =>
      query.where("listed.assigned_id", "=", slot("assigned_id")),
    )
    .$if(given("first"), (query) => query.where("listed.sort_key", ">=", slot("first")))
    .$if(given("last"), (query) => query.where("listed.sort_key", "<", slot("last")))
    .$if(given("after"), (query) => query.where("listed.sort_key", "<", slot("after")))
    .orderBy("listed.sort_key", "desc")
    .limit(slot("rows"));
}

type Range = { readonly from?: Day | null | undefined; readonly to?: Day | null | undefined };

/** Both days, or null: a single one has no effect. */
function rangeOf({ from, to }: Range): { from: Day; to: Day } | null {
  return typeof from === "string" && typeof to === "string" ? { from, to } : null;
}

function rangeNotices({ from, to }: Range): readonly string[] {
  if (typeof from === "string" && typeof to === "string") {
    return emptyRange(from, to);
  }
  if (typeof from === "string")
    return ["from takes effect only together with to, so entries of all days are listed."];
  if (typeof to === "string")
    return ["to takes effect only together with from, so entries of all days are listed."];
  return [];
}
