import { hash } from "node:crypto";
import { CODE_PREFIX } from "../accounts/credentials.ts";
import { isStillMember } from "../accounts/grants.ts";
import { equalSecrets, hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { OAuthError } from "./errors.ts";
import { endAccess, issue, newSecrets, type TokenAnswer } from "./tokens.ts";

type Redemption = {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string | null;
};

/**
 * Exchanges an authorization code for the first tokens of its grant, once (RFC 6749 §4.1.3, RFC 7636
 * §4.6). A second use ends the grant, since two parties have the code (RFC 9700 §4.5).
 * @returns an OAuthError when it is refused: thrown, it would roll the end of the grant back
 */
export async function redeem(
  context: BaseContext,
  redemption: Redemption,
): Promise<TokenAnswer | OAuthError> {
  const { code, clientId } = redemption;
  if (!isWellFormedSecret(CODE_PREFIX, code))
    return invalid("The code is incomplete, or was not issued by this server");
  return transaction(context, async (context) => {
    const grant = await lockGrant(context, hashSecret(code));
    if (grant === undefined || grant.client_id !== clientId)
      return invalid("This client has no such code");
    if (grant.redeemed_at !== null) {
      await endAccess(context, grant, { tool: "oauth/token", because: "code_replayed" });
      return invalid("The code was used before, so its access has been ended");
    }
    const problem = await problemOf(context, grant, redemption);
    if (problem !== null) return invalid(problem);
    const redeemed = await context.db
      .updateTable("oauth_grants")
      .set({ redeemed_at: context.now })
      .where("team_id", "=", grant.team_id)
      .where("id", "=", grant.id)
      .where("redeemed_at", "is", null)
      .where("ended_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (redeemed === undefined) return invalid("The code was used before");
    return issue(context, grant, newSecrets(context.randomBytes));
  });
}

type Grant = NonNullable<Awaited<ReturnType<typeof lockGrant>>>;

/** Parallel requests with one code run one after the other. */
async function lockGrant({ db }: BaseContext, codeHash: string) {
  const grants = db
    .selectFrom("oauth_grants")
    .select([
      "team_id",
      "id",
      "user_id",
      "client_id",
      "scopes",
      "created_at",
      "expires_at",
      "code_challenge",
      "redirect_uri",
      "code_expires_at",
      "redeemed_at",
      "ended_at",
    ])
    .where("code_hash", "=", codeHash);
  return lockForUpdate(db, grants).executeTakeFirst();
}

/** @returns the reason to refuse, or null. A refused code can still be used by its client. */
async function problemOf(
  context: BaseContext,
  grant: Grant,
  { redirectUri, verifier }: Redemption,
): Promise<string | null> {
  if (grant.ended_at !== null) return "The access was ended before the code was used";
  if (grant.code_expires_at <= context.now)
    return "The code expired after 60 seconds: start again at the authorization endpoint";
  if (redirectUri !== grant.redirect_uri)
    return "The redirect_uri differs from the authorization request";
  if (verifier === null) return "The code_verifier is missing";
  // RFC 7636 §4.2, S256.
  if (!equalSecrets(hash("sha256", verifier, "base64url"), grant.code_challenge))
    return "The code_verifier does not match the code_challenge";
  return (await isStillMember(context, grant))
    ? null
    : "The person who approved the app has left the team";
}

function invalid(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
