import type { Chance } from "../../src/demo/chance.ts";
import type { Facts } from "./facts.ts";
import type { Headers, Message } from "./messages.ts";

/** What goes over a connection, and what must come back. */
export type Request = {
  /** What was thought of when it was made. */
  readonly kind: string;
  readonly method: string;
  /** The bytes, in pieces that are sent one after the other. */
  readonly pieces: readonly Buffer[];
  /** What the client does when it has sent them. */
  readonly ending: "waits" | "half-closes" | "leaves";
  /** The JSON that the server may understand. */
  readonly body: Buffer;
  /**
   * `service`: the call is done. `challenge`: 401. `answer`: any answer but a failure. `end`: that
   * too, or the end of the connection.
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

/** A message as it is sent by whom those headers authenticate. */
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

/** A draft as HTTP wants it. */
export function requestOf(kind: string, draft: Draft, given: Partial<Request> = {}): Request {
  const length = ["Content-Length", String(draft.body.length)] as const;
  const headers = [...draft.headers, length];
  return rawRequest(kind, draft, [headOf({ ...draft, headers }), draft.body], given);
}

/** A draft as those bytes. */
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

/** A text as a header can carry it. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\t -~\u0080-\u00ff]/g, "?").slice(0, 2000);
}

export function bearer(key: string): Headers {
  return [["Authorization", `Bearer ${key}`]];
}

/** Credentials that nobody holds, made of one that somebody holds. */
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

/** The messages in a body, read as the server reads it; none when it cannot be read. */
export function messagesOf({ body }: Request): readonly any[] {
  try {
    return [JSON.parse(body.toString())].flat();
  } catch {
    return [];
  }
}
