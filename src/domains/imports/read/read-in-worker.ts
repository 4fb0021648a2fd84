import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { Refusal, type RefusalParts, unreadable } from "../../../core/errors.ts";
import { checkSize } from "./limits.ts";
import type { ReadFile, ReadOptions } from "./statement.ts";

export type Given = { readonly bytes: Uint8Array; readonly options: ReadOptions };

export type Answer = { readonly file: ReadFile } | { readonly refused: RefusalParts };

type Bounds = { readonly milliseconds: number; readonly megabytes: number };

/** Threads at once: each may take 512 MB. */
const THREADS = 2;
/** Readings that wait hold their files. */
const MOST_WAITING = 20;

const inTurn = pLimit(THREADS);

/**
 * Reads a file in a thread of its own, so that no file delays other requests or ends the process: the thread ends
 * after 30 seconds, or with more than 512 MB of heap.
 * @throws Refusal for a file that cannot be read, and `busy` when too many wait
 */
export async function readBankFile(
  bytes: Uint8Array,
  options: ReadOptions,
  bounds: Bounds = { milliseconds: 30_000, megabytes: 512 },
): Promise<ReadFile> {
  checkSize(bytes.length);
  if (inTurn.pendingCount >= MOST_WAITING) throw busy();
  return inTurn(readInThread, bytes, options, bounds);
}

async function readInThread(
  bytes: Uint8Array,
  options: ReadOptions,
  { milliseconds, megabytes }: Bounds,
): Promise<ReadFile> {
  const given: Given = { bytes, options };
  const thread = new Worker(new URL("read-thread.ts", import.meta.url), {
    workerData: given,
    env: compileCache(),
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  try {
    const answer = await answerOf(thread, milliseconds);
    if ("file" in answer) return answer.file;
    throw new Refusal(answer.refused);
  } finally {
    await thread.terminate();
  }
}

/** Gives the thread only the cache of compiled modules, without which it starts three times slower. */
function compileCache(): Readonly<Record<string, string>> {
  const cache = getCompileCacheDir();
  // Node names the folder of its own version in it.
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}

/** Keeps listening for errors: the thread may run out of memory while it ends. */
async function answerOf(thread: Worker, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(tooMuch()), milliseconds);
    thread.once("message", (answer: Answer) => resolve(answer));
    thread.once("exit", () => clearTimeout(late));
    thread.on("error", (error: Error) =>
      reject(codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
    );
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function tooMuch(): Refusal {
  return unreadable(
    "The file takes too long or too much memory to read",
    "choose a shorter period at the bank, and import the file in parts",
  );
}

function busy(): Refusal {
  return new Refusal({
    code: "busy",
    message: "The server is reading many files",
    next: "try again in a minute; nothing was imported",
  });
}
