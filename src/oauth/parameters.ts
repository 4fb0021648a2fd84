import { fieldOf, type Form, valuesOf } from "../http/form.ts";
import { OAuthError } from "./errors.ts";
import { isOwnResource } from "./metadata.ts";

/** The scopes that a request names, each once; null when it names none (RFC 6749 §3.3). */
export function scopesOf(form: Form): readonly string[] | null {
  const scopes = (fieldOf(form, "scope") ?? "").split(" ").filter((scope) => scope !== "");
  return scopes.length === 0 ? null : [...new Set(scopes)];
}

/** @throws OAuthError when a request is about a resource of somebody else (RFC 8707 §2) */
export function requireOwnResource(form: Form, baseUrl: string): void {
  if (valuesOf(form, "resource").every((resource) => isOwnResource(baseUrl, resource))) return;
  throw new OAuthError("invalid_target", `The only resource here is ${baseUrl}/mcp`);
}
