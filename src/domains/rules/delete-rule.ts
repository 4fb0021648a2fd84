import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { type ById, event, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { lockRule, ruleImage } from "./rule.ts";

export const DeletedRule = z.object({ id: uuid, event });

/** Deletes a rule. What it has set stays. */
export async function deleteRule(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedRule>> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const row = await lockRule(context, id);
    await context.db
      .deleteFrom("rules")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const deleted = { type: "rule", id, before: ruleImage(row), after: null } as const;
    return { id, event: await record(context, [deleted]) };
  });
}
