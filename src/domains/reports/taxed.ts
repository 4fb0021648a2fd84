import { z } from "zod";
import type { Figure } from "../transactions/figures.ts";
import { type Book, told } from "./book.ts";
import type { TaxSum } from "./find-tax.ts";
import { listOf, ListQuery } from "./list-query.ts";

/** Sales, whose tax is collected, and purchases, whose tax is paid to suppliers. */
export type Side = "collected" | "paid";

/** A sum with its side, on which it is above zero as a rule. */
export type Sided = TaxSum & { readonly side: Side };

/** Sums of one side. Net and tax come to the gross amount. */
export const Taxed = z.object({
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  count: z.int(),
  lists: z.object({ net: ListQuery, tax: ListQuery, gross: ListQuery }),
});

export type Taxed = z.output<typeof Taxed>;

const LISTS: Readonly<Record<Side, Readonly<Record<keyof Taxed["lists"], Figure>>>> = {
  collected: { net: "taxed_sales_net", tax: "tax_collected", gross: "taxed_sales" },
  paid: { net: "taxed_purchases_net", tax: "tax_paid", gross: "taxed_purchases" },
};

/** Sums of one side, with the lists of those that state one tax or are in one category. */
export function taxedOn(
  book: Book,
  side: Side,
  sums: readonly Sided[],
  of: { readonly category?: string; readonly tax?: string } = {},
): Taxed {
  const some = sums.filter((sum) => sum.side === side);
  const gross = totalOf(some, "gross");
  const tax = totalOf(some, "tax");
  const listed = (share: keyof Taxed["lists"]) => listOf(LISTS[side][share], book.range, of);
  return {
    net: told(book, gross - tax),
    tax: told(book, tax),
    gross: told(book, gross),
    count: some.reduce((all, { count }) => all + count, 0),
    lists: { net: listed("net"), tax: listed("tax"), gross: listed("gross") },
  };
}

/** Tax collected less tax paid to suppliers. */
export function taxBetween(book: Book, sums: readonly Sided[]): number {
  const of = (side: Side) =>
    totalOf(
      sums.filter((sum) => sum.side === side),
      "tax",
    );
  return told(book, of("collected") - of("paid"));
}

function totalOf(sums: readonly Sided[], of: "gross" | "tax"): bigint {
  return sums.reduce((all, sum) => all + sum[of], 0n);
}
