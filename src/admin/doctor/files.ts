import type { Database } from "../../db/connect.ts";
import { type FileStore, fileStoreOf } from "../../files/file-store.ts";
import { counted } from "../../shared/words.ts";
import { type NamedFile, namedFiles } from "../stored-files.ts";
import { type Check, type Finding, readDatabase, type Visit } from "./visit.ts";

export const FILES: readonly Check[] = [
  {
    name: "files-folder",
    title: "the folder of files can be written, and its disk has room",
    after: [],
    run: async (visit) => (visit.isOwn ? unusableFolder(storeOf(visit)) : "left out"),
  },
  {
    name: "files",
    title: "the bytes of every file are on the disk",
    after: ["database", "files-folder"],
    run: missingBytes,
  },
];

function storeOf({ desk }: Visit): FileStore {
  return fileStoreOf(desk.settings(), { ...desk, draw: null });
}

async function unusableFolder(store: FileStore): Promise<Finding | null> {
  const state = await store.state();
  if (state === "not writable")
    return {
      problem: `The folder of files, ${store.folder}, cannot be written.`,
      fix: "Give it to the user that runs the server, or name another folder in FILES_URL and move the files there.",
    };
  if (state === "full")
    return {
      problem: `The disk of ${store.folder} has less than 1 GiB left, and takes no more files.`,
      fix: "Make room on it, or move the folder to a larger disk and name it in FILES_URL.",
    };
  return null;
}

const MOST_NAMED = 3;

async function missingBytes(visit: Visit): Promise<Finding | "left out" | null> {
  if (!visit.isOwn) return "left out";
  const store = storeOf(visit);
  return readDatabase(visit, async (db) => {
    const named: string[] = [];
    let count = 0;
    for await (const rows of namedFiles({ reader: db }))
      for (const row of await withoutBytes(store, rows)) {
        count += 1;
        if (named.length < MOST_NAMED) named.push(await documentOf(db, row));
      }
    if (count === 0) return null;
    const more = count > named.length ? ` and ${count - named.length} more` : "";
    return {
      problem: `${store.folder} does not have the bytes of ${counted(count, "file")} as they came: ${named.join(", ")}${more}.`,
      fix: "Bring them back from a backup with restore --files DIR, or upload the same files again. If the folder was moved, name it in FILES_URL.",
    };
  });
}

async function withoutBytes(store: FileStore, rows: readonly NamedFile[]) {
  const missing: NamedFile[] = [];
  for (const row of rows)
    if ((await store.sizeOf(row.team_id, row.sha256)) !== row.size) missing.push(row);
  return missing;
}

async function documentOf(db: Database["reader"], { team_id, sha256 }: NamedFile): Promise<string> {
  const document = await db
    .selectFrom("documents")
    .select("id")
    .where("team_id", "=", team_id)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return document === undefined
    ? `a deleted document of team ${team_id}`
    : `document ${document.id} of team ${team_id}`;
}
