import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";
import type { Month, Range } from "./range.ts";

/** Sums of a month, a standing and a category, in the team's currency. Parts stand for split transactions. */
export type Line = {
  readonly month: string;
  readonly standing: Exclude<Standing, "split">;
  /** Empty for none. */
  readonly slug: string;
  readonly in: bigint;
  /** Below zero. */
  readonly out: bigint;
  readonly inCount: number;
  readonly outCount: number;
  /** Without a rate, and so in none of the others. */
  readonly unratedCount: number;
};

type Found = Pick<Line, "month" | "standing"> & {
  readonly category_slug: string;
  readonly in_minor: string;
  readonly out_minor: string;
  readonly in_count: number;
  readonly out_count: number;
  readonly unrated_count: number;
};

/**
 * Sums of the months of a range, all as they are at one moment: of whole months as they are kept, of the
 * days of a cut first or last month from its transactions.
 */
export async function readLines(
  { db, team }: Pick<AuditContext, "db" | "team">,
  months: readonly Month[],
): Promise<readonly Line[]> {
  const whole = months.filter(({ isWhole }) => isWhole);
  const [one, other] = months.filter(({ isWhole }) => !isWhole);
  const values = {
    team_id: team.id,
    first: whole[0]?.month,
    last: whole.at(-1)?.month,
    one: one?.month,
    one_from: one?.from,
    one_to: one?.to,
    other: other?.month,
    other_from: other?.from,
    other_to: other?.to,
  };
  const found = await exactSums(async () => findLines(db, values));
  return found.map((row) => ({
    month: row.month,
    standing: row.standing,
    slug: row.category_slug,
    in: BigInt(row.in_minor),
    out: BigInt(row.out_minor),
    inCount: row.in_count,
    outCount: row.out_count,
    unratedCount: row.unrated_count,
  }));
}

type Values = {
  readonly team_id: string;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly one: string | undefined;
  readonly one_from: Day | undefined;
  readonly one_to: Day | undefined;
  readonly other: string | undefined;
  readonly other_from: Day | undefined;
  readonly other_to: Day | undefined;
};

const findLines = preparedQuery((db, { slot, given }: Slots<Values>) => {
  const some = [
    ...(given("first") ? [keptLines(slot("team_id"), slot("first"), slot("last"))] : []),
    ...(given("one") ? cutLines(db, slot("team_id"), daysIn("one")) : []),
    ...(given("other") ? cutLines(db, slot("team_id"), daysIn("other")) : []),
  ];
  function daysIn(name: "one" | "other"): Days {
    return { month: slot(name), from: slot(`${name}_from`), to: slot(`${name}_to`) };
  }
  const query = sql<Found>`${sql.join(some, sql` union all `)}`;
  return { compile: () => query.compile(db) };
});

type Text = RawBuilder<string>;

function keptLines(team: Text, first: Text, last: Text): RawBuilder<unknown> {
  return sql`select total.month, total.standing, total.category_slug,
      cast(total.in_minor as text) as in_minor, cast(total.out_minor as text) as out_minor,
      total.in_count, total.out_count, total.unrated_count
    from month_totals as total
    where total.team_id = ${team} and total.month >= ${first} and total.month <= ${last}`;
}

type Days = { readonly month: Text; readonly from: Text; readonly to: Text };

/** The same columns as are kept, of some days: transactions, and parts in the place of split ones. */
function cutLines(db: Db, team: Text, { month, from, to }: Days): readonly RawBuilder<unknown>[] {
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const days = sql`item.month = ${month} and item.date >= ${from} and item.date <= ${to}`;
  return [
    sql`select ${month} as month, item.standing, ${summed("item")} from ${items}
      where item.team_id = ${team} and ${days}
        and item.standing in ('counted', 'pending', 'excluded', 'transfer')
      group by item.standing, item.category_slug`,
    sql`select ${month} as month, 'counted' as standing, ${summed("part")} from ${items}
      cross join transaction_parts as part
      where part.team_id = item.team_id and part.transaction_id = item.id and item.team_id = ${team} and ${days} and item.standing = 'split'
      group by part.category_slug`,
  ];
}

function summed(table: string): RawBuilder<unknown> {
  const [base, slug] = [sql.ref(`${table}.base_minor`), sql.ref(`${table}.category_slug`)];
  const isIn = sql`${sql.ref(`${table}.amount_minor`)} > 0`;
  return sql`coalesce(${slug}, '') as category_slug,
    cast(coalesce(sum(case when ${isIn} then ${base} end), 0) as text) as in_minor,
    cast(coalesce(sum(case when ${isIn} then null else ${base} end), 0) as text) as out_minor,
    count(case when ${isIn} then ${base} end) as in_count,
    count(case when ${isIn} then null else ${base} end) as out_count,
    count(*) - count(${base}) as unrated_count`;
}

/** Transactions and parts that count, without a rate: of a category, a currency and a sign. */
export type Unrated = {
  readonly month: string;
  /** Empty for none. */
  readonly slug: string;
  readonly currency: string;
  readonly isIn: boolean;
  readonly count: number;
  readonly minor: bigint;
};

type FoundUnrated = {
  readonly month: string;
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
  const query = sql<FoundUnrated>`
    select ${grouped("item")} from ${items} where item.standing = 'counted'
      and item.base_minor is null and ${some}
    group by item.month, item.category_slug, item.currency, is_in
    union all
    select ${grouped("part")} from ${items}
    cross join transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and item.standing = 'split' and part.base_minor is null and ${some}
    group by item.month, part.category_slug, item.currency, is_in`;
  const { rows } = await exactSums(async () => query.execute(db));
  return rows.map(({ month, category_slug: slug, currency, is_in, count, minor }) => ({
    month,
    slug,
    currency,
    isIn: is_in === 1,
    count,
    minor: BigInt(minor),
  }));
}

function grouped(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`item.month, coalesce(${sql.ref(`${table}.category_slug`)}, '') as category_slug, item.currency,
    case when ${amount} > 0 then 1 else 0 end as is_in, count(*) as count,
    cast(sum(${amount}) as text) as minor`;
}
