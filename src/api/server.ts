import { type Context as Http, Hono } from "hono";
import { requireMembership } from "../accounts/membership.ts";
import type { Session } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { equalSecrets } from "../core/secrets.ts";
import { parseJson, readText, type Unreadable } from "../http/body.ts";
import { isOwnRequest } from "../http/own-origin.ts";
import { csrfToken, forgetSession, sessionOf } from "../pages/visitor.ts";
import type { ApiParts } from "./parts.ts";
import { ApiProblem, problemOf } from "./problem.ts";
import type { OwnContext, Route } from "./route.ts";

/**
 * The routes of the web app: JSON only, for whoever is signed in with a browser, from this server's
 * own pages. A program's credential opens none of them.
 */
export function apiServer(parts: ApiParts, routes: readonly Route[]): Hono {
  const server = new Hono();
  for (const route of routes) {
    const { method, path } = addressOf(route);
    server.on(method, path, async (http) => {
      const context = await visit(parts, route, http);
      const { team, ...parameters }: Readonly<Record<string, string>> = http.req.param();
      const given = { ...(await inputOf(method, http)), ...parameters };
      return http.json(await answer(context, route, team, given), 200, NO_STORE);
    });
  }
  server.all("/api/*", (http) => {
    throw nothingHere(http.req.path, routes);
  });
  server.onError((error, http) => {
    const { problem, headers } = known(error) ?? bug(parts.report(error));
    const status = { status: problem.status, headers: { ...NO_STORE, ...PROBLEM, ...headers } };
    if (problem.status !== 401 && problem.code !== "password_needed")
      parts.log.warn(
        {
          // A path that leads nowhere may be anything, a key that was pasted there as well.
          path: problem.status === 404 ? "(unknown)" : http.req.path,
          status: problem.status,
          code: problem.code,
        },
        "a request of the web app was refused",
      );
    return new Response(JSON.stringify(problem), status);
  });
  return server;
}

const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
const PROBLEM = { "Content-Type": "application/problem+json" };

function addressOf({ path: address }: Pick<Route, "path">): {
  readonly method: string;
  readonly path: string;
} {
  const [method = "", path = ""] = address.split(" ");
  return { method, path };
}

async function visit(parts: ApiParts, route: Route, http: Http): Promise<OwnContext> {
  const header = (name: string) => http.req.header(name);
  if (header("authorization") !== undefined || header("x-api-key") !== undefined)
    throw sessionNeeded(parts);
  const isRead = http.req.method === "GET";
  if (!isRead && !isOwnRequest(parts.baseUrl, header)) throw foreign(parts);
  const session = await sessionOf(parts, http);
  if (session === null) throw signedOut();
  const csrf = csrfToken(parts, session);
  if (!isRead && !equalSecrets(header("x-csrf-token") ?? "", csrf)) throw unmarked();
  return {
    ...parts.ground(),
    ...signature(session, route),
    session,
    parts,
    csrf,
    forgetSession: () => forgetSession(parts, http),
  };
}

/** How the journal tells who did it, and through which door. */
function signature(session: Session, { path }: Route) {
  return {
    actor: { id: session.user.id },
    credential: { kind: "session", id: session.id },
    client: null,
    tool: path,
  } as const;
}

async function answer(
  context: OwnContext,
  route: Route,
  team: string | undefined,
  given: object,
): Promise<object> {
  if (route.role === null) return result(await route.answer(context, given));
  const id = uuid.safeParse(team);
  if (!id.success) throw nothingHere(route.path, []);
  const membership = await requireMembership(context, id.data, context.session.user.id);
  return result(await route.answer({ ...context, ...membership }, given));
}

function result(answered: unknown): object {
  if (typeof answered === "object" && answered !== null) return answered;
  throw new Error("a route answers an object");
}

const LARGEST_BODY = 64 * 1024;
const DEEPEST = 10;

/** What was sent beside the path: the query of a read, the JSON object of anything else. */
async function inputOf(method: string, http: Http): Promise<object> {
  if (method === "GET") return http.req.query();
  const text = await readText(http.req.raw, LARGEST_BODY);
  if (typeof text !== "string") throw unreadable(text);
  if (text === "" && method === "DELETE") return {};
  const type = http.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw notJson();
  const parsed = parseJson(text, DEEPEST);
  if ("reason" in parsed) throw unreadable(parsed);
  const { value } = parsed;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw unreadable({ status: 400, reason: "the body is not a JSON object" });
}

function known(error: unknown): ApiProblem | null {
  if (error instanceof ApiProblem) return error;
  return error instanceof Refusal ? problemOf(error) : null;
}

function bug(reference: string): ApiProblem {
  return new ApiProblem({
    status: 500,
    code: "internal_error",
    title: "The server failed.",
    detail: `Try again; if it happens again, give the reference ${reference} to whoever runs the server.`,
    reference,
  });
}

function sessionNeeded({ baseUrl }: ApiParts): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "session_needed",
    title: "API keys and access tokens open nothing here.",
    detail: `Programs call ${baseUrl}/mcp; what is here is done by a person in the web app.`,
  });
}

function foreign({ baseUrl }: ApiParts): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "foreign_origin",
    title: "The request came from another site.",
    detail: `Nothing was done; open ${baseUrl} and try again there.`,
  });
}

function signedOut(): ApiProblem {
  return new ApiProblem({
    status: 401,
    code: "signed_out",
    title: "You are signed out.",
    detail: "Nothing was done; sign in and try again.",
  });
}

function unmarked(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: "other_session",
    title: "The page belongs to another session than the one you are in.",
    detail: "Nothing was done; reload the page and try again.",
  });
}

function notJson(): ApiProblem {
  return new ApiProblem({
    status: 415,
    code: "not_json",
    title: "The body is not application/json.",
    detail: "Send a JSON object with Content-Type: application/json.",
  });
}

function unreadable({ status, reason }: Unreadable): ApiProblem {
  return new ApiProblem(
    {
      status,
      code: "unreadable",
      title: `The request could not be read: ${reason}.`,
      detail: "Nothing was done; send a JSON object.",
    },
    status === 413 ? { Connection: "close" } : {},
  );
}

/** Also for a path that is there, asked in another way than it is served. */
function nothingHere(path: string, routes: readonly Route[]): ApiProblem {
  const allowed = routes
    .map(addressOf)
    .filter((route) => new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method);
  if (allowed.length > 0)
    return new ApiProblem(
      {
        status: 405,
        code: "wrong_method",
        title: "This address is not asked like that.",
        detail: `Served here: ${allowed.join(", ")}.`,
      },
      { Allow: allowed.join(", ") },
    );
  return new ApiProblem({
    status: 404,
    code: "not_found",
    title: "Nothing is at this address.",
    detail: "It may belong to another version of this server; reload the page.",
  });
}
