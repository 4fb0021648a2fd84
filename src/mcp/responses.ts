import { RETRY_AFTER } from "../core/errors.ts";
import { textIn } from "../http/encoded.ts";
import type { HttpAnswer } from "../http/exchange.ts";
import type { Budget } from "../http/rate-limit.ts";
import type { Answer } from "./messages.ts";

type Fields = Readonly<Record<string, string>>;

export function respond({ status, body }: Answer, given: Fields, accept?: string): HttpAnswer {
  const headers = status === 503 ? { ...given, "Retry-After": RETRY_AFTER } : given;
  if (body === null) return { status, headers, body };
  if (body instanceof ReadableStream) return { status, headers: { ...headers, ...STREAM }, body };
  if (!readsOnlyStreams(accept)) return { status, headers: { ...headers, ...JSON_BODY }, body };
  const event = `event: message\ndata: ${textIn(body)}\n\n`;
  return { status, headers: { ...headers, ...STREAM }, body: event };
}

const JSON_BODY = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};
const STREAM = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
};

export function readsStreams(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes("text/event-stream");
}

function readsOnlyStreams(accept: string | undefined): boolean {
  return (
    accept !== undefined && readsStreams(accept) && !/application\/(json|\*)|\*\/\*/.test(accept)
  );
}

const REFUSALS = {
  401: [
    "invalid_token",
    "Send an access token or an API key as Authorization: Bearer <credential>, or a key as x-api-key: <key>.",
  ],
  403: ["origin_not_allowed", "Add its origin to ALLOWED_ORIGINS if it is yours."],
  405: ["method_not_allowed", "Send each message as a POST."],
  415: ["unsupported_media_type", "Set Content-Type: application/json."],
  429: [
    "too_many_requests",
    "Wait for the seconds of Retry-After, ask for larger pages, or use a key for each workload.",
  ],
} as const;

/** Refuses a request before its message is parsed: the reason, then the next step. */
export function refuse(
  status: keyof typeof REFUSALS,
  reason: string,
  headers: Fields = {},
): HttpAnswer {
  const [error, next] = REFUSALS[status];
  const body = JSON.stringify({ error, error_description: `${reason} ${next}` });
  return respond({ status, body }, headers);
}

/** 401 for a missing or an invalid credential; the body says which (MCP 2026-07-28, authorization; RFC 9728 §5.1). */
export function challenge(baseUrl: string, reason: string, headers: Fields): HttpAnswer {
  return refuse(401, reason, { ...headers, "WWW-Authenticate": `Bearer ${metadataOf(baseUrl)}` });
}

/** Header of a 403. It names one scope, since every scope in a challenge is required (RFC 6750 §3). */
export function scopeChallenge(baseUrl: string, scope: string): Fields {
  const parts = [`error="insufficient_scope"`, `scope="${scope}"`, metadataOf(baseUrl)];
  return { "WWW-Authenticate": `Bearer ${parts.join(", ")}` };
}

function metadataOf(baseUrl: string): string {
  return `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
}

export function budgetHeaders({ allowed, limit, remaining, resetSeconds }: Budget): Fields {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
    ...(allowed ? {} : { "Retry-After": String(resetSeconds) }),
  };
}

export function corsHeaders(origin: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers":
      "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key",
    "Access-Control-Expose-Headers":
      "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate",
    "Access-Control-Max-Age": "3600",
    Vary: "Origin",
  };
}
