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
  const sums = await runSums(db, queries);
  return {
    ...addedSums(sums),
    share_minor: share === null ? null : minorOf(sums, "share"),
  };
}

/** Money in and out, in the team's currency. */
export type Moved = Pick<Totals, "in_minor" | "out_minor" | "no_rate">;

/**
 * Sums up money between own accounts: linked transfers, and what has a category of transfers, parts too. No total has it.
 * @param matching not of a figure
 */
export async function totalTransfers(
  { db, team }: Pick<Context, "db" | "team">,
  matching: Matching,
): Promise<Moved> {
  const some = await transfersIn({ db, team }, matching);
  const queries = some.map((one) => totalOf(db, matching, one, sql`null`));
  return addedSums(await runSums(db, queries));
}

async function transfersIn(
  context: Pick<Context, "db" | "team">,
  { slugs }: Matching,
): Promise<readonly Summed[]> {
  const known = await allCategories(context);
  const transfers = known.filter(({ kind }) => kind === "transfer").map(({ slug }) => slug);
  const isOne = (table: string) => sql`${slugsIn(table, slugs)} ${slugsIn(table, transfers)}`;
  return [
    { standing: "transfer", table: "item", inCategory: slugsIn("item", slugs) },
    { standing: "counted", table: "item", inCategory: isOne("item") },
    { standing: "split", table: "part", inCategory: isOne("part") },
  ];
}

async function runSums(db: Db, queries: readonly RawBuilder<Sums>[]) {
  const rows = await exactSums(async () =>
    Promise.all(queries.map(async (query) => (await query.execute(db)).rows[0])),
  );
  return rows.flatMap((row) => row ?? []);
}

function addedSums(sums: readonly Sums[]): Omit<Totals, "share_minor"> {
  const total = (of: (sum: Sums) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  return {
    count: total(({ count }) => count),
    in_minor: minorOf(sums, "in_minor"),
    out_minor: minorOf(sums, "out_minor"),
    no_rate: total(({ unrated }) => unrated),
    entries: total(({ all }) => all),
  };
}

function minorOf(sums: readonly Sums[], column: "in_minor" | "out_minor" | "share"): bigint {
  return sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n)));
}

export type Summed = {
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
    return ofCategories((table) => sql`${slugsIn(table, slugs)} ${notIn(table, excluded)}`);
  const { standing, category, both, in: ins, out } = counted;
  const one = category === undefined ? undefined : category === null ? null : [category];
  return [
    ...(standing === null
      ? []
      : [{ standing, table: "item" as const, inCategory: slugsIn("item", one) }]),
    ...(both.length + ins.length + out.length === 0
      ? []
      : ofCategories((table) => sql`and ${countsAs(counted, table)}`)),
  ];
}

export function slugsIn(table: string, slugs: Matching["slugs"]): RawBuilder<unknown> {
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
    from transactions as item ${sumIndex(db, matching)} ${partsJoined(table)}
    where ${summedWhere(matching, standing)} ${inCategory}`;
}

export function partsJoined(table: Summed["table"]): RawBuilder<unknown> {
  if (table === "item") return sql``;
  return sql`join transaction_parts as part
    on part.team_id = item.team_id and part.transaction_id = item.id`;
}

/** The index for reports has all columns that are summed. */
export function sumIndex(db: Db, matching: Matching): RawBuilder<unknown> {
  if (matching.within === null) return indexedBy(db, "transactions_for_reports");
  return indexOfAccount(db, matching);
}

/** SQLite would read the whole team in the index for reports. */
function indexOfAccount(db: Db, { within }: Matching): RawBuilder<unknown> {
  return within === "account" ? indexedBy(db, "transactions_by_account") : sql``;
}

/** Bounds the months, which the index for reports begins with. */
export function summedWhere(
  { conditions, from, to }: Matching,
  standing: string,
): RawBuilder<unknown> {
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
  const rows = await findSums(context, matching, byCurrency(context, matching));
  return rows.map(withoutGroup);
}

/** The sums of `totalTransfers` in the accounts' own currencies. */
export async function transfersByCurrency(
  context: Context,
  matching: Matching,
): Promise<readonly CurrencySum[]> {
  const some = await transfersIn(context, matching);
  const rows = await runGroups(context, matching, some, byCurrency(context, matching));
  return rows.map(withoutGroup);
}

function byCurrency({ db }: Context, matching: Matching): Grouping {
  return { by: sql`item.currency`, group: sql`''`, index: indexOfAccount(db, matching) };
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
  context: Context,
  matching: Matching,
  grouping: Grouping,
): Promise<readonly GroupSum[]> {
  const excluded = await excludedOf(context, matching);
  return runGroups(context, matching, summedIn(matching, excluded), grouping);
}

async function runGroups(
  { db, team }: Context,
  matching: Matching,
  some: readonly Summed[],
  grouping: Grouping,
): Promise<readonly GroupSum[]> {
  const found = await exactSums(async () =>
    Promise.all(some.map(async (one) => sumsOf(matching, one, grouping).execute(db))),
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
    from transactions as item ${index} ${partsJoined(table)}
    where ${summedWhere(matching, standing)} ${inCategory} group by ${by}`;
}

function amounts(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`cast(sum(case when ${amount} > 0 then ${amount} end) as text) as in_minor,
    cast(sum(case when ${amount} < 0 then ${amount} end) as text) as out_minor`;
}
