import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../server.ts";
import type { Outcome, Reply } from "./replies.ts";
import { messagesOf, type Request } from "./requests.ts";
import { SECRET_NAME } from "./team.ts";

/** Texts in an error that would reveal internals. The generators send none of them. */
const INTERNALS: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(/,
  /node:internal|node_modules|\.[cm]?[jt]s:\d+/,
  /sqlite|kysely|postgres|ZodError/i,
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b.+=/i,
  /violates|constraint|syntax error|no such (table|column)|relation "/,
  /(Type|Range|Reference|Syntax)Error|Cannot read prop|is not a function|\bERR_[A-Z]/,
];
const PATHS = [ROOT, join(tmpdir(), "ledgerport")];

type RpcMessage = { readonly id?: unknown; readonly result?: any; readonly error?: any };

/** Asserts the rules for every answer, whatever the request. */
export function assertSound(request: Request, outcome: Outcome): void {
  const { expected } = request;
  assert.ok(outcome !== "silence", "no answer came in time");
  if (outcome === "ended") {
    assert.equal(expected, "end", "the connection ended without an answer");
    return;
  }
  const { status, text } = outcome;
  assert.ok(status < 500, `it failed with status ${status}`);
  const errors = errorsIn(outcome);
  for (const internal of INTERNALS) assert.ok(!internal.test(errors), `it tells of ${internal}`);
  for (const path of PATHS) assert.ok(!text.includes(path), `it tells of ${path}`);
  assert.ok(!/svc_[0-9A-Za-z]{49}/.test(text), "it tells a key");
  assert.ok(!text.includes(SECRET_NAME), "it tells of another team");
  assert.ok(!text.includes("internal_error"), "it met a bug");
  const asked = new Set([undefined, null, ...messagesOf(request).map((message) => message?.id)]);
  for (const { id } of messagesIn(outcome)) assert.ok(asked.has(id), "nobody asked with its id");
  if (expected === "challenge") assert.equal(status, 401);
  if (expected === "service") {
    const [{ result } = {}] = messagesIn(outcome);
    assert.ok(status === 200 && result !== undefined && result.isError !== true, "it was refused");
  }
}

/** Text of an answer's errors. Results are left out, as their data may be anything. */
function errorsIn(reply: Reply): string {
  if (reply.status >= 400) return reply.text;
  const failed = messagesIn(reply).filter(({ result }) => result?.isError ?? result === undefined);
  return failed.map((message) => JSON.stringify(message)).join("\n");
}

/** Messages of an answer; none for an empty body, a status, or an error before a message was parsed. */
export function messagesIn({ status, headers, text }: Reply): readonly RpcMessage[] {
  const type = headers.get("content-type");
  if (text === "") {
    assert.equal(headers.get("content-length") ?? "0", "0");
    return [];
  }
  assert.ok(type === "application/json" || type === "text/event-stream", `a body of type ${type}`);
  const body = JSON.parse(text);
  if (Array.isArray(body)) {
    assert.ok(body.length > 0);
    for (const message of body) assertMessage(message);
    return body;
  }
  if ("jsonrpc" in body) {
    assertMessage(body);
    return [body];
  }
  const known = status < 400 ? ["status"] : ["error", "error_description"];
  assert.deepEqual(Object.keys(body), known);
  for (const value of Object.values(body)) assert.equal(typeof value, "string");
  return [];
}

/** JSON-RPC 2.0 §4.1 and §5. */
function assertMessage({ jsonrpc, id, method, params, result, error, ...rest }: any): void {
  assert.equal(jsonrpc, "2.0");
  assert.deepEqual(rest, {});
  if (method !== undefined) {
    assert.deepEqual([typeof method, typeof params, id], ["string", "object", undefined]);
    return;
  }
  assert.ok(id === null || typeof id === "string" || typeof id === "number");
  assert.notEqual(result === undefined, error === undefined);
  if (error === undefined) assert.ok(typeof result === "object" && id !== null);
  else assert.ok(Number.isInteger(error.code) && typeof error.message === "string");
}
