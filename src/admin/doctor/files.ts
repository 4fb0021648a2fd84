import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../db/connect.ts";
import { fileErrorCode, type FileStore, fileStoreOf } from "../../files/file-store.ts";
import { countRefusedFiles, lookInto, teamFoldersIn } from "../../files/inbox-folder.ts";
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
  {
    name: "inbox-folder",
    title: "the folders for receipts can be read and written",
    after: [],
    run: unusableInbox,
  },
  {
    name: "inbox-files",
    title: "every file in the folders for receipts is taken",
    after: ["database", "inbox-folder"],
    run: leftReceipts,
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

function inboxFolderOf({ desk, isOwn }: Visit): string | null {
  return isOwn ? desk.settings().inboxFolder : null;
}

async function unusableInbox(visit: Visit): Promise<Finding | "left out" | null> {
  const folder = inboxFolderOf(visit);
  if (folder === null) return "left out";
  const { R_OK, W_OK, X_OK } = constants;
  try {
    const { ids } = await teamFoldersIn(folder);
    for (const id of ids) await access(join(folder, id), R_OK | W_OK | X_OK);
    return null;
  } catch (error) {
    if (fileErrorCode(error) === "" || !(error instanceof Error)) throw error;
    return {
      problem: `The folder for receipts, ${folder}, cannot be used: ${error.message}.`,
      fix: "Make it, give it and the folders of teams in it to the user that runs the server, or name another folder in INBOX_FOLDER.",
    };
  }
}

async function leftReceipts(visit: Visit): Promise<Finding | "left out" | null> {
  const folder = inboxFolderOf(visit);
  if (folder === null) return "left out";
  const { ids, left } = await teamFoldersIn(folder);
  const known = await readDatabase(visit, (db) => existingTeams(db, ids));
  const named = left.map(({ path, because }) => `${path}, since ${because}`);
  let refused = 0;
  for (const id of ids) {
    const path = join(folder, id);
    if (!known.has(id)) named.push(`${path}, since no team has this id`);
    const looked = await lookInto(path);
    named.push(...looked.left.map(({ path, because }) => `${path}, since ${because}`));
    refused += await countRefusedFiles(path);
  }
  if (named.length === 0 && refused === 0) return null;
  const more = named.length - MOST_NAMED;
  return {
    problem: [
      ...(named.length === 0
        ? []
        : [
            `Left alone: ${named.slice(0, MOST_NAMED).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
          ]),
      ...(refused === 0
        ? []
        : [`${counted(refused, "file")} refused, with a text beside that says why.`]),
    ].join(" "),
    fix: "Put a file in the place of a link or folder, name folders by the ids of teams (team:list), and delete from refused what you have dealt with.",
    isWarning: true,
  };
}

async function existingTeams(
  db: Database["reader"],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const teams = await db.selectFrom("teams").select("id").where("id", "in", ids).execute();
  return new Set(teams.map(({ id }) => id));
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
