import { sql } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema/schema.ts";

/** Rows that SQLite reads of each index: some milliseconds, however large the table is. */
const ROWS_ANALYZED = 400;

/** All tables whose size has changed by far since their last analysis, not only those that were queried. */
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
