import { existsSync, linkSync, statSync } from "node:fs";
import { rename, rm, writeFile, chmod, copyFile, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import { type Database, makeFolder, leaveMarker } from "./connect.ts";
import { sqliteCodeOf } from "./failures.ts";
import { unknownOf } from "./migrate.ts";

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

export type Restored = {
  readonly file: string;
  readonly kept: string | null;
};

/**
 * Replaces the SQLite database by a copy that `backup` made, while no process has it open. The
 * previous database is kept as a file beside it. The new one appears under its name only when
 * complete.
 * @throws Refusal on PostgreSQL, when the copy is not sound, and when the database is in use.
 */
export async function restoreFrom(databaseUrl: string, from: string): Promise<Restored> {
  const [file, copy] = [fileOf(databaseUrl), resolve(from)];
  requireSoundCopy(copy);
  if (existsSync(file)) requireOther(file, copy);
  makeFolder(dirname(file));
  const partial = `${file}.restoring`;
  try {
    await copyFile(copy, partial);
    await chmod(partial, 0o600);
    await flush(partial);
    const kept = existsSync(file) ? await replace(file, partial) : await place(file, partial);
    leaveMarker(file);
    await flush(dirname(file));
    return { file, kept };
  } finally {
    await rm(partial, { force: true });
  }
}

function fileOf(databaseUrl: string): string {
  if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);
  throw new Refusal({
    code: "not_allowed",
    message: "This command restores SQLite databases, and this one is on PostgreSQL",
    next: "restore it with psql or pg_restore",
  });
}

function requireOther(file: string, copy: string): void {
  const [one, other] = [statSync(file), statSync(copy)];
  if (one.ino !== other.ino || one.dev !== other.dev) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `${copy} is the database itself`,
    next: "name the copy that backup made",
  });
}

/** Removes an earlier database's -wal, which SQLite would replay into the new one. */
async function place(file: string, partial: string): Promise<null> {
  for (const companion of companionsOf(file)) await rm(companion, { force: true });
  await rename(partial, file);
  return null;
}

async function replace(file: string, partial: string): Promise<string> {
  const lock = lockWhole(file);
  try {
    const kept = freeName(file);
    // A hard link: a copy would open and close the file, which drops this process's lock.
    linkSync(file, kept);
    // A damaged database's log could not be folded in, so it is moved along with the file.
    for (const companion of companionsOf(file)) {
      if (existsSync(companion)) await rename(companion, companion.replace(file, kept));
    }
    await rename(partial, file);
    return kept;
  } finally {
    lock?.close();
  }
}

/**
 * Folds the -wal into the database, which SQLite does only when no other process has it open, and
 * locks everybody out. Null when the database is damaged and cannot be locked.
 */
function lockWhole(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("pragma journal_mode = delete");
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return null;
    throw inUse(file, error);
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCodeOf(error));
}

function inUse(file: string, cause: unknown): Refusal {
  return new Refusal({
    code: "busy",
    message: `Another process has ${file} open, and nothing was changed`,
    next: "stop the server, then repeat it",
    cause,
  });
}

function companionsOf(file: string): readonly string[] {
  return [`${file}-wal`, `${file}-shm`];
}

function freeName(file: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${file}.before-restore-${number}`;
    if (!existsSync(name)) return name;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function requireSoundCopy(file: string): void {
  if (!existsSync(file)) throw unsound("not_found", `There is no file ${file}`);
  // Copied while the database was open: the changes in its log are missing.
  const log = [`${file}-wal`, `${file}-journal`].find((log) => existsSync(log));
  if (log !== undefined && statSync(log).size > 0)
    throw unsound("invalid_argument", `${file} has ${log} beside it, so it is not a whole copy`);
  const seen = read(file);
  if (seen.size === 0) throw unsound("invalid_argument", `${file} is no database of Ledgerport`);
  const unknown = unknownOf(seen);
  if (unknown.length === 0) return;
  throw new Refusal({
    code: "not_allowed",
    path: "file",
    message: `${file} is from a newer version of Ledgerport (it has ${unknown.join(", ")})`,
    next: "restore it with that version",
  });
}

function read(file: string): ReadonlySet<string> {
  try {
    const database = new DatabaseSync(immutable(file), { readOnly: true });
    try {
      const [check] = database.prepare("pragma integrity_check").all();
      if (check?.["integrity_check"] !== "ok") throw new Error(String(check?.["integrity_check"]));
      const tables = database
        .prepare("select 1 from sqlite_schema where name = 'migrations'")
        .all();
      if (tables.length === 0) return new Set();
      const rows = database.prepare("select * from migrations").all();
      return new Set(rows.map((row) => String(row["name"])));
    } finally {
      database.close();
    }
  } catch (error) {
    throw unsound("invalid_argument", `${file} is no sound SQLite database`, error);
  }
}

/** Opens without creating companion files or taking a lock. */
function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return url;
}

function unsound(
  code: "not_found" | "invalid_argument",
  message: string,
  cause?: unknown,
): Refusal {
  return new Refusal({ code, path: "file", message, next: "name a copy that backup made", cause });
}
