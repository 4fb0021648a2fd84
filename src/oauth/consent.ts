import type { Context as Http } from "hono";
import { scopeWords } from "../accounts/scopes.ts";
import type { Session } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import type { BaseContext } from "../db/context.ts";
import { PageProblem } from "../site/problem.ts";
import { sendPage } from "../site/send-page.ts";
import { csrfToken } from "../site/visitor.ts";
import { choicesOf, grantedScopes } from "./choices.ts";
import { findClient } from "./clients.ts";
import { consentPage } from "./consent-page.ts";
import { ENDPOINTS } from "./metadata.ts";
import type { OpenRequest } from "./open-requests.ts";
import type { OAuthParts } from "./parts.ts";
import { hostOf, isLoopback } from "./redirect-uri.ts";
import { type Website, websiteOf } from "./website.ts";

export type ConsentRequest = {
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
