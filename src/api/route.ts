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
import type { UploadPlaces } from "./upload-places.ts";

type Visit = {
  readonly session: Session;
  readonly parts: ApiParts;
  readonly csrf: string;
  readonly forgetSession: () => void;
  readonly hasLeft: () => boolean;
};

/** Context of a route about the signed-in person. */
export type OwnContext = Omit<AuditContext, "team" | "actor"> & {
  readonly actor: { readonly id: string };
} & Visit;

/** Context of a route about a team. Routes of domains ask for `Context` alone. */
export type TeamContext = Context & Visit;

/** For others than its members, the team in the path does not exist. */
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

export type ApiParts = VisitorParts & {
  readonly journals: JournalWatch;
  readonly streams: OpenStreams;
  readonly isStopping: () => boolean;
  readonly log: Logger;
  readonly sendsMail: boolean;
  readonly logsCalls: boolean;
  readonly report: Report;
  readonly version: string;
  readonly tools: readonly Pick<Tool<never>, "name" | "title" | "tier" | "effect">[];
  readonly events: Events;
  readonly passwordAttempts: Attempts;
  readonly invitationMails: InvitationMails;
  readonly requests: RateLimit;
  readonly uploads: UploadPlaces;
};
