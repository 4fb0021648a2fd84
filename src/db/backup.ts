import { existsSync } from "node:fs";
import { chmod, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Database } from "./connect.ts";

/**
 * Copies a SQLite database to a new file, also while the server runs. The copy appears under its
 * name only when it is whole, and readable by nobody else.
 * @returns the absolute path of the copy
 * @throws Refusal on PostgreSQL, and when there is nothing to copy or no place for it.
 */
export async function backUpTo(database: Database, to: string): Promise<{ file: string }> {
  const file = resolve(to);
  await requireBackUp(database, file);
  const partial = `${file}.partial`;
  // One may be left of a backup that was cut short.
  await rm(partial, { force: true });
  try {
    // One read transaction, which no writer waits for or disturbs.
    await sql`vacuum into ${partial}`.execute(database.reader);
    await chmod(partial, 0o600);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  return { file };
}

async function requireBackUp(database: Database, file: string): Promise<void> {
  const path = "file";
  if (database.dialect !== "sqlite") {
    const message = "This command copies SQLite databases, and this one is on PostgreSQL";
    throw new Refusal({
      code: "not_allowed",
      path: null,
      message,
      next: "back it up with pg_dump",
    });
  }
  if (existsSync(file)) {
    throw new Refusal({
      code: "already_exists",
      path,
      message: `${file} exists already`,
      next: "choose a new name",
    });
  }
  const folder = dirname(file);
  if (!existsSync(folder)) {
    throw new Refusal({
      code: "not_found",
      path,
      message: `There is no folder ${folder}`,
      next: "make it first",
    });
  }
  // The copy of an empty file, which a wrong DATABASE_URL may name, would pass for a backup.
  if ((await database.reader.introspection.getTables()).length === 0) {
    throw new Refusal({
      code: "not_found",
      path: null,
      message: "The database is empty",
      next: "see whether DATABASE_URL names yours",
    });
  }
}
