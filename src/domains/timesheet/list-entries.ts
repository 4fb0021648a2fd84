import { sql } from "kysely";
import { z } from "zod";
import { listMembers } from "../../accounts/members.ts";
import { Refusal } from "../../core/errors.ts";
import { cursor, day, label, limit, text, uuid, notices, noticesOf } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { latestToday } from "../team/today.ts";
import { forgottenTimers } from "../timers/running.ts";
import { Entry, entryOf, selectEntries } from "./entry.ts";
import { EntryGroup, GroupBy, groupEntries } from "./group-entries.ts";

export const ListEntries = z.strictObject({
  from: day.nullish().describe("first day; takes effect only together with to"),
  to: day.nullish().describe("last day; takes effect only together with from"),
  project_id: uuid.nullish(),
  assigned_id: z
    .union([uuid, label(200)])
    .nullish()
    .describe("left out: your own entries; all: everybody's; or a name or e-mail address"),
  group_by: GroupBy.nullish().describe("sums from from to to instead of entries"),
  cursor: cursor.nullish(),
  limit: limit.default(50),
});

export const EntryList = z.object({
  items: z.array(Entry),
  total_duration: z.int().describe("seconds on this page, running timers left out"),
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable().describe("same as nextCursor"),
  groups: z.array(EntryGroup).optional(),
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
    assigned_id: await personAsked(context, input.assigned_id),
    // The sort key begins with the day and a space, which sorts before "~".
    first: range?.from,
    last: range === null ? undefined : `${range.to}~`,
  };
  if (typeof input.group_by === "string") {
    const { project_id, assigned_id } = filter;
    const sums = await groupEntries(context, {
      by: input.group_by,
      range,
      project_id,
      assigned_id,
    });
    return { items: [], nextCursor: null, cursor: null, ...sums };
  }
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

/**
 * Undefined for everybody. The word for that is for clients that cannot send null.
 * @throws Refusal that names members, for a name or address that nobody, or more than one, has
 */
async function personAsked(
  context: Context,
  given: string | null | undefined,
): Promise<string | undefined> {
  if (given === undefined) return context.actor.id;
  if (given === null || given === "all") return undefined;
  if (uuid.safeParse(given).success) return given;
  const members = await listMembers(context);
  const found = members.filter(({ name, email }) =>
    [name, email].some((one) => fold(one) === fold(given.trim())),
  );
  const [person, ...others] = found;
  if (person !== undefined && others.length === 0) return person.id;
  throw unknownPerson(given, found.length === 0 ? members : found);
}

const MOST_NAMED = 10;

function unknownPerson(given: string, people: Awaited<ReturnType<typeof listMembers>>): Refusal {
  const named = people.slice(0, MOST_NAMED).map(({ id, name }) => `${quoted(name)} (${id})`);
  return new Refusal({
    code: "not_found",
    path: "assigned_id",
    message: `${quoted(given)} is not the name or e-mail address of one member: there are ${named.join(", ")}`,
    next: "give an id",
  });
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
