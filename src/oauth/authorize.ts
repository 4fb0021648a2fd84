import type { Context as Http } from "hono";
import type { Session } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground } from "../db/context.ts";
import { fieldOf } from "../http/form.ts";
import { PageProblem } from "../pages/problem.ts";
import { securityHeaders } from "../pages/security-headers.ts";
import { csrfToken, sessionOf, signedInForm } from "../pages/visitor.ts";
import { approve, ask, type Asked, deny, findAsked } from "./approvals.ts";
import { addressed, authorizationRequest } from "./authorization-request.ts";
import { findClient, unknownClient } from "./clients.ts";
import { consentPage } from "./consent-page.ts";
import { OAuthError } from "./errors.ts";
import { findOrFetchClient } from "./find-client.ts";
import { ENDPOINTS } from "./metadata.ts";
import type { OAuthParts } from "./parts.ts";
import { hostOf, isLoopback, withParameters } from "./redirect-uri.ts";
import { scopeWords } from "./scope-words.ts";

/**
 * The authorization endpoint (RFC 6749 §3.1): shows what an app asks for, to somebody who is signed
 * in. By itself it grants nothing.
 * @param address of who asks, as it is counted
 */
export async function authorize(parts: OAuthParts, http: Http, address: string): Promise<Response> {
  const { baseUrl, log } = parts;
  const context = parts.ground();
  const { search } = new URL(http.req.url);
  const find = async (id: string) => {
    const client = await findOrFetchClient(parts, context, id, address);
    if (client === undefined && isProgram(http)) throw unknownClient();
    return client;
  };
  const request = await addressed(search, find);
  try {
    const wanted = authorizationRequest(request, baseUrl);
    const session = await sessionOf(parts, http);
    const secret = session === null ? null : await ask(context, session, wanted);
    if (session === null || secret === null) return signInFirst(http, search);
    const { client, ...asked } = wanted;
    return await showConsent(parts, http, context, {
      session,
      secret,
      search,
      asked: { ...asked, clientId: client.id },
    });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const reason = { error: error.code, reason: error.message, client: request.client.id };
    log.warn({ endpoint: ENDPOINTS.authorize, ...reason }, "an OAuth request was refused");
    return goBack(baseUrl, request, [
      ["error", error.code],
      ["error_description", error.message],
    ]);
  }
}

/** The answer to what an app asked for: Allow or Deny. */
export async function answer(parts: OAuthParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const context = parts.ground();
  const secret = fieldOf(form, "request") ?? "";
  const decision = fieldOf(form, "decision");
  try {
    if (decision === "deny") {
      const asked = await deny(context, session, secret);
      return goBack(parts.baseUrl, asked, [
        ["error", "access_denied"],
        ["error_description", "The person did not allow it"],
      ]);
    }
    if (decision !== "allow") throw undecided();
    const teamId = fieldOf(form, "team") ?? "";
    const scopes = form.get("scope") ?? [];
    try {
      const { code, ...asked } = await approve(context, session, secret, { teamId, scopes });
      return goBack(parts.baseUrl, asked, [["code", code]]);
    } catch (error) {
      if (!(error instanceof Refusal) || error.path === "request") throw error;
      const asked = await findAsked(context, session, secret);
      const given = { ticked: scopes, teamId, problem: error.sentence };
      return await showConsent(parts, http, context, {
        session,
        secret,
        search: null,
        asked,
        given,
      });
    }
  } catch (error) {
    if (error instanceof Refusal && error.path === "request") throw gone(error);
    throw error;
  }
}

/** Some clients ask whether they are still known before they open a browser, such as mcp-remote. */
function isProgram(http: Http): boolean {
  const accept = http.req.header("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

type Question = {
  readonly session: Session;
  readonly secret: string;
  /** The query of the request, to come back to it as somebody else; null when it is not at hand. */
  readonly search: string | null;
  readonly asked: Asked;
  /** What was answered and could not be taken. */
  readonly given?: {
    readonly ticked: readonly string[];
    readonly teamId: string;
    readonly problem: string;
  };
};

async function showConsent(
  parts: OAuthParts,
  http: Http,
  context: Ground,
  { session, secret, search, asked, given }: Question,
): Promise<Response> {
  const client = await findClient(context, asked.clientId);
  if (client === undefined) throw new Error(`client ${asked.clientId} is gone`);
  const teams = await listTeamsOf(context, session.user.id);
  if (teams.length === 0) throw noTeam();
  const { scopes } = asked;
  const page = consentPage({
    csrf: csrfToken(parts, session),
    request: secret,
    client: {
      id: client.id,
      name: client.name,
      kind: client.kind,
      registeredAt: client.created_at,
      uri: client.client_uri?.startsWith("https://") === true ? client.client_uri : null,
    },
    redirectHost: hostOf(asked.redirectUri),
    redirectUri: asked.redirectUri,
    onlyLoopback: client.redirect_uris.every(isLoopback),
    user: session.user,
    switchHref: switchTo(search),
    scopes: scopes.map((name) => ({
      name,
      words: scopeWords.get(name) ?? name,
      isTicked: given === undefined || given.ticked.includes(name),
    })),
    teams,
    chosenTeam: given?.teamId ?? null,
    opens: {
      write: scopes.some((scope) => scope === "apis.all" || scope.endsWith(".write")),
      everything: scopes.includes("apis.all"),
    },
    problem: given?.problem ?? null,
  });
  return http.html(page, given === undefined ? 200 : 422, securityHeaders("client"));
}

function signInFirst(http: Http, search: string): Response {
  const query = new URLSearchParams({ return: ENDPOINTS.authorize + search });
  if (query.toString().length > LONGEST_RETURN) throw tooLong();
  return http.redirect(`/signin?${query.toString()}`, 303);
}

/** Node refuses a request whose line and headers are longer than 16 KB. */
const LONGEST_RETURN = 12_000;

function tooLong(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "This app asks for too much at once",
    message: "The address that the app sent you to is too long to come back to after signing in.",
    next: "Sign in first, and then connect the app again.",
    link: { href: "/signin", label: "Sign in" },
  });
}

function switchTo(search: string | null): string {
  const query = new URLSearchParams({ switch: "1" });
  if (search !== null) query.set("return", ENDPOINTS.authorize + search);
  return `/signin?${query.toString()}`;
}

/** Sends the person back to the app, with who answers (RFC 9207 §2) and the state as it came. */
function goBack(
  baseUrl: string,
  { redirectUri, state }: Pick<Asked, "redirectUri" | "state">,
  parameters: readonly (readonly [string, string])[],
): Response {
  const all = [...parameters, ["iss", baseUrl]] as const;
  const location = withParameters(redirectUri, all, state);
  return new Response(null, {
    status: 303,
    headers: { ...securityHeaders("client"), Location: location },
  });
}

function noTeam(): PageProblem {
  return new PageProblem({
    status: 403,
    title: "You are in no team",
    message: "An app works for one team, and your account belongs to none on this server.",
    next: "Ask an owner or admin to take you into theirs, then start again in the app.",
  });
}

function undecided(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "Neither allowed nor denied",
    message: "Nothing was done, because the form says neither Allow nor Deny.",
    next: "Go back and choose one of them.",
  });
}

function gone({ sentence }: Refusal): PageProblem {
  return new PageProblem({
    status: 403,
    title: "This request is over",
    message: `${sentence} Nothing more was allowed.`,
    next: "You can close this page.",
    link: { href: "/account", label: "See which apps are connected" },
  });
}
