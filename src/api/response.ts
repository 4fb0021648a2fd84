import type { Context as Http } from "hono";
import type { Answer, Download } from "../core/route.ts";
import { encoded, encodingFor, encodingHeaders } from "../http/content-encoding.ts";
import { dispositionOf } from "../http/disposition.ts";
import { type ApiProblem, type Report, problemOf } from "./problem.ts";

const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
const JSON_HEADERS = { ...NO_STORE, "Content-Type": "application/json" };

/** Length of a text from which on compressing saves a packet. */
const LEAST_COMPRESSED = 1400;

type Sending = {
  readonly report: Report;
  /**
   * False for a page of another site. Its requests could make a text stand beside our secrets, and the
   * length of what is compressed would tell whether they are alike.
   */
  readonly mayCompress: boolean;
};

export async function respond(
  http: Http,
  answer: Answer,
  { report, mayCompress }: Sending,
): Promise<Response> {
  if (answer.kind === "json") {
    const text = JSON.stringify(answer.value);
    return mayCompress && text.length >= LEAST_COMPRESSED
      ? compressed(http, text)
      : http.body(text, 200, JSON_HEADERS);
  }
  if (answer.kind === "download") {
    const { download } = answer;
    return http.newResponse(contentOf(download, report), 200, fileHeaders(download));
  }
  const body = ReadableStream.from(eventLines(answer.events, report));
  return http.newResponse(body, 200, EVENT_STREAM);
}

async function compressed(http: Http, text: string): Promise<Response> {
  const encoding = encodingFor(http.req.header("accept-encoding"));
  const headers = { ...JSON_HEADERS, ...encodingHeaders(encoding) };
  return http.body(await encoded(text, encoding), 200, headers);
}

/** nginx would otherwise collect events in a buffer. */
const EVENT_STREAM = {
  ...NO_STORE,
  "Content-Type": "text/event-stream",
  "X-Accel-Buffering": "no",
};

/** Problem document (RFC 9457). */
export function refused({ problem, headers }: ApiProblem): Response {
  const type = { "Content-Type": "application/problem+json" };
  const init = { status: problem.status, headers: { ...NO_STORE, ...type, ...headers } };
  return new Response(JSON.stringify(problem), init);
}

/** Files may come from strangers: a browser saves them and runs nothing in them. */
function fileHeaders({ name, type, event }: Download): Readonly<Record<string, string>> {
  return {
    ...(typeof event === "string" ? { "Activity-Event": event } : {}),
    "Content-Type": type,
    "Content-Disposition": dispositionOf(name),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

function contentOf({ content }: Download, report: Report) {
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  return ReadableStream.from<Uint8Array>(reported(content, report));
}

/** A failure ends the connection, so that the browser does not take the file for whole. */
async function* reported(
  chunks: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    report(error);
    throw error;
  }
}

const KEEP_ALIVE_MS = 15_000;

/** Server-sent events (HTML Standard, 9.2). A failure is the last event, `problem`. */
async function* eventLines(
  events: AsyncIterable<unknown>,
  report: Report,
): AsyncIterable<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ;) {
      const result = await within(KEEP_ALIVE_MS, next);
      if (result === "late") {
        yield KEEP_ALIVE;
        continue;
      }
      if (result.done === true) return;
      yield encoder.encode(eventOf("message", result.value));
      next = iterator.next();
    }
  } catch (error) {
    yield encoder.encode(eventOf("problem", problemOf(error, report).problem));
  } finally {
    // The browser may have gone: the events end too.
    await iterator.return?.();
  }
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, milliseconds, "late");
  timer.unref();
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const encoder = new TextEncoder();
const KEEP_ALIVE = encoder.encode(":\n\n");

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
