import type { Logger } from "pino";
import type { Tool } from "../core/tool.ts";
import type { Attempts } from "../http/attempts.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { VisitorParts } from "../pages/visitor.ts";

/** What the routes of the web app are built from. */
export type ApiParts = VisitorParts & {
  readonly log: Logger;
  /** Null when no mail server is set up. */
  readonly mailer: Mailer | null;
  /** Logs a bug, and answers the reference under which it is found in the log. */
  readonly report: (error: unknown) => string;
  /** Of this server. */
  readonly version: string;
  /** What assistants can call, in the order in which it is listed. */
  readonly tools: readonly Pick<Tool<never>, "name" | "title" | "tier" | "description">[];
  /** Attempts at the password of whoever is signed in, by person. */
  readonly passwordAttempts: Attempts;
  /** Invitations that are mailed, by who sends them: whom to, and partly what, is theirs to say. */
  readonly invitationMails: Attempts;
};
