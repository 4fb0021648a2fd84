import { record } from "../../activity/journal.ts";
import { notFound } from "../../core/errors.ts";
import type { ById, Undoable } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { settleRatesOf } from "./settle.ts";
import { type TeamRate, teamRateImage } from "./team-rate.ts";

/** Deletes one of the team's own rates: the public one counts again, if there is one. */
export async function deleteTeamRate(context: Context, { id }: ById): Promise<TeamRate & Undoable> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const row = await context.db
      .deleteFrom("team_rates")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noTeamRate(id);
    const before = teamRateImage(row);
    const event = await record(context, [{ type: "team_rate", id, before, after: null }]);
    await settleRatesOf(context, [row.day]);
    return { ...before, event };
  });
}

function noTeamRate(id: string) {
  const next = "load the list of rates again; nothing was deleted";
  return notFound({ what: "Exchange rate", id, path: "id", next });
}
