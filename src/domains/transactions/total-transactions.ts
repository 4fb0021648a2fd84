import { type RawBuilder, sql } from "kysely";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import { exactSums } from "../../db/sums.ts";
import { countsAs, taxShareIn } from "./counted-in.ts";
import type { Matching } from "./find-transactions.ts";
import { shareIn } from "./tax.ts";

/**
 * Sums in the team's currency, as reports count: without pending and excluded transactions and transfers,
 * and with the parts of split ones in their place.
 */
export type Totals = {
  /** Transactions that count, split ones once. */
  readonly count: number;
  readonly in_minor: bigint;
  /** Below zero. */
  readonly out_minor: bigint;
  /** Transactions that are in no sum, whole or in part, for want of a rate; split ones once. */
  readonly no_rate: number;
  /** Transactions that are not split, and parts. */
  readonly entries: number;
  /** The share of them that the filter's figure sums up; null for a figure of whole amounts. */
  readonly share_minor: bigint | null;
};

type Sums = {
  readonly count: number;
  readonly in_minor: string | null;
  readonly out_minor: string | null;
  readonly unrated: number;
  readonly all: number;
  readonly share: string | null;
};

/** @throws Refusal `too_large` for a sum that cannot be told exactly */
export async function totalTransactions(
  { db, team }: Pick<Context, "db" | "team">,
  matching: Matching,
): Promise<Totals> {
  const share = matching.counted === undefined ? null : taxShareIn(matching.counted);
  const shareOf = (table: Summed["table"]) =>
    share === null
      ? sql`null`
      : sql`cast(sum(${shareIn(share, table, team.baseCurrency)}) as text)`;
  const queries = summedIn(matching).map((some) =>
    totalOf(db, matching, some, shareOf(some.table)),
  );
  const rows = await exactSums(async () =>
    Promise.all(queries.map(async (query) => (await query.execute(db)).rows[0])),
  );
  const sums = rows.flatMap((row) => row ?? []);
  const total = (of: (sum: Sums) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  const minor = (column: "in_minor" | "out_minor" | "share") =>
    sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n)));
  return {
    count: total(({ count }) => count),
    in_minor: minor("in_minor"),
    out_minor: minor("out_minor"),
    no_rate: total(({ unrated }) => unrated),
    entries: total(({ all }) => all),
    share_minor: share === null ? null : minor("share"),
  };
}

/** Transactions of a standing that are summed up: as they are, or by their parts. */
export type Summed = {
  readonly standing: Standing;
  readonly table: "item" | "part";
  readonly inCategory: RawBuilder<unknown>;
};

/** Tells which transactions and parts a filter sums up. */
export function summedIn({ slugs, counted }: Matching): readonly Summed[] {
  const ofCategories = (inCategory: (table: string) => RawBuilder<unknown>): readonly Summed[] => [
    { standing: "counted", table: "item", inCategory: inCategory("item") },
    { standing: "split", table: "part", inCategory: inCategory("part") },
  ];
  if (counted === undefined) return ofCategories((table) => inSlugs(table, slugs));
  const { standing, category, both, in: ins, out } = counted;
  const one = category === undefined ? undefined : category === null ? null : [category];
  return [
    ...(standing === null
      ? []
      : [{ standing, table: "item" as const, inCategory: inSlugs("item", one) }]),
    ...(both.length + ins.length + out.length === 0
      ? []
      : ofCategories((table) => sql`and ${countsAs(counted, table)}`)),
  ];
}

function inSlugs(table: string, slugs: Matching["slugs"]): RawBuilder<unknown> {
  if (slugs === undefined) return sql``;
  const slug = sql.ref(`${table}.category_slug`);
  return slugs === null ? sql`and ${slug} is null` : sql`and ${slug} in (${sql.join(slugs)})`;
}

function totalOf(
  db: Db,
  matching: Matching,
  { standing, table, inCategory }: Summed,
  share: RawBuilder<unknown>,
): RawBuilder<Sums> {
  const count = table === "item" ? sql`count(*)` : sql`count(distinct item.id)`;
  const parts =
    table === "item"
      ? sql``
      : sql`join transaction_parts as part
        on part.team_id = item.team_id and part.transaction_id = item.id`;
  return sql<Sums>`select ${count} as count, ${summed(table)}, ${share} as share
    from transactions as item ${index(db, matching)} ${parts}
    where ${where(matching, standing)} ${inCategory}`;
}

/** The index for reports has all that is summed. */
function index(db: Db, matching: Matching): RawBuilder<unknown> {
  if (matching.within === null) return indexedBy(db, "transactions_for_reports");
  return indexOfAccount(db, matching);
}

/** SQLite would read the whole team in the index for reports. */
export function indexOfAccount(db: Db, { within }: Matching): RawBuilder<unknown> {
  return within === "account" ? indexedBy(db, "transactions_by_account") : sql``;
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

function summed(table: string): RawBuilder<unknown> {
  const base = sql.ref(`${table}.base_minor`);
  const unrated =
    table === "item"
      ? sql`count(*) - count(${base})`
      : sql`count(distinct case when ${base} is null then item.id end)`;
  return sql`cast(sum(case when ${base} > 0 then ${base} end) as text) as in_minor,
    cast(sum(case when ${base} < 0 then ${base} end) as text) as out_minor,
    ${unrated} as unrated, count(*) as ${sql.ref("all")}`;
}
