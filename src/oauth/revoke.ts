import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from "../accounts/credentials.ts";
import { endGrant } from "../accounts/grants.ts";
import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { auditContextOf } from "./audit-context.ts";

/**
 * Ends the grant of an access or a refresh token, with all of its tokens (RFC 7009 §2.1). Unknown
 * tokens, and tokens of another client, are ignored (§2.2).
 * @param clientId null when the request names no client: then the token alone is enough
 * @returns true when a grant was ended
 */
export async function revoke(
  context: BaseContext,
  token: string,
  clientId: string | null,
): Promise<boolean> {
  return transaction(context, async (context) => {
    const grantKey = await findGrantKey(context, token);
    if (grantKey === undefined) return false;
    const grant = await context.db
      .selectFrom("oauth_grants as grant")
      .innerJoin("oauth_clients as client", "client.id", "grant.client_id")
      .select(["grant.team_id", "grant.id", "grant.user_id", "client.id as client_id"])
      .select("client.kind as client_kind")
      .where("grant.team_id", "=", grantKey.team_id)
      .where("grant.id", "=", grantKey.grant_id)
      .executeTakeFirst();
    if (grant === undefined || !mayRevoke(grant, clientId)) return false;
    const end = { id: grant.id, userId: grant.user_id, because: "revoked" } as const;
    return endGrant(auditContextOf(context, grant, "oauth/revoke"), end);
  });
}

function mayRevoke(
  grant: { readonly client_id: string; readonly client_kind: string },
  clientId: string | null,
): boolean {
  return clientId === null ? grant.client_kind !== "confidential" : clientId === grant.client_id;
}

async function findGrantKey({ db }: BaseContext, token: string) {
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
