import { readInThread } from "../../../core/file-thread.ts";
import { checkSize } from "./limits.ts";
import type { ReadFile, ReadOptions } from "./statement.ts";

const THREAD = new URL("read-thread.ts", import.meta.url);

/** @throws Refusal for a file that cannot be read */
export async function readBankFile(bytes: Uint8Array, options: ReadOptions): Promise<ReadFile> {
  checkSize(bytes.length);
  return readInThread<ReadOptions, ReadFile>(THREAD, { bytes, options });
}
