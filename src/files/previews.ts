import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Refusal } from "../core/errors.ts";
import type { Preview } from "../core/files.ts";
import { type RandomBytes, uuidV4 } from "../core/ids.ts";

/** Draws a page as a WebP picture; null for one that is not there or cannot be drawn. */
export type Draw = (
  page: Omit<Preview, "sha256"> & { readonly bytes: Uint8Array },
) => Promise<Uint8Array | null>;

type Parts = {
  readonly folder: string;
  readonly clock: () => number;
  readonly randomBytes: RandomBytes;
  readonly draw: Draw | null;
  /** Bytes of all pictures. */
  readonly mostPreviews?: number;
};

const MOST_PREVIEWS = 2 * 2 ** 30;

/** Pictures of pages, which may go at any time: they are drawn again. */
export class Previews {
  readonly #parts: Parts;
  readonly #drawing = new Map<string, Promise<Uint8Array>>();
  /** Bytes that were written since the folder was last counted. */
  #written = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param read gives the bytes of the file */
  async get(asked: Preview, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const path = this.#pathOf(asked);
    const kept = await this.#kept(path);
    if (kept !== null) return kept;
    const drawing = this.#drawing.get(path) ?? this.#draw(path, asked, read);
    this.#drawing.set(path, drawing);
    try {
      return await drawing;
    } finally {
      this.#drawing.delete(path);
    }
  }

  async remove(teamId: string, sha256: string): Promise<void> {
    await rm(join(this.#parts.folder, teamId, sha256), { recursive: true, force: true });
  }

  /** Deletes the oldest pictures where all of them have more bytes than they may. */
  async trim(): Promise<void> {
    const { folder, mostPreviews = MOST_PREVIEWS } = this.#parts;
    this.#written = 0;
    const kept = (await filesIn(folder)).toSorted((one, other) => one.at - other.at);
    let bytes = kept.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= mostPreviews) return;
    for (const { path, size } of kept) {
      if (bytes <= mostPreviews * TRIMMED_TO) return;
      await rm(path, { force: true });
      bytes -= size;
    }
  }

  async #kept(path: string): Promise<Uint8Array | null> {
    try {
      const bytes = await readFile(path);
      const now = new Date(this.#parts.clock());
      await utimes(path, now, now);
      return bytes;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async #draw(path: string, asked: Preview, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const { draw } = this.#parts;
    if (draw === null) throw notShown();
    const { sha256: _known, ...page } = asked;
    const picture = await draw({ ...page, bytes: await read() });
    if (picture === null) throw notDrawn();
    await this.#keep(path, picture);
    this.#written += picture.byteLength;
    if (this.#written > (this.#parts.mostPreviews ?? MOST_PREVIEWS) * UNCOUNTED) await this.trim();
    return picture;
  }

  /** A picture that cannot be kept is shown all the same. */
  async #keep(path: string, picture: Uint8Array): Promise<void> {
    const partial = `${path}.${uuidV4(this.#parts.randomBytes)}`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(partial, picture, { mode: 0o600, flag: "wx" });
      const now = new Date(this.#parts.clock());
      await utimes(partial, now, now);
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      if (!isSystemError(error)) throw error;
    }
  }

  #pathOf({ teamId, sha256, page, width }: Preview): string {
    return join(this.#parts.folder, teamId, sha256, `${page}-${width}.webp`);
  }
}

/** Share of the bounds that is left, so that not each new picture counts the folder anew. */
const TRIMMED_TO = 0.9;
const UNCOUNTED = 0.05;

type Kept = { readonly path: string; readonly size: number; readonly at: number };

async function filesIn(folder: string): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const entry of await entriesOf(folder)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      const { size, mtimeMs } = await stat(path);
      kept.push({ path, size, at: mtimeMs });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return kept;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isSystemError(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function isMissing(error: unknown): boolean {
  return isSystemError(error) && error.code === "ENOENT";
}

function notDrawn(): Refusal {
  return new Refusal({
    code: "no_preview",
    message: "There is no picture of this page",
    next: "ask for another page, or download the file instead",
  });
}

function notShown(): Refusal {
  return new Refusal({
    code: "no_preview",
    message: "This server draws no pictures of pages",
    next: "download the file instead",
  });
}
