import type { Ground } from "../db/context.ts";
import { fieldOf, type Form, readForm, repeatedField } from "../http/form.ts";
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
  { baseUrl, rotation, ground }: Pick<OAuthParts, "baseUrl" | "rotation" | "ground">,
  request: Request,
): Promise<TokenAnswer> {
  const form = await readRequest(request);
  // The time counts from here: a body may be sent slowly.
  const context = ground();
  const grantType = required(form, "grant_type");
  if (grantType !== "authorization_code" && grantType !== "refresh_token")
    throw new OAuthError(
      "unsupported_grant_type",
      "The grant types are authorization_code and refresh_token",
    );
  const client = await clientOf(context, form);
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
 * The revocation endpoint (RFC 7009 §2). A token that is unknown, or another client's, is no error.
 * @throws OAuthError when the request is refused
 */
export async function revokeToken(ground: () => Ground, request: Request): Promise<void> {
  const form = await readRequest(request);
  const context = ground();
  const token = required(form, "token");
  const isNamed = fieldOf(form, "client_id") !== null;
  const client = isNamed ? await clientOf(context, form) : null;
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
      `${exposed} belongs into the body, not into the address`,
    );
  if (/^basic /i.test(request.headers.get("authorization") ?? ""))
    throw new OAuthError("invalid_client", "Send client_id and client_secret in the body", {
      status: 401,
      headers: { "WWW-Authenticate": 'Basic realm="Ledgerport"' },
    });
  const form = await readForm(request);
  if ("reason" in form)
    throw new OAuthError("invalid_request", `The request cannot be read: ${form.reason}`, {
      status: form.status,
      headers: form.status === 413 ? { Connection: "close" } : {},
    });
  const repeated = repeatedField(form, ONCE);
  if (repeated === undefined) return form;
  throw new OAuthError("invalid_request", `${repeated} is there more than once`);
}

async function clientOf(context: Ground, form: Form): Promise<OAuthClient> {
  return authenticateClient(context, required(form, "client_id"), fieldOf(form, "client_secret"));
}

function required(form: Form, name: string): string {
  const value = fieldOf(form, name);
  if (value === null) throw new OAuthError("invalid_request", `${name} is missing`);
  return value;
}
