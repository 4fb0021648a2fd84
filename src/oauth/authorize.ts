import type { Context as Http } from "hono";
import { askedBaseUrl } from "../http/origin.ts";
import { PageProblem } from "../site/problem.ts";
import { visitorSession } from "../site/visitor.ts";
import { redirectableRequest, authorizationRequest } from "./authorization-request.ts";
import { unknownClient } from "./clients.ts";
import { showConsent } from "./consent.ts";
import { OAuthError } from "./errors.ts";
import { findOrFetchClient } from "./find-client.ts";
import { ENDPOINTS } from "./metadata.ts";
import { storeRequest } from "./open-requests.ts";
import type { OAuthParts } from "./parts.ts";
import { goBack } from "./redirect-uri.ts";

/**
 * The authorization endpoint (RFC 6749 §3.1): shows the consent page to a signed-in person. It grants
 * nothing.
 * @param address key of the rate limit for fetched client documents
 */
export async function authorize(parts: OAuthParts, http: Http, address: string): Promise<Response> {
  const { log } = parts;
  const baseUrl = askedBaseUrl(parts.baseUrl, http.req.header("host"));
  const context = parts.baseContext();
  const { search } = new URL(http.req.url);
  const find = async (id: string) => {
    const client = await findOrFetchClient(parts, context, id, address);
    if (client === undefined && isProgram(http)) throw unknownClient();
    return client;
  };
  const request = await redirectableRequest(search, find);
  try {
    const wanted = authorizationRequest(request, baseUrl);
    const session = await visitorSession(parts, http);
    const secret = session === null ? null : await storeRequest(context, session, wanted);
    if (session === null || secret === null) return signInFirst(http, search);
    const { client, ...asked } = wanted;
    return await showConsent(parts, http, context, {
      session,
      secret,
      search,
      asked: { ...asked, clientId: client.id },
    });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const reason = { error: error.code, reason: error.message, client: request.client.id };
    log.warn({ endpoint: ENDPOINTS.authorize, ...reason }, "an OAuth request was refused");
    return goBack(baseUrl, request, [
      ["error", error.code],
      ["error_description", error.message],
    ]);
  }
}

/** mcp-remote, for one, checks without a browser whether its client id is still registered. */
function isProgram(http: Http): boolean {
  const accept = http.req.header("accept") ?? "";
  return accept.includes("application/json") && !accept.includes("text/html");
}

function signInFirst(http: Http, search: string): Response {
  const query = new URLSearchParams({ return: ENDPOINTS.authorize + search });
  if (query.toString().length > LONGEST_RETURN) throw tooLong();
  return http.redirect(`/signin?${query.toString()}`, 303);
}

/** Stays below Node's limit of 16 KB for a request's line and headers. */
const LONGEST_RETURN = 12_000;

function tooLong(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "This app asks for too much at once",
    message: "The address that the app sent you to is too long to come back to after signing in.",
    next: "Sign in first, and then connect the app again.",
    link: { href: "/signin", label: "Sign in" },
  });
}
