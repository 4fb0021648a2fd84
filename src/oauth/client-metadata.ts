import { z } from "zod";
import { label } from "../core/fields.ts";
import { visible } from "../core/visible.ts";
import { problemOfRedirectUri } from "./redirect-uri.ts";

export const MOST_REDIRECT_URIS = 10;

/** The rules of what clients say of themselves, at registration and in documents alike (RFC 7591 §2). */
export const clientName = label(100).refine(
  (name) => visible(name) === name,
  "must not hold characters that cannot be seen",
);

const redirectUri = z.string("must be a string").superRefine((uri, context) => {
  const problem = problemOfRedirectUri(uri);
  if (problem !== null) context.addIssue(problem);
});

export const redirectUris = z.array(redirectUri).min(1).max(MOST_REDIRECT_URIS);

/** The address of a page or a picture; kept, and never fetched. */
export const clientUri = z
  .string()
  .max(500)
  .regex(/^\P{C}*$/u, "must not hold control characters")
  .nullish();
