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
      category_count: z.int(),
      /** The category that people gave most often in place of the rule's, when they did it twice or more. */
      corrected: z.object({ category_slug: z.string(), count: z.int() }).nullable(),
    }),
  ),
});

/** In the order in which they run. */
export async function listRules(context: Context): Promise<z.input<typeof RuleList>> {
  const [rows, counts] = await Promise.all([allRules(context), countByRule(context)]);
  const ofRule = Map.groupBy(counts, ({ rule_id }) => rule_id);
  return {
    items: rows.map((row) => {
      const shown = shownRule(row);
      const [ruled, others] = partition(ofRule.get(row.id) ?? []);
      const [most] = others
        .filter(({ category_slug, count }) => {
          return category_slug !== shown.actions.category_slug && count >= TWICE;
        })
        .toSorted((one, other) => other.count - one.count);
      const category_count = ruled.reduce((sum, { count }) => sum + count, 0);
      if (most === undefined) return { ...shown, category_count, corrected: null };
      const { category_slug, count } = most;
      return { ...shown, category_count, corrected: { category_slug, count } };
    }),
  };
}

type Counted = {
  readonly rule_id: string;
  readonly category_slug: string;
  readonly count: number;
};

function partition(counts: readonly (Counted & { readonly category_by: string })[]) {
  const ruled = counts.filter(({ category_by }) => category_by === "rule");
  const bySlug = Map.groupBy(
    counts.filter(({ category_by }) => category_by !== "rule"),
    ({ category_slug }) => category_slug,
  );
  const others = [...bySlug].map(([category_slug, some]) => ({
    category_slug,
    count: some.reduce((sum, { count }) => sum + count, 0),
  }));
  return [ruled, others] as const;
}

type Searched = { readonly db: Db; readonly team: { readonly id: string } };

/** Counts transactions by their rule. A transaction keeps the rule whose category somebody corrected. */
export async function countByRule({ db, team }: Searched) {
  const { rows } = await sql<Counted & { readonly category_by: string }>`
    select item.rule_id, item.category_by, item.category_slug, count(*) as count
    from transactions as item
    where item.team_id = ${team.id} and item.rule_id is not null and item.category_by is not null
    group by item.rule_id, item.category_by, item.category_slug
    order by item.rule_id, item.category_by, item.category_slug`.execute(db);
  return rows;
}
