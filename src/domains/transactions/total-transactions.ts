import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import { exactSums } from "../../db/sums.ts";
import { allCategories } from "../categories/all-categories.ts";
import { countsAs, taxShareIn } from "./counted-in.ts";
import { excludedSlugs } from "./figures.ts";
import type { Matching } from "./find-transactions.ts";
import { shareIn } from "./tax.ts";
import { matchingOf, withoutArchived } from "./transaction-filter.ts";

/**
 * In the team's currency, as reports count: without transfers, pending transactions, and those that are excluded by
 * status or category, and with parts in the place of their transaction.
 */
export type Totals = {
  readonly count: number;
  readonly in_minor: bigint;
  /** Below zero. */
  readonly out_minor: bigint;
  /** Transactions in no sum, whole or in part, for want of a rate. Split ones count once. */
  readonly no_rate: number;
  readonly entries: number;
  /** Share that the filter's figure sums up; null for a figure of whole amounts. */
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
  const excluded = await excludedOf({ db, team }, matching);
  const queries = summedIn(matching, excluded).map((some) =>
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

type Summed = {
  readonly standing: Standing;
  readonly table: "item" | "part";
  readonly inCategory: RawBuilder<unknown>;
};

/** Categories that no figure has are in no sum, unless the list is that of a figure, or of what it leaves out. */
async function excludedOf(
  context: Pick<Context, "db" | "team">,
  { counted }: Matching,
): Promise<readonly string[]> {
  return counted === undefined ? excludedSlugs(await allCategories(context)) : [];
}

function summedIn({ slugs, counted }: Matching, excluded: readonly string[]): readonly Summed[] {
  const ofCategories = (inCategory: (table: string) => RawBuilder<unknown>): readonly Summed[] => [
    { standing: "counted", table: "item", inCategory: inCategory("item") },
    { standing: "split", table: "part", inCategory: inCategory("part") },
  ];
  if (counted === undefined)
    return ofCategories((table) => sql`${inSlugs(table, slugs)} ${notIn(table, excluded)}`);
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

function notIn(table: string, slugs: readonly string[]): RawBuilder<unknown> {
  if (slugs.length === 0) return sql``;
  return sql`and coalesce(${sql.ref(`${table}.category_slug`)}, '') not in (${sql.join(slugs)})`;
}

function totalOf(
  db: Db,
  matching: Matching,
  { standing, table, inCategory }: Summed,
  share: RawBuilder<unknown>,
): RawBuilder<Sums> {
  const count = table === "item" ? sql`count(*)` : sql`count(distinct item.id)`;
  return sql<Sums>`select ${count} as count, ${summed(table)}, ${share} as share
    from transactions as item ${indexFor(db, matching)} ${partsOf(table)}
    where ${where(matching, standing)} ${inCategory}`;
}

function partsOf(table: Summed["table"]): RawBuilder<unknown> {
  if (table === "item") return sql``;
  return sql`join transaction_parts as part
    on part.team_id = item.team_id and part.transaction_id = item.id`;
}

/** The index for reports has all columns that are summed. */
function indexFor(db: Db, matching: Matching): RawBuilder<unknown> {
  if (matching.within === null) return indexedBy(db, "transactions_for_reports");
  return indexOfAccount(db, matching);
}

/** SQLite would read the whole team in the index for reports. */
function indexOfAccount(db: Db, { within }: Matching): RawBuilder<unknown> {
  return within === "account" ? indexedBy(db, "transactions_by_account") : sql``;
}

/** Bounds the months, which the index for reports begins with. */
function where({ conditions, from, to }: Matching, standing: string): RawBuilder<unknown> {
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

/** In minor units of the accounts' currency, of transactions that count in reports. */
export const CurrencySum = z.object({
  currency: z.string(),
  in_minor: z.int(),
  /** Below zero. */
  out_minor: z.int(),
});

export const MonthSum = CurrencySum.extend({ month: z.string() });

export type CurrencySum = z.output<typeof CurrencySum>;
export type MonthSum = z.output<typeof MonthSum>;

type GroupSum = CurrencySum & { readonly group: string };

type Found = {
  readonly group: string;
  readonly currency: string;
  readonly in_minor: string | number | null;
  readonly out_minor: string | number | null;
};

export async function sumsByCurrency(
  context: Context,
  matching: Matching,
): Promise<readonly CurrencySum[]> {
  const rows = await findSums(context, matching, {
    by: sql`item.currency`,
    group: sql`''`,
    index: indexOfAccount(context.db, matching),
  });
  return rows.map(withoutGroup);
}

/**
 * Equal to the sums of the list of each import's transactions, by id of the import.
 * @throws Refusal `too_large` for a sum that cannot be told exactly
 */
export async function sumImports(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CurrencySum[]>> {
  if (ids.length === 0) return new Map();
  const { conditions, ...matching } = await matchingOf(context, withoutArchived({}));
  const isOfOne = sql<boolean>`item.import_id in (${sql.join(ids)})`;
  const rows = await findSums(
    context,
    { ...matching, conditions: [...conditions, isOfOne] },
    {
      by: sql`item.import_id, item.currency`,
      group: sql`item.import_id`,
      index: indexedBy(context.db, "transactions_by_import"),
    },
  );
  const groups = Map.groupBy(rows, ({ group }) => group);
  return new Map([...groups].map(([id, sums]) => [id, sums.map(withoutGroup)]));
}

export function addedUp(sums: readonly CurrencySum[], base: string): readonly CurrencySum[] {
  const found = sums.map((sum) => ({ ...sum, group: "" }));
  return addedGroups(found, base).map(withoutGroup);
}

export async function sumMonths(
  context: Context,
  matching: Matching,
  months: readonly string[],
): Promise<readonly MonthSum[]> {
  if (months.length === 0) return [];
  const inMonths = sql<boolean>`item.month in (${sql.join(months)})`;
  const conditions = [...matching.conditions, inMonths];
  const by = sql`item.month, item.currency`;
  const rows = await findSums(
    context,
    { ...matching, conditions },
    { by, group: sql`item.month`, index: sql`` },
  );
  return rows.map(({ group, ...sum }) => ({ month: group, ...sum }));
}

function withoutGroup({ group: _group, ...sum }: GroupSum): CurrencySum {
  return sum;
}

type Grouping = {
  readonly by: RawBuilder<unknown>;
  readonly group: RawBuilder<unknown>;
  /** Empty for months, which narrow the index for reports themselves, and for imports. */
  readonly index: RawBuilder<unknown>;
};

async function findSums(
  { db, team }: Context,
  matching: Matching,
  grouping: Grouping,
): Promise<readonly GroupSum[]> {
  const excluded = await excludedOf({ db, team }, matching);
  const found = await exactSums(async () =>
    Promise.all(
      summedIn(matching, excluded).map(async (some) =>
        sumsOf(matching, some, grouping).execute(db),
      ),
    ),
  );
  return addedGroups(
    found.flatMap(({ rows }) => rows),
    team.baseCurrency,
  );
}

function addedGroups(found: readonly Found[], base: string): readonly GroupSum[] {
  const groups = Map.groupBy(found, ({ group, currency }) => `${group} ${currency}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [added([first, ...others])]))
    .toSorted(newestFirst(base));
}

/** Sorts the newest month first, and in a month the team's currency first. */
function newestFirst(base: string) {
  const place = ({ currency }: GroupSum) => (currency === base ? "" : currency);
  return (one: GroupSum, other: GroupSum) => {
    if (one.group !== other.group) return one.group < other.group ? 1 : -1;
    return place(one) < place(other) ? -1 : 1;
  };
}

function added(sums: readonly [Found, ...Found[]]): GroupSum {
  const [{ group, currency }] = sums;
  const total = (column: "in_minor" | "out_minor") =>
    Number(sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n))));
  return { group, currency, in_minor: total("in_minor"), out_minor: total("out_minor") };
}

function sumsOf(
  matching: Matching,
  { standing, table, inCategory }: Summed,
  { by, group, index }: Grouping,
): RawBuilder<Found> {
  return sql<Found>`select ${group} as ${sql.ref("group")}, item.currency, ${amounts(table)}
    from transactions as item ${index} ${partsOf(table)}
    where ${where(matching, standing)} ${inCategory} group by ${by}`;
}

function amounts(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`cast(sum(case when ${amount} > 0 then ${amount} end) as text) as in_minor,
    cast(sum(case when ${amount} < 0 then ${amount} end) as text) as out_minor`;
}
