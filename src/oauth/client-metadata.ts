import { z } from "zod";
import { label } from "../core/fields.ts";
import { visible } from "../core/visible.ts";
import { hasSchemeOfApp, problemOfRedirectUri } from "./redirect-uri.ts";

export const MOST_REDIRECT_URIS = 10;

/** Client metadata (RFC 7591 §2), in registrations and documents alike. */
export const clientName = label(100).refine(
  (name) => visible(name) === name,
  "must not contain characters that cannot be seen",
);

/**
 * Redirect URIs without those of native apps' own schemes, while another one remains
 * (docs/decisions/2026-11-22-redirect-uris-left-out.md). All of them are counted.
 */
export const redirectUris = z
  .array(z.string("must be a string"))
  .min(1)
  .max(MOST_REDIRECT_URIS)
  .transform((uris, context) => {
    const kept = uris.filter((uri) => problemOfRedirectUri(uri) === null);
    for (const [index, uri] of uris.entries()) {
      const problem = problemOfRedirectUri(uri);
      if (problem === null || (kept.length > 0 && hasSchemeOfApp(uri))) continue;
      context.addIssue({ code: "custom", message: problem, path: [index] });
    }
    return kept;
  });

/** Stored, never fetched. */
export const logoUri = z
  .string()
  .max(500)
  .regex(/^\P{C}*$/u, "must not contain control characters")
  .nullish();

/** Left out when it could show another host than it opens. */
export const clientUri = logoUri.transform((uri) =>
  websiteOf(uri ?? null) === null ? undefined : uri,
);

export type Website = { readonly host: string; readonly href: string };

/**
 * Reads the address of an app's website. A host that imitates another with letters that look alike is
 * returned in its ASCII form (`xn--…`).
 * @returns null unless it is an http or https URL without a user name or password
 */
export function websiteOf(uri: string | null): Website | null {
  // A URL parser drops an empty user name.
  if (uri === null || !/^https?:\/\//i.test(uri) || /^[^/]*\/\/[^/?#\\]*@/.test(uri)) return null;
  const url = URL.parse(uri);
  return url === null ? null : { host: url.host, href: url.href };
}
