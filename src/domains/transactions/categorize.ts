import type { CallEvent } from "../../core/event.ts";
import type { Context } from "../../db/context.ts";
import type { CategoryBy } from "../../db/schema/transactions.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { type KnownCategory, choosingAmong } from "../categories/all-categories.ts";
import { type ChangedSome, changeChosen, type ChosenTransactions } from "./chosen-transactions.ts";
import { filledTax } from "./tax.ts";
import { type Row, refuseExported, refuseSplit, setBy } from "./transaction.ts";
import { type Changing, writeTransactions } from "./write-transactions.ts";

export const CATEGORIZED: CallEvent = {
  of: "transaction",
  did: "changed",
  said: "categorized *",
  many: "categorized * transactions",
  tried: "categorize a transaction",
};

type Categorize = {
  readonly chosen: ChosenTransactions;
  /** Slug for all of them, or one for each id; `uncategorized` clears the category. */
  readonly category_slug: string | ReadonlyMap<string, string>;
  readonly leaves_fixed?: boolean | undefined;
  readonly pathsOf?: (id: string) => { readonly id: string; readonly category_slug: string };
};

export async function categorize(
  context: Context,
  { chosen, category_slug, leaves_fixed = false, pathsOf }: Categorize,
): Promise<ChangedSome> {
  const slugOf = (id: string) =>
    typeof category_slug === "string" ? category_slug : category_slug.get(id);
  const slugs = typeof category_slug === "string" ? [category_slug] : [...category_slug.values()];
  return transaction(context, async (context) => {
    await lockTeam(context);
    const choose = await choosingAmong(context, slugs);
    const categoryOf = ({ id }: Row) =>
      choose(slugOf(id), pathsOf?.(id).category_slug ?? "category_slug");
    return changeChosen(context, {
      chosen,
      fixedAmong: async (rows) =>
        leaves_fixed ? rows.filter((row) => isFixed(row, categoryOf(row))) : [],
      change: async (rows) => {
        const changed = rows.map((row) =>
          categorizing(row, categoryOf(row), setBy(context), pathsOf?.(row.id).id),
        );
        return writeTransactions(context, { changed });
      },
      refuse: (row) => {
        refuseSplit(row, "id");
        refuseExported(row);
      },
      pathOf: pathsOf && ((id) => pathsOf(id).id),
    });
  });
}

function isFixed(
  { is_split, status, category_slug }: Row,
  category: KnownCategory | null,
): boolean {
  return is_split || (status === "exported" && category_slug !== (category?.slug ?? null));
}

/**
 * Change that gives a transaction a category, and its tax where the transaction states none.
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
