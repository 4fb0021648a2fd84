import type { Session } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../db/dialect.ts";
import type { Db } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { findClient } from "./clients.ts";
import { redirectUriMatches } from "./redirect-uri.ts";
import { REQUEST_LASTS_MS } from "./tokens.ts";

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

/** A page that reloads would add a request each time. */
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

/** @throws Refusal when there is none */
export async function findOpenRequest(
  context: BaseContext,
  session: Session,
  secret: string,
): Promise<OpenRequest> {
  const row = await requests(context, session, secret).executeTakeFirst();
  if (row === undefined) throw requestGone();
  return openRequestOf(row);
}

export type StoredRequest = NonNullable<
  Awaited<ReturnType<ReturnType<typeof requests>["executeTakeFirst"]>>
>;

function requests({ db, now }: BaseContext, session: Session, secret: string) {
  return db
    .selectFrom("oauth_requests")
    .select(["client_id", "redirect_uri", "scopes", "state", "code_challenge"])
    .where("request_hash", "=", hashSecret(secret))
    .where("session_id", "=", session.id)
    .where("expires_at", ">", now);
}

export function openRequestOf({ scopes, state, ...request }: StoredRequest): OpenRequest {
  return { clientId: request.client_id, redirectUri: request.redirect_uri, scopes, state };
}

/** The lock lets one of two simultaneous answers count. */
export async function lockRequest(
  context: BaseContext,
  session: Session,
  secret: string,
): Promise<StoredRequest> {
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

/** @throws Refusal when it was answered already */
export async function closeRequest({ db }: BaseContext, secret: string): Promise<void> {
  const closed = await db
    .deleteFrom("oauth_requests")
    .where("request_hash", "=", hashSecret(secret))
    .returning("request_hash")
    .executeTakeFirst();
  if (closed === undefined) throw requestGone();
}

function requestGone(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "request",
    message: "This request was already answered, has expired, or belongs to another session",
    next: "go back to the app and start again there",
  });
}
