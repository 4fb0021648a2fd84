import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Database } from "./connect.ts";

/**
 * Copies a SQLite database to a new file, also while the server runs. The copy appears under its
 * name only when complete, and only its owner can read it.
 * @returns the absolute path of the copy
 * @throws Refusal on PostgreSQL, for an empty database, and for an unusable path.
 */
export async function backUpTo(database: Database, to: string): Promise<{ file: string }> {
  const file = resolve(to);
  await requireBackUp(database, file);
  const partial = `${file}.partial`;
  // Left by an interrupted backup.
  await rm(partial, { force: true });
  try {
    // Its mode is set before it holds anything; SQLite writes into an empty file.
    await writeFile(partial, "", { mode: 0o600, flag: "wx" });
    // Runs as one read transaction, which neither waits for writers nor delays them.
    await sql`vacuum into ${partial}`.execute(database.reader);
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
  // A wrong DATABASE_URL may name an empty file, whose copy would pass for a backup.
  if ((await database.reader.introspection.getTables()).length === 0) {
    throw new Refusal({
      code: "not_found",
      path: null,
      message: "The database is empty",
      next: "check that DATABASE_URL names yours",
    });
  }
}
