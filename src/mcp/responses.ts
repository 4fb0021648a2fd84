import type { Budget } from "../http/rate-limit.ts";
import type { Answer } from "./messages.ts";

type Fields = Readonly<Record<string, string>>;

/** The HTTP form of an answer: JSON, unless it is a stream, or the client can read nothing else. */
export function respond({ status, body }: Answer, headers: Fields, accept?: string): Response {
  if (body === null) return new Response(null, { status, headers });
  const wrapped = typeof body === "string" && readsOnlyStreams(accept);
  const type = wrapped || typeof body !== "string" ? STREAM : JSON_BODY;
  return new Response(wrapped ? `event: message\ndata: ${body}\n\n` : body, {
    status,
    headers: { ...headers, ...type },
  });
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

/** Whether a client reads event streams where they are of use. */
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

/** A refusal before there is a message to answer: what is wrong, and what to do next. */
export function refuse(
  status: keyof typeof REFUSALS,
  reason: string,
  headers: Fields = {},
): Response {
  const [error, next] = REFUSALS[status];
  const body = JSON.stringify({ error, error_description: `${reason} ${next}` });
  return respond({ status, body }, headers);
}

/** Missing and invalid alike; only the body says which (MCP 2026-07-28, authorization; RFC 9728 §5.1). */
export function challenge(baseUrl: string, reason: string, headers: Fields): Response {
  return refuse(401, reason, { ...headers, "WWW-Authenticate": `Bearer ${metadataOf(baseUrl)}` });
}

/** Goes with a 403: the scopes named in a challenge are all required, so it is one (RFC 6750 §3). */
export function scopeChallenge(baseUrl: string, scope: string): Fields {
  const parts = [`error="insufficient_scope"`, `scope="${scope}"`, metadataOf(baseUrl)];
  return { "WWW-Authenticate": `Bearer ${parts.join(", ")}` };
}

function metadataOf(baseUrl: string): string {
  return `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
}

/** What every answer to a credential says of its budget. */
export function budgetHeaders({ allowed, limit, remaining, resetSeconds }: Budget): Fields {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
    ...(allowed ? {} : { "Retry-After": String(resetSeconds) }),
  };
}

/** For a web page that is allowed to call; no other is told anything. */
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
