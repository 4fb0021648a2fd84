import { z } from "zod";
import { tellable } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import { toMajor } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { enumerated } from "../../shared/words.ts";
import { allCategories, type KnownCategory } from "../categories/all-categories.ts";
import { baseCurrencyOf } from "../team/base-currency.ts";
import { todayOf } from "../team/today.ts";
import {
  countsIn,
  type Figure,
  figureOf,
  FIGURES,
  REASONS,
  type Role,
  roleIn,
  signsUnrated,
} from "../transactions/figures.ts";
import { countPairs } from "../transfers/transfer-pairs.ts";
import { firstMonth, type Month, monthsOf, type Range } from "./range.ts";
import { type Line, readLines, readUnrated, type Unrated } from "./read-lines.ts";

export type Ruled = Line & { readonly role: Role };

export type Book = {
  readonly range: Range;
  readonly months: readonly Month[];
  readonly lines: readonly Ruled[];
  readonly unrated: readonly (Unrated & { readonly role: Role })[];
  readonly categories: ReadonlyMap<string, KnownCategory>;
  /** Counted transactions that look like sides of transfers; looked for in short ranges only. */
  readonly counterparts: number;
  readonly currency: string;
  readonly today: Day;
  /** Month in which the books begin; null while nothing counts. */
  readonly first: string | null;
};

/** Months in which counterparts of transfers are searched for: they are sought row by row. Review has all. */
const MOST_SEARCHED = 3;

/** @throws Refusal for a range that ends before it begins, or that is too long */
export async function openBook(context: Context, range: Range): Promise<Book> {
  const today = await todayOf(context);
  const months = monthsOf(range, today);
  const [lines, known, pairs, first] = await Promise.all([
    readLines(context, months),
    allCategories(context),
    months.length > MOST_SEARCHED ? null : countPairs(context, range),
    firstMonth(context),
  ]);
  const unrated = lines.filter((line) => line.standing === "counted" && line.unratedCount > 0);
  const some = [...new Set(unrated.map(({ month }) => month))];
  const categories = new Map(known.map((category) => [category.slug, category]));
  const ruled = <T extends { readonly slug: string }>(row: T) => ({
    ...row,
    role: roleIn(categories, row.slug),
  });
  return {
    range,
    months,
    lines: lines.map(ruled),
    unrated: (await readUnrated(context, range, some)).map(ruled),
    categories,
    counterparts: pairs?.counterparts ?? 0,
    currency: context.team.baseCurrency,
    today,
    first,
  };
}

export function sumUp(figure: Figure, lines: readonly Ruled[]): bigint {
  const sums = { in: 0n, out: 0n };
  for (const line of lines) {
    if (line.standing !== "counted") continue;
    if (countsIn(figure, line.role, true)) sums.in += line.in;
    if (countsIn(figure, line.role, false)) sums.out += line.out;
  }
  return figureOf(figure, sums);
}

/**
 * Tells a figure in major units.
 * @throws Refusal `too_large` for one that cannot be told exactly
 */
export function told({ currency }: Pick<Book, "currency">, minor: bigint): number {
  return toMajor(tellable(minor), currency);
}

/**
 * Tells a figure of the range or of one of its months. It is null, not known, where all that would count in it has
 * no exchange rate.
 */
export function figureIn(book: Book, figure: Figure, month?: string): number | null {
  if (lackingIn(book, figure, month).length > 0) return null;
  return told(book, sumUp(figure, linesIn(book, month)));
}

function linesIn({ lines }: Pick<Book, "lines">, month: string | undefined): readonly Ruled[] {
  return month === undefined ? lines : lines.filter((line) => line.month === month);
}

/** Currencies without a rate, in which everything is that would count in a figure. Empty for a figure that is known. */
export function lackingIn(book: Book, figure: Figure, month?: string): readonly string[] {
  const unrated = book.unrated.filter(
    (row) => (month === undefined || row.month === month) && wouldCount(figure, row),
  );
  if (unrated.length === 0) return [];
  const counted = linesIn(book, month).filter(({ standing }) => standing === "counted");
  if (counted.some((line) => countOf(line, figure) > 0)) return [];
  return [...new Set(unrated.map(({ currency }) => currency))].toSorted();
}

export function wouldCount(
  figure: Figure,
  { role, isIn }: Pick<Book["unrated"][number], "role" | "isIn">,
): boolean {
  const signs = signsUnrated(figure, role);
  return signs === "both" || signs === (isIn ? "in" : "out");
}

/** Currencies of the figures that are not known, in the range or in a month of it. */
export function lackingInAny(book: Book, figures: readonly Figure[]): readonly string[] {
  const months = [undefined, ...book.months.map(({ month }) => month)];
  const all = figures.flatMap((figure) =>
    months.flatMap((month) => lackingIn(book, figure, month)),
  );
  return [...new Set(all)].toSorted();
}

/** Says why figures are null, in no sentence where none is. */
export function unknownNotices(lacking: readonly string[], to: string): readonly string[] {
  if (lacking.length === 0) return [];
  return [
    `Not known, and null: figures whose amounts all lack an exchange rate from ${enumerated(lacking)} to ${to}.`,
  ];
}

/**
 * Reads a report again when the team's currency was changed meanwhile: it has several statements, and such
 * a change converts all sums in one commit.
 */
export async function inOneCurrency<T>(
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  const answer = await read(context);
  const baseCurrency = await baseCurrencyOf(context);
  if (baseCurrency === context.team.baseCurrency) return answer;
  return inOneCurrency({ ...context, team: { ...context.team, baseCurrency } }, read);
}

/** With this query the list of transactions has those of a figure, and the same total. */
export const ListQuery = z.object({
  figure: z.enum(FIGURES),
  from: z.string(),
  to: z.string(),
  /** A slug, or `uncategorized`. */
  category: z.string().optional(),
  /** Reason for which they are left out of the figure. */
  left_out: z.enum(REASONS).optional(),
  tax: z.string().optional(),
  party: z.string().optional(),
});

export type ListQuery = z.output<typeof ListQuery>;

type More = Omit<ListQuery, "figure" | "from" | "to">;

export function reportListFilters(
  figure: ListQuery["figure"],
  { from, to }: Range,
  more: More = {},
): ListQuery {
  return { figure, from, to, ...more };
}

export const CategoryAmount = z.object({
  /** `uncategorized` for none. */
  category_slug: z.string(),
  name: z.string(),
  amount: z.number(),
  list: ListQuery,
});

/** The largest first; the amounts sum up to the figure. */
export function amountsOf(book: Book, figure: Figure): z.output<typeof CategoryAmount>[] {
  return byCategory(book, figure)
    .filter(({ minor }) => minor !== 0n)
    .toSorted(byAmount)
    .map(({ slug, minor }) => {
      const shown = shownSlug(book, slug);
      const list = reportListFilters(figure, book.range, { category: shown.category_slug });
      return { ...shown, amount: told(book, minor), list };
    });
}

type CategorySum = {
  /** Empty for none. */
  readonly slug: string;
  readonly minor: bigint;
  readonly count: number;
};

export function byCategory({ lines }: Book, figure: Figure): readonly CategorySum[] {
  const counted = lines.filter(({ standing }) => standing === "counted");
  return [...Map.groupBy(counted, ({ slug }) => slug)].map(([slug, some]) => ({
    slug,
    minor: sumUp(figure, some),
    count: some.reduce((all, line) => all + countOf(line, figure), 0),
  }));
}

function countOf({ role, inCount, outCount }: Ruled, figure: Figure): number {
  return (
    (countsIn(figure, role, true) ? inCount : 0) + (countsIn(figure, role, false) ? outCount : 0)
  );
}

export function byAmount(one: CategorySum, other: CategorySum): number {
  if (one.minor !== other.minor) return one.minor > other.minor ? -1 : 1;
  return one.slug < other.slug ? -1 : 1;
}

/** Names a category in an answer, and as a filter of transactions. */
export function shownSlug({ categories }: Book, slug: string) {
  return slug === ""
    ? { category_slug: UNCATEGORIZED, name: "Uncategorized" }
    : { category_slug: slug, name: categories.get(slug)?.name ?? slug };
}
