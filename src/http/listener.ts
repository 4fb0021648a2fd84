import type { RequestListener, IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Context, Handler } from "hono";
import { drainedText, readText } from "./body.ts";
import { Framed, type Exchange, type HttpAnswer } from "./exchange.ts";

/**
 * Serves an app to `node:http`. A plain `POST` to the MCP endpoint goes straight to its exchange. Everything else
 * goes through Hono, which also judges addresses and hosts that are unusual.
 * @param options.overrideGlobalObjects false leaves this process its own `Request` and `Response`
 */
export function listenerOf(
  { fetch, mcp }: { readonly fetch: Fetch; readonly mcp: Exchange },
  options: { readonly overrideGlobalObjects?: boolean } = {},
): RequestListener {
  const others = getRequestListener(fetch, options);
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isPlain = method === "POST" && isMcp(url) && PLAIN_HOST.test(headers.host ?? "");
    void (isPlain ? serveExchange(mcp, incoming, outgoing) : others(incoming, outgoing));
  };
}

/** Many people and clients end an address with a slash. */
export const MCP_PATHS = ["/mcp", "/mcp/"] as const;

function isMcp(url: string | undefined): boolean {
  return MCP_PATHS.some((path) => path === url);
}

const PLAIN_HOST = /^[a-z0-9._-]+(:\d{4,5})?$/;

type Fetch = Parameters<typeof getRequestListener>[0];

/** Serves an exchange on Node's own request and response; Hono's way costs some 20 µs more. */
async function serveExchange(
  exchange: Exchange,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const answer = await exchange({
    method: incoming.method ?? "",
    header: (name) => headerOf(incoming, name),
    readText: (largest) => drainedText(largest, (drained) => readBytes(incoming, largest, drained)),
    isGone: () => outgoing.destroyed,
    whenGone: (then) => whenClosed(outgoing, then),
  });
  await write(outgoing, answer);
}

/** Headers of which Node keeps the first only, and `Headers` joins all. */
const NOT_JOINED = new Set(["authorization", "content-type", "content-length", "user-agent"]);

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  if (value === undefined) return undefined;
  if (NOT_JOINED.has(name)) return joined(incoming.rawHeaders, name);
  return typeof value === "string" ? value : value.join(", ");
}

/** @param rawHeaders names and values in turn */
function joined(rawHeaders: readonly string[], name: string): string {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.join(", ");
}

/** @returns null for a body larger than `largest`, of which `drained` bytes are read */
async function readBytes(
  incoming: IncomingMessage,
  largest: number,
  drained: number,
): Promise<Buffer | null> {
  if (incoming.destroyed) return readAfterClose(incoming);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= largest) chunks.push(chunk);
    else if (size > drained) resolve(null);
  });
  incoming.once("end", () => resolve(size > largest ? null : Buffer.concat(chunks)));
  incoming.once("error", reject);
  incoming.once("close", () => {
    if (!incoming.readableEnded) reject(aborted());
  });
  return promise;
}

function readAfterClose(incoming: IncomingMessage): Buffer {
  const whole: unknown = incoming.complete ? incoming.read() : null;
  if (whole instanceof Buffer) return whole;
  throw incoming.errored ?? aborted();
}

function aborted(): Error {
  return Object.assign(new Error("aborted"), { code: "ECONNRESET" });
}

async function write(outgoing: ServerResponse, answer: HttpAnswer): Promise<void> {
  const { status, headers, body } = answer;
  if (outgoing.destroyed) {
    if (body instanceof ReadableStream) await body.cancel();
    return;
  }
  if (body === null) outgoing.writeHead(status, headers).end();
  else if (typeof body === "string")
    outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
  else if (body instanceof Framed) {
    outgoing.writeHead(status, { ...headers, "Content-Length": body.byteLength });
    // Node sends what is written in one turn together, and does not copy the bytes.
    outgoing.write(body.start);
    outgoing.write(body.encoded.bytes);
    outgoing.end(body.end);
  } else {
    outgoing.writeHead(status, headers).flushHeaders();
    await pipeline(Readable.fromWeb(body), outgoing).catch(ignoreClose);
  }
}

function ignoreClose(error: unknown): void {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ERR_STREAM_PREMATURE_CLOSE" && code !== "ECONNRESET" && code !== "EPIPE")
    throw error;
}

type Env = { Bindings: Partial<HttpBindings> };

export function webHandler(exchange: Exchange): Handler<Env> {
  return async (http) => {
    const answer = await exchange({
      method: http.req.method,
      header: (name) => http.req.header(name),
      readText: (largest) => readText(http.req.raw, largest),
      isGone: () => isGone(http),
      whenGone: (then) => {
        const outgoing = http.env?.outgoing;
        if (outgoing === undefined) http.req.raw.signal.addEventListener("abort", then);
        else whenClosed(outgoing, then);
      },
    });
    return responseOf(answer);
  };
}

export function responseOf({ status, headers, body }: HttpAnswer): Response {
  return new Response(body instanceof Framed ? body.text : body, { status, headers });
}

function whenClosed(outgoing: Pick<ServerResponse, "destroyed" | "once">, then: () => void): void {
  if (outgoing.destroyed) then();
  else outgoing.once("close", then);
}

function isGone(http: Context<Env>): boolean {
  const outgoing = http.env?.outgoing;
  return outgoing === undefined ? http.req.raw.signal.aborted : outgoing.destroyed;
}
