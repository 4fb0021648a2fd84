import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import { taxIn } from "../transactions/tax.ts";
import type { Range } from "./range.ts";

/** Sums of a tax, a category and a sign, in the team's currency. */
export type TaxSum = {
  /** Empty for none. */
  readonly slug: string;
  readonly isIn: boolean;
  /** Hundredths of a percent; null where no tax is stated. */
  readonly rate: number | null;
  readonly type: string | null;
  readonly count: number;
  /** With tax. */
  readonly gross: bigint;
  readonly tax: bigint;
};

type Found = {
  readonly category_slug: string;
  readonly is_in: number;
  readonly tax_rate_bp: number | null;
  readonly tax_type: string | null;
  readonly count: number;
  readonly gross: string;
  readonly tax: string;
};

/** Sums of what counts in a range and has a rate of exchange. */
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
    group by item.category_slug, is_in, item.tax_rate_bp, item.tax_type
    union all
    select ${grouped("part", team.baseCurrency)} from ${items}
    cross join transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and item.standing = 'split' and ${some} and part.base_minor is not null
    group by part.category_slug, is_in, part.tax_rate_bp, part.tax_type`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map((row) => ({
    slug: row.category_slug,
    isIn: row.is_in === 1,
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
    ${of("tax_rate_bp")} as tax_rate_bp, ${of("tax_type")} as tax_type, count(*) as count,
    cast(sum(${of("base_minor")}) as text) as gross,
    cast(coalesce(sum(${taxIn(table, currency)}), 0) as text) as tax`;
}
