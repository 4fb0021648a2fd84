import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from "../accounts/credentials.ts";
import { hashSecret, isWellFormedSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { fieldOf, type Form, readForm, repeatedField } from "../http/body.ts";
import { clientCredentials, authenticateClient, type OAuthClient } from "./clients.ts";
import { OAuthError } from "./errors.ts";
import { requireOwnResource, scopesOf } from "./parameters.ts";
import type { OAuthParts } from "./parts.ts";
import { redeem } from "./redeem.ts";
import { refresh } from "./refresh.ts";
import { type TokenAnswer, endAccess } from "./tokens.ts";

/** The token endpoint (RFC 6749 §3.2). @throws OAuthError */
export async function exchange(
  { baseUrl, rotation, baseContext }: Pick<OAuthParts, "baseUrl" | "rotation" | "baseContext">,
  request: Request,
): Promise<TokenAnswer> {
  const form = await readRequest(request);
  // `now` is read after the body, which may be sent slowly.
  const context = baseContext();
  const grantType = required(form, "grant_type");
  if (grantType !== "authorization_code" && grantType !== "refresh_token")
    throw new OAuthError(
      "unsupported_grant_type",
      "The grant types are authorization_code and refresh_token",
    );
  const client = await clientOf(context, request, form);
  if (client === null) throw missing("client_id");
  requireOwnResource(form, baseUrl);
  const answer =
    grantType === "authorization_code"
      ? await redeem(context, {
          code: required(form, "code"),
          clientId: client.id,
          redirectUri: required(form, "redirect_uri"),
          verifier: fieldOf(form, "code_verifier"),
        })
      : await refresh(context, rotation, {
          token: required(form, "refresh_token"),
          clientId: client.id,
          scopes: scopesOf(form),
        });
  if (answer instanceof OAuthError) throw answer;
  return answer;
}

/**
 * The revocation endpoint (RFC 7009 §2). An unknown token, or another client's, is not an error.
 * @throws OAuthError
 */
export async function revokeToken(baseContext: () => BaseContext, request: Request): Promise<void> {
  const form = await readRequest(request);
  const context = baseContext();
  const token = required(form, "token");
  const client = await clientOf(context, request, form);
  await revoke(context, token, client?.id ?? null);
}

const SECRETS = ["client_secret", "code", "code_verifier", "refresh_token", "token"];
const ONCE = [...SECRETS, "grant_type", "client_id", "redirect_uri", "scope", "token_type_hint"];

async function readRequest(request: Request): Promise<Form> {
  const query = new URL(request.url).searchParams;
  const exposed = SECRETS.find((name) => query.has(name));
  if (exposed !== undefined)
    throw new OAuthError(
      "invalid_request",
      `Send ${exposed} in the request body, not in the query string`,
    );
  const form = await readForm(request);
  if ("reason" in form)
    throw new OAuthError("invalid_request", `The request cannot be read: ${form.reason}`, {
      status: form.status,
      headers: form.status === 413 ? { Connection: "close" } : {},
    });
  const repeated = repeatedField(form, ONCE);
  if (repeated === undefined) return form;
  throw new OAuthError("invalid_request", `${repeated} is sent more than once`);
}

async function clientOf(
  context: BaseContext,
  request: Request,
  form: Form,
): Promise<OAuthClient | null> {
  const credentials = clientCredentials(request.headers.get("authorization"), form);
  return credentials === null ? null : authenticateClient(context, credentials);
}

function required(form: Form, name: string): string {
  const value = fieldOf(form, name);
  if (value === null) throw missing(name);
  return value;
}

function missing(name: string): OAuthError {
  return new OAuthError("invalid_request", `${name} is missing`);
}

/**
 * Ends the grant of an access or a refresh token, with all of its tokens (RFC 7009 §2.1). Unknown
 * tokens, and tokens of another client, are ignored (§2.2).
 * @param clientId null when the request names no client: then the token alone is enough
 * @returns true when a grant was ended
 */
async function revoke(
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
    return endAccess(context, grant, { tool: "oauth/revoke", because: "revoked" });
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
