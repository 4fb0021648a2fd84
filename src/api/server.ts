import { type Context as Http, Hono } from "hono";
import { requireMembership } from "../accounts/membership.ts";
import type { Session } from "../accounts/sessions.ts";
import { uuid } from "../core/fields.ts";
import type { Answer } from "../core/route.ts";
import { equalSecrets } from "../core/secrets.ts";
import { mayAct } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import { isOwnRequest } from "../http/origin.ts";
import { routeOf } from "../http/request-log.ts";
import { csrfToken, forgetSession, visitorSession } from "../site/visitor.ts";
import { answerer } from "./input.ts";
import {
  type ApiProblem,
  problemOf,
  foreign,
  notHere,
  sessionNeeded,
  signedOut,
  tooLowRole,
  tooManyRequests,
  unmarked,
  wrongMethod,
} from "./problem.ts";
import { refused, respond } from "./response.ts";
import type { ApiParts, ApiRoute, OwnContext, TeamContext } from "./route.ts";

/**
 * Serves the web app's routes to people who are signed in with a browser, for requests from this
 * server's own pages. Keys and access tokens are refused.
 */
export function apiServer(parts: ApiParts, routes: readonly ApiRoute[]): Hono {
  const server = new Hono();
  for (const route of routes) {
    const { method, path } = addressOf(route);
    const answer = authorized(route);
    server.on(method, path, async (http) => {
      const context = await visit(parts, route, http);
      const mayCompress = isOwnRequest(parts.baseUrl, (name) => http.req.header(name));
      return respond(http, await answer(context, http), { report: parts.report, mayCompress });
    });
  }
  server.all("/api/*", (http) => {
    throw nothingAt(http.req.path, routes);
  });
  server.onError((error, http) => {
    const problem = problemOf(error, parts.report);
    logRefusal(parts, problem, routeOf(http));
    return refused(problem);
  });
  return server;
}

type Serve = (context: OwnContext, http: Http) => Promise<Answer>;

function authorized(route: ApiRoute): Serve {
  if (route.role === null) {
    const answer = answerer(route);
    return async (context, http) => {
      const sender = { person: context.actor.id, team: null };
      const asked = { request: http.req.raw, parameters: http.req.param(), sender };
      return answer(context, asked, context.parts.uploads);
    };
  }
  const { role } = route;
  const answer = answerer(route);
  return async (context, http) => {
    const { team, ...parameters }: Readonly<Record<string, string>> = http.req.param();
    const member = await asMember(context, team, role);
    const sender = { person: member.actor.id, team: member.team.id };
    const asked = { request: http.req.raw, parameters, sender };
    return answer(member, asked, context.parts.uploads);
  };
}

async function asMember(
  context: OwnContext,
  team: string | undefined,
  least: Role,
): Promise<TeamContext> {
  const id = uuid.safeParse(team);
  if (!id.success) throw notHere();
  const membership = await requireMembership(context, id.data, context.session.user.id);
  const { role } = membership.actor;
  if (!mayAct(role, least)) throw tooLowRole(role, least);
  return { ...context, ...membership };
}

function addressOf({ path: address }: Pick<ApiRoute, "path">): {
  readonly method: string;
  readonly path: string;
} {
  const [method = "", path = ""] = address.split(" ");
  return { method, path };
}

async function visit(parts: ApiParts, route: ApiRoute, http: Http): Promise<OwnContext> {
  const header = (name: string) => http.req.header(name);
  if (header("authorization") !== undefined || header("x-api-key") !== undefined)
    throw sessionNeeded(parts.baseUrl);
  const isRead = http.req.method === "GET";
  if (!isRead && !isOwnRequest(parts.baseUrl, header)) throw foreign(parts.baseUrl);
  const session = await visitorSession(parts, http);
  if (session === null) throw signedOut();
  const { allowed, limit, resetSeconds } = await parts.requests(session.user.id, 1);
  if (!allowed) throw tooManyRequests(limit, resetSeconds);
  const csrf = csrfToken(parts, session);
  if (!isRead && !equalSecrets(header("x-csrf-token") ?? "", csrf)) throw unmarked();
  return {
    ...parts.baseContext(),
    // A preview that nobody waits for ends, and its file leaves the turn to others.
    ...(route.upload !== null && route.event === null
      ? { isCancelled: () => http.req.raw.signal.aborted }
      : {}),
    ...signature(session, route),
    session,
    parts,
    csrf,
    forgetSession: () => forgetSession(parts, http),
    hasLeft: () => http.req.raw.signal.aborted,
  };
}

function signature(session: Session, { path }: ApiRoute) {
  return {
    actor: { id: session.user.id },
    credential: { kind: "session", id: session.id },
    client: null,
    tool: path,
  } as const;
}

function logRefusal({ log }: ApiParts, { problem }: ApiProblem, route: string): void {
  const { status, code } = problem;
  if (status === 401 || code === "password_needed") return;
  log.warn({ route, status, code }, "a request of the web app was refused");
}

function nothingAt(path: string, routes: readonly ApiRoute[]): ApiProblem {
  const allowed = routes
    .map(addressOf)
    .filter((route) => new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method);
  return allowed.length > 0 ? wrongMethod(allowed) : notHere();
}
