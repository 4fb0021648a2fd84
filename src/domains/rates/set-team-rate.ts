import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { currency, event } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { EURO } from "./rate.ts";
import { settleRatesOf } from "./settle.ts";
import {
  MOST_TEAM_RATES,
  rateDay,
  rateText,
  type Row,
  TeamRate,
  teamRateImage,
  tooManyRates,
} from "./team-rate.ts";

export const SetTeamRate = z.strictObject({ currency, day: rateDay, rate: rateText });

export type SetTeamRate = z.output<typeof SetTeamRate>;

export const SetTeamRateAnswer = TeamRate.extend({
  /** Own rate of the same currency and day whose place this one took. */
  replaced: rateText.nullable(),
  event,
});

/** Sets the team's own rate of a currency on a day, which comes before the public one. */
export async function setTeamRate(
  context: AuditContext,
  input: SetTeamRate,
): Promise<z.output<typeof SetTeamRateAnswer>> {
  if (input.currency === EURO) throw noRateOfEuro();
  return transaction(context, async (context) => {
    const { db, team } = context;
    await holdTeam(context);
    const before = await lockTeamRate(context, input);
    const id = before?.id ?? context.newId();
    const row: Row = { ...input, team_id: team.id, id };
    const after = teamRateImage(row);
    const images =
      before === undefined ? { before: null, after } : difference(teamRateImage(before), after);
    if (Object.keys(images.after).length === 0) return { ...after, replaced: null, event: null };
    if (before === undefined) await insert(context, row);
    else
      await db
        .updateTable("team_rates")
        .set({ rate: row.rate })
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .execute();
    const event = await record(context, [{ type: "team_rate", id, ...images }]);
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
