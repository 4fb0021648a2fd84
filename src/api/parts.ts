import type { Logger } from "pino";
import type { JournalWatch } from "../activity/journal-watch.ts";
import type { Events } from "../activity/subject.ts";
import type { Tool } from "../core/tool.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import type { Attempts, RateLimit } from "../http/rate-limit.ts";
import type { VisitorParts } from "../site/visitor.ts";
import type { InvitationMails } from "./invitation-mails.ts";
import type { Report } from "./problem.ts";

/** Dependencies of the web app's routes. */
export type ApiParts = VisitorParts & {
  readonly journals: JournalWatch;
  /** Streams of changes, by person. */
  readonly streams: OpenStreams;
  readonly isStopping: () => boolean;
  readonly log: Logger;
  /** A mail server is set up. */
  readonly sendsMail: boolean;
  /** Calls of keys and apps are logged. */
  readonly logsCalls: boolean;
  readonly report: Report;
  /** Of this server. */
  readonly version: string;
  /** Tools in listing order. */
  readonly tools: readonly Pick<Tool<never>, "name" | "title" | "tier" | "effect">[];
  readonly events: Events;
  /** Attempts at the password of whoever is signed in, by person. */
  readonly passwordAttempts: Attempts;
  readonly invitationMails: InvitationMails;
  /** Requests by person, however many sessions they have. */
  readonly requests: RateLimit;
};
