import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import {
  type Book,
  byAmount,
  byCategory,
  figureIn,
  lackingIn,
  ListQuery,
  openBook,
  reportListFilters,
  shownSlug,
  sumUp,
  told,
  unknownNotices,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import type { Range } from "./range.ts";

const Item = z.object({
  category_slug: z.string(),
  name: z.string(),
  kind: z.string(),
  amount: z.number(),
  count: z.int(),
});

const Uncategorized = z.object({ amount: z.number(), count: z.int() });

export const ToldSpending = z.object({
  currency: z.string(),
  /** The largest first; where refunds exceed purchases, the amount is below zero. */
  items: z.array(Item),
  /** Null where nothing that is spent in a category has an exchange rate. */
  total: z.number().nullable(),
  /** In no item and not in the total. */
  uncategorized: Uncategorized,
  left_out: LeftOut,
  notices,
});

export const Spending = ToldSpending.extend({
  /** Currencies of a total that is not known. */
  lacking: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  left_out_lists: LeftOutLists,
  items: z.array(Item.extend({ list: ListQuery })),
  list: ListQuery,
  uncategorized: Uncategorized.extend({ list: ListQuery }),
  /** Part of the total that is in no profit and loss: draws, repaid loans, assets. */
  capital: z.object({ amount: z.number(), count: z.int(), list: ListQuery }),
});

export type Spending = z.output<typeof Spending>;

/** Burn by category; what has none is told beside the total. */
export async function spending(context: Context, range: Range): Promise<Spending> {
  const book = await openBook(context, range);
  const lacking = lackingIn(book, "spending");
  const burned = byCategory(book, "burn").find(({ slug }) => slug === "");
  return {
    currency: book.currency,
    ...book.range,
    items: itemsOf(book),
    total: figureIn(book, "spending"),
    list: reportListFilters("spending", range),
    uncategorized: {
      amount: told(book, burned?.minor ?? 0n),
      count: burned?.count ?? 0,
      list: reportListFilters("burn", range, { category: UNCATEGORIZED }),
    },
    capital: capitalOf(book),
    lacking: [...lacking],
    ...leftOutOf(book, "burn", unknownNotices(lacking, book.currency)),
  };
}

function capitalOf(book: Book): Spending["capital"] {
  const sums = byCategory(book, "capital_out");
  return {
    amount: told(book, sumUp("capital_out", book.lines)),
    count: sums.reduce((all, { count }) => all + count, 0),
    list: reportListFilters("capital_out", book.range),
  };
}

function itemsOf(book: Book): Spending["items"] {
  return byCategory(book, "spending")
    .filter(({ minor }) => minor !== 0n)
    .toSorted(byAmount)
    .map(({ slug, minor, count }) => ({
      ...shownSlug(book, slug),
      kind: book.categories.get(slug)?.kind ?? "",
      amount: told(book, minor),
      count,
      list: reportListFilters("spending", book.range, { category: slug }),
    }));
}
