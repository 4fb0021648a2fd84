import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Names of all files within a folder of a store, sorted; none where there is no such folder. */
export async function filesIn(store: string, folder = ""): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(store, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ name }) => name).toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** The body of an upload, in parts. */
export async function* inParts(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
