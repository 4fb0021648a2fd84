import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Refusal } from "../core/errors.ts";
import { unknownOf } from "./migrate.ts";

/** @throws Refusal unless the file is a whole database of this version of Ledgerport or an older one. */
export function requireSoundCopy(file: string): void {
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
