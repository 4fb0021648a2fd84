import { ALL_SCOPES } from "../accounts/scopes.ts";
import { fieldOf, type Form, valuesOf } from "../http/body.ts";
import { isSameServer } from "../http/origin.ts";
import { OAuthError } from "./errors.ts";

/**
 * Requested scopes without duplicates; null when there are none (RFC 6749 §3.3). Unknown ones, such as
 * openid, are left out while a known one remains.
 * @throws OAuthError when none is known
 */
export function scopesOf(form: Form): readonly string[] | null {
  const wanted = (fieldOf(form, "scope") ?? "").split(" ").filter((scope) => scope !== "");
  const known = wanted.filter((scope) => ALL_SCOPES.includes(scope));
  const [unknown] = wanted;
  if (unknown === undefined) return null;
  if (known.length > 0) return [...new Set(known)];
  throw new OAuthError(
    "invalid_scope",
    `Unknown scope ${unknown.slice(0, 100)}: the metadata lists all in scopes_supported`,
  );
}

/**
 * A resource is this server or its MCP endpoint (RFC 8707 §2), on loopback by any name.
 * @throws OAuthError when a request names another one
 */
export function requireOwnResource(form: Form, baseUrl: string): void {
  const servers = valuesOf(form, "resource").map((url) => url.replace(/(\/mcp)?\/?$/, ""));
  if (servers.every((server) => isSameServer(baseUrl, server))) return;
  throw new OAuthError("invalid_target", `The only resource here is ${baseUrl}/mcp`);
}
