import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { allRules, ShownRule, shownRule } from "./rule.ts";

/** Equal corrections after which a rule seems to be wrong. */
const TWICE = 2;

export const RuleList = z.object({
  items: z.array(
    ShownRule.extend({
      /** The category that people gave most often in place of the rule's, when they did it twice or more. */
      corrected: z.object({ category_slug: z.string(), count: z.int() }).nullable(),
    }),
  ),
});

export type RuleList = z.output<typeof RuleList>;

/** All rules, in the order in which they run. */
export async function listRules(context: Context): Promise<z.input<typeof RuleList>> {
  const [rows, corrections] = await Promise.all([allRules(context), findCorrections(context)]);
  const ofRule = Map.groupBy(corrections, ({ rule_id }) => rule_id);
  return {
    items: rows.map((row) => {
      const shown = shownRule(row);
      const [most] = (ofRule.get(row.id) ?? [])
        .filter(({ category_slug }) => category_slug !== shown.actions.category_slug)
        .toSorted((one, other) => other.count - one.count);
      if (most === undefined) return { ...shown, corrected: null };
      const { category_slug, count } = most;
      return { ...shown, corrected: { category_slug, count } };
    }),
  };
}

type Correction = {
  readonly rule_id: string;
  readonly category_slug: string;
  readonly count: number;
};

type Searched = { readonly db: Db; readonly team: { readonly id: string } };

/** A transaction keeps the rule whose category somebody corrected. */
export async function findCorrections({ db, team }: Searched): Promise<readonly Correction[]> {
  const { rows } = await sql<Correction>`
    select item.rule_id, item.category_slug, count(*) as count from transactions as item
    where item.team_id = ${team.id} and item.rule_id is not null and item.category_by <> 'rule'
    group by item.rule_id, item.category_slug having count(*) >= ${TWICE}
    order by item.rule_id, item.category_slug`.execute(db);
  return rows;
}
