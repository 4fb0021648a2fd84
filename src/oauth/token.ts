import type { BaseContext } from "../db/context.ts";
import { fieldOf, type Form, readForm, repeatedField } from "../http/body.ts";
import { clientCredentials } from "./client-credentials.ts";
import { authenticateClient, type OAuthClient } from "./clients.ts";
import { OAuthError } from "./errors.ts";
import { requireOwnResource, scopesOf } from "./parameters.ts";
import type { OAuthParts } from "./parts.ts";
import { redeem } from "./redeem.ts";
import { refresh } from "./refresh.ts";
import { revoke } from "./revoke.ts";
import type { TokenAnswer } from "./tokens.ts";

/**
 * The token endpoint (RFC 6749 §3.2).
 * @throws OAuthError when the request is refused
 */
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
      : await refresh(
          context,
          {
            token: required(form, "refresh_token"),
            clientId: client.id,
            scopes: scopesOf(form),
          },
          rotation,
        );
  if (answer instanceof OAuthError) throw answer;
  return answer;
}

/**
 * The revocation endpoint (RFC 7009 §2). An unknown token, or another client's, is not an error.
 * @throws OAuthError when the request is refused
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

/** Authenticates the client; null when the request names none. */
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
