import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pLimit from "p-limit";
import type { FileToRead, ReadFile } from "./paper.ts";
import { checkedDrawing, checkedReading, stepOf } from "./reader-answers.ts";
import type { PreviewToDraw, ReaderRequest } from "./reader-messages.ts";
import { type ReaderBounds, READER_BOUNDS, watchReader } from "./reader-watch.ts";

type ReaderEnd = "memory" | "time" | "crash" | "stop" | "start";

/** The process that read a file is gone before it answered. */
export class ReaderKilled extends Error {
  override readonly name = "ReaderKilled";
  readonly end: ReaderEnd;
  /** False when the server stops, or cannot start a process: then the file may be read again. */
  readonly isFileAtFault: boolean;

  constructor(end: ReaderEnd, details = "") {
    super(`the process that reads files ended (${end})${details && `: ${details}`}`);
    this.end = end;
    this.isFileAtFault = end !== "stop" && end !== "start";
  }
}

type ReaderOptions = {
  /** A folder with other networks for OCR. */
  readonly ocrModels?: string | null;
  readonly bounds?: ReaderBounds;
};

/**
 * Reads files, and draws their pages, in processes of their own: one for each of both, so that nobody who looks at a
 * file waits for another that is read. They start when there is work, and serve one team at a time.
 */
export class PaperReader {
  readonly #ocrModels: string | null;
  readonly #reading: ReaderSlot;
  readonly #drawing: ReaderSlot;

  constructor({ ocrModels = null, bounds = READER_BOUNDS }: ReaderOptions = {}) {
    this.#ocrModels = ocrModels;
    const folders = ocrModels === null ? [] : [ocrModels];
    this.#reading = new ReaderSlot(bounds, folders);
    this.#drawing = new ReaderSlot(bounds, []);
  }

  /**
   * @throws ReaderKilled for a file that took too much, and when the server stops
   * @throws the signal's reason
   */
  async read(teamId: string, file: FileToRead, signal?: AbortSignal): Promise<ReadFile> {
    const { bytes, ...read } = file;
    const request = { read, ocrModels: this.#ocrModels, length: bytes.length };
    return checkedReading(await this.#reading.ask(teamId, { request, bytes, signal }));
  }

  /**
   * Draws a page as WebP.
   * @returns null for a page that is not there or cannot be drawn
   * @throws as `read` does
   */
  async draw(
    { teamId, bytes, ...draw }: PreviewToDraw & { readonly teamId: string },
    signal?: AbortSignal,
  ): Promise<Uint8Array | null> {
    const request = { draw, length: bytes.length };
    return checkedDrawing(await this.#drawing.ask(teamId, { request, bytes, signal }));
  }

  /** Ends both processes. What they were doing is refused by `ReaderKilled`. */
  async stop(): Promise<void> {
    await Promise.all([this.#reading.stop(), this.#drawing.stop()]);
  }
}

/** At most one process, which does one thing at a time. */
class ReaderSlot {
  readonly #bounds: ReaderBounds;
  readonly #folders: readonly string[];
  readonly #inTurn = pLimit(1);
  #child: ChildProcess | undefined;
  #teamId = "";
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(bounds: ReaderBounds, folders: readonly string[]) {
    this.#bounds = bounds;
    this.#folders = folders;
  }

  async ask(teamId: string, asked: Asked): Promise<unknown> {
    return this.#inTurn(async () => {
      asked.signal?.throwIfAborted();
      if (this.#isStopped) throw new ReaderKilled("stop");
      clearTimeout(this.#idle);
      if (this.#teamId !== teamId) await this.#end();
      this.#teamId = teamId;
      const child =
        this.#child === undefined || hasEnded(this.#child)
          ? startReader(this.#folders)
          : this.#child;
      this.#child = child;
      try {
        return await answerOf(child, asked, this.#bounds);
      } finally {
        if (this.#isStopped || hasEnded(child)) this.#child = undefined;
        else this.#rest();
      }
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  /** Nothing of the server waits for a process without work. */
  #rest(): void {
    this.#idle = setTimeout(() => void this.#end(), this.#bounds.idleMs).unref();
    const child = this.#child;
    child?.unref();
    for (const open of [child?.channel, child?.stdin, child?.stderr]) unrefed(open);
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    child.ref();
    const gone = once(child, "exit");
    STOPPED.add(child);
    child.kill("SIGKILL");
    await gone;
  }
}

/** True for a process that could not start, too. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Processes that the server ended, through no fault of a file. */
const STOPPED = new WeakSet<ChildProcess>();

const ENTRY = join(import.meta.dirname, "reader.ts");
const PROJECT = join(import.meta.dirname, "../..");

/**
 * The process may read only code, and it may write nothing and start nothing. Node's permissions leave the network
 * open: a lint rule keeps code of this room from it.
 */
function startReader(folders: readonly string[]): ChildProcess {
  const readable = ["src", "node_modules", "package.json"].map((name) => join(PROJECT, name));
  const child = fork(ENTRY, [], {
    execArgv: [
      "--permission",
      "--allow-addons",
      "--allow-worker",
      ...[...readable, ...folders].map((path) => `--allow-fs-read=${path}`),
      "--max-old-space-size=512",
      "--no-warnings",
    ],
    env: {},
    // Bytes of an answer go as they are, not as JSON.
    serialization: "advanced",
    stdio: ["pipe", "ignore", "pipe", "ipc"],
  });
  // Another listener tells of its end.
  child.on("error", () => child.kill("SIGKILL"));
  child.stdin?.on("error", ignored);
  return child;
}

type Asked = {
  readonly request: ReaderRequest;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal | undefined;
};

async function answerOf(
  child: ChildProcess,
  { request, bytes, signal }: Asked,
  bounds: ReaderBounds,
): Promise<unknown> {
  child.ref();
  child.channel?.ref();
  let end: ReaderEnd | undefined;
  const kill = (why?: ReaderEnd) => {
    end ??= why;
    child.kill("SIGKILL");
  };
  const watch = watchReader(child.pid ?? 0, bounds, kill);
  let details = "";
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onMessage = (message: unknown) => {
    const step = stepOf(message);
    if (step === null) resolve(message);
    else watch.begin(step);
  };
  const onExit = () => {
    if (signal?.aborted === true) reject(signal.reason);
    else reject(new ReaderKilled(end ?? (STOPPED.has(child) ? "stop" : "crash"), details));
  };
  // Comes without an exit.
  const onError = ({ message }: Error) => {
    if (child.pid === undefined) reject(new ReaderKilled("start", message));
  };
  const onAbort = () => kill();
  const onWords = (words: Buffer) => {
    details = (details + words.toString()).slice(-1000);
  };
  child.on("message", onMessage).once("exit", onExit).once("error", onError);
  child.stderr?.on("data", onWords);
  signal?.addEventListener("abort", onAbort);
  child.send(request, ignored);
  try {
    await Promise.all([promise, sendBytes(child, bytes)]);
    return await promise;
  } finally {
    watch.stop();
    child.off("message", onMessage).off("exit", onExit).off("error", onError);
    child.stderr?.off("data", onWords).resume();
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Pipes are sockets, though their type does not say so. */
function unrefed(open: object | null | undefined): void {
  const unref: unknown = open && "unref" in open ? open.unref : undefined;
  if (typeof unref === "function") Reflect.apply(unref, open, []);
}

/** A process that is gone tells it by its exit. */
function ignored(): void {}

const CHUNK = 256 * 1024;

/** In parts: a message of 25 MB would keep the server from other requests. */
async function sendBytes({ stdin }: ChildProcess, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += CHUNK) {
    if (stdin?.writable !== true) return;
    const { promise, resolve } = Promise.withResolvers<null>();
    stdin.write(bytes.subarray(from, from + CHUNK), () => resolve(null));
    await promise;
  }
}
