import { REFRESH_TOKEN_PREFIX } from "../accounts/credentials.ts";
import { isStillMember } from "../accounts/grants.ts";
import { covers } from "../accounts/scopes.ts";
import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, type Instant, millisecondsBetween } from "../shared/time.ts";
import { OAuthError } from "./errors.ts";
import {
  endAccess,
  tokenAnswer,
  issue,
  type Secrets,
  successorsOf,
  type TokenAnswer,
} from "./tokens.ts";

export type Refresh = {
  readonly token: string;
  readonly clientId: string;
  /** Narrower scopes for the access token; null for all scopes of the grant. */
  readonly scopes: readonly string[] | null;
};

export type Rotation = {
  readonly secret: string;
  /** Seconds in which a spent token gets the same successors again. */
  readonly overlapSeconds: number;
};

/**
 * Exchanges a refresh token for its successors, once (RFC 6749 §6, RFC 9700 §4.14.2). A second use
 * ends the grant; within the overlap, while the successors are unused, it returns them again.
 * @returns an OAuthError when it is refused: thrown, it would roll the end of the grant back
 */
export async function refresh(
  context: BaseContext,
  rotation: Rotation,
  { token, clientId, scopes }: Refresh,
): Promise<TokenAnswer | OAuthError> {
  if (!isWellFormedSecret(REFRESH_TOKEN_PREFIX, token))
    return invalid("The refresh token is incomplete, or was not issued by this server");
  return transaction(context, async (context) => {
    const found = await lockToken(context, token);
    if (found === undefined || found.client_id !== clientId)
      return invalid("This client has no such refresh token");
    const endReason = await endReasonOf(context, found);
    if (endReason !== null) return invalid(endReason);
    if (scopes !== null && !scopes.every((scope) => covers(found.scopes, scope)))
      return new OAuthError(
        "invalid_scope",
        "A refresh cannot request more scopes than were approved",
      );
    const successors = successorsOf(token, rotation.secret);
    if (found.spent_at !== null) {
      const again = await answerAgain(context, found.spent_at, successors, rotation);
      return again ?? endFamily(context, found);
    }
    if (found.token_expires_at <= context.now)
      return invalid("The refresh token expired after 30 days without use: connect the app again");
    if (await isTooFrequent(context, found)) return tooFrequent();
    const spent = await context.db
      .updateTable("oauth_refresh_tokens")
      .set({ spent_at: context.now })
      .where("team_id", "=", found.team_id)
      .where("id", "=", found.token_id)
      .where("spent_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (spent === undefined) return endFamily(context, found);
    return issue(context, found, successors, scopes ?? found.scopes);
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof lockToken>>>;

/** The lock makes requests for one grant run one after the other. */
async function lockToken({ db }: BaseContext, token: string) {
  const tokens = db.selectFrom("oauth_refresh_tokens").where("token_hash", "=", hashSecret(token));
  const grantKey = await tokens.select(["team_id", "grant_id"]).executeTakeFirst();
  if (grantKey === undefined) return undefined;
  const grants = db
    .selectFrom("oauth_grants")
    .select(["team_id", "id", "user_id", "client_id", "scopes"])
    .select(["created_at", "expires_at", "ended_at"])
    .where("team_id", "=", grantKey.team_id)
    .where("id", "=", grantKey.grant_id);
  const grant = await lockForUpdate(db, grants).executeTakeFirst();
  // Read again: the previous holder of the lock may have spent or deleted the token.
  const current = await tokens.select(["id", "expires_at", "spent_at"]).executeTakeFirst();
  if (grant === undefined || current === undefined) return undefined;
  const { id, expires_at, spent_at } = current;
  return { ...grant, token_id: id, token_expires_at: expires_at, spent_at };
}

async function endReasonOf(context: BaseContext, found: Found): Promise<string | null> {
  const { now } = context;
  if (found.ended_at !== null) return "The access was ended: connect the app again";
  if (found.expires_at <= now) return "The access expired after 180 days: connect the app again";
  return (await isStillMember(context, found))
    ? null
    : "The person who approved the app has left the team";
}

async function answerAgain(
  context: BaseContext,
  spentAt: Instant,
  successors: Secrets,
  { overlapSeconds }: Rotation,
): Promise<TokenAnswer | null> {
  // `spentAt` may be later than now: a request waits for the lock, and clocks of servers differ.
  const apart = Math.abs(millisecondsBetween(spentAt, context.now));
  if (apart >= overlapSeconds * 1000) return null;
  const unused = await context.db
    .selectFrom("oauth_refresh_tokens")
    .select("id")
    .where("token_hash", "=", hashSecret(successors.refresh))
    .where("spent_at", "is", null)
    .executeTakeFirst();
  const access = await context.db
    .selectFrom("oauth_access_tokens")
    .select(["scopes", "expires_at"])
    .where("token_hash", "=", hashSecret(successors.access))
    .executeTakeFirst();
  if (unused === undefined || access === undefined) return null;
  return tokenAnswer(context, successors, access);
}

/** Stops a client that refreshes in a loop from filling the database. */
const MOST_IN_AN_HOUR = 600;

async function isTooFrequent({ db, now }: BaseContext, grant: Found): Promise<boolean> {
  const issued = await db
    .selectFrom("oauth_refresh_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("team_id", "=", grant.team_id)
    .where("grant_id", "=", grant.id)
    .where("created_at", ">", addMilliseconds(now, -60 * 60_000))
    .executeTakeFirstOrThrow();
  return issued.count > MOST_IN_AN_HOUR;
}

function tooFrequent(): OAuthError {
  return new OAuthError(
    "too_many_requests",
    `This access was refreshed ${MOST_IN_AN_HOUR} times within the hour: use each access token for as long as it lasts`,
    { status: 429, headers: { "Retry-After": "60" } },
  );
}

async function endFamily(context: BaseContext, grant: Found): Promise<OAuthError> {
  await endAccess(context, grant, { tool: "oauth/token", because: "refresh_token_reused" });
  return invalid("The refresh token was used before, so the access has been ended");
}

function invalid(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
