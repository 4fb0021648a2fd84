import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { notices } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import { percentOf } from "../categories/category.ts";
import { countsIn, type Figure, figureOf } from "../transactions/figures.ts";
import { NONE_STATED, statedText, states, taxIn } from "../transactions/tax.ts";
import {
  type Book,
  byAmount,
  byCategory,
  ListQuery,
  openBook,
  reportListFilters,
  roleIn,
  shownSlug,
  sumUp,
  told,
} from "./book.ts";
import { LeftOut, LeftOutLists, leftOutOf } from "./left-out.ts";
import type { Range } from "./range.ts";

const sum = { amount: z.number(), count: z.int(), list: ListQuery };

const Untaxed = z.object({
  ...sum,
  /** The largest first; they sum up to the amount and the count. */
  categories: z.array(
    z.object({
      category_slug: z.string(),
      name: z.string(),
      /** Percent that the category gives to its transactions; null for none. */
      tax_rate: z.number().nullable(),
      tax_type: z.string().nullable(),
      ...sum,
    }),
  ),
});

/** Transactions and parts that state no tax, not even one of 0 %, by the figure that they count in. */
export const WithoutTax = z.object({
  count: z.int(),
  revenue: Untaxed,
  expense: Untaxed,
  /** Draws, repaid loans, assets: burn that is no expense. */
  capital_out: Untaxed,
});

export type WithoutTax = z.output<typeof WithoutTax>;

/** Sales, whose tax is collected, and purchases, whose tax is paid to suppliers. */
type Side = "collected" | "paid";

/** Of one side. Net and tax come to the gross amount. */
const Taxed = z.object({
  net: z.number(),
  tax: z.number(),
  gross: z.number(),
  count: z.int(),
  lists: z.object({ net: ListQuery, tax: ListQuery, gross: ListQuery }),
});

type Taxed = z.output<typeof Taxed>;

/** Payments in the group Taxes, less refunds. No tax of a supplier is in them, also where they state one. */
const ToState = z.object({
  ...sum,
  /** The largest first. */
  categories: z.array(z.object({ category_slug: z.string(), name: z.string(), ...sum })),
});

type ToState = z.output<typeof ToState>;

const Rate = {
  /** Percent; null for papers of several rates, whose sum alone is known. */
  rate: z.number().nullable(),
  type: z.string().nullable(),
};

const Sides = {
  /** Revenue that states a tax. */
  collected: Taxed,
  /** Purchases of suppliers that state a tax. */
  paid: Taxed,
};

export const TaxReport = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  ...Sides,
  /** Tax collected less tax paid to suppliers. */
  difference: z.number(),
  list: ListQuery,
  rates: z.array(z.object({ ...Rate, ...Sides })),
  categories: z.array(
    z.object({
      category_slug: z.string(),
      name: z.string(),
      ...Rate,
      /** Where both revenue and what was bought state a tax in one category, each has its own item. */
      side: z.enum(["collected", "paid"]),
      ...Taxed.shape,
    }),
  ),
  /** In none of the above. */
  to_state: ToState,
  /** In none of the above but what is paid to the state. */
  without_tax: WithoutTax,
  left_out: LeftOut,
  left_out_lists: LeftOutLists,
  notices,
});

export type TaxReport = z.output<typeof TaxReport>;

const ToldTaxed = Taxed.omit({ lists: true });
const ToldSides = { collected: ToldTaxed, paid: ToldTaxed };
const ToldSum = z.object({ amount: z.number(), count: z.int() });

export const ToldTax = TaxReport.pick({ currency: true, left_out: true, notices: true }).extend({
  ...ToldSides,
  difference: z.number(),
  rates: z.array(z.object({ ...Rate, ...ToldSides })),
  to_state: ToldSum,
  without_tax: z.object({ revenue: ToldSum, expense: ToldSum, capital_out: ToldSum }),
});

/** Tax that transactions state, on a cash basis: collected with revenue, paid with what was bought. */
export async function tax(context: Context, range: Range): Promise<TaxReport> {
  const book = await openBook(context, range);
  const sums = await findTax(context, range);
  const stated = sums.filter(({ isStated }) => isStated).flatMap((sum) => sidedIn(book, sum) ?? []);
  return {
    currency: book.currency,
    ...book.range,
    ...sidesOf(book, stated),
    difference: taxBetween(book, stated),
    list: reportListFilters("tax", range),
    rates: groupsOf(stated, ({ rate, type }) => [rate, type]).map((some) => ({
      ...rateOf(some),
      ...sidesOf(book, some, { tax: taxText(some) }),
    })),
    categories: groupsOf(stated, ({ rate, type, slug, side }) => [rate, type, side, slug]).map(
      (some) => categoryOf(book, some),
    ),
    to_state: toState(book),
    without_tax: withoutTax(
      book,
      sums.filter(({ isStated }) => !isStated),
    ),
    ...leftOutOf(book, "tax"),
  };
}

/** A sum with its side, on which it is above zero as a rule. */
type Sided = TaxSum & { readonly side: Side };

/** Null for what counts on neither side. */
function sidedIn({ categories }: Book, sum: TaxSum): Sided | null {
  const role = roleIn(categories, sum.slug);
  if (countsIn("tax_collected", role, sum.isIn)) return { ...sum, side: "collected" };
  if (!countsIn("tax_paid", role, sum.isIn)) return null;
  return { ...sum, side: "paid", gross: -sum.gross, tax: -sum.tax };
}

type Group = readonly [Sided, ...Sided[]];

/** Groups in the order of what they have in common, the highest rate first. */
function groupsOf(
  sums: readonly Sided[],
  keyOf: (sum: Sided) => readonly unknown[],
): readonly Group[] {
  const groups = Map.groupBy(sums, (sum) => JSON.stringify(keyOf(sum)));
  return [...groups]
    .toSorted(
      ([key, [one]], [otherKey, [other]]) =>
        (other?.rate ?? 0) - (one?.rate ?? 0) || (key < otherKey ? -1 : 1),
    )
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [[first, ...others] as const],
    );
}

function sidesOf(book: Book, sums: readonly Sided[], of: { readonly tax?: string } = {}) {
  return {
    collected: taxedOn(book, "collected", sums, of),
    paid: taxedOn(book, "paid", sums, of),
  };
}

function taxedOn(
  book: Book,
  side: Side,
  sums: readonly Sided[],
  of: { readonly category?: string; readonly tax?: string } = {},
): Taxed {
  const some = sums.filter((sum) => sum.side === side);
  const gross = totalOf(some, "gross");
  const tax = totalOf(some, "tax");
  const listed = (share: keyof Taxed["lists"]) =>
    reportListFilters(LISTS[side][share], book.range, of);
  return {
    net: told(book, gross - tax),
    tax: told(book, tax),
    gross: told(book, gross),
    count: some.reduce((all, { count }) => all + count, 0),
    lists: { net: listed("net"), tax: listed("tax"), gross: listed("gross") },
  };
}

const LISTS: Readonly<Record<Side, Readonly<Record<keyof Taxed["lists"], Figure>>>> = {
  collected: { net: "taxed_sales_net", tax: "tax_collected", gross: "taxed_sales" },
  paid: { net: "taxed_purchases_net", tax: "tax_paid", gross: "taxed_purchases" },
};

function taxBetween(book: Book, sums: readonly Sided[]): number {
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

function categoryOf(book: Book, some: Group) {
  const [{ slug, side }] = some;
  const shown = shownSlug(book, slug);
  const of = { category: shown.category_slug, tax: taxText(some) };
  return { ...shown, ...rateOf(some), side, ...taxedOn(book, side, some, of) };
}

function rateOf([{ rate, type }]: Group) {
  return { rate: percentOf(rate), type };
}

function taxText(some: Group): string {
  return statedText(rateOf(some));
}

function toState(book: Book): ToState {
  const sums = byCategory(book, "to_state").filter(({ count }) => count > 0);
  return {
    amount: told(book, sumUp("to_state", book.lines)),
    count: sums.reduce((all, { count }) => all + count, 0),
    list: reportListFilters("to_state", book.range),
    categories: sums.toSorted(byAmount).map(({ slug, minor, count }) => ({
      ...shownSlug(book, slug),
      amount: told(book, minor),
      count,
      list: reportListFilters("to_state", book.range, { category: slug }),
    })),
  };
}

/** @param sums of what counts in revenue or burn and states no tax */
function withoutTax(book: Book, sums: readonly TaxSum[]): WithoutTax {
  const figures = {
    revenue: untaxedIn(book, "revenue", sums),
    expense: untaxedIn(book, "expense", sums),
    capital_out: untaxedIn(book, "capital_out", sums),
  };
  const count = Object.values(figures).reduce((all, { count }) => all + count, 0);
  return { count, ...figures };
}

function untaxedIn(book: Book, figure: Figure, all: readonly TaxSum[]): WithoutTax["revenue"] {
  const counted = all.filter(({ slug, isIn }) =>
    countsIn(figure, roleIn(book.categories, slug), isIn),
  );
  const sumOf = (some: readonly TaxSum[]) => ({
    minor: figureOf(figure, { in: some.reduce((sum, { gross }) => sum + gross, 0n), out: 0n }),
    count: some.reduce((sum, { count }) => sum + count, 0),
  });
  const whole = sumOf(counted);
  return {
    amount: told(book, whole.minor),
    count: whole.count,
    list: reportListFilters(figure, book.range, { tax: NONE_STATED }),
    categories: [...Map.groupBy(counted, ({ slug }) => slug)]
      .map(([slug, some]) => ({ slug, ...sumOf(some) }))
      .toSorted(byAmount)
      .map(({ slug, minor, count }) => {
        const shown = shownSlug(book, slug);
        const { tax_rate = null, tax_type = null } = book.categories.get(slug) ?? {};
        const list = reportListFilters(figure, book.range, {
          category: shown.category_slug,
          tax: NONE_STATED,
        });
        return { ...shown, tax_rate, tax_type, amount: told(book, minor), count, list };
      }),
  };
}

/** Sums of a tax, a category and a sign, in the team's currency. */
type TaxSum = {
  /** Empty for none. */
  readonly slug: string;
  readonly isIn: boolean;
  readonly isStated: boolean;
  /** Hundredths of a percent; null for several, and where no tax is stated. */
  readonly rate: number | null;
  readonly type: string | null;
  readonly count: number;
  readonly gross: bigint;
  readonly tax: bigint;
};

type Found = {
  readonly category_slug: string;
  readonly is_in: number;
  readonly is_stated: number;
  readonly tax_rate_bp: number | null;
  readonly tax_type: string | null;
  readonly count: number;
  readonly gross: string;
  readonly tax: string;
};

/** Reads what counts in a range and has an exchange rate. */
export async function findTax(
  { db, team }: Pick<Context, "db" | "team">,
  { from, to }: Range,
): Promise<readonly TaxSum[]> {
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const some = sql`item.team_id = ${team.id} and item.month >= ${from.slice(0, 7)}
    and item.month <= ${to.slice(0, 7)} and item.date >= ${from} and item.date <= ${to}`;
  const query = sql<Found>`
    select ${grouped("item", team.baseCurrency)} from ${items}
    where item.standing = 'counted' and ${some} and item.base_minor is not null
    group by item.category_slug, is_in, is_stated, item.tax_rate_bp, item.tax_type
    union all
    select ${grouped("part", team.baseCurrency)} from ${items}
    cross join transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and item.standing = 'split' and ${some} and part.base_minor is not null
    group by part.category_slug, is_in, is_stated, part.tax_rate_bp, part.tax_type`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map((row) => ({
    slug: row.category_slug,
    isIn: row.is_in === 1,
    isStated: row.is_stated === 1,
    rate: row.tax_rate_bp,
    type: row.tax_type,
    count: row.count,
    gross: BigInt(row.gross),
    tax: BigInt(row.tax),
  }));
}

function grouped(table: string, currency: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`coalesce(${of("category_slug")}, '') as category_slug,
    case when ${of("amount_minor")} > 0 then 1 else 0 end as is_in,
    case when ${states(table, undefined)} then 1 else 0 end as is_stated,
    ${of("tax_rate_bp")} as tax_rate_bp, ${of("tax_type")} as tax_type, count(*) as count,
    cast(sum(${of("base_minor")}) as text) as gross,
    cast(coalesce(sum(${taxIn(table, currency)}), 0) as text) as tax`;
}
