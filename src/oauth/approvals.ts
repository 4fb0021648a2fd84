import { memberRole } from "../accounts/members.ts";
import { isCapped, SCOPES } from "../accounts/scopes.ts";
import type { Session } from "../accounts/sessions.ts";
import { requireTeam } from "../accounts/teams.ts";
import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { hashSecret } from "../core/secrets.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import {
  closeRequest,
  findOpenRequest,
  lockRequest,
  type OpenRequest,
  openRequestOf,
  type StoredRequest,
} from "./open-requests.ts";
import { CODE_LASTS_MS, GRANT_LASTS_MS, newCode } from "./tokens.ts";

/**
 * Grants the app access to a team with the scopes of the choice, once for each request.
 * @returns the redirect's target, and its authorization code
 * @throws Refusal with the path of the wrong field (`request`, `team`, `access`); then nothing is granted
 */
export async function approve(
  context: BaseContext,
  session: Session,
  secret: string,
  { teamId, choice: posted }: { teamId: string; choice: string },
): Promise<OpenRequest & { readonly code: string }> {
  return transaction(context, async (context) => {
    const request = await lockRequest(context, session, secret);
    const chosen = requestedChoice(request, posted);
    const isCapped = await isCappedIn(context, session, teamId);
    const choice = isCapped && chosen === "delete" ? "change" : chosen;
    const granted = grantedScopes(choice, request.scopes);
    await closeRequest(context, secret);
    const auditContext = {
      ...context,
      team: { id: teamId },
      actor: { id: session.user.id },
      credential: { kind: "session", id: session.id },
      client: null,
      tool: "oauth/authorize",
    } as const;
    const code = await addGrant(auditContext, session.user.id, request, granted);
    await context.db
      .updateTable("oauth_clients")
      .set({ approved_at: context.now })
      .where("id", "=", request.client_id)
      .where("approved_at", "is", null)
      .execute();
    return { ...openRequestOf(request), code };
  });
}

async function addGrant(
  context: AuditContext,
  user_id: string,
  { client_id, redirect_uri, code_challenge }: StoredRequest,
  scopes: readonly string[],
): Promise<string> {
  const code = newCode(context.randomBytes);
  const image = {
    id: context.newId(),
    user_id,
    client_id,
    scopes,
    redirect_uri,
    created_at: context.now,
    expires_at: addMilliseconds(context.now, GRANT_LASTS_MS),
  };
  await context.db
    .insertInto("oauth_grants")
    .values({
      ...image,
      team_id: context.team.id,
      scopes: JSON.stringify(scopes),
      code_hash: hashSecret(code),
      code_challenge,
      code_expires_at: addMilliseconds(context.now, CODE_LASTS_MS),
    })
    .execute();
  await record(context, [
    { type: "oauth_grant", id: image.id, holder: user_id, before: null, after: image },
  ]);
  return code;
}

export async function deny(
  context: BaseContext,
  session: Session,
  secret: string,
): Promise<OpenRequest> {
  return transaction(context, async (context) => {
    const asked = await findOpenRequest(context, session, secret);
    await closeRequest(context, secret);
    return asked;
  });
}

/** Nobody can post a wider choice than the app requested. */
function requestedChoice({ scopes }: StoredRequest, posted: string): Choice {
  const choice = choicesOf(scopes).find((choice) => choice === posted);
  if (choice !== undefined) return choice;
  throw new Refusal({
    code: "invalid_argument",
    path: "access",
    message:
      posted === "" ? "You did not choose what the app may do" : "The app did not ask for that",
    next: "choose what the app may do, or deny it",
  });
}

async function isCappedIn(
  context: BaseContext,
  session: Session,
  teamId: string,
): Promise<boolean> {
  const isId = uuid.safeParse(teamId).success;
  const role = isId ? await memberRole(context, teamId, session.user.id) : null;
  if (role === null)
    throw new Refusal({
      code: "invalid_argument",
      path: "team",
      message: "No team is chosen, or you are not a member of it",
      next: "choose the team that the app may work for",
    });
  const { member_full_access } = await requireTeam(context, teamId);
  return isCapped({ role, team: { memberFullAccess: member_full_access } });
}

/** Narrowest first. Scopes open tiers of tools, so no finer choice would bind. */
const CHOICES = ["read", "change", "delete"] as const;
export type Choice = (typeof CHOICES)[number];

export function choicesOf(requested: readonly string[]): readonly Choice[] {
  return CHOICES.filter((choice) => IS_REQUESTED[choice](requested));
}

export function grantedScopes(choice: Choice, requested: readonly string[]): readonly string[] {
  return [...new Set(requested.flatMap((scope) => GRANTED[choice](scope)))];
}

type Scopes = readonly string[];

const IS_REQUESTED: Readonly<Record<Choice, (requested: Scopes) => boolean>> = {
  read: (requested) => grantedScopes("read", requested).length > 0,
  change: (requested) =>
    grantedScopes("change", requested).some((scope) => scope.endsWith(".write")),
  delete: (requested) => requested.includes("apis.all"),
};

const GRANTED: Readonly<Record<Choice, (scope: string) => Scopes>> = {
  read: (scope) => {
    if (scope === "apis.all") return ["apis.read"];
    return scope.endsWith(".read") ? [scope] : [];
  },
  change: (scope) => (scope === "apis.all" ? SCOPES : [scope]),
  delete: (scope) => [scope],
};
