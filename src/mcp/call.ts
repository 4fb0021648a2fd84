import { z } from "zod";
import { type EndCall, type CallEnd, doneWith } from "../accounts/call-log.ts";
import type { Access } from "../accounts/scopes.ts";
import type { Follower } from "../activity/journal-watch.ts";
import type { Journal } from "../activity/subject.ts";
import { Refusal, Cancelled, type RefusalCode } from "../core/errors.ts";
import { visible } from "../core/visible.ts";
import type { Client, Context } from "../db/context.ts";
import type { ReadHeader } from "../http/exchange.ts";
import type { Caller, Generation } from "./generations.ts";
import {
  type InputRequests,
  InputRequired,
  type Id,
  type Params,
  type Result,
  RpcError,
} from "./rpc.ts";
import { SERVER_INFO } from "./server-info.ts";

export type Call = {
  readonly id: Id;
  readonly params: Params;
  readonly header: ReadHeader;
  readonly caller: Caller;
  readonly access: Access;
  readonly context: Omit<Context, "tool">;
  readonly exchange: Exchange;
  readonly journal: Journal;
  /** Address of the page of an event. */
  readonly pageOf: (event: string) => string;
  /** Looks the access up again; null when the credential is no longer valid. */
  readonly look: () => Promise<Access | null>;
  readonly isStopping: () => boolean;
  readonly whenGone: (then: () => void) => void;
  readonly followJournal: () => Promise<Follower>;
  readonly introduce: (client: Client) => Promise<void>;
  /** Begins the call's entry in the call log; call `loggedCall` instead. */
  readonly logCall: (client: Client | null, name: string) => EndCall;
  readonly report: (error: unknown) => string;
};

type Exchange = {
  /** Client capabilities; empty for legacy clients, which send them only with `initialize`. */
  readonly capabilities: Params;
  readonly inputResponses: Params;
  readonly state: RequestState | null;
  /** Null when the client reads no event stream. */
  readonly send: Send | null;
};

export type Send = (message: object) => void;

export type RequestState = {
  readonly value: unknown;
  /** Identifies this state, so that it counts only once. */
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** Context of catalogue entries. Domain functions see only the `Context` in it. */
export type CallContext = Context & Pick<Call, "access" | "exchange" | "journal" | "pageOf">;

export function contextOf(call: Call, tool: string): CallContext {
  const { context, access, exchange, journal, pageOf } = call;
  return { ...context, tool, access, exchange, journal, pageOf };
}

/** @throws RpcError when there is no result */
export type Method = (call: Call) => Result | Promise<Result>;

// Results are built as JSON text, so that lists and metadata are serialized only once.

const META = `"io.modelcontextprotocol/serverInfo":${JSON.stringify(SERVER_INFO)}`;
const MODERN_END = `,"resultType":"complete","_meta":{${META}}}`;

export function result(generation: Generation, fields: string): string {
  return generation === "modern" ? `{${fields}${MODERN_END}` : `{${fields}}`;
}

export function endOfSubscription(id: Id): string {
  const subscription = `"io.modelcontextprotocol/subscriptionId":${JSON.stringify(id)}`;
  return `{"resultType":"complete","_meta":{${subscription},${META}}}`;
}

export function inputRequiredResult(inputRequests: InputRequests, requestState: string): string {
  const fields = fieldsOf({ resultType: "input_required", inputRequests, requestState });
  return `{${fields},"_meta":{${META}}}`;
}

export function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** Cache time of lists, which change only with a release or a team setting. */
const CACHE_MS = 60_000;

export function cacheableResult(generation: Generation, fields: string, ttlMs = CACHE_MS): string {
  return result(
    generation,
    generation === "modern" ? `${fields},"ttlMs":${ttlMs},"cacheScope":"private"` : fields,
  );
}

export class Content {
  readonly blocks: readonly object[];

  constructor(blocks: readonly object[]) {
    this.blocks = blocks;
  }
}

/**
 * Tool output as structured data and as JSON text, which has hidden characters as escapes. For legacy
 * clients structured data must be an object.
 */
export function toolResult(generation: Generation, output: unknown): string {
  if (output instanceof Content) return result(generation, fieldsOf({ content: output.blocks }));
  const json = JSON.stringify(output);
  const text = `"content":[{"type":"text","text":${JSON.stringify(shownJson(json))}}]`;
  return result(
    generation,
    generation === "legacy" && output === null ? text : `${text},"structuredContent":${json}`,
  );
}

/** JSON of ASCII alone hides nothing: it is found by its length, since a search takes several times longer. */
function shownJson(json: string): string {
  return Buffer.byteLength(json) === json.length ? json : visible(json);
}

/** A Refusal as a tool result: a sentence for people and models, then JSON for programs. */
export function toolError(generation: Generation, refusal: Refusal): string {
  const { code, path, message, next } = refusal;
  const content = [refusal.sentence, JSON.stringify({ code, path, message, next })].map((text) => ({
    type: "text",
    text,
  }));
  return result(generation, `"content":${JSON.stringify(content)},"isError":true`);
}

/**
 * Logs the end of a call. A name that a client made up may hold anything, so it is never logged:
 * `name` is of the tool, prompt or resource, else of the method.
 */
export async function loggedCall<Output>(
  call: Call,
  name: string,
  run: () => Promise<Output>,
): Promise<Output> {
  const end = call.logCall(call.context.client, name);
  try {
    const output = await run();
    end(doneWith(output));
    return output;
  } catch (error) {
    end(endOf(error));
    throw error;
  }
}

/** Some protocol errors carry the code of the refusal behind them. */
const Coded = z.object({ code: z.string() });

const FAILURES: ReadonlySet<RefusalCode> = new Set(["outcome_unknown", "unavailable"]);

function endOf(error: unknown): CallEnd {
  const refused = (reason: string) => ({ outcome: "refused", reason, rows: null }) as const;
  if (error instanceof Refusal)
    return FAILURES.has(error.code)
      ? { outcome: "failed", reason: error.code, rows: null }
      : refused(error.code);
  if (error instanceof InputRequired) return refused("input_required");
  if (error instanceof RpcError)
    return refused(Coded.safeParse(error.data).data?.code ?? "invalid_request");
  const reason = error instanceof Cancelled ? "cancelled" : null;
  return { outcome: "failed", reason, rows: null };
}
