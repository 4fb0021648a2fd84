import type { Refusal } from "../core/errors.ts";
import type { Era } from "./eras.ts";
import { SERVER_INFO } from "./server-info.ts";

/** Results are put together as JSON text, so that what is known in advance is written only once. */

const MODERN_END = `,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":${JSON.stringify(SERVER_INFO)}}}`;

/** @param fields the fields of the result as JSON text, without braces */
export function result(era: Era, fields: string): string {
  return era === "modern" ? `{${fields}${MODERN_END}` : `{${fields}}`;
}

/** How long a client may keep an answer that only a new version or a setting of the team changes. */
const CACHE_MS = 60_000;

/** A result that modern clients may keep for a while, for this credential only. */
export function cacheableResult(era: Era, fields: string): string {
  return result(
    era,
    era === "modern" ? `${fields},"ttlMs":${CACHE_MS},"cacheScope":"private"` : fields,
  );
}

/** What a tool answers: as data, and the same JSON as text. To legacy clients data is always an object. */
export function toolResult(era: Era, output: unknown): string {
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
