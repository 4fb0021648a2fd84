import { type RawBuilder, sql } from "kysely";
import type { AuditContext, Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import type { Day } from "../../shared/time.ts";
import type { Tag } from "../tags/tag.ts";
import { type Counted, countsAs, taxShareIn } from "./counted-in.ts";
import { type Suggestion, suggestCategories } from "./same-party.ts";
import { shareIn } from "./tax.ts";
import { transactionTags } from "./transaction-tags.ts";
import type { Row } from "./transaction.ts";

const LISTED = [
  "id",
  "date",
  "name",
  "bank_name",
  "amount_minor",
  "currency",
  "base_minor",
  "category_slug",
  "category_by",
  "rule_id",
  "status",
  "standing",
  "bank_account_id",
  "is_split",
  "transfer_id",
  "party_key",
  "note",
  "source",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof Row)[];

type Listed = Pick<Row, (typeof LISTED)[number]> & {
  /** Sum of the parts in the filter's category or figure; null for a transaction that is not split. */
  readonly part_minor: number | null;
  /** Share of it in the team's currency, where the list is of a figure of tax. */
  readonly taxed_minor: number | null;
};

/** A filter as SQL on `transactions as item`. */
export type Matching = {
  readonly conditions: readonly RawBuilder<boolean>[];
  /** With the slugs below; null for transactions without a category, undefined for any. */
  readonly slugs: readonly string[] | null | undefined;
  readonly counted: Counted | undefined;
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  /** Narrowest filter by which fewer rows are read than the team has. */
  readonly within: "import" | "party" | "account" | null;
};

type Paging = {
  readonly isNewestFirst: boolean;
  readonly after: readonly [Day, string] | null;
  readonly rows: number;
};

/** Finds the page in indexes, then reads only its rows whole. */
export async function findTransactions(
  { db, team }: Context,
  matching: Matching,
  paging: Paging,
): Promise<readonly Listed[]> {
  const order = orderOf(paging);
  const { rows } = await sql<Listed>`
    select ${sql.join(LISTED.map((column) => sql.ref(`item.${column}`)))},
      ${partSum(matching)} as part_minor,
      ${shareSum(matching, team.baseCurrency)} as taxed_minor
    from (${pageOf(db, matching, paging)}) as page
    join transactions as item on item.team_id = ${team.id} and item.id = page.id
    order by ${order("page")}`.execute(db);
  return rows;
}

export type ListedTransaction = Listed & {
  /** Null for a transaction that has a category or does not count. */
  readonly suggested: Suggestion | null;
  readonly tags: readonly Tag[];
  readonly has_attachment: boolean;
};

/** Tags and attachments are read for pages alone, where they stand in each row. */
type Including = { readonly hasTags?: boolean };

/** Keeps no order of the ids: the newest come first. */
export async function readTransactions(
  context: Context,
  ids: readonly string[],
  including: Including = {},
): Promise<readonly ListedTransaction[]> {
  if (ids.length === 0) return [];
  const matching = matchingAll([
    sql<boolean>`item.team_id = ${context.team.id} and item.id in (${sql.join(ids)})`,
  ]);
  const paging = { isNewestFirst: true, after: null, rows: ids.length };
  return completeRows(context, await findTransactions(context, matching, paging), including);
}

export async function completeRows(
  context: Context,
  rows: readonly Listed[],
  { hasTags = false }: Including = {},
): Promise<ListedTransaction[]> {
  const ids = rows.map(({ id }) => id);
  const [tags, attached, suggestions] = await Promise.all([
    hasTags ? transactionTags(context, ids) : [],
    hasTags ? attachedAmong(context, ids) : NONE,
    suggestCategories(
      context,
      rows.filter(lacksCategory).map(({ party_key }) => party_key),
    ),
  ]);
  const tagged = Map.groupBy(tags, ({ transaction_id }) => transaction_id);
  return rows.map((row) => ({
    ...row,
    suggested: lacksCategory(row) ? (suggestions.get(row.party_key ?? "") ?? null) : null,
    tags: (tagged.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
    has_attachment: attached.has(row.id),
  }));
}

const NONE: ReadonlySet<string> = new Set();

/** Ids of the transactions that have an attachment. */
export async function attachedAmong(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return NONE;
  const rows = await db
    .selectFrom("transaction_attachments")
    .select("transaction_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .execute();
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}

function lacksCategory({ category_slug, standing }: Listed): boolean {
  return category_slug === null && standing === "counted";
}

export function matchingAll(conditions: readonly RawBuilder<boolean>[]): Matching {
  return {
    conditions,
    slugs: undefined,
    counted: undefined,
    from: undefined,
    to: undefined,
    within: null,
  };
}

export async function findIds(
  { db }: AuditContext,
  matching: Matching,
  paging: Paging,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`${pageOf(db, matching, paging)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects `id` and `date` of all that match. */
export function matchingIds(db: Db, matching: Matching): RawBuilder<unknown> {
  const all = branchesOf(db, matching).map((branch) => branch(sql``));
  return sql`${sql.join(all, sql` union all `)}`;
}

export async function countTransactions(db: Db, matching: Matching): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (${matchingIds(db, matching)}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stops reading at `most`. */
export async function countUpTo(db: Db, matching: Matching, most: number): Promise<number> {
  const pages = branchesOf(db, matching).map((branch, at) => {
    const page = branch(sql`limit ${most}`);
    return sql`select * from (${page}) as ${branchName(at)}`;
  });
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (${sql.join(pages, sql` union all `)}) as found`.execute(db);
  return Math.min(most, rows[0]?.count ?? 0);
}

function orderOf({ isNewestFirst }: Pick<Paging, "isNewestFirst">) {
  const direction = sql.raw(isNewestFirst ? "desc" : "asc");
  return (table: string) =>
    sql`${sql.ref(`${table}.date`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
}

function pageOf(db: Db, matching: Matching, paging: Paging): RawBuilder<unknown> {
  const { after, isNewestFirst, rows } = paging;
  const past = sql.raw(isNewestFirst ? "<" : ">");
  const order = orderOf(paging);
  const rest = sql`${
    after === null ? sql`` : sql`and (item.date, item.id) ${past} (${after[0]}, ${after[1]})`
  } order by ${order("item")} limit ${rows}`;
  const pages = branchesOf(db, matching).map((branch) => branch(rest));
  const [first, ...others] = pages;
  if (first !== undefined && others.length === 0) return first;
  const some = pages.map((page, index) => sql`select * from (${page}) as ${branchName(index)}`);
  return sql`select * from (${sql.join(some, sql` union all `)}) as item
    order by ${order("item")} limit ${rows}`;
}

function branchName(index: number): RawBuilder<unknown> {
  return sql.ref(`branch_${index}`);
}

type Branch = (rest: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Makes selects that together find what matches, each transaction once and in the order of an index. Each category
 * has a select, and split transactions have one, since their parts have the categories.
 */
function branchesOf(db: Db, { conditions, slugs, counted }: Matching): readonly Branch[] {
  if (counted !== undefined) return branchesIn(db, conditions, counted);
  const where = sql.join(conditions, sql` and `);
  const whole =
    (more: RawBuilder<unknown>): Branch =>
    (rest) =>
      sql`select item.id, item.date from transactions as item where ${where} ${more} ${rest}`;
  if (slugs === undefined) return [whole(sql``)];
  const parts: Branch = (rest) =>
    sql`select distinct item.id, item.date
      from transaction_parts as part cross join transactions as item
      where ${ofPart(slugs)} and part.team_id = item.team_id and part.transaction_id = item.id
        and ${where} ${slugs === null ? sql`and item.standing = 'split'` : sql``} ${rest}`;
  const wholes =
    slugs === null
      ? [whole(sql`and item.category_slug is null and item.standing = 'counted'`)]
      : slugs.map((slug) => whole(sql`and item.category_slug = ${slug}`));
  return [...wholes, parts];
}

/** More categories are read from the list of all transactions, not each in its own index. */
const MOST_BRANCHES = 12;

/** Finds transactions that count in a figure or are left out of it, and split ones of which a part does. */
function branchesIn(
  db: Db,
  conditions: Matching["conditions"],
  counted: Counted,
): readonly Branch[] {
  const where = sql.join(conditions, sql` and `);
  const slugs = [...counted.both, ...counted.in, ...counted.out];
  const isIn = (slug: string | null) =>
    sql`and item.category_slug ${slug === null ? sql`is null` : sql`= ${slug}`}`;
  const items = (standing: Standing, more: RawBuilder<unknown>): Branch => {
    return (rest) => sql`select item.id, item.date from transactions as item
      where ${where} and item.standing = ${standing} ${more} ${rest}`;
  };
  const whole = sql`and ${countsAs(counted, "item")}`;
  const wholes =
    slugs.length > MOST_BRANCHES
      ? [items("counted", whole)]
      : slugs.map((slug) => items("counted", sql`${whole} ${isIn(slug)}`));
  const { standing, category } = counted;
  const left =
    standing === null ? [] : [items(standing, category === undefined ? sql`` : isIn(category))];
  const split: Branch = (rest) =>
    sql`select item.id, item.date
      from transactions as item ${indexedBy(db, "transactions_for_reports")}
      where ${where} and item.standing = 'split' and exists (
        select 1 from transaction_parts as part
        where part.team_id = item.team_id and part.transaction_id = item.id
          and ${countsAs(counted, "part")}) ${rest}`;
  const all = [...left, ...wholes, ...(slugs.length === 0 ? [] : [split])];
  return all.length === 0 ? [items("counted", sql`and 1 = 0`)] : all;
}

function ofPart(slugs: readonly string[] | null): RawBuilder<unknown> {
  return slugs === null
    ? sql`part.category_slug is null`
    : sql`part.category_slug in (${sql.join(slugs)})`;
}

/** Sums parts, which stay within the bounds of an amount. */
function partSum({ slugs, counted }: Matching): RawBuilder<unknown> {
  if (slugs === undefined && counted === undefined) return sql`cast(null as bigint)`;
  const isMeant = counted === undefined ? ofPart(slugs ?? null) : countsAs(counted, "part");
  // A transaction that is left out by its standing is left out whole.
  const isSplit = counted === undefined ? sql`` : sql`and item.standing = 'split'`;
  return sql`(select cast(sum(part.amount_minor) as bigint) from transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and ${isMeant} ${isSplit})`;
}

/** Null for a figure of whole amounts. */
function shareSum({ counted }: Matching, currency: string): RawBuilder<unknown> {
  const share = counted === undefined ? null : taxShareIn(counted);
  if (counted === undefined || share === null) return sql`cast(null as bigint)`;
  return sql`case when item.standing = 'split' then (
      select cast(sum(${shareIn(share, "part", currency)}) as bigint) from transaction_parts as part
      where part.team_id = item.team_id and part.transaction_id = item.id
        and ${countsAs(counted, "part")})
    else cast(${shareIn(share, "item", currency)} as bigint) end`;
}
