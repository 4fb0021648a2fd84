import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../src/db/connect.ts";
import { dialectOf } from "../src/db/dialect.ts";
import type { Db, Schema } from "../src/db/schema/schema.ts";
import { itemSnapshot } from "../src/domains/inbox/item.ts";

type Rows = Record<string, unknown[]>;

/**
 * All rows of all migrated tables by table, in a stable order; with a team's id only that team's
 * rows. New tables are included by themselves.
 */
export async function allRows(db: Db, teamId?: string): Promise<Rows> {
  const tables = await tablesOf(db);
  if (teamId === undefined) return readInTurns(db, tables, () => sql``);
  const ofTeams = tables.filter(({ isOfTeams }) => isOfTeams);
  return readInTurns(db, ofTeams, within([teamId]));
}

/**
 * The rows of some teams, and all rows of the tables that are of no team, to be compared with others of the
 * same function: on PostgreSQL they are as JSON has them.
 */
export async function rowsOfTeams(db: Db, teamIds: readonly string[]): Promise<Rows> {
  const read = dialectOf(db) === "postgres" ? readAtOnce : readInTurns;
  return read(db, await tablesOf(db), within(teamIds));
}

type Table = { readonly name: string; readonly isOfTeams: boolean };

/** SQLite's index of words and the tables that it keeps itself in; `document_words` has the entries. */
const INDEX_OF_WORDS = "document_tokens";

/** No test changes the tables of a database whose rows it compares. */
const known = new WeakMap<Db, Promise<readonly Table[]>>();

function tablesOf(db: Db): Promise<readonly Table[]> {
  const tables = known.get(db) ?? readTables(db);
  known.set(db, tables);
  return tables;
}

async function readTables(db: Db): Promise<readonly Table[]> {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !name.startsWith(INDEX_OF_WORDS))
    .map(({ name, columns }) => ({
      name,
      isOfTeams: columns.some((column) => column.name === "team_id"),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

type Where = (table: Table) => RawBuilder<unknown>;

function within(teamIds: readonly string[]): Where {
  return ({ isOfTeams }) => (isOfTeams ? sql`where team_id in (${sql.join(teamIds)})` : sql``);
}

async function readInTurns(db: Db, tables: readonly Table[], where: Where): Promise<Rows> {
  const rows: Rows = {};
  for (const table of tables) {
    const found = await sql`select * from ${sql.table(table.name)} ${where(table)}`.execute(db);
    rows[table.name] = sorted(found.rows);
  }
  return rows;
}

/** One statement, since some seventy round trips to PostgreSQL take most of a test's time. */
async function readAtOnce(db: Db, tables: readonly Table[], where: Where): Promise<Rows> {
  const columns = tables.map((table) => {
    const { name } = table;
    return sql`(select coalesce(json_agg(one), '[]') from ${sql.table(name)} as one ${where(table)}) as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Rows>`select ${sql.join(columns)}`.execute(db);
  const all = Object.entries(rows[0] ?? {});
  return Object.fromEntries(all.map(([name, some]) => [name, sorted(some)]));
}

/** Sorts rows by their text, which is written once for each. */
function sorted(rows: readonly unknown[]): unknown[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
}

/** Deletes every row of every table, as if the server had just been installed. */
export async function emptied({ dialect, reader, begin }: Database): Promise<void> {
  const all = await reader.introspection.getTables();
  const own = `${INDEX_OF_WORDS}_`;
  const tables = all.filter(({ name }) => name !== "migrations" && !name.startsWith(own));
  await begin(async (db) => {
    if (dialect === "postgres") {
      await sql.raw(deletionFrom(tables.map(({ name }) => name))).execute(db);
      return;
    }
    await sql`pragma defer_foreign_keys = on`.execute(db);
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(db);
  });
}

/**
 * Deletes all rows of these PostgreSQL tables in one statement: foreign keys are checked at its
 * end, whatever the order of the tables. It takes 2 to 7 ms, `truncate` some 400.
 */
export function deletionFrom(tables: readonly string[]): string {
  const deletions = tables.map((table) => `"${table}_rows" as (delete from "${table}")`);
  return `with ${deletions.join(", ")} select 1`;
}

/** A row as the journal keeps it: without its team and derived columns. */
export function snapshotOf(row: any): object {
  // A tag's link repeats when its customer was created.
  if ("customer_id" in row && "tag_id" in row)
    return { customer_id: row.customer_id, tag_id: row.tag_id };
  const { team_id: _team, sort_key: _sort, name_key: _key, ...columns } = row;
  const { number_sealed: _sealed, number_hash: _hash, ...rest } = withoutDerived(columns);
  return Object.fromEntries(
    Object.entries(rest).filter(
      ([column]) => !column.endsWith("_folded") && !DERIVED_OF_BOOKS.has(column),
    ),
  );
}

function withoutDerived(columns: any): any {
  if ("credits_id" in columns) return withoutPayments(columns);
  if ("bundle_id" in columns) return itemSnapshot(columns);
  return "reader" in columns ? withoutReading(columns) : columns;
}

/** Of a document: what was read in its file. */
function withoutReading({ state: _state, problem: _problem, reader: _reader, ...row }: any): any {
  const { read_title: _title, summary: _summary, read_date: _date, ...rest } = row;
  const { language: _language, pages: _pages, shown_date: _shown, ...document } = rest;
  return document;
}

/** Of an invoice: what follows from its payments has no snapshots of its own, nor has its public page. */
function withoutPayments({ status: _status, paid_at: _at, link_id: _link, ...invoice }: any): any {
  const { opened_at: _opened, paid_minor: _paid, refunded_minor: _refunded, ...columns } = invoice;
  return columns;
}

/** Columns of transactions and their parts. */
const DERIVED_OF_BOOKS: ReadonlySet<string> = new Set([
  "month",
  "standing",
  "base_minor",
  "rate_day",
  "party_key",
  "search_text",
]);

/** The rows of a table in a team's state. */
export function storedRows<Table extends keyof Schema>(
  state: Rows,
  table: Table,
): readonly Selectable<Schema[Table]>[] {
  return (state[table] ?? []) as Selectable<Schema[Table]>[];
}
