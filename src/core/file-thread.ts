import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker, parentPort, workerData } from "node:worker_threads";
import pLimit from "p-limit";
import { Refusal, type RefusalParts, unreadable } from "./errors.ts";
import { addPart, type Part, takenApart } from "./parts.ts";
import { isZip } from "./unzip.ts";

type Given<Options> = { readonly bytes: Uint8Array; readonly options: Options };

/** Null after the last part. */
type Answer = { readonly part: Part | null } | { readonly refused: RefusalParts };

type Reader<Options> = (bytes: Uint8Array, options: Options) => Promise<unknown>;

type Bounds = { readonly milliseconds: number; readonly megabytes: number };

export const THREADS_AT_ONCE = 2;

const inTurn = pLimit(THREADS_AT_ONCE);

/** A thread may take 512 MB for a large file. Two large files at once would fill the memory. */
export function isLargeFile(bytes: Uint8Array): boolean {
  return bytes.length >= LARGE_BYTES || isZip(bytes);
}

const LARGE_BYTES = 2 ** 20;

/** A table of so few bytes is read in some milliseconds, in less time than a thread takes to start. */
export const SHORT_TABLE = 64 * 1024;

const OF_LARGE: Bounds = { milliseconds: 30_000, megabytes: 512 };
const OF_SMALL: Bounds = { milliseconds: 15_000, megabytes: 160 };

/**
 * Reads a file in a thread of its own, so that no file delays other requests or ends the process: the thread ends
 * with too much time or heap.
 * @param module whose code calls `readForCaller`
 * @throws Refusal for a file that cannot be read
 */
export async function readInThread<Options, Read>(
  module: URL,
  { bytes, options }: Given<Options>,
  bounds: Bounds = isLargeFile(bytes) ? OF_LARGE : OF_SMALL,
): Promise<Read> {
  return inTurn(async () => {
    const thread = new Worker(module, {
      workerData: { bytes, options },
      env: compileCache(),
      resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
    });
    try {
      const [read] = await readOf(thread, bounds.milliseconds);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the thread's reader returned it
      return read as Read;
    } finally {
      await thread.terminate();
    }
  });
}

/** Asks for one part after the other: a large message would keep other requests waiting. */
async function readOf(thread: Worker, milliseconds: number): Promise<readonly unknown[]> {
  const whole: unknown[] = [];
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(tooMuch()), milliseconds);
    thread.on("message", (answer: Answer) => {
      if ("refused" in answer) reject(new Refusal(answer.refused));
      else if (answer.part === null) resolve(whole);
      else {
        addPart(whole, answer.part);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage("next");
      }
    });
    thread.once("exit", () => {
      clearTimeout(late);
      reject(new Error("a thread ended without an answer"));
    });
    // Goes on listening: the thread may run out of memory while it ends.
    thread.on("error", (error: Error) => reject(isOutOfMemory(error) ? tooMuch() : error));
  });
}

/** The thread's side of `readInThread`. */
export async function readForCaller<Options>(read: Reader<Options>): Promise<void> {
  try {
    const { bytes, options } = given(read);
    answerWith(takenApart(await read(bytes, options)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, next, path } = error;
    send({ refused: { code, message, next, path } });
  }
}

function answerWith(parts: readonly Part[]): void {
  const left = parts.toReversed();
  const sendNext = () => send({ part: left.pop() ?? null });
  parentPort?.on("message", sendNext);
  sendNext();
}

function send(answer: Answer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
}

function given<Options>(_of: Reader<Options>): Given<Options> {
  // oxlint-disable-next-line typescript/no-unsafe-return -- the data of a thread has no type
  return workerData;
}

/** Gives the thread only the cache of compiled modules, without which it starts three times slower. */
export function compileCache(): Readonly<Record<string, string>> {
  const cache = getCompileCacheDir();
  // Node names the folder of its own version in it.
  return cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) };
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooMuch(): Refusal {
  return unreadable(
    "The file takes too long or too much memory to read",
    "choose a shorter period, and import the file in parts",
  );
}
