import type { Logger } from "pino";
import type { BaseContext } from "../db/context.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { VisitorParts } from "../site/visitor.ts";
import type { createDocumentFetcher } from "./client-document.ts";
import type { Rotation } from "./refresh.ts";

export type FetchClientDocument = ReturnType<typeof createDocumentFetcher>;

export type OAuthParts = VisitorParts & {
  readonly baseContext: () => BaseContext;
  readonly log: Logger;
  readonly rotation: Rotation;
  /** Registrations per address and hour. */
  readonly registrations: RateLimit;
  /** Documents fetched per address and hour. */
  readonly documents: RateLimit;
  /** True when ids that are the URL of a document are accepted. */
  readonly clientDocuments: boolean;
  readonly fetchClientDocument: FetchClientDocument;
  /** Logs a bug, and returns the reference that finds it in the log. */
  readonly report: (error: unknown) => string;
};
