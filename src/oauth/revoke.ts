import { endGrant } from "../accounts/grants.ts";
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from "../accounts/prefixes.ts";
import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { Ground } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { signedByApp } from "./signed.ts";

/**
 * Ends the grant behind an access or a refresh token, and with it all of its tokens (RFC 7009 §2.1).
 * A token of another client, or none, is left alone without a word (§2.2).
 * @param clientId null when the client did not say who it is: then the token is all it has to show
 */
export async function revoke(
  context: Ground,
  token: string,
  clientId: string | null,
): Promise<boolean> {
  return transaction(context, async (context) => {
    const place = await placeOf(context, token);
    if (place === undefined) return false;
    const grant = await context.db
      .selectFrom("oauth_grants as grant")
      .innerJoin("oauth_clients as client", "client.id", "grant.client_id")
      .select(["grant.team_id", "grant.id", "grant.user_id", "client.id as client_id"])
      .select("client.kind as client_kind")
      .where("grant.team_id", "=", place.team_id)
      .where("grant.id", "=", place.grant_id)
      .executeTakeFirst();
    if (grant === undefined || !mayRevoke(grant, clientId)) return false;
    const end = { id: grant.id, userId: grant.user_id, because: "revoked" } as const;
    return endGrant(signedByApp(context, grant, "oauth/revoke"), end);
  });
}

/** A confidential client must have proven itself. */
function mayRevoke(
  grant: { readonly client_id: string; readonly client_kind: string },
  clientId: string | null,
): boolean {
  return clientId === null ? grant.client_kind !== "confidential" : clientId === grant.client_id;
}

/** The grant that the token hangs on. */
async function placeOf({ db }: Ground, token: string) {
  const token_hash = hashSecret(token);
  if (isWellFormedSecret(ACCESS_TOKEN_PREFIX, token))
    return db
      .selectFrom("oauth_access_tokens")
      .select(["team_id", "grant_id"])
      .where("token_hash", "=", token_hash)
      .executeTakeFirst();
  if (isWellFormedSecret(REFRESH_TOKEN_PREFIX, token))
    return db
      .selectFrom("oauth_refresh_tokens")
      .select(["team_id", "grant_id"])
      .where("token_hash", "=", token_hash)
      .executeTakeFirst();
  return undefined;
}
