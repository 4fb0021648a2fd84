import { z } from "zod";
import { type Book, sumUp, told } from "./book.ts";
import { byAmount, byCategory, shownSlug } from "./by-category.ts";
import { listOf, ListQuery } from "./list-query.ts";

const sum = { amount: z.number(), count: z.int(), list: ListQuery };

/** Payments in the group Taxes, less refunds. No tax of a supplier is in them, also where they state one. */
export const ToState = z.object({
  ...sum,
  /** The largest first. */
  categories: z.array(z.object({ category_slug: z.string(), name: z.string(), ...sum })),
});

export type ToState = z.output<typeof ToState>;

export function toState(book: Book): ToState {
  const sums = byCategory(book, "to_state").filter(({ count }) => count > 0);
  return {
    amount: told(book, sumUp("to_state", book.lines)),
    count: sums.reduce((all, { count }) => all + count, 0),
    list: listOf("to_state", book.range),
    categories: sums.toSorted(byAmount).map(({ slug, minor, count }) => ({
      ...shownSlug(book, slug),
      amount: told(book, minor),
      count,
      list: listOf("to_state", book.range, { category: slug }),
    })),
  };
}
