import { type RawBuilder, sql } from "kysely";
import { sumOf } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { exactly } from "../../db/sums.ts";
import { countsAs } from "./counted-in.ts";
import type { Matching } from "./transaction-filter.ts";

/**
 * Sums in the team's currency of what counts in reports: without pending and excluded transactions and
 * transfers, and with the parts of split ones in their place.
 */
export type Totals = {
  /** Transactions that count, split ones once. */
  readonly count: number;
  readonly in_minor: bigint;
  /** Below zero. */
  readonly out_minor: bigint;
  /** Transactions and parts without a rate, which are in no sum. */
  readonly no_rate: number;
};

type Sums = {
  readonly count: number;
  readonly in_minor: string | null;
  readonly out_minor: string | null;
  readonly rated: number;
  readonly all: number;
};

/** @throws Refusal `too_large` for a sum that cannot be told exactly */
export async function totalTransactions({ db }: AuditContext, matching: Matching): Promise<Totals> {
  const queries = [wholes(db, matching), parts(db, matching)];
  const rows = await exactly(async () =>
    Promise.all(queries.map(async (query) => (await query.execute(db)).rows[0])),
  );
  const sums = rows.flatMap((row) => row ?? []);
  const total = (of: (sum: Sums) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const minor = (column: "in_minor" | "out_minor") =>
    sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n)));
  return {
    count: total(({ count }) => count),
    in_minor: minor("in_minor"),
    out_minor: minor("out_minor"),
    no_rate: total(({ all, rated }) => all - rated),
  };
}

function wholes(db: Db, matching: Matching): RawBuilder<Sums> {
  return sql<Sums>`select count(*) as count, ${summed("item")} from transactions as item ${index(db, matching)}
    where ${where(matching, "counted")} ${inCategory(matching, "item")}`;
}

function parts(db: Db, matching: Matching): RawBuilder<Sums> {
  return sql<Sums>`select count(distinct item.id) as count, ${summed("part")}
    from transactions as item ${index(db, matching)}
    join transaction_parts as part
      on part.team_id = item.team_id and part.transaction_id = item.id
    where ${where(matching, "split")} ${inCategory(matching, "part")}`;
}

/** The index for reports has all that is summed; an account has fewer transactions than that. */
function index(db: Db, { isOfAccount }: Matching): RawBuilder<unknown> {
  return isOfAccount ? sql`` : indexedBy(db, "transactions_for_reports");
}

/** The months narrow the index for reports. */
export function where({ conditions, from, to }: Matching, standing: string): RawBuilder<unknown> {
  return sql.join(
    [
      ...conditions,
      sql`item.standing = ${standing}`,
      ...(from === undefined ? [] : [sql`item.month >= ${from.slice(0, 7)}`]),
      ...(to === undefined ? [] : [sql`item.month <= ${to.slice(0, 7)}`]),
    ],
    sql` and `,
  );
}

export function inCategory({ slugs, counted }: Matching, table: string): RawBuilder<unknown> {
  if (counted !== undefined) return sql`and ${countsAs(counted, table)}`;
  if (slugs === undefined) return sql``;
  const slug = sql.ref(`${table}.category_slug`);
  return slugs === null ? sql`and ${slug} is null` : sql`and ${slug} in (${sql.join(slugs)})`;
}

function summed(table: string): RawBuilder<unknown> {
  const base = sql.ref(`${table}.base_minor`);
  return sql`cast(sum(case when ${base} > 0 then ${base} end) as text) as in_minor,
    cast(sum(case when ${base} < 0 then ${base} end) as text) as out_minor,
    count(${base}) as rated, count(*) as ${sql.ref("all")}`;
}
