import { mkdirSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Database } from "../db/connect.ts";
import { type CopiedFiles, copyFiles } from "../files/copy-files.ts";
import type { FileStore } from "../files/file-store.ts";

export type FilesAnswer = CopiedFiles & { readonly folder: string };

/**
 * Copies the bytes of all files that the database names to a folder, which is made where it is not there.
 * @throws Refusal for a folder that cannot be made, or is the server's own
 */
export async function backUpFiles(
  database: Database,
  { folder: from }: FileStore,
  to: string,
): Promise<FilesAnswer> {
  const folder = resolve(to);
  makeFolder(folder);
  requireFolder(folder, from);
  return { folder, ...(await copyFiles(namedFiles(database), from, folder)) };
}

/** Copies the bytes of all files that the database names from the folder of a backup. */
export async function restoreFiles(
  database: Database,
  { folder }: FileStore,
  from: string,
): Promise<FilesAnswer> {
  return { folder, ...(await copyFiles(namedFiles(database), resolve(from), folder)) };
}

/** @throws Refusal where there is no such folder, and for the server's own */
export function requireFolder(given: string, own: string): void {
  const folder = resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw refused("not_found", `There is no folder ${folder}`, "name one that backup made");
  const isThere = statSync(own, { throwIfNoEntry: false }) !== undefined;
  if (isThere && realpathSync(folder) === realpathSync(own))
    throw refused(
      "invalid_argument",
      `${folder} is the server's own folder of files`,
      "name the folder of a backup",
    );
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw refused(
      "invalid_argument",
      `The folder ${folder} cannot be made`,
      "name another one with --files",
      cause,
    );
  }
}

function refused(
  code: "not_found" | "invalid_argument",
  message: string,
  next: string,
  cause?: unknown,
): Refusal {
  return new Refusal({ code, path: "files", message, next, cause });
}

export type NamedFile = {
  readonly team_id: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
};

const AT_ONCE = 500;

/** All files that have a row, of all teams; none in a database from before there were files. */
export async function* namedFiles({
  reader,
}: Pick<Database, "reader">): AsyncGenerator<readonly NamedFile[], void> {
  const tables = await reader.introspection.getTables();
  if (!tables.some(({ name }) => name === "files")) return;
  for (let after: NamedFile | null = null; ;) {
    let query = reader
      .selectFrom("files")
      .select(["team_id", "sha256", "size"])
      .orderBy("team_id")
      .orderBy("sha256")
      .limit(AT_ONCE);
    if (after !== null) {
      const place = sql<boolean>`(team_id, sha256) > (${after.team_id}, ${after.sha256})`;
      query = query.where(place);
    }
    const rows: readonly NamedFile[] = await query.execute();
    yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1) ?? null;
  }
}
