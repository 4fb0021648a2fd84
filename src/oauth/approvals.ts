import { roleOf } from "../accounts/members.ts";
import { isCapped, SCOPES } from "../accounts/scopes.ts";
import type { Session } from "../accounts/sessions.ts";
import { requireTeam } from "../accounts/teams.ts";
import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import { addMilliseconds } from "../core/time.ts";
import type { Ground, Signed } from "../db/context.ts";
import { keepRows, lockRows } from "../db/dialect.ts";
import type { Db } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { findClient } from "./clients.ts";
import { redirectUriMatches } from "./redirect-uri.ts";
import { CODE_LASTS_MS, GRANT_LASTS_MS, newCode, REQUEST_LASTS_MS } from "./tokens.ts";

const REQUEST_PREFIX = "svc_request_";
/** That wait for an answer in one session. */
const MOST_QUESTIONS = 20;

/** What a person was asked, as it is kept until they answer. */
export type Asked = Pick<AuthorizationRequest, "redirectUri" | "scopes" | "state"> & {
  readonly clientId: string;
};

/**
 * Keeps what a person is asked, for the session in which they are.
 * @returns what the answer has to carry, or null when the session or the client has just gone
 */
export async function ask(
  context: Ground,
  session: Session,
  { client, redirectUri, scopes, state, codeChallenge }: AuthorizationRequest,
): Promise<string | null> {
  const secret = newSecret(REQUEST_PREFIX, context.randomBytes);
  return transaction(context, async ({ db, now }) => {
    const sessions = db.selectFrom("sessions").select("id").where("id", "=", session.id);
    const clients = db.selectFrom("oauth_clients").select("id").where("id", "=", client.id);
    if ((await keepRows(db, sessions).executeTakeFirst()) === undefined) return null;
    if ((await keepRows(db, clients).executeTakeFirst()) === undefined) return null;
    await forgetOlder(db, session);
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

/** Whoever is asked again and again, by a page that reloads, has only the newest questions. */
async function forgetOlder(db: Db, session: Session): Promise<void> {
  const questions = db
    .selectFrom("oauth_requests")
    .select("request_hash")
    .where("session_id", "=", session.id)
    .orderBy("expires_at", "desc")
    .orderBy("request_hash");
  const older = await questions
    .offset(MOST_QUESTIONS - 1)
    .limit(MOST_QUESTIONS)
    .execute();
  if (older.length === 0) return;
  const hashes = older.map(({ request_hash }) => request_hash);
  await db.deleteFrom("oauth_requests").where("request_hash", "in", hashes).execute();
}

/** What was asked in this session and is not answered yet. @throws Refusal when there is nothing */
export async function findAsked(context: Ground, session: Session, secret: string): Promise<Asked> {
  const row = await requests(context, session, secret).executeTakeFirst();
  if (row === undefined) throw answered();
  return askedOf(row);
}

export type Approval = { readonly teamId: string; readonly scopes: readonly string[] };

/**
 * Lets the app into a team, once for each time it is asked, with the scopes that were left ticked.
 * @returns where to send the person, and the code to send along
 * @throws Refusal with the path of what is wrong (`request`, `team`, `scope`); then nothing was granted
 */
export async function approve(
  context: Ground,
  session: Session,
  secret: string,
  { teamId, scopes }: Approval,
): Promise<Asked & { readonly code: string }> {
  return transaction(context, async (context) => {
    const request = await lockRequest(context, session, secret);
    const granted = await grantable(context, session, { teamId, scopes: ticked(request, scopes) });
    await close(context, secret);
    const signed = {
      ...context,
      team: { id: teamId },
      actor: { id: session.user.id },
      credential: { kind: "session", id: session.id },
      client: null,
      tool: "oauth/authorize",
    } as const;
    const code = await addGrant(signed, session.user.id, request, granted);
    await context.db
      .updateTable("oauth_clients")
      .set({ approved_at: context.now })
      .where("id", "=", request.client_id)
      .where("approved_at", "is", null)
      .execute();
    return { ...askedOf(request), code };
  });
}

/** @returns the grant's code */
async function addGrant(
  context: Signed,
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
  await record(context, [{ type: "oauth_grant", id: image.id, before: null, after: image }]);
  return code;
}

/** Turns the app away. @throws Refusal when there is nothing to answer */
export async function deny(context: Ground, session: Session, secret: string): Promise<Asked> {
  return transaction(context, async (context) => {
    const asked = await findAsked(context, session, secret);
    await close(context, secret);
    return asked;
  });
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof requests>["executeTakeFirst"]>>>;

function requests({ db, now }: Ground, session: Session, secret: string) {
  return db
    .selectFrom("oauth_requests")
    .select(["client_id", "redirect_uri", "scopes", "state", "code_challenge"])
    .where("request_hash", "=", hashSecret(secret))
    .where("session_id", "=", session.id)
    .where("expires_at", ">", now);
}

function askedOf({ client_id, redirect_uri, scopes, state }: Row): Asked {
  return { clientId: client_id, redirectUri: redirect_uri, scopes, state };
}

/** Of two answers at the same time, one finds the question. */
async function lockRequest(context: Ground, session: Session, secret: string): Promise<Row> {
  const { db } = context;
  await keepRows(
    db,
    db.selectFrom("users").select("id").where("id", "=", session.user.id),
  ).execute();
  const question = requests(context, session, secret);
  const request = await lockRows(db, question).executeTakeFirst();
  if (request === undefined) throw answered();
  // A client that describes itself in a document may have taken the address back meanwhile.
  const client = await findClient(context, request.client_id);
  const isKnown = client?.redirect_uris.some((uri) =>
    redirectUriMatches(uri, request.redirect_uri),
  );
  if (isKnown !== true) throw answered();
  return request;
}

async function close({ db }: Ground, secret: string): Promise<void> {
  const closed = await db
    .deleteFrom("oauth_requests")
    .where("request_hash", "=", hashSecret(secret))
    .returning("request_hash")
    .executeTakeFirst();
  if (closed === undefined) throw answered();
}

/** What was ticked of what was asked for: nothing can be added. */
function ticked(request: Row, scopes: readonly string[]): readonly string[] {
  const chosen = request.scopes.filter((scope) => scopes.includes(scope));
  const added = scopes.find((scope) => !request.scopes.includes(scope));
  if (added === undefined && chosen.length > 0) return chosen;
  throw new Refusal({
    code: "invalid_argument",
    path: "scope",
    message: added === undefined ? "Nothing is ticked" : "The app did not ask for this",
    next: "tick what the app may do, or deny it",
  });
}

/** What the person can give in that team: a member's consent stops short of `apis.all` unless the team allows it. */
async function grantable(
  context: Ground,
  session: Session,
  { teamId, scopes }: Approval,
): Promise<readonly string[]> {
  const isId = uuid.safeParse(teamId).success;
  const role = isId ? await roleOf(context, teamId, session.user.id) : null;
  if (role === null)
    throw new Refusal({
      code: "invalid_argument",
      path: "team",
      message: "No team of yours is chosen",
      next: "choose the team that the app may work for",
    });
  const { member_full_access } = await requireTeam(context, teamId);
  const team = { memberFullAccess: member_full_access };
  if (!isCapped({ role, team }) || !scopes.includes("apis.all")) return scopes;
  return [...new Set([...scopes.filter((scope) => scope !== "apis.all"), ...SCOPES])];
}

function answered(): Refusal {
  return new Refusal({
    code: "not_found",
    path: "request",
    message: "This request was answered already, has expired, or was made in another session",
    next: "go back to the app and start again there",
  });
}
