import { sql } from "kysely";
import { z } from "zod";
import { cursor, day, limit, text, uuid, notices, noticesOf } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { latestToday } from "../team/today.ts";
import { forgottenTimers } from "../timers/running.ts";
import { Entry, entryOf, selectEntries } from "./entry.ts";

export const ListEntries = z.strictObject({
  from: day.nullish().describe("first day; takes effect only together with to"),
  to: day.nullish().describe("last day; takes effect only together with from"),
  project_id: uuid.nullish(),
  assigned_id: z
    .union([uuid, z.literal("all")])
    .nullish()
    .describe("left out: your own entries; all: everybody's"),
  cursor: cursor.nullish(),
  limit: limit.default(50),
});

export const EntryList = z.object({
  items: z.array(Entry),
  total_duration: z.int().describe("seconds on this page, running timers left out"),
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable().describe("same as nextCursor"),
  notices,
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
    assigned_id: input.assigned_id === undefined ? context.actor.id : idOf(input.assigned_id),
    // The sort key begins with the day and a space, which sorts before "~".
    first: range?.from,
    last: range === null ? undefined : `${range.to}~`,
  };
  // Without a named person the entries depend on the caller, so the cursor is bound to the effective filter.
  const listing = listingOf(context, filter);
  const after = readCursor(SortKey, listing, input.cursor) ?? undefined;
  const rows = await findEntries(context.db, { ...filter, after, rows: limit + 1 });
  const { items, nextCursor } = pageOf(listing, rows, limit, (row) => row.sort_key);
  return {
    items: items.map(entryOf),
    total_duration: items.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    nextCursor,
    cursor: nextCursor,
    ...noticesOf([
      ...rangeNotices(input),
      ...aheadNotices(items, await latestToday(context)),
      ...(await forgottenTimers(context, filter.assigned_id)),
    ]),
  };
}

function aheadNotices(items: readonly { readonly date: Day }[], today: Day): readonly string[] {
  const { length } = items.filter(({ date }) => date > today);
  if (length === 0) return [];
  return [
    `${counted(length, "entry", "entries")} of later days than today, ${today}, ${length === 1 ? "lies" : "lie"} in the future, and ${length === 1 ? "is" : "are"} not unbilled time yet.`,
  ];
}

/** The word is for clients that cannot send null. */
function idOf(assigned: string | null): string | undefined {
  return assigned === "all" ? undefined : (assigned ?? undefined);
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
    return from > to ? [`from (${from}) is after to (${to}), so no day lies between them.`] : [];
  }
  if (typeof from === "string")
    return ["from takes effect only together with to, so entries of all days are listed."];
  if (typeof to === "string")
    return ["to takes effect only together with from, so entries of all days are listed."];
  return [];
}
