import { z } from "zod";
import { label } from "../core/fields.ts";
import { visible } from "../core/visible.ts";
import { hasSchemeOfApp, problemOfRedirectUri } from "./redirect-uri.ts";
import { websiteOf } from "./website.ts";

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

/** URL of a page or an image; stored, never fetched. */
export const logoUri = z
  .string()
  .max(500)
  .regex(/^\P{C}*$/u, "must not contain control characters")
  .nullish();

/** URL of the app's website. One that could show another host than it opens is left out. */
export const clientUri = logoUri.transform((uri) =>
  websiteOf(uri ?? null) === null ? undefined : uri,
);
