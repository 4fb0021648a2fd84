import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Chance } from "../../src/demo/chance.ts";
import { oddText } from "./odd-values.ts";
import { type Draft, headerText, headOf, rawRequest, type Request, requestOf } from "./requests.ts";

type Oddity = (chance: Chance, draft: Draft) => Request;

/** Ways to send a valid message that HTTP or this server does not expect. */
const ODDITIES: readonly Oddity[] = [
  (chance, draft) => {
    const method = chance.pick("GET DELETE PUT PATCH HEAD OPTIONS TRACE QUERY PROPFIND".split(" "));
    return requestOf("another method", { ...draft, method });
  },
  (chance, draft) => {
    const method = chance.pick(["CONNECT", "post", "P OST", "", "MCP", "\u0000"]);
    return requestOf("no method", { ...draft, method }, { expected: "end" });
  },
  (chance, draft) => {
    const target = chance.pick(TARGETS);
    return requestOf("another target", { ...draft, target }, { expected: "end" });
  },
  (chance, draft) => requestOf("odd header", withHeader(draft, ...oddHeader(chance))),
  (chance, draft) =>
    requestOf("wild header", withHeader(draft, oddText(chance), oddText(chance)), {
      expected: "end",
    }),
  (chance, draft) => {
    const length = chance.pick([1000, 8000, 16_000, 20_000, 100_000]);
    const header = withHeader(draft, "X-Long", "x".repeat(length));
    return requestOf("long header", header, { expected: "end" });
  },
  (chance, draft) => {
    const many = Array.from({ length: chance.pick([50, 1900, 2100]) }, () => ["X", "y"] as const);
    const headers = [...many, ...draft.headers];
    return requestOf("many headers", { ...draft, headers }, { expected: "end" });
  },
  (chance, draft) => {
    const [name, value] = chance.pick(draft.headers);
    const other = chance.pick([value, "", "x", headerText(oddText(chance))]);
    return requestOf("doubled header", withHeader(draft, name, other), { expected: "end" });
  },
  (chance, draft) => {
    const gone = chance.pick(draft.headers);
    const headers = draft.headers.filter((header) => header !== gone);
    return requestOf("header left out", { ...draft, headers });
  },
  (chance, draft) => {
    const host = chance.pick([
      "",
      "a b",
      "[::1",
      "x:99999999",
      "localhost@evil",
      "\u00ff",
      "a/b?c",
    ]);
    const headers = draft.headers.map(
      ([name, value]) => [name, name === "Host" ? host : value] as const,
    );
    return requestOf("odd host", { ...draft, headers }, { expected: "end" });
  },
  (chance, draft) => {
    const version = chance.pick(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 ", "", "HTTP"]);
    return requestOf("another version of HTTP", { ...draft, version }, { expected: "end" });
  },
  (chance, draft) => {
    const encoding = chance.pick(["gzip", "br", "deflate", "identity", "gzip, gzip", "x"]);
    const body = chance.pick([draft.body, gzipSync(draft.body), brotliCompressSync(draft.body)]);
    return requestOf("encoded body", { ...withHeader(draft, "Content-Encoding", encoding), body });
  },
  (chance, draft) => {
    const length = chance.pick([
      "",
      "-5",
      "+5",
      "1e3",
      "0x10",
      "5, 5",
      "18446744073709551616",
      "9",
    ]);
    const head = headOf(withHeader(draft, "Content-Length", length));
    return rawRequest("wrong length", draft, [head, draft.body], HALF_CLOSED);
  },
  (chance, draft) => {
    const length = String(draft.body.length + chance.between(1, 1000));
    const head = headOf(withHeader(draft, "Content-Length", length));
    return rawRequest("length of more", draft, [head, draft.body], cutEnding(chance));
  },
  (chance, draft) => {
    const whole = requestOf("cut short", draft);
    const bytes = Buffer.concat(whole.pieces);
    const pieces = [bytes.subarray(0, chance.between(0, bytes.length - 1))];
    return { ...whole, pieces, ...cutEnding(chance) };
  },
  (_, draft) => requestOf("whole, but nobody waits", draft, { ending: "leaves", expected: "end" }),
  (_, draft) => requestOf("half-closed", draft, HALF_CLOSED),
  (chance, draft) => {
    const whole = requestOf("in pieces", draft);
    return { ...whole, pieces: pieced(chance, Buffer.concat(whole.pieces)) };
  },
  (chance, draft) => {
    const body = chunked(chance, draft.body);
    const head = headOf(withHeader(draft, "Transfer-Encoding", "chunked"));
    const whole = rawRequest("chunked", draft, [head, body]);
    return { ...whole, pieces: pieced(chance, Buffer.concat(whole.pieces)) };
  },
  (chance, draft) => {
    const body = chunked(chance, draft.body);
    const cut = body.subarray(0, chance.between(0, body.length - 1));
    const head = headOf(withHeader(draft, "Transfer-Encoding", "chunked"));
    return rawRequest("chunks cut short", draft, [head, cut], cutEnding(chance));
  },
  (chance, draft) => {
    const body = Buffer.from(
      chance.pick(["xyz\r\n", "-1\r\n", "fffffffffffffffff\r\n", "5\n", "\0"]),
    );
    const head = headOf(withHeader(draft, "Transfer-Encoding", "chunked"));
    return rawRequest("no chunks", draft, [head, body, draft.body], HALF_CLOSED);
  },
  (chance, draft) => {
    const framing = chance.pick(["chunked", "gzip", "chunked, chunked", "identity", "x"]);
    const twice = withHeader(draft, "Transfer-Encoding", framing);
    return requestOf("two framings", twice, HALF_CLOSED);
  },
  (chance, draft) => {
    const asked = chance.pick(["100-continue", "200-ok", "x"]);
    return requestOf("expectation", withHeader(draft, "Expect", asked));
  },
  (chance, draft) => {
    const upgrade = withHeader(draft, "Connection", "Upgrade");
    const protocol = chance.pick(["websocket", "h2c", "TLS/1.0"]);
    return requestOf("upgrade", withHeader(upgrade, "Upgrade", protocol), { expected: "end" });
  },
  (chance, draft) => {
    const length = chance.between(1, 200);
    const bytes = Uint8Array.from({ length }, () => chance.between(0, 255));
    const wild = chance.pick([
      Buffer.from(bytes),
      Buffer.from("\u0016\u0003\u0001\u0002"),
      PREFACE,
    ]);
    return rawRequest("no HTTP", draft, [wild], HALF_CLOSED);
  },
];

export function oddRequest(chance: Chance, draft: Draft): Request {
  return chance.pick(ODDITIES)(chance, draft);
}

const HALF_CLOSED = { ending: "half-closes", expected: "end" } as const;

function cutEnding(chance: Chance): Pick<Request, "ending" | "expected"> {
  return { ending: chance.pick(["half-closes", "leaves"]), expected: "end" };
}

/** HTTP/2 connection preface (RFC 9113 §3.4). */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

const TARGETS = [
  "/ /mcp/ //mcp /MCP /mcp? /mcp?key=x /mcp#a /%6dcp /mcp%00 /mcp%ff /a/../mcp /a\\b * mcp".split(
    " ",
  ),
  ["http://localhost/mcp", "http://[::1/mcp", "https://other.example/mcp", "//other.example/mcp"],
  ["/healthz", "/readyz", "/mcp/sse", "/.well-known/x", "/m\u00e9p", "/a b", "", "/\u0000"],
  [`/${"x".repeat(9000)}`],
].flat();

const NAMES =
  "Accept Accept-Encoding Authorization-Info Content-Language Idempotency-Key Last-Event-ID " +
  "Mcp-Method Mcp-Name Mcp-Param-Id MCP-Protocol-Version Mcp-Session-Id Origin X-Forwarded-For " +
  "X-API-Key Forwarded Range If-None-Match Cookie __proto__ constructor";

const VALUES = [
  ["", ",", "*/*", "text/event-stream", "text/html", "application/*", "a/b;q=2", "null"],
  ["2025-03-26", "2025-06-18", "2026-07-28", "2099-01-01", "tools/list", "once", "gzip"],
  ["https://app.example", "https://evil.example", "http://localhost:1", "=?base64?!?="],
].flat();

function oddHeader(chance: Chance): readonly [name: string, value: string] {
  const value = chance.pick([...VALUES, headerText(oddText(chance)), "x".repeat(4000)]);
  return [chance.pick(NAMES.split(" ")), value];
}

function withHeader(draft: Draft, name: string, value: string): Draft {
  return { ...draft, headers: [...draft.headers, [name, value]] };
}

function pieced(chance: Chance, bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  const longest = chance.pick([7, 50, 500]);
  for (let at = 0; at < bytes.length && pieces.length < 50;) {
    const end = pieces.length === 49 ? bytes.length : at + chance.between(1, longest);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** The body in chunks of random sizes, with extensions and trailers (RFC 9112 §7.1). */
function chunked(chance: Chance, body: Buffer): Buffer {
  const extension = chance.pick(["", "", ";a=b", ';a="\u00ff"']);
  const trailer = chance.pick(["", "", "X-Trailer: x\r\n"]);
  const chunks = pieced(chance, body).flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}${extension}\r\n`, "latin1"),
    piece,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
