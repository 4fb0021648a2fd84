import { z } from "zod";
import { currency, cursor, day, limit } from "../../core/fields.ts";
import { listingOf, MOST_ROWS, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { TeamRate } from "./team-rate.ts";

export const ListTeamRates = z.strictObject({
  currency: currency.optional(),
  /** First and last day. */
  from: day.optional(),
  to: day.optional(),
  cursor: cursor.nullish(),
  limit: limit.default(MOST_ROWS),
});

export type ListTeamRates = z.output<typeof ListTeamRates>;

export const TeamRateList = z.object({
  items: z.array(TeamRate),
  nextCursor: z.string().nullable(),
});

const SortKey = z.tuple([day, currency]);

/** The team's own rates, the newest day first. */
export async function listTeamRates(
  context: Context,
  input: ListTeamRates,
): Promise<z.output<typeof TeamRateList>> {
  const { db, team } = context;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  let rates = db
    .selectFrom("team_rates")
    .select(["id", "currency", "day", "rate"])
    .where("team_id", "=", team.id)
    .orderBy("day", "desc")
    .orderBy("currency", "desc")
    .limit(input.limit + 1);
  if (input.currency !== undefined) rates = rates.where("currency", "=", input.currency);
  if (input.from !== undefined) rates = rates.where("day", ">=", input.from);
  if (input.to !== undefined) rates = rates.where("day", "<=", input.to);
  if (after !== null)
    rates = rates.where((row) =>
      row(row.refTuple("day", "currency"), "<", row.tuple(after[0], after[1])),
    );
  return pageOf(listing, await rates.execute(), input.limit, ({ day, currency }) => [
    day,
    currency,
  ]);
}
