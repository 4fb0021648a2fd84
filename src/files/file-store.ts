import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import {
  access,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Refusal } from "../core/errors.ts";
import type { Files, Preview, StagedFile } from "../core/files.ts";
import { type RandomBytes, uuidV4 } from "../core/ids.ts";
import { fileKindOf } from "./file-kind.ts";
import { type Draw, Previews } from "./previews.ts";

export type FileStoreParts = {
  /** Absolute path; made when the first file comes. */
  readonly folder: string;
  /** Bytes. */
  readonly largest: number;
  /** Bytes. */
  readonly teamLimit: number;
  /** Milliseconds since 1970. The collector takes the age of files by this clock. */
  readonly clock: () => number;
  readonly randomBytes: RandomBytes;
  /** Null in a process that shows no pages. */
  readonly draw: Draw | null;
  /** Bytes of the disk that stay free. */
  readonly reserve?: number;
  /** Bytes of all pictures of pages. */
  readonly mostPreviews?: number;
  /** Is told each step of a write before the next one; a test stops there. */
  readonly onStep?: (step: WriteStep) => void;
};

export type WriteStep = "opened" | "written" | "flushed" | "linked" | "named";

const RESERVE = 2 ** 30;

type Settings = {
  readonly filesFolder: string;
  readonly largestFile: number;
  readonly teamStorage: number;
};

export function fileStoreOf(
  { filesFolder, largestFile, teamStorage }: Settings,
  parts: Omit<FileStoreParts, "folder" | "largest" | "teamLimit">,
): FileStore {
  const { clock, randomBytes, draw } = parts;
  const limits = { largest: largestFile, teamLimit: teamStorage };
  return new FileStore({ folder: filesFolder, ...limits, clock, randomBytes, draw });
}

/** Keeps the bytes of files in a folder, which several servers may share. No name or type stands in a path. */
export class FileStore implements Files {
  readonly folder: string;
  readonly largest: number;
  readonly teamLimit: number;
  readonly #parts: FileStoreParts;
  readonly #previews: Previews;
  readonly #temporary = new WeakMap<StagedFile, string>();

  constructor(parts: FileStoreParts) {
    const { folder, largest, teamLimit, draw } = parts;
    this.folder = folder;
    this.largest = largest;
    this.teamLimit = teamLimit;
    this.#parts = parts;
    this.#previews = new Previews({ ...parts, folder: join(folder, PREVIEWS), draw });
  }

  async stage(teamId: string, sent: Parameters<Files["stage"]>[1]): Promise<StagedFile> {
    const { chunks, length, largest = this.largest } = sent;
    if (length !== null && length > largest) throw tooLarge(largest);
    const temporary = await this.#makeRoom(length ?? largest);
    try {
      const { sha256, size } = await this.#write(temporary, chunks, largest);
      const kind = await fileKindOf(temporary, sent.name);
      this.#parts.onStep?.("flushed");
      await this.#place(temporary, this.#pathOf(teamId, sha256));
      this.#parts.onStep?.("named");
      return this.#staged(temporary, { sha256, size, kind });
    } catch (error) {
      await rm(temporary, { force: true });
      throw isFull(error) ? diskFull(error) : error;
    }
  }

  async keep(teamId: string, staged: StagedFile): Promise<void> {
    const temporary = this.#temporary.get(staged);
    if (temporary === undefined) throw new Error("the file was staged by another store");
    try {
      await this.#place(temporary, this.#pathOf(teamId, staged.sha256));
    } catch (error) {
      throw isFull(error) ? diskFull(error) : error;
    }
  }

  async read(teamId: string, sha256: string): Promise<Uint8Array> {
    try {
      return await readFile(this.#pathOf(teamId, sha256));
    } catch (error) {
      throw fileErrorCode(error) === "ENOENT" ? bytesMissing(error) : error;
    }
  }

  async has(teamId: string, sha256: string): Promise<boolean> {
    return (await this.sizeOf(teamId, sha256)) !== null;
  }

  async remove(teamId: string, sha256: string): Promise<void> {
    await rm(this.#pathOf(teamId, sha256), { force: true });
    await this.#previews.remove(teamId, sha256);
  }

  async preview(asked: Preview): Promise<Uint8Array> {
    requireNames(asked.teamId, asked.sha256);
    return this.#previews.get(asked, () => this.read(asked.teamId, asked.sha256));
  }

  /** Ids of teams that have a folder. */
  async teams(): Promise<readonly string[]> {
    return (await namesInFolder(this.folder)).filter((name) => TEAM_FOLDER.test(name)).toSorted();
  }

  /** Hashes of all bytes of a team, some at a time. */
  async *stored(teamId: string, atOnce: number): AsyncGenerator<readonly string[], void> {
    requireNames(teamId);
    const folder = join(this.folder, teamId);
    for (const part of (await namesInFolder(folder)).toSorted()) {
      const names = (await namesInFolder(join(folder, part))).filter((name) => HASH.test(name));
      for (let at = 0; at < names.length; at += atOnce) yield names.slice(at, at + atOnce);
    }
  }

  /** Bytes that the disk has of a file; null where it has none. */
  async sizeOf(teamId: string, sha256: string): Promise<number | null> {
    return sizeOf(this.#pathOf(teamId, sha256));
  }

  /** Milliseconds since 1970 at which these bytes were uploaded last; null where there are none. */
  async touchedAt(teamId: string, sha256: string): Promise<number | null> {
    return (await statOf(this.#pathOf(teamId, sha256)))?.mtimeMs ?? null;
  }

  /**
   * Removes what uploads have left that broke off.
   * @param before milliseconds since 1970
   * @returns number of files
   */
  async removeLeftovers(before: number): Promise<number> {
    const folder = join(this.folder, TEMPORARY);
    let removed = 0;
    for (const name of await namesInFolder(folder)) {
      const path = join(folder, name);
      const at = (await statOf(path))?.mtimeMs ?? Infinity;
      if (at > before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async trimPreviews(): Promise<void> {
    await this.#previews.trim();
  }

  /** Looks at the folder without making it, since a command may run as another user than the server. */
  async state(): Promise<"ready" | "not writable" | "full"> {
    let folder = this.folder;
    try {
      while ((await statOf(folder)) === null) folder = dirname(folder);
      // Nothing can be made in what is no folder.
      if (!(await stat(folder)).isDirectory()) return "not writable";
      await access(folder, constants.W_OK);
      for (const name of folder === this.folder ? await namesInFolder(folder) : [])
        await access(join(folder, name), constants.W_OK);
    } catch (error) {
      if (["EACCES", "EPERM", "EROFS", "ENOTDIR"].includes(fileErrorCode(error)))
        return "not writable";
      throw error;
    }
    return (await isShort(folder, this.#needed(this.largest))) ? "full" : "ready";
  }

  #needed(length: number): number {
    return (this.#parts.reserve ?? RESERVE) + 2 * length;
  }

  /** @returns the path of a temporary file that is not there yet */
  async #makeRoom(length: number): Promise<string> {
    const folder = join(this.folder, TEMPORARY);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (await isShort(folder, this.#needed(length))) throw diskFull();
    return join(folder, uuidV4(this.#parts.randomBytes));
  }

  async #write(temporary: string, chunks: AsyncIterable<Uint8Array>, largest: number) {
    const handle = await open(temporary, "wx", 0o600);
    try {
      this.#parts.onStep?.("opened");
      const written = await copied(chunks, handle, largest);
      this.#parts.onStep?.("written");
      // Its links have this time too.
      const now = this.#now;
      await handle.utimes(now, now);
      await handle.sync();
      return written;
    } finally {
      await handle.close();
    }
  }

  get #now(): Date {
    return new Date(this.#parts.clock());
  }

  /** Names the bytes by their hash. The same name has the same bytes, which then count as new. */
  async #place(temporary: string, path: string): Promise<void> {
    await this.#makeFolder(dirname(path));
    const there = await sizeOf(path);
    const isSame = there !== null && there === (await sizeOf(temporary));
    if (isSame && (await isTouched(path, this.#now))) return;
    // A shorter one is what a fault of the disk has left.
    if (there !== null) await rm(path, { force: true });
    await this.#link(temporary, path);
    this.#parts.onStep?.("linked");
    await flush(dirname(path));
  }

  async #link(temporary: string, path: string): Promise<void> {
    try {
      await link(temporary, path);
    } catch (error) {
      const code = fileErrorCode(error);
      // Another upload was faster.
      if (code === "EEXIST") return;
      if (!WITHOUT_LINKS.has(code)) throw error;
      const copy = `${temporary}-copy`;
      await copyFile(temporary, copy, constants.COPYFILE_FICLONE);
      await utimes(copy, this.#now, this.#now);
      await flush(copy);
      await rename(copy, path);
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) return;
    await flush(dirname(folder));
    await flush(this.folder);
  }

  #staged(temporary: string, facts: Omit<StagedFile, "discard">): StagedFile {
    const staged = { ...facts, discard: () => rm(temporary, { force: true }) };
    this.#temporary.set(staged, temporary);
    return staged;
  }

  #pathOf(teamId: string, sha256: string): string {
    requireNames(teamId, sha256);
    return join(this.folder, storedPath(teamId, sha256));
  }
}

/** Path of bytes within a store. */
export function storedPath(teamId: string, sha256: string): string {
  return join(teamId, sha256.slice(0, 2), sha256);
}

const TEMPORARY = "tmp";
const PREVIEWS = "previews";

/** Codes of file systems that know no hard links. */
export const WITHOUT_LINKS: ReadonlySet<string> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
]);

async function copied(chunks: AsyncIterable<Uint8Array>, handle: FileHandle, largest: number) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > largest) throw tooLarge(largest);
    hash.update(chunk);
    await handle.appendFile(chunk);
  }
  return { sha256: hash.digest("hex"), size };
}

/** True where a disk has fewer free bytes. */
async function isShort(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < bytes;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return (await statOf(path))?.size ?? null;
}

/** @returns null where there is no such file */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** @returns false for a file that a collector has removed meanwhile */
async function isTouched(path: string, now: Date): Promise<boolean> {
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** None where there is no such folder. */
export async function namesInFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}

export const TEAM_FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Nothing else gets into a path. */
function requireNames(teamId: string, sha256?: string): void {
  if (!TEAM_FOLDER.test(teamId) || (sha256 !== undefined && !HASH.test(sha256)))
    throw new Error("no name of a file that is kept");
}

/** Code of an error of the file system; empty for any other error. */
export function fileErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(fileErrorCode(error));
}

function diskFull(cause?: unknown): Refusal {
  return new Refusal({
    code: "disk_full",
    message: "The disk of the server is full, and nothing was kept",
    next: "tell whoever runs the server, and send the file again when there is room",
    cause,
  });
}

function tooLarge(largest: number): Refusal {
  return new Refusal({
    code: "file_too_large",
    path: "file",
    message: `The file is larger than ${Math.floor(largest / 2 ** 20)} MiB, which is the largest that is kept`,
    next: "send a smaller one; nothing was kept",
  });
}

function bytesMissing(cause: unknown): Refusal {
  return new Refusal({
    code: "bytes_missing",
    message: "The server's disk does not have the bytes of this file",
    next: "upload the file again, or tell whoever runs the server to restore the folder of files",
    cause,
  });
}
