import { fieldOf, type Form, parseForm, repeatedField } from "../http/body.ts";
import { PageProblem } from "../site/problem.ts";
import type { OAuthClient } from "./clients.ts";
import { OAuthError } from "./errors.ts";
import { requireOwnResource, scopesOf } from "./parameters.ts";
import { redirectUriMatches } from "./redirect-uri.ts";

/** RFC 6749 §4.1.1. */
export type AuthorizationRequest = {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** Still percent-encoded, so that it is returned byte for byte. */
  readonly state: string | null;
  readonly codeChallenge: string;
};

/** A query whose client and redirect URI are valid: further errors go to the client by redirect. */
type RedirectableRequest = {
  readonly query: Form;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | null;
};

/**
 * Checks the client and the redirect URI of an authorization request.
 * @param search the query with its `?`
 * @throws PageProblem when one is not valid: then nothing may be redirected (RFC 6749 §4.1.2.1)
 */
export async function redirectableRequest(
  search: string,
  find: (clientId: string) => Promise<OAuthClient | undefined>,
): Promise<RedirectableRequest> {
  const query = parseForm(search.slice(1));
  const repeated = repeatedField(query, ["client_id", "redirect_uri"]);
  if (repeated !== undefined) throw mistaken(`The address names ${repeated} more than once.`);
  const clientId = fieldOf(query, "client_id");
  if (clientId === null) throw mistaken("The address does not name the app: client_id is missing.");
  const client = await find(clientId);
  if (client === undefined)
    throw mistaken("No app is registered here under the client_id in the address.");
  const redirectUri = fieldOf(query, "redirect_uri");
  if (redirectUri === null)
    throw mistaken("The address does not say where to return to: redirect_uri is missing.");
  if (!client.redirect_uris.some((registered) => redirectUriMatches(registered, redirectUri)))
    throw mistaken("The redirect_uri in the address is not one that the app has registered.");
  return { query, client, redirectUri, state: rawValue(search, "state") };
}

/** Checks all other parameters. @throws OAuthError to be sent to the client */
export function authorizationRequest(
  { query, ...request }: RedirectableRequest,
  baseUrl: string,
): AuthorizationRequest {
  for (const check of CHECKS) check(query, baseUrl);
  const codeChallenge = fieldOf(query, "code_challenge") ?? "";
  return { ...request, scopes: wantedScopes(query), codeChallenge };
}

/** In the order in which errors are reported. */
const CHECKS: readonly ((query: Form, baseUrl: string) => void)[] = [
  nothingTwice,
  noRequestObject,
  codeInTheQuery,
  proofKey,
  wantedScopes,
  requireOwnResource,
  notSilent,
];

const ONCE = [
  "response_type",
  "response_mode",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "request",
  "request_uri",
];

/** RFC 6749 §3.1. Only `resource` may be repeated (RFC 8707 §2). */
function nothingTwice(query: Form): void {
  const repeated = repeatedField(query, ONCE);
  if (repeated !== undefined)
    throw new OAuthError("invalid_request", `${repeated} is sent more than once`);
}

/** Refuses request objects (RFC 9101); a `request_uri` is never fetched. */
function noRequestObject(query: Form): void {
  if (fieldOf(query, "request") !== null)
    throw new OAuthError("request_not_supported", "Send the parameters in the query, not request");
  if (fieldOf(query, "request_uri") !== null)
    throw new OAuthError(
      "request_uri_not_supported",
      "Send the parameters in the query, not request_uri",
    );
}

function codeInTheQuery(query: Form): void {
  const type = fieldOf(query, "response_type");
  if (type === null) throw new OAuthError("invalid_request", "response_type is missing: send code");
  if (type !== "code")
    throw new OAuthError("unsupported_response_type", "The only response_type is code");
  const mode = fieldOf(query, "response_mode") ?? "query";
  if (mode !== "query") throw new OAuthError("invalid_request", "The only response_mode is query");
}

/** RFC 7636 §4.3, S256 only. Without a method the RFC assumes `plain`. */
function proofKey(query: Form): void {
  const challenge = fieldOf(query, "code_challenge");
  if (challenge === null)
    throw new OAuthError("invalid_request", "code_challenge is missing: PKCE is required");
  if (fieldOf(query, "code_challenge_method") !== "S256")
    throw new OAuthError("invalid_request", "code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw new OAuthError(
      "invalid_request",
      "code_challenge is not a SHA-256 in base64url: 43 characters without padding",
    );
}

/** Consent always needs a page, so `prompt=none` is refused. */
function notSilent(query: Form): void {
  const prompts = (fieldOf(query, "prompt") ?? "").split(" ");
  if (prompts.includes("none"))
    throw new OAuthError("interaction_required", "The person is always asked: omit prompt=none");
}

/** `apis.read` when no scope is requested. @throws OAuthError when none of them is known */
function wantedScopes(query: Form): readonly string[] {
  return scopesOf(query) ?? ["apis.read"];
}

function rawValue(search: string, name: string): string | null {
  const pairs = search.slice(1).split("&");
  const pair = pairs.find((pair) => pair === name || pair.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

function mistaken(message: string): PageProblem {
  return new PageProblem({
    status: 400,
    title: "This app cannot be connected",
    message: `${message} You were not sent back to it, because that would not be safe.`,
    next: "Go back to the app and connect it again. If that does not help, contact the app's maker.",
  });
}
