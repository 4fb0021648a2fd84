import { tellable } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { allCategories, type KnownCategory } from "../categories/all-categories.ts";
import { todayOf } from "../team/today.ts";
import { countsIn, type Figure, figureOf, type Role, roleOf } from "../transactions/figures.ts";
import { countPairs } from "../transfers/transfer-pairs.ts";
import { type Month, monthsOf, type Range } from "./range.ts";
import { type Line, readLines } from "./read-lines.ts";
import { readUnrated, type Unrated } from "./read-unrated.ts";

/** A line, with what its category makes of it. */
export type Ruled = Line & { readonly role: Role };

/** All that reports of a range are made of. */
export type Book = {
  readonly range: Range;
  readonly months: readonly Month[];
  readonly lines: readonly Ruled[];
  readonly unrated: readonly (Unrated & { readonly role: Role })[];
  readonly categories: ReadonlyMap<string, KnownCategory>;
  /** Counted transactions that look like sides of transfers; looked for in short ranges only. */
  readonly counterparts: number;
  /** The team's. */
  readonly currency: string;
  readonly today: Day;
};

/** Months in which counterparts of transfers are searched for: they are sought row by row. Review has all. */
const MOST_SEARCHED = 3;

/** @throws Refusal for a range that ends before it begins, or that is too long */
export async function openBook(context: Context, range: Range): Promise<Book> {
  const today = await todayOf(context);
  const months = monthsOf(range, today);
  const [lines, known, pairs] = await Promise.all([
    readLines(context, months),
    allCategories(context),
    months.length > MOST_SEARCHED ? null : countPairs(context, range),
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
  };
}

/** Role of a category by its slug; an empty one is none. */
export function roleIn(categories: ReadonlyMap<string, KnownCategory>, slug: string): Role {
  if (slug === "") return "none";
  const category = categories.get(slug);
  if (category === undefined) throw new Error(`no category has the slug ${slug}`);
  return roleOf(category);
}

/** A figure of all lines of a book, or of some. */
export function sumUp(figure: Figure, lines: readonly Ruled[]): bigint {
  const sums = { in: 0n, out: 0n };
  for (const line of lines) {
    if (line.standing !== "counted") continue;
    if (countsIn(figure, line.role, true)) sums.in += line.in;
    if (countsIn(figure, line.role, false)) sums.out += line.out;
  }
  return figureOf(figure, sums);
}

/** The months of a book, each with its lines. */
export function byMonth({ months, lines }: Book) {
  const ofMonth = Map.groupBy(lines, ({ month }) => month);
  return months.map((month) => ({ ...month, lines: ofMonth.get(month.month) ?? [] }));
}

/**
 * A figure in major units.
 * @throws Refusal `too_large` for one that cannot be told exactly
 */
export function told({ currency }: Pick<Book, "currency">, minor: bigint): number {
  return toMajor(tellable(minor), currency);
}
