import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import type { CategoryBy } from "../../db/schema/transactions.ts";
import { transaction } from "../../db/transaction.ts";
import type { KnownCategory } from "../categories/all-categories.ts";
import { choosingAmong } from "../categories/choose-category.ts";
import { RuleDraft } from "../rules/draft-rule.ts";
import {
  ChangedSome,
  Chosen,
  endOf,
  forChosen,
  leaves_fixed,
  type Left,
  leftWith,
} from "./chosen-transactions.ts";
import type { Changing } from "./edits.ts";
import { countExported, findSimilar } from "./find-similar.ts";
import { refuseExported, refuseSplit } from "./refusals.ts";
import { filledTax } from "./tax.ts";
import { type Row, setBy } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export const Categorize = z.strictObject({
  chosen: Chosen,
  /** `uncategorized` clears it. */
  category_slug: z.string().max(100),
  /** Leaves out split and exported ones, whose categories stay, while others can be changed. */
  leaves_fixed,
});

export type Categorize = z.output<typeof Categorize>;

/** Similar transactions that are told of: as many as one call may change. */
const MOST_SIMILAR = 1000;

export const CategorizedMany = ChangedSome.extend({
  /** Other transactions with the same party that lack a category, when one transaction got one. */
  similar: z
    .object({
      name: z.string(),
      category_slug: z.string(),
      count: z.int(),
      ids: z.array(z.string()),
      /** Of these, the number of exported ones, whose category stays. */
      exported: z.int(),
      /** For these and those to come; null when they are too few for a rule. */
      rule: RuleDraft.nullable(),
    })
    .nullable(),
});

/** Gives the chosen transactions a category, all or none but for those that are left out, as one event. */
export async function categorize(
  context: Context,
  { chosen, category_slug, leaves_fixed = false }: Categorize,
): Promise<z.output<typeof CategorizedMany>> {
  return transaction(context, async (context) => {
    const recording = new Recording(context);
    await holdTeam(context);
    const choose = await choosingAmong(context, [category_slug]);
    const category = choose(category_slug, "category_slug");
    let left: Left = null;
    let fixed: Row | undefined;
    await forChosen(context, chosen, async (rows) => {
      const staying = leaves_fixed ? rows.filter((row) => isFixed(row, category)) : [];
      left = leftWith(left, staying);
      fixed ??= staying[0];
      const changed = rows
        .filter((row) => !staying.includes(row))
        .map((row) => categorizing(row, category, setBy(context)));
      await recording.add(await writeTransactions(context, { changed }));
    });
    const ended = { ...(await endOf(recording)), left };
    if (fixed !== undefined && ended.changed === 0) refuseFixed(fixed, "id");
    const isOne = "ids" in chosen && chosen.ids.length === 1;
    const [similar = null] = isOne ? await findSimilar(context, chosen.ids, MOST_SIMILAR) : [];
    if (similar === null) return { ...ended, similar };
    const exported = await countExported(context, similar.ids);
    return { ...ended, similar: { ...similar, ids: [...similar.ids], exported } };
  });
}

/** True for one whose category stays: its parts have them, or the accountant has it with another. */
function isFixed(
  { is_split, status, category_slug }: Row,
  category: KnownCategory | null,
): boolean {
  return is_split || (status === "exported" && category_slug !== (category?.slug ?? null));
}

function refuseFixed(row: Row, path: string): void {
  refuseSplit(row, path);
  refuseExported(row);
}

/**
 * The change that gives a transaction a category, and its tax where the transaction says none.
 * @throws Refusal for a split or an exported transaction
 */
export function categorizing(
  row: Row,
  category: KnownCategory | null,
  by: CategoryBy,
  path = "id",
): Changing {
  refuseSplit(row, path);
  const slug = category?.slug ?? null;
  if (slug === row.category_slug) return { row, values: {} };
  refuseExported(row);
  return {
    row,
    values: {
      category_slug: slug,
      category_by: slug === null ? null : by,
      // The rule that somebody corrects stays known, but for one whose category goes.
      rule_id: slug === null ? null : row.rule_id,
      ...filledTax(row.amount_minor, row, category),
    },
  };
}
