import type { Context as Http } from "hono";
import { scopeWords } from "../accounts/scope-words.ts";
import type { Session } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import type { Ground } from "../db/context.ts";
import { PageProblem } from "../pages/problem.ts";
import { sendPage } from "../pages/send-page.ts";
import { csrfToken } from "../pages/visitor.ts";
import type { Asked } from "./approvals.ts";
import { findClient } from "./clients.ts";
import { consentPage } from "./consent-page.ts";
import { ENDPOINTS } from "./metadata.ts";
import type { OAuthParts } from "./parts.ts";
import { hostOf, isLoopback } from "./redirect-uri.ts";

export type Question = {
  readonly session: Session;
  /** What the answer has to carry. */
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

/** Asks a person what an app may do. */
export async function showConsent(
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
  return sendPage(http, page, { status: given === undefined ? 200 : 422, form: "client" });
}

function switchTo(search: string | null): string {
  const query = new URLSearchParams({ switch: "1" });
  if (search !== null) query.set("return", ENDPOINTS.authorize + search);
  return `/signin?${query.toString()}`;
}

function noTeam(): PageProblem {
  return new PageProblem({
    status: 403,
    title: "You are in no team",
    message: "An app works for one team, and your account belongs to none on this server.",
    next: "Ask an owner or admin to take you into theirs, then start again in the app.",
  });
}
