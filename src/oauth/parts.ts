import type { Logger } from "pino";
import type { Ground } from "../db/context.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { VisitorParts } from "../pages/visitor.ts";
import type { createDocumentFetcher } from "./client-document.ts";
import type { Rotation } from "./refresh.ts";

export type FetchClientDocument = ReturnType<typeof createDocumentFetcher>;

/** What the OAuth server is built from. */
export type OAuthParts = VisitorParts & {
  readonly ground: () => Ground;
  readonly log: Logger;
  readonly rotation: Rotation;
  /** Registrations of an address in an hour. */
  readonly registrations: RateLimit;
  /** Documents fetched for an address in an hour. */
  readonly documents: RateLimit;
  readonly fetchClientDocument: FetchClientDocument;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
};
