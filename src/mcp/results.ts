import type { Refusal } from "../core/errors.ts";
import type { Generation } from "./generations.ts";
import type { InputRequests } from "./input-required.ts";
import type { Id } from "./rpc.ts";
import { SERVER_INFO } from "./server-info.ts";

// Results are built as JSON text, so that lists and metadata are serialized only once.

const META = `"io.modelcontextprotocol/serverInfo":${JSON.stringify(SERVER_INFO)}`;
const MODERN_END = `,"resultType":"complete","_meta":{${META}}}`;

/** @param fields the fields of the result as JSON text, without braces */
export function result(generation: Generation, fields: string): string {
  return generation === "modern" ? `{${fields}${MODERN_END}` : `{${fields}}`;
}

/** Last message of a subscription (basic/patterns/subscriptions, Graceful Closure). */
export function endOfSubscription(id: Id): string {
  const subscription = `"io.modelcontextprotocol/subscriptionId":${JSON.stringify(id)}`;
  return `{"resultType":"complete","_meta":{${subscription},${META}}}`;
}

/** Asks the client for input; it returns `requestState` with its answers (basic/patterns/mrtr). */
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

/** Tool output as structured data and as JSON text. For legacy clients structured data must be an object. */
export function toolResult(generation: Generation, output: unknown): string {
  if (output instanceof Content) return result(generation, fieldsOf({ content: output.blocks }));
  const json = JSON.stringify(output);
  const text = `"content":[{"type":"text","text":${JSON.stringify(json)}}]`;
  return result(
    generation,
    generation === "legacy" && output === null ? text : `${text},"structuredContent":${json}`,
  );
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
