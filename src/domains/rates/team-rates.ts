import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { Refusal, notFound } from "../../core/errors.ts";
import {
  currency,
  day,
  uuid,
  event,
  type ById,
  type Undoable,
  cursor,
  limit,
} from "../../core/fields.ts";
import { listingOf, MOST_ROWS, pageOf, readCursor } from "../../core/page.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { FIRST_DAY, isRate, EURO } from "./rate.ts";
import { settleRatesOf } from "./settle.ts";

type Row = Schema["team_rates"];

const rateText = z
  .string()
  .max(30)
  .refine(isRate, "must be a number above zero with a point, such as 1.0870: the units for 1 EUR");

export const TeamRate = z.object({ id: uuid, currency, day, rate: rateText });

const rateDay = day.refine(
  (day) => day >= FIRST_DAY,
  "must not be before 1999, when the euro began",
);

/** Some ten years of the days of one currency. */
export const MOST_TEAM_RATES = 4000;

export function teamRateSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

function tooManyRates(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_TEAM_RATES} rates of its own, and no more fit`,
    next: "delete some of days that are not needed first",
  });
}

export const SetTeamRate = z.strictObject({ currency, day: rateDay, rate: rateText });

export type SetTeamRate = z.output<typeof SetTeamRate>;

export const SetTeamRateAnswer = TeamRate.extend({
  /** Own rate of the same currency and day whose place this one took. */
  replaced: rateText.nullable(),
  event,
});

/** The team's own rate comes before the public one. */
export async function setTeamRate(
  context: AuditContext,
  input: SetTeamRate,
): Promise<z.output<typeof SetTeamRateAnswer>> {
  if (input.currency === EURO) throw noRateOfEuro();
  return transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const before = await lockTeamRate(context, input);
    const id = before?.id ?? context.newId();
    const row: Row = { ...input, team_id: team.id, id };
    const after = teamRateSnapshot(row);
    const snapshots =
      before === undefined ? { before: null, after } : difference(teamRateSnapshot(before), after);
    if (Object.keys(snapshots.after).length === 0) return { ...after, replaced: null, event: null };
    if (before === undefined) await insert(context, row);
    else
      await db
        .updateTable("team_rates")
        .set({ rate: row.rate })
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .execute();
    const event = await record(context, [{ type: "team_rate", id, ...snapshots }]);
    await settleRatesOf(context, [row.day]);
    return { ...after, replaced: before?.rate ?? null, event };
  });
}

async function insert(context: AuditContext, row: Row): Promise<void> {
  await context.db.insertInto("team_rates").values(row).execute();
  if ((await countTeamRates(context)) > MOST_TEAM_RATES) throw tooManyRates();
}

async function lockTeamRate(
  { db, team }: AuditContext,
  { currency, day }: SetTeamRate,
): Promise<Row | undefined> {
  const rates = db
    .selectFrom("team_rates")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("currency", "=", currency)
    .where("day", "=", day);
  return lockForUpdate(db, rates).executeTakeFirst();
}

export async function countTeamRates({ db, team }: AuditContext): Promise<number> {
  const { count } = await db
    .selectFrom("team_rates")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("team_id", "=", team.id)
    .executeTakeFirstOrThrow();
  return count;
}

function noRateOfEuro(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "currency",
    message: "All rates are for 1 EUR, so that the euro has none",
    next: "set the rate of the other currency, as its units for 1 EUR",
  });
}

/** The public rate counts again, if there is one. */
export async function deleteTeamRate(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof TeamRate> & Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row = await context.db
      .deleteFrom("team_rates")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noTeamRate(id);
    const before = teamRateSnapshot(row);
    const event = await record(context, [{ type: "team_rate", id, before, after: null }]);
    await settleRatesOf(context, [row.day]);
    return { ...before, event };
  });
}

function noTeamRate(id: string) {
  const next = "load the list of rates again; nothing was deleted";
  return notFound({ what: "Exchange rate", id, path: "id", next });
}

export const ListTeamRates = z.strictObject({
  currency: currency.optional(),
  from: day.optional(),
  to: day.optional(),
  cursor: cursor.nullish(),
  limit: limit.default(MOST_ROWS),
});

export const TeamRateList = z.object({
  items: z.array(TeamRate),
  nextCursor: z.string().nullable(),
});

const SortKey = z.tuple([day, currency]);

/** The newest day first. */
export async function listTeamRates(
  context: Context,
  input: z.output<typeof ListTeamRates>,
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
