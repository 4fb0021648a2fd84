import type { Logger } from "pino";
import { type Session, confirmedUntil } from "../accounts/sessions.ts";
import type { JournalWatch } from "../activity/journal-watch.ts";
import type { Events } from "../activity/subject.ts";
import { Refusal } from "../core/errors.ts";
import type { Method, Route } from "../core/route.ts";
import type { Tool } from "../core/tool.ts";
import type { AuditContext, Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import type { Attempts, RateLimit } from "../http/rate-limit.ts";
import type { VisitorParts } from "../site/visitor.ts";
import type { InvitationMails } from "./invitations.ts";
import type { Report } from "./problem.ts";

/** The request's session, and what the server is made of. */
type Visit = {
  readonly session: Session;
  readonly parts: ApiParts;
  /** CSRF token of the session. */
  readonly csrf: string;
  /** Clears the session's cookie. */
  readonly forgetSession: () => void;
  /** True once the browser has closed the connection. */
  readonly hasLeft: () => boolean;
};

/** Context of a route about the signed-in person. */
export type OwnContext = Omit<AuditContext, "team" | "actor"> & {
  readonly actor: { readonly id: string };
} & Visit;

/** Context of a route about a team. Routes of domains ask for `Context` alone. */
export type TeamContext = Context & Visit;

/** A route whose path names a team; for others than its members there is no such team. */
type TeamRoute = Route<TeamContext, Role, `${Method} /api/teams/:team${string}`>;

export type ApiRoute = Route<OwnContext, null> | TeamRoute;

/** @throws Refusal `password_needed` unless whoever is signed in has just entered their password */
export function requireConfirmed({ session, now }: Pick<OwnContext, "session" | "now">): void {
  if (confirmedUntil(session, now) !== null) return;
  throw new Refusal({
    code: "password_needed",
    message: "This needs your password again",
    next: "enter it, and do this within ten minutes",
  });
}

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
