import type { Context as Http } from "hono";
import { scopeWords } from "../accounts/scopes.ts";
import type { Session } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext } from "../db/context.ts";
import { fieldOf, type Form } from "../http/body.ts";
import { askedBaseUrl } from "../http/origin.ts";
import { PageProblem } from "../site/problem.ts";
import { sendPage } from "../site/send-page.ts";
import { csrfToken, signedInForm } from "../site/visitor.ts";
import { choicesOf, grantedScopes, approve, deny } from "./approvals.ts";
import { type Website, websiteOf } from "./client-metadata.ts";
import { findClient } from "./clients.ts";
import { consentPage } from "./consent-page.ts";
import { ENDPOINTS } from "./metadata.ts";
import { type OpenRequest, findOpenRequest } from "./open-requests.ts";
import type { OAuthParts } from "./parts.ts";
import { goBack, hostOf, isLoopback } from "./redirect-uri.ts";

type ConsentRequest = {
  readonly session: Session;
  readonly secret: string;
  /** Query of the request, to return to it after switching accounts; null when it is unknown. */
  readonly search: string | null;
  readonly asked: OpenRequest;
  readonly refusedAnswer?: {
    readonly choice: string;
    readonly teamId: string;
    readonly problem: string;
  };
};

/** Sends the consent page. @throws PageProblem when the person is in no team */
export async function showConsent(
  parts: OAuthParts,
  http: Http,
  context: BaseContext,
  { session, secret, search, asked, refusedAnswer }: ConsentRequest,
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
      website: encryptedWebsite(client.client_uri),
    },
    redirectHost: hostOf(asked.redirectUri),
    redirectUri: asked.redirectUri,
    onlyLoopback: client.redirect_uris.every(isLoopback),
    user: session.user,
    switchHref: switchTo(search),
    scopes: scopes.map((name) => ({ name, words: scopeWords.get(name) ?? name })),
    choices: choicesOf(scopes).map((choice) => ({
      choice,
      grants: grantedScopes(choice, scopes),
    })),
    chosen: refusedAnswer?.choice ?? null,
    teams: teams.map(({ id, name, role, isCapped, ...team }) => ({
      id,
      name,
      role,
      isCapped,
      deleting: {
        isOn: team.destructive_ai_tools,
        until: team.destructive_ai_tools_until,
      },
    })),
    chosenTeam: refusedAnswer?.teamId ?? null,
    problem: refusedAnswer?.problem ?? null,
  });
  return sendPage(http, page, { status: refusedAnswer === undefined ? 200 : 422, form: "client" });
}

function encryptedWebsite(uri: string | null): Website | null {
  const website = websiteOf(uri);
  return website?.href.startsWith("https://") === true ? website : null;
}

function switchTo(search: string | null): string {
  const query = new URLSearchParams({ switch: "1" });
  if (search !== null) query.set("return", ENDPOINTS.authorize + search);
  return `/signin?${query.toString()}`;
}

function noTeam(): PageProblem {
  return new PageProblem({
    status: 403,
    title: "You are not in a team",
    message: "An app works for one team, and your account belongs to none on this server.",
    next: "Ask an owner or admin of a team to invite you, then start again in the app.",
  });
}

/** Takes the posted answer: grants access or denies it, and goes back to the app. */
export async function answerConsent(parts: OAuthParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const secret = fieldOf(form, "request") ?? "";
  const answered = { context: parts.baseContext(), session, secret, form };
  const decision = fieldOf(form, "decision");
  try {
    if (decision === "allow") return await allow(parts, http, answered);
    if (decision === "deny") return await turnAway(parts, http, answered);
  } catch (error) {
    if (error instanceof Refusal && error.path === "request") throw gone(error);
    throw error;
  }
  throw undecided();
}

type Answered = {
  readonly context: BaseContext;
  readonly session: Session;
  readonly secret: string;
  readonly form: Form;
};

async function allow(
  parts: OAuthParts,
  http: Http,
  { context, session, secret, form }: Answered,
): Promise<Response> {
  const teamId = fieldOf(form, "team") ?? "";
  const choice = fieldOf(form, "access") ?? "";
  try {
    const { code, ...asked } = await approve(context, session, secret, { teamId, choice });
    return goBack(askedBaseUrl(parts.baseUrl, http.req.header("host")), asked, [["code", code]]);
  } catch (error) {
    if (!(error instanceof Refusal) || error.path === "request") throw error;
    const asked = await findOpenRequest(context, session, secret);
    const refusedAnswer = { choice, teamId, problem: error.sentence };
    return showConsent(parts, http, context, {
      session,
      secret,
      search: null,
      asked,
      refusedAnswer,
    });
  }
}

async function turnAway(
  parts: OAuthParts,
  http: Http,
  { context, session, secret }: Answered,
): Promise<Response> {
  const asked = await deny(context, session, secret);
  return goBack(askedBaseUrl(parts.baseUrl, http.req.header("host")), asked, [
    ["error", "access_denied"],
    ["error_description", "The person did not allow it"],
  ]);
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
    link: { href: "/settings/developer", label: "See which apps are connected" },
  });
}
