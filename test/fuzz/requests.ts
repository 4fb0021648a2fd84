import type { Chance } from "../../src/demo/chance.ts";
import type { Facts } from "./facts.ts";
import type { Headers, Message } from "./messages.ts";

/** A request as bytes, with the expected outcome. */
export type Request = {
  /** Name of the oddity, for reports. */
  readonly kind: string;
  readonly method: string;
  /** Bytes, in pieces that are written separately. */
  readonly pieces: readonly Buffer[];
  /** The client's behaviour after sending. */
  readonly ending: "waits" | "half-closes" | "leaves";
  /** JSON body, as far as the server can read it. */
  readonly body: Buffer;
  /**
   * `service`: success. `challenge`: 401. `answer`: any answer with a status below 500. `end`: such an
   * answer, or a closed connection.
   */
  readonly expected: "service" | "challenge" | "answer" | "end";
};

/** A request before it becomes bytes. */
export type Draft = {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: Headers;
  readonly body: Buffer;
};

const HOST = ["Host", "localhost"] as const;

/** Drafts the POST of a message with a credential. */
export function draftOf({ headers, value }: Message, credential: Headers): Draft {
  return {
    method: "POST",
    target: "/mcp",
    version: "HTTP/1.1",
    headers: [
      HOST,
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ...credential,
      ...headers,
    ],
    body: Buffer.from(JSON.stringify(value) ?? ""),
  };
}

/** Turns a draft into a well-formed HTTP request. */
export function requestOf(kind: string, draft: Draft, given: Partial<Request> = {}): Request {
  const length = ["Content-Length", String(draft.body.length)] as const;
  const headers = [...draft.headers, length];
  return rawRequest(kind, draft, [headOf({ ...draft, headers }), draft.body], given);
}

/** Turns a draft into a request with the given bytes. */
export function rawRequest(
  kind: string,
  { method, body }: Draft,
  bytes: readonly Buffer[],
  given: Partial<Request> = {},
): Request {
  const pieces = [Buffer.concat(bytes)];
  return { kind, method, pieces, ending: "waits", body, expected: "answer", ...given };
}

export function headOf({ method, target, version, headers }: Draft): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${target} ${version}`, ...lines, "", ""].join("\r\n"), "latin1");
}

/** Makes a text fit into a header. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\t -~\u0080-\u00ff]/g, "?").slice(0, 2000);
}

export function bearer(key: string): Headers {
  return [["Authorization", `Bearer ${key}`]];
}

/** Invalid credentials, derived from a valid key. */
export function badCredential(chance: Chance, { keys: { full, ended } }: Facts): Headers {
  const other = full.endsWith("A") ? "B" : "A";
  return chance.pick<Headers>([
    [],
    ...ended.map(bearer),
    bearer(full.slice(0, -1)),
    bearer(full.slice(0, -1) + other),
    bearer(`${full},`),
    bearer(`${full} ${full}`),
    bearer(`\u00ff${full}`),
    bearer("x".repeat(8000)),
    [["Authorization", full]],
    [["Authorization", "Bearer"]],
    [["Authorization", `Basic ${Buffer.from(`${full}:`).toString("base64")}`]],
    [...bearer("x"), ["X-API-Key", full]],
    [...bearer(full), ["X-API-Key", "x"]],
    [["X-API-Key", `${full}x`]],
    [["Cookie", `key=${full}`]],
  ]);
}

/** Messages of a body; none when it is not JSON. */
export function messagesOf({ body }: Request): readonly any[] {
  try {
    return [JSON.parse(body.toString())].flat();
  } catch {
    return [];
  }
}
