import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { storedPath } from "./file-store.ts";

type Named = { readonly team_id: string; readonly sha256: string };

export type CopiedFiles = {
  /** Files whose bytes were copied. */
  readonly copied: number;
  /** Files whose bytes were there already, and are right. */
  readonly present: number;
  /** Hashes of files whose bytes are on neither side as they should be, the first 20. */
  readonly lost: readonly string[];
  readonly lostCount: number;
};

const MOST_NAMED = 20;

/**
 * Copies the bytes of files from one folder of a store to another, and checks the hash of each on the way. What is
 * there already is read and left, so that a folder can be brought up to date again and again.
 */
export async function copyFiles(
  rows: AsyncIterable<readonly Named[]>,
  from: string,
  to: string,
): Promise<CopiedFiles> {
  const lost: string[] = [];
  let [copied, present, lostCount] = [0, 0, 0];
  for await (const some of rows)
    for (const { team_id, sha256 } of some) {
      const path = storedPath(team_id, sha256);
      if ((await hashOf(join(to, path))) === sha256) present += 1;
      else if (await isCopied(join(from, path), join(to, path), sha256)) copied += 1;
      else {
        lostCount += 1;
        if (lost.length < MOST_NAMED) lost.push(sha256);
      }
    }
  return { copied, present, lost, lostCount };
}

/** @returns null where there is no such file */
async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  const file: AsyncIterable<Buffer> = createReadStream(path);
  try {
    for await (const chunk of file) hash.update(chunk);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return hash.digest("hex");
}

/** @returns false where the bytes are missing or are others */
async function isCopied(from: string, to: string, sha256: string): Promise<boolean> {
  const partial = `${to}.partial`;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  // Left by a copy that broke off.
  await rm(partial, { force: true });
  try {
    if ((await copied(from, partial)) !== sha256) return false;
    await rename(partial, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** @returns the hash of what was copied */
async function copied(from: string, to: string): Promise<string> {
  const hash = createHash("sha256");
  const handle = await open(to, "wx", 0o600);
  try {
    // A stream that fails before it is read ends the process.
    const file: AsyncIterable<Buffer> = createReadStream(from);
    for await (const chunk of file) {
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
