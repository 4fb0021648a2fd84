import { equalSecrets } from "../core/secrets.ts";
import type { ReadHeader } from "./exchange.ts";

type Presented = { readonly secret: string } | { readonly invalid: string };

/** Never reads the query string: addresses end up in logs. */
export function presentedCredential(header: ReadHeader): Presented {
  const authorization = header("authorization");
  const alias = header("x-api-key")?.trim() ?? "";
  if (authorization === undefined) {
    return alias === "" ? { invalid: "No credential was sent." } : { secret: alias };
  }
  const bearer = authorization.match(/^Bearer +(\S+)$/i)?.[1];
  if (bearer === undefined)
    return { invalid: "The Authorization header does not have the form: Bearer <credential>." };
  if (alias !== "" && !equalSecrets(alias, bearer)) {
    return { invalid: "Authorization and x-api-key carry different credentials." };
  }
  return { secret: bearer };
}

export const HOW_TO_PRESENT =
  "Send an access token or an API key as Authorization: Bearer <credential>, or a key as x-api-key: <key>.";

/** `WWW-Authenticate` of a 401, for a missing and an invalid credential (MCP 2026-07-28, authorization; RFC 9728 §5.1). */
export function bearerChallenge(baseUrl: string): string {
  return `Bearer ${resourceMetadata(baseUrl)}`;
}

/** `WWW-Authenticate` of a 403. It names one scope, since every scope in a challenge is required (RFC 6750 §3). */
export function missingScope(baseUrl: string, scope: string): string {
  const parts = [`error="insufficient_scope"`, `scope="${scope}"`, resourceMetadata(baseUrl)];
  return `Bearer ${parts.join(", ")}`;
}

function resourceMetadata(baseUrl: string): string {
  return `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
}
