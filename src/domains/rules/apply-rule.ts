import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import { uuid } from "../../core/fields.ts";
import { pause, ROWS_A_CHUNK } from "../../db/chunks.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { type ChangedMany, endOf, MOST } from "../transactions/chosen-transactions.ts";
import { linkTags } from "../transactions/transaction-tags.ts";
import { lockTransactions } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { isChanging } from "./apply-rules.ts";
import { countChanged, runningAlone } from "./preview-rule.ts";
import { lockRule, ruleOf } from "./rule.ts";
import { scanTransactions, withTags } from "./scan-transactions.ts";

export const ApplyRule = z.strictObject({
  id: uuid,
  /** `changing` of the preview. */
  count: z.int().min(1).max(MOST, "changes 20,000 transactions at most: narrow the conditions"),
  /** True to write over what a person or an assistant set. */
  replace: z.boolean().default(false),
});

export type ApplyRule = z.output<typeof ApplyRule>;

/**
 * Applies a rule to the transactions that there are, all or none, as one event.
 * @throws Refusal `count_changed` when it would change others than the person saw
 */
export async function applyRule(
  context: Context,
  { id, count, replace }: ApplyRule,
): Promise<ChangedMany> {
  return transaction(context, async (context) => {
    await holdTeam(context);
    const rule = ruleOf(await lockRule(context, id));
    const run = await runningAlone(context, rule);
    const ids: string[] = [];
    await scanTransactions(context, rule, (rows) => {
      for (const row of rows) if (isChanging(run(row, replace).changes)) ids.push(row.id);
    });
    if (ids.length !== count) throw countChanged(ids.length, count);
    const recording = new Recording(context);
    for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
      const rows = await lockTransactions(context, ids.slice(from, from + ROWS_A_CHUNK));
      const tagged = new Map((await withTags(context, rule, rows)).map((row) => [row.id, row]));
      const applied = rows.map((row) => ({
        row,
        ...run({ ...row, tag_ids: tagged.get(row.id)?.tag_ids ?? [] }, replace),
      }));
      const changed = applied.map(({ row, values, tag_ids }) => {
        return { row, values, isTouched: tag_ids.length > 0 };
      });
      const links = applied.flatMap(({ row, tag_ids }) =>
        tag_ids.map((tag_id) => ({ transaction_id: row.id, tag_id })),
      );
      await recording.add(await writeTransactions(context, { changed }));
      await recording.add(await linkTags(context, links));
      await pause(context);
    }
    return endOf(recording);
  });
}
