import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { allRules, MOST_RULES, noRule, ruleImage } from "./rule.ts";

/** All rules, in their new order. */
export const OrderRules = z.strictObject({ ids: z.array(uuid).min(1).max(MOST_RULES) });

export type OrderRules = z.output<typeof OrderRules>;

/** Puts the rules into another order. @throws Refusal unless each of the team's rules is named once */
export async function orderRules(context: Context, { ids }: OrderRules): Promise<void> {
  await transaction(context, async (context) => {
    await holdTeam(context);
    const rules = new Map((await allRules(context)).map((row) => [row.id, row]));
    const unknown = ids.findIndex((id) => !rules.has(id));
    if (unknown >= 0) throw noRule(ids[unknown] ?? "", `ids.${unknown}`);
    if (new Set(ids).size !== rules.size || ids.length !== rules.size)
      throw changedMeanwhile(
        "The order does not have each rule once: there are others by now",
        "look at the rules again; nothing was changed",
      );
    const moved = ids.flatMap((id, at) => {
      const row = rules.get(id);
      return row === undefined || row.position === at + 1 ? [] : [{ row, position: at + 1 }];
    });
    for (const { row, position } of moved)
      await context.db
        .updateTable("rules")
        .set({ position })
        .where("team_id", "=", context.team.id)
        .where("id", "=", row.id)
        .execute();
    if (moved.length === 0) return;
    await record(
      context,
      moved.map(({ row, position }) => ({
        type: "rule",
        id: row.id,
        ...difference(ruleImage(row), ruleImage({ ...row, position })),
      })),
    );
  });
}
