import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import type { Range } from "./range.ts";

/** Counted transactions and parts without a rate: of a category, a currency and a sign. */
export type Unrated = {
  /** Empty for none. */
  readonly slug: string;
  readonly currency: string;
  readonly isIn: boolean;
  readonly count: number;
  /** In that currency. */
  readonly minor: bigint;
};

type Found = {
  readonly category_slug: string;
  readonly currency: string;
  readonly is_in: number;
  readonly count: number;
  readonly minor: string;
};

/** @param months of the range that have any */
export async function readUnrated(
  { db, team }: Pick<AuditContext, "db" | "team">,
  { from, to }: Range,
  months: readonly string[],
): Promise<readonly Unrated[]> {
  if (months.length === 0) return [];
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const some = sql`item.team_id = ${team.id} and item.month in (${sql.join(months)})
    and item.date >= ${from} and item.date <= ${to}`;
  const query = sql<Found>`
    select ${grouped("item")} from ${items} where item.standing = 'counted'
      and item.base_minor is null and ${some}
    group by item.category_slug, item.currency, is_in
    union all
    select ${grouped("part")} from ${items}
    cross join transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and item.standing = 'split' and part.base_minor is null and ${some}
    group by part.category_slug, item.currency, is_in`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map(({ category_slug: slug, currency, is_in, count, minor }) => ({
    slug,
    currency,
    isIn: is_in === 1,
    count,
    minor: BigInt(minor),
  }));
}

function grouped(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`coalesce(${sql.ref(`${table}.category_slug`)}, '') as category_slug, item.currency,
    case when ${amount} > 0 then 1 else 0 end as is_in, count(*) as count,
    cast(sum(${amount}) as text) as minor`;
}
