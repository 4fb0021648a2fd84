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
  /** Per address and hour. */
  readonly registrations: RateLimit;
  readonly documents: RateLimit;
  /** False refuses ids that are the URL of a document. */
  readonly clientDocuments: boolean;
  readonly fetchClientDocument: FetchClientDocument;
  /** Logs a bug, and returns the reference that finds it in the log. */
  readonly report: (error: unknown) => string;
};
