import { createHmac } from "node:crypto";
import { ACCESS_TOKEN_PREFIX, CODE_PREFIX, REFRESH_TOKEN_PREFIX } from "../accounts/credentials.ts";
import { endGrant } from "../accounts/grants.ts";
import type { RandomBytes } from "../core/ids.ts";
import { hashSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import type { GrantEnd } from "../db/schema/oauth.ts";
import { addMilliseconds, earlier, type Instant, millisecondsBetween } from "../shared/time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const CODE_LASTS_MS = MINUTE_MS;
export const REQUEST_LASTS_MS = 10 * MINUTE_MS;
export const GRANT_LASTS_MS = 180 * DAY_MS;
const ACCESS_LASTS_MS = 60 * MINUTE_MS;
/** Without use. */
const REFRESH_LASTS_MS = 30 * DAY_MS;

/** The answer of the token endpoint (RFC 6749 §5.1). */
export type TokenAnswer = {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Whole seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
};

type GrantOfTokens = {
  readonly team_id: string;
  readonly id: string;
  readonly scopes: readonly string[];
  readonly expires_at: Instant;
};

export type Secrets = { readonly access: string; readonly refresh: string };

export function newCode(randomBytes: RandomBytes): string {
  return newSecret(CODE_PREFIX, randomBytes);
}

export function newSecrets(randomBytes: RandomBytes): Secrets {
  return {
    access: newSecret(ACCESS_TOKEN_PREFIX, randomBytes),
    refresh: newSecret(REFRESH_TOKEN_PREFIX, randomBytes),
  };
}

/**
 * Derives the successors of a refresh token with the server's secret: always the same, so that they
 * can be returned again without being stored.
 */
export function successorsOf(refreshToken: string, serverSecret: string): Secrets {
  const derived = (purpose: string) => () =>
    createHmac("sha256", serverSecret).update(`${purpose} after ${refreshToken}`).digest();
  return {
    access: newSecret(ACCESS_TOKEN_PREFIX, derived("access token")),
    refresh: newSecret(REFRESH_TOKEN_PREFIX, derived("refresh token")),
  };
}

/** Stores the hashes of a token pair. The context must be in a transaction. */
export async function issue(
  context: BaseContext,
  grant: GrantOfTokens,
  secrets: Secrets,
  scopes: readonly string[] = grant.scopes,
): Promise<TokenAnswer> {
  const until = (lasts: number) => earlier(addMilliseconds(context.now, lasts), grant.expires_at);
  const row = { team_id: grant.team_id, grant_id: grant.id, created_at: context.now };
  const access = {
    ...row,
    id: context.newId(),
    token_hash: hashSecret(secrets.access),
    expires_at: until(ACCESS_LASTS_MS),
  };
  const refresh = {
    ...row,
    id: context.newId(),
    token_hash: hashSecret(secrets.refresh),
    expires_at: until(REFRESH_LASTS_MS),
    spent_at: null,
  };
  await context.db
    .insertInto("oauth_access_tokens")
    .values({ ...access, scopes: JSON.stringify(scopes) })
    .execute();
  await context.db.insertInto("oauth_refresh_tokens").values(refresh).execute();
  return tokenAnswer(context, secrets, { scopes, expires_at: access.expires_at });
}

export function tokenAnswer(
  { now }: BaseContext,
  { access, refresh }: Secrets,
  token: { readonly scopes: readonly string[]; readonly expires_at: Instant },
): TokenAnswer {
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.max(0, Math.floor(millisecondsBetween(now, token.expires_at) / 1000)),
    refresh_token: refresh,
    scope: token.scopes.join(" "),
  };
}

/** Ends the grant in its holder's name. @returns true when it ended now */
export async function endAccess(
  context: BaseContext,
  grant: { readonly team_id: string; readonly id: string; readonly user_id: string },
  { tool, because }: { tool: string; because: GrantEnd },
): Promise<boolean> {
  const auditContext: AuditContext = {
    ...context,
    team: { id: grant.team_id },
    actor: { id: grant.user_id },
    credential: { kind: "oauth_grant", id: grant.id },
    client: null,
    tool,
  };
  return endGrant(auditContext, { id: grant.id, userId: grant.user_id, because });
}
