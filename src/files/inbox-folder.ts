import { constants, type Stats } from "node:fs";
import {
  access,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  rename,
  rmdir,
  unlink,
  writeFile,
} from "node:fs/promises";
import { extname, join } from "node:path";
import { fileErrorCode, namesInFolder, TEAM_FOLDER, WITHOUT_LINKS } from "./file-store.ts";

/**
 * The operator's folder for receipts, with one folder for each team, named by the team's id. Nothing in it is ever
 * overwritten or followed. A file that is being taken stands alone in a folder below `.taking`, whose time is that of
 * the claim. Several servers may watch one folder. When a server ends midway, another one takes its claim over.
 */
const TAKING = ".taking";
const REFUSED = "refused";

export type WaitingFile = {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
};

/** An entry that is not taken. `because` is a clause. */
export type LeftEntry = { readonly path: string; readonly because: string };

/** Ids that name folders of teams; the teams may not exist. */
export async function teamFoldersIn(folder: string) {
  const ids: string[] = [];
  const left: LeftEntry[] = [];
  for await (const { name } of await opendir(folder)) {
    if (isUnfinished(name)) continue;
    const path = join(folder, name);
    const stats = await statOf(path);
    if (stats?.isDirectory() === true && TEAM_FOLDER.test(name)) ids.push(name);
    else if (stats?.isSymbolicLink() === true) left.push({ path, because: LINK });
    else if (stats !== null) left.push({ path, because: "its name is the id of no team" });
  }
  return { ids: ids.toSorted(), left };
}

const LINK = "it is a link, and links are not followed";
const NO_FOLDER = "it is no folder, and the server needs one of this name";

/** Files that one look takes note of; the others come when these are gone. */
const MOST_SEEN = 1000;

/** Files of a team's folder that may be taken. Hidden and partial ones wait, and are not told. */
export async function lookInto(folder: string) {
  const files: WaitingFile[] = [];
  const left: LeftEntry[] = [];
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    const stats = await statOf(path);
    if (name === TAKING || name === REFUSED) {
      if (stats?.isDirectory() === false) left.push({ path, because: NO_FOLDER });
      continue;
    }
    if (isUnfinished(name)) continue;
    const because = stats === null ? unreadableName(name) : await reasonToLeave(path, stats);
    if (because !== null) left.push({ path, because });
    else if (stats !== null) files.push({ name, size: stats.size, mtimeMs: stats.mtimeMs });
    if (files.length === MOST_SEEN) break;
  }
  return { files, left };
}

/** Names that programs give to what they have not written whole, and to what they keep for themselves. */
const UNFINISHED =
  /^[.~]|~$|\.(?:tmp|temp|part|partial|filepart|crdownload|download)$|^(?:thumbs\.db|desktop\.ini)$/i;

function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

function unreadableName(name: string): string | null {
  return name.includes("\uFFFD") ? "its name is not valid UTF-8" : null;
}

async function reasonToLeave(path: string, stats: Stats): Promise<string | null> {
  if (stats.isSymbolicLink()) return LINK;
  if (stats.isDirectory()) return "it is a folder, and only files are taken";
  if (!stats.isFile()) return "it is no file";
  if (stats.size === 0) return "it is empty";
  try {
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return null;
    return "the server may not read it";
  }
}

/** Files that lie in `refused`, without the texts beside them. */
export async function countRefusedFiles(folder: string): Promise<number> {
  const names = new Set(await namesInFolder(join(folder, REFUSED)));
  return [...names].filter((name) => names.has(`${name}.txt`)).length;
}

/**
 * Claims a file, so that no other server takes it.
 * @param id of the claim
 * @returns null where another server was faster
 */
export async function claimFile(
  folder: string,
  name: string,
  { id, onStep }: Claiming,
): Promise<ClaimedFile | null> {
  return take(folder, { from: join(folder, name), name, id, onStep });
}

type Claiming = {
  readonly id: string;
  readonly onStep?: ((step: ClaimStep) => void) | undefined;
};

/** Told before the next one; a test stops there. */
export type ClaimStep = "made" | "claimed" | "explained" | "removed";

/**
 * Takes over claims whose server has ended. Taken twice, a file is one document all the same.
 * @param before milliseconds since 1970
 */
export async function takeOver(
  folder: string,
  before: number,
  newId: () => string,
): Promise<readonly ClaimedFile[]> {
  const claims: ClaimedFile[] = [];
  const isFolder = (await statOf(join(folder, TAKING)))?.isDirectory() === true;
  for (const id of isFolder ? await namesInFolder(join(folder, TAKING)) : []) {
    const place = join(folder, TAKING, id);
    const stats = await statOf(place);
    if (stats?.isDirectory() !== true || stats.mtimeMs > before) continue;
    for (const name of await namesInFolder(place)) {
      const claim = await take(folder, { from: join(place, name), name, id: newId() });
      if (claim !== null) claims.push(claim);
    }
    await removeEmpty(place);
  }
  return claims;
}

type Taking = Claiming & { readonly from: string; readonly name: string };

async function take(
  folder: string,
  { from, name, id, onStep }: Taking,
): Promise<ClaimedFile | null> {
  const place = join(folder, TAKING, id);
  await makeFolder(join(folder, TAKING));
  await mkdir(place);
  onStep?.("made");
  try {
    await rename(from, join(place, name));
  } catch (error) {
    await removeEmpty(place);
    if (fileErrorCode(error) === "ENOENT") return null;
    throw error;
  }
  onStep?.("claimed");
  return new ClaimedFile(folder, { name, place, onStep });
}

type Claimed = {
  readonly name: string;
  readonly place: string;
  readonly onStep: Claiming["onStep"];
};

export class ClaimedFile {
  readonly name: string;
  readonly #folder: string;
  readonly #claimed: Claimed;

  constructor(folder: string, claimed: Claimed) {
    this.name = claimed.name;
    this.#folder = folder;
    this.#claimed = claimed;
  }

  /** Opens the file itself, and neither a link nor a device that has come into its place. */
  async open(): Promise<FileHandle> {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    return open(this.#path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  }

  async remove(): Promise<void> {
    await removeFile(this.#path);
    this.#claimed.onStep?.("removed");
    await removeEmpty(this.#claimed.place);
  }

  /** Puts it where it was, beside a file that has come under its name meanwhile. */
  async putBack(): Promise<void> {
    await this.#moveTo(this.#folder, async () => true);
  }

  /** Moves it to `refused`, with a text beside it. */
  async refuse(text: string): Promise<void> {
    const folder = join(this.#folder, REFUSED);
    await makeFolder(folder);
    await this.#moveTo(folder, async (name) => {
      // The text comes first, so that no refused file is ever without it.
      const isWritten = await writeNew(join(folder, `${name}.txt`), text);
      if (isWritten) this.#claimed.onStep?.("explained");
      return isWritten;
    });
  }

  get #path(): string {
    return join(this.#claimed.place, this.name);
  }

  /** @param prepare is told a free name, and answers false where it takes another one */
  async #moveTo(folder: string, prepare: (name: string) => Promise<boolean>): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      const name = numbered(this.name, turn);
      const to = join(folder, name);
      if ((await statOf(to)) !== null || !(await prepare(name))) continue;
      if (await isMoved(this.#path, to)) break;
    }
    await removeEmpty(this.#claimed.place);
  }
}

/** Bytes that a name may have, with an ending that is added. */
const LONGEST_NAME = 230;

/** `scan.pdf`, `scan (2).pdf` and so on. */
function numbered(name: string, turn: number): string {
  if (turn === 1 && Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const ending = extname(name).slice(0, 20);
  let stem = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(stem + ending) > LONGEST_NAME) stem = stem.slice(0, -1);
  return turn === 1 ? stem + ending : `${stem} (${turn})${ending}`;
}

/** @returns false where something is there under the new name already */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    // Unlike a rename, a link overwrites nothing.
    await link(from, to);
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    // Another server has taken the claim over.
    if (fileErrorCode(error) === "ENOENT") return true;
    if (!WITHOUT_LINKS.has(fileErrorCode(error))) throw error;
    await rename(from, to);
    return true;
  }
  await removeFile(from);
  return true;
}

/** @returns false where there is such a file already */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** @throws Error where a link or a file has the folder's name */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (fileErrorCode(error) !== "EEXIST") throw error;
    if ((await lstat(path)).isDirectory()) return;
    throw new Error(`${path}: ${NO_FOLDER}`, { cause: error });
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (fileErrorCode(error) !== "ENOENT") throw error;
  }
}

/** Leaves a folder in which something is. */
async function removeEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(fileErrorCode(error))) throw error;
  }
}

/** @returns null where there is nothing */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}
