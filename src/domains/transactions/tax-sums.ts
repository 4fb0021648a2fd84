import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { exactSums } from "../../db/sums.ts";
import { countsIn, type Figure, figureOf, type Role } from "./figures.ts";
import type { Matching } from "./find-transactions.ts";
import { states, taxIn } from "./tax.ts";
import { sumIndex, slugsIn, partsJoined, type Summed, summedWhere } from "./total-transactions.ts";

/** Sums of a tax, a category and a sign, in the team's currency. */
export type TaxSum = {
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

/**
 * Sums up what counts in reports and has an exchange rate, of excluded categories too. Reads the rows
 * themselves: no index has their taxes.
 * @param matching not of a figure
 */
export async function sumTaxes(
  { db, team }: Pick<Context, "db" | "team">,
  matching: Matching,
): Promise<readonly TaxSum[]> {
  const some = (["item", "part"] as const).map((table) => {
    const standing = table === "item" ? "counted" : "split";
    return sql`select ${grouped(table, team.baseCurrency)}
      from transactions as item ${sumIndex(db, matching)} ${partsJoined(table)}
      where ${summedWhere(matching, standing)} ${slugsIn(table, matching.slugs)}
        and ${sql.ref(`${table}.base_minor`)} is not null
      group by ${sql.ref(`${table}.category_slug`)}, is_in, is_stated,
        ${sql.ref(`${table}.tax_rate_bp`)}, ${sql.ref(`${table}.tax_type`)}`;
  });
  const query = sql<Found>`${sql.join(some, sql` union all `)}`;
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

function grouped(table: Summed["table"], currency: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`coalesce(${of("category_slug")}, '') as category_slug,
    case when ${of("amount_minor")} > 0 then 1 else 0 end as is_in,
    case when ${states(table, undefined)} then 1 else 0 end as is_stated,
    ${of("tax_rate_bp")} as tax_rate_bp, ${of("tax_type")} as tax_type, count(*) as count,
    cast(sum(${of("base_minor")}) as text) as gross,
    cast(coalesce(sum(${taxIn(table, currency)}), 0) as text) as tax`;
}

/** Sales, whose tax is collected, and purchases, whose tax is paid to suppliers. */
export type TaxSide = "collected" | "paid";

/** A sum with the role of its category in reports. */
export type RuledTax = TaxSum & { readonly role: Role };

/** A sum with its side, on which it is above zero as a rule. */
export type SidedTax = TaxSum & { readonly side: TaxSide };

/** Leaves out what states no tax, and what counts on neither side. */
export function sidedTaxes(sums: readonly RuledTax[]): readonly SidedTax[] {
  return sums
    .filter(({ isStated }) => isStated)
    .flatMap(({ role, ...sum }): readonly SidedTax[] => {
      if (countsIn("tax_collected", role, sum.isIn)) return [{ ...sum, side: "collected" }];
      if (!countsIn("tax_paid", role, sum.isIn)) return [];
      return [{ ...sum, side: "paid", gross: -sum.gross, tax: -sum.tax }];
    });
}

type TaxGroup = readonly [SidedTax, ...SidedTax[]];

/** Groups of sums with the same key, the highest rate first. */
export function groupTaxes(
  sums: readonly SidedTax[],
  keyOf: (sum: SidedTax) => readonly unknown[],
): readonly TaxGroup[] {
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

export function addTaxes(sums: readonly Pick<TaxSum, "gross" | "tax" | "count">[]) {
  return sums.reduce(
    (all, { gross, tax, count }) => ({
      gross: all.gross + gross,
      tax: all.tax + tax,
      count: all.count + count,
    }),
    { gross: 0n, tax: 0n, count: 0 },
  );
}

/** Sums that count in a figure and state no tax. */
export function untaxedIn(figure: Figure, sums: readonly RuledTax[]): readonly RuledTax[] {
  return sums.filter(({ isStated, role, isIn }) => !isStated && countsIn(figure, role, isIn));
}

export function addUntaxed(figure: Figure, sums: readonly TaxSum[]) {
  const { gross, count } = addTaxes(sums);
  return { minor: figureOf(figure, { in: gross, out: 0n }), count };
}
