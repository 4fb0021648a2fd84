import type { Refusal } from "../core/errors.ts";
import type { Era } from "./eras.ts";
import type { InputRequests } from "./input-required.ts";
import type { Id } from "./rpc.ts";
import { SERVER_INFO } from "./server-info.ts";

/** Results are put together as JSON text, so that what is known in advance is written only once. */

const META = `"io.modelcontextprotocol/serverInfo":${JSON.stringify(SERVER_INFO)}`;
const MODERN_END = `,"resultType":"complete","_meta":{${META}}}`;

/** @param fields the fields of the result as JSON text, without braces */
export function result(era: Era, fields: string): string {
  return era === "modern" ? `{${fields}${MODERN_END}` : `{${fields}}`;
}

/** How a subscription ends in good order (basic/patterns/subscriptions, Graceful Closure). */
export function endOfSubscription(id: Id): string {
  const subscription = `"io.modelcontextprotocol/subscriptionId":${JSON.stringify(id)}`;
  return `{"resultType":"complete","_meta":{${subscription},${META}}}`;
}

/** What has to be answered first, and what comes back with the answer (basic/patterns/mrtr). */
export function inputRequiredResult(inputRequests: InputRequests, requestState: string): string {
  const fields = fieldsOf({ resultType: "input_required", inputRequests, requestState });
  return `{${fields},"_meta":{${META}}}`;
}

/** The fields of an object as JSON text, without braces. */
export function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}

/** How long a client may keep an answer that only a new version or a setting of the team changes. */
const CACHE_MS = 60_000;

/** A result that modern clients may keep for a while, for this credential only. */
export function cacheableResult(era: Era, fields: string, ttlMs = CACHE_MS): string {
  return result(
    era,
    era === "modern" ? `${fields},"ttlMs":${ttlMs},"cacheScope":"private"` : fields,
  );
}

/** What a tool answers that has no data for programs: text, images, resources. */
export class Content {
  readonly blocks: readonly object[];

  constructor(blocks: readonly object[]) {
    this.blocks = blocks;
  }
}

/** What a tool answers: as data, and the same JSON as text. To legacy clients data is always an object. */
export function toolResult(era: Era, output: unknown): string {
  if (output instanceof Content) return result(era, fieldsOf({ content: output.blocks }));
  const json = JSON.stringify(output);
  const text = `"content":[{"type":"text","text":${JSON.stringify(json)}}]`;
  return result(
    era,
    era === "legacy" && output === null ? text : `${text},"structuredContent":${json}`,
  );
}

/** What a tool refused: a sentence for people and models, then the same for programs. */
export function toolError(era: Era, refusal: Refusal): string {
  const { code, path, message, next } = refusal;
  const content = [refusal.sentence, JSON.stringify({ code, path, message, next })].map((text) => ({
    type: "text",
    text,
  }));
  return result(era, `"content":${JSON.stringify(content)},"isError":true`);
}
