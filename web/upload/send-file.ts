import type { Problem } from "../../src/api/problem.ts";
import { lost, refusalOf, Refused, requestOf } from "../api.ts";
import { SendLater, type SentFile, type UploadTarget } from "./upload-queue.ts";

const PATH = "POST /api/teams/:team/files";
/** Where the server says none. */
const RETRY_MS = 5000;
/** Statuses of a server that takes the same file later. */
const LATER = new Set([429, 502, 503, 504]);

type Sending = {
  readonly team: string;
  readonly file: File;
  readonly target: UploadTarget;
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
};

/**
 * Sends a file, and tells how much of it has left: `fetch` does not know.
 * @throws SendLater while the server is busy or cannot be reached, and Refused
 */
export async function sendFile({ team, file, target, ...on }: Sending): Promise<SentFile> {
  // A folder, or a file that was moved since, fails like a lost connection.
  if (!(await isReadable(file))) throw new Refused(NOT_READABLE);
  const { url, init } = requestOf(PATH, { team, ...target, name: file.name }, file);
  const { status, body, retryAfter } = await answerTo(url, { ...init.headers }, file, on);
  if (status === 0) throw new SendLater(lost().problem.title, RETRY_MS);
  if (LATER.has(status)) throw new SendLater("The server is busy.", waitIn(retryAfter));
  if (status >= 300) throw refusalOf({ status }, body);
  return sentIn(body);
}

/** Milliseconds of a `Retry-After` header, which has seconds. */
export function waitIn(header: string | null): number {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) * 1000 : RETRY_MS;
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

const NOT_READABLE: Problem = {
  type: "about:blank",
  status: 0,
  code: "not_readable",
  title: "The browser cannot read this file.",
  detail: "Folders are not taken; a file that was moved must be chosen again.",
  errors: [],
};

type Answered = {
  /** 0 without an answer, and for a cancelled file. */
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
};

function answerTo(
  url: string,
  headers: Readonly<Record<string, string>>,
  file: File,
  { signal, onShare }: Pick<Sending, "signal" | "onShare">,
): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  const end = () => {
    signal.removeEventListener("abort", abort);
    const { status } = request;
    const retryAfter = status === 0 ? null : request.getResponseHeader("Retry-After");
    resolve({ status, body: jsonIn(request.responseText), retryAfter });
  };
  request.open("POST", url);
  const all = { ...headers, "Content-Type": "application/octet-stream" };
  for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
  request.upload.addEventListener("progress", ({ loaded, total }) =>
    onShare(total === 0 ? 1 : loaded / total),
  );
  request.addEventListener("loadend", end);
  signal.addEventListener("abort", abort);
  if (signal.aborted) resolve({ status: 0, body: null, retryAfter: null });
  else request.send(file);
  return promise;
}

/** Null for what is no JSON, such as a proxy's own error page. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Casts the body to its type: the server has checked it against the same schema. */
function sentIn(body: unknown): SentFile {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return body as SentFile;
}

/** Ends after the time, with the signal, or when the device is online again. */
export function pauseSending(milliseconds: number, signal: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    window.removeEventListener("online", end);
    resolve(null);
  };
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener("abort", end);
  window.addEventListener("online", end);
  return promise;
}
