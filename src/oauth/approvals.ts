import { roleOf } from "../accounts/members.ts";
import { isCapped } from "../accounts/scopes.ts";
import type { Session } from "../accounts/sessions.ts";
import { requireTeam } from "../accounts/teams.ts";
import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../db/dialect.ts";
import type { Db } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type Choice, choicesOf, grantedScopes } from "./choices.ts";
import { findClient } from "./clients.ts";
import { redirectUriMatches } from "./redirect-uri.ts";
import { CODE_LASTS_MS, GRANT_LASTS_MS, newCode, REQUEST_LASTS_MS } from "./tokens.ts";

const REQUEST_PREFIX = "svc_request_";
const MOST_OPEN_REQUESTS = 20;

export type OpenRequest = Pick<AuthorizationRequest, "redirectUri" | "scopes" | "state"> & {
  readonly clientId: string;
};

/**
 * Stores an authorization request for the session until the person answers.
 * @returns the secret that the answer must carry, or null when the session or the client was deleted
 */
export async function storeRequest(
  context: BaseContext,
  session: Session,
  { client, redirectUri, scopes, state, codeChallenge }: AuthorizationRequest,
): Promise<string | null> {
  const secret = newSecret(REQUEST_PREFIX, context.randomBytes);
  return transaction(context, async ({ db, now }) => {
    const sessions = db.selectFrom("sessions").select("id").where("id", "=", session.id);
    const clients = db.selectFrom("oauth_clients").select("id").where("id", "=", client.id);
    if ((await lockForKeyShare(db, sessions).executeTakeFirst()) === undefined) return null;
    if ((await lockForKeyShare(db, clients).executeTakeFirst()) === undefined) return null;
    await deleteOlderRequests(db, session);
    await db
      .insertInto("oauth_requests")
      .values({
        request_hash: hashSecret(secret),
        session_id: session.id,
        client_id: client.id,
        redirect_uri: redirectUri,
        scopes: JSON.stringify(scopes),
        state,
        code_challenge: codeChallenge,
        expires_at: addMilliseconds(now, REQUEST_LASTS_MS),
      })
      .execute();
    return secret;
  });
}

/** Deletes all but the session's newest requests: a page that reloads would add one each time. */
async function deleteOlderRequests(db: Db, session: Session): Promise<void> {
  const questions = db
    .selectFrom("oauth_requests")
    .select("request_hash")
    .where("session_id", "=", session.id)
    .orderBy("expires_at", "desc")
    .orderBy("request_hash");
  const older = await questions
    .offset(MOST_OPEN_REQUESTS - 1)
    .limit(MOST_OPEN_REQUESTS)
    .execute();
  if (older.length === 0) return;
  const hashes = older.map(({ request_hash }) => request_hash);
  await db.deleteFrom("oauth_requests").where("request_hash", "in", hashes).execute();
}

/** Finds the session's open request. @throws Refusal when there is none */
export async function findOpenRequest(
  context: BaseContext,
  session: Session,
  secret: string,
): Promise<OpenRequest> {
  const row = await requests(context, session, secret).executeTakeFirst();
  if (row === undefined) throw requestGone();
  return openRequestOf(row);
}

/** Answer of a person; neither part is checked yet. */
export type Approval = { readonly teamId: string; readonly choice: string };

/**
 * Grants the app access to a team with the scopes of the choice, once for each request.
 * @returns the redirect's target, and its authorization code
 * @throws Refusal with the path of the wrong field (`request`, `team`, `access`); then nothing is granted
 */
export async function approve(
  context: BaseContext,
  session: Session,
  secret: string,
  { teamId, choice: posted }: Approval,
): Promise<OpenRequest & { readonly code: string }> {
  return transaction(context, async (context) => {
    const request = await lockRequest(context, session, secret);
    const chosen = requestedChoice(request, posted);
    const isCapped = await isCappedIn(context, session, teamId);
    const choice = isCapped && chosen === "delete" ? "change" : chosen;
    const granted = grantedScopes(choice, request.scopes);
    await close(context, secret);
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
  { client_id, redirect_uri, code_challenge }: Row,
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

/** Denies the request. @throws Refusal when there is none */
export async function deny(
  context: BaseContext,
  session: Session,
  secret: string,
): Promise<OpenRequest> {
  return transaction(context, async (context) => {
    const asked = await findOpenRequest(context, session, secret);
    await close(context, secret);
    return asked;
  });
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof requests>["executeTakeFirst"]>>>;

function requests({ db, now }: BaseContext, session: Session, secret: string) {
  return db
    .selectFrom("oauth_requests")
    .select(["client_id", "redirect_uri", "scopes", "state", "code_challenge"])
    .where("request_hash", "=", hashSecret(secret))
    .where("session_id", "=", session.id)
    .where("expires_at", ">", now);
}

function openRequestOf({ client_id, redirect_uri, scopes, state }: Row): OpenRequest {
  return { clientId: client_id, redirectUri: redirect_uri, scopes, state };
}

/** Locks the request, so that one of two simultaneous answers counts. */
async function lockRequest(context: BaseContext, session: Session, secret: string): Promise<Row> {
  const { db } = context;
  await lockForKeyShare(
    db,
    db.selectFrom("users").select("id").where("id", "=", session.user.id),
  ).execute();
  const question = requests(context, session, secret);
  const request = await lockForUpdate(db, question).executeTakeFirst();
  if (request === undefined) throw requestGone();
  // A client's document may have dropped the redirect URI since the request.
  const client = await findClient(context, request.client_id);
  const isKnown = client?.redirect_uris.some((uri) =>
    redirectUriMatches(uri, request.redirect_uri),
  );
  if (isKnown !== true) throw requestGone();
  return request;
}

async function close({ db }: BaseContext, secret: string): Promise<void> {
  const closed = await db
    .deleteFrom("oauth_requests")
    .where("request_hash", "=", hashSecret(secret))
    .returning("request_hash")
    .executeTakeFirst();
  if (closed === undefined) throw requestGone();
}

/** Finds the posted choice among the requested ones: nobody can post a wider one. */
function requestedChoice({ scopes }: Row, posted: string): Choice {
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

/** Members cannot grant `apis.all` unless the team allows it. */
async function isCappedIn(
  context: BaseContext,
  session: Session,
  teamId: string,
): Promise<boolean> {
  const isId = uuid.safeParse(teamId).success;
  const role = isId ? await roleOf(context, teamId, session.user.id) : null;
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

function requestGone(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "request",
    message: "This request was already answered, has expired, or belongs to another session",
    next: "go back to the app and start again there",
  });
}
