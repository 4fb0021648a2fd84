import type { Session } from "../accounts/sessions.ts";
import type { Method, Route } from "../core/route.ts";
import type { AuditContext, Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { ApiParts } from "./parts.ts";

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
