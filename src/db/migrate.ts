import { sql } from "kysely";
import { migrations } from "../../migrations/index.ts";
import { dialectOf, waitForLocks } from "./dialect.ts";
import type { Db } from "./schema/schema.ts";

/** The same number in all processes. */
const LOCK = 7_043_110_526;

/**
 * Applies the pending migrations in one transaction. The lock is taken before their table is read,
 * so two servers that start together do not apply one twice. Every start renews the statistics too.
 * @returns the names of those applied now.
 */
export async function migrate(db: Db): Promise<readonly string[]> {
  return db.transaction().execute(async (db) => {
    const dialect = dialectOf(db);
    if (dialect === "postgres") await lockPostgres(db);
    await sql`create table if not exists migrations (name text primary key, applied_at text not null)`.execute(
      db,
    );
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
    const seen = new Set(rows.map((row) => row.name));
    refuseNewer(seen);
    const pending = migrations.filter(({ name }) => !seen.has(name));
    for (const { name, up } of pending) {
      await up(db, dialect);
      await sql`insert into migrations (name, applied_at) values (${name}, cast(current_timestamp as text))`.execute(
        db,
      );
    }
    await renewStatistics(db);
    return pending.map(({ name }) => name);
  });
}

/**
 * Names of the pending migrations. It only reads.
 * @throws Error when the database is from a newer version of Ledgerport
 */
export async function pendingOf(db: Db): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  const isNew = !tables.some(({ name }) => name === "migrations");
  const { rows } = isNew
    ? { rows: [] }
    : await sql<{ name: string }>`select name from migrations`.execute(db);
  const seen = new Set(rows.map((row) => row.name));
  refuseNewer(seen);
  return migrations.filter(({ name }) => !seen.has(name)).map(({ name }) => name);
}

/** Waits without a limit: another server may be migrating. */
async function lockPostgres(db: Db): Promise<void> {
  await waitForLocks(db);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
}

function refuseNewer(seen: ReadonlySet<string>): void {
  const unknown = unknownOf(seen);
  if (unknown.length === 0) return;
  throw new Error(
    `The database is from a newer version of Ledgerport (it has ${unknown.join(", ")}): start that version, or restore a backup.`,
  );
}

export function unknownOf(seen: ReadonlySet<string>): readonly string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return [...seen].filter((name) => !known.has(name));
}

/** Rows that SQLite reads of each index: some milliseconds, however large the table is. */
const ROWS_ANALYZED = 400;

/** All tables that changed much in size since their last analysis, not only queried ones. */
const ALL_TABLES = 0x10002;

/**
 * Has SQLite count tables that have grown, so that it plans by their sizes. PostgreSQL's autovacuum does so
 * by itself. Needs a transaction.
 */
export async function renewStatistics(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") return;
  const before = await statisticsOf(db);
  await sql.raw(`pragma analysis_limit = ${ROWS_ANALYZED}`).execute(db);
  await sql.raw(`pragma optimize = ${ALL_TABLES}`).execute(db);
  if (before === (await statisticsOf(db))) return;
  // Other connections read the statistics again only when the schema changes.
  await sql`create table renewed_statistics (id)`.execute(db);
  await sql`drop table renewed_statistics`.execute(db);
}

async function statisticsOf(db: Db): Promise<string> {
  const tables = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(db);
  if (tables.rows.length === 0) return "";
  const { rows } = await sql`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(db);
  return JSON.stringify(rows);
}
