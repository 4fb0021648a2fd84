import { sql } from "kysely";
import { z } from "zod";
import { cursor, limit, uuid } from "../../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { dayArgument } from "../timesheet/day-words.ts";
import { Entry, entryOf } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { requireProject } from "./find-projects.ts";

export const ListTimeOn = z.strictObject({
  id: uuid,
  from: dayArgument.optional(),
  to: dayArgument.optional().describe("last day, counted too"),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export const TimeOnPage = z.object({
  /** The newest first. */
  items: z.array(Entry),
  nextCursor: z.string().nullable(),
  /** Of all entries that match, running timers without their time; null where a cursor was given. */
  totals: z.object({ entries: z.int(), seconds: z.int() }).nullable(),
});

export async function listTimeOn(
  context: Context,
  input: z.output<typeof ListTimeOn>,
): Promise<z.output<typeof TimeOnPage>> {
  const { id, from, to, limit } = input;
  await requireProject(context, { id });
  const listing = listingOf(context, input);
  const after = readCursor(z.string(), listing, input.cursor) ?? undefined;
  const last = to === undefined ? undefined : `${to}~`;
  const only = { team_id: context.team.id, project_id: id, first: from, last };
  const [rows, [totals = null]] = await Promise.all([
    findEntries(context.db, { ...only, after, rows: limit + 1 }),
    after === undefined ? findTotal(context.db, only) : [],
  ]);
  const { items, nextCursor } = pageOf(listing, rows, limit, ({ sort_key }) => sort_key);
  return { items: items.map(entryOf), nextCursor, totals };
}

type Values = {
  readonly team_id: string;
  readonly project_id: string;
  readonly first: string | undefined;
  /** Sort key behind those of the last day. */
  readonly last: string | undefined;
};

const findTotal = preparedQuery((db, { slot, given }: Slots<Values>) =>
  db
    .selectFrom("tracker_entries as entry")
    .select(({ fn }) => [
      fn.countAll<number>().as("entries"),
      sql<number>`coalesce(sum(entry.duration), 0)`.as("seconds"),
    ])
    .where("entry.team_id", "=", slot("team_id"))
    .where("entry.project_id", "=", slot("project_id"))
    .$if(given("first"), (query) => query.where("entry.sort_key", ">=", slot("first")))
    .$if(given("last"), (query) => query.where("entry.sort_key", "<", slot("last"))),
);
