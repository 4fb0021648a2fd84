import { existsSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Db } from "./schema/schema.ts";

/** The marker is a file beside a SQLite database. It says that the database was made. */

function markerOf(file: string): string {
  return `${file}.made`;
}

/** Leaves the marker once the database has its tables. */
export function leaveMarker(file: string): void {
  const marker = markerOf(file);
  if (existsSync(marker)) return;
  const name = basename(file);
  const text = `Ledgerport made the database ${name} in this folder. While this file is here, Ledgerport does not begin an empty database in its place: bring ${name} back with "admin restore", or remove this file to begin anew.\n`;
  writeFileSync(marker, text, { mode: 0o600 });
}

/** @throws Refusal when the database was made, and its file is gone or empty by now */
export function refuseLost(file: string): void {
  if (!existsSync(markerOf(file))) return;
  if (!existsSync(file) || statSync(file).size === 0) throw lost(file);
}

/** Like `refuseLost`, for a file without tables: SQLite had them in a log that is gone. */
export async function refuseEmptied(db: Db, file: string): Promise<void> {
  if (!existsSync(markerOf(file))) return;
  const { rows } = await db
    .transaction()
    .execute((db) => sql`select 1 from sqlite_schema limit 1`.execute(db));
  if (rows.length === 0) throw lost(file);
}

function lost(file: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "DATABASE_URL",
    message: `The database ${file} is gone or empty, and ${markerOf(file)} says that there was one`,
    next: "bring it back with the command admin restore, or remove that file to begin an empty one",
  });
}
