import { type Context as Http, Hono } from "hono";
import { cors } from "hono/cors";
import { isPassing, Refusal, RETRY_AFTER } from "../core/errors.ts";
import { askedBaseUrl } from "../http/origin.ts";
import { routeOf } from "../http/request-log.ts";
import { pageErrors, wrongMethodPage } from "../site/problem.ts";
import { authorize } from "./authorize.ts";
import { answerConsent } from "./consent.ts";
import { OAuthError } from "./errors.ts";
import {
  AUTHORIZATION_SERVER_PATHS,
  authorizationServerMetadata,
  ENDPOINTS,
  PROTECTED_RESOURCE_PATHS,
  protectedResourceMetadata,
} from "./metadata.ts";
import type { OAuthParts } from "./parts.ts";
import { countRegistration, register } from "./register.ts";
import { exchange, revokeToken } from "./token.ts";

/**
 * Endpoints of the OAuth 2.0 authorization server for programs: any origin, no cookies.
 * @param addressOf key of the rate limits
 */
export function oauthServer(parts: OAuthParts, addressOf: (http: Http) => string): Hono {
  const { baseUrl } = parts;
  const server = new Hono();
  const anywhere = cors({
    origin: "*",
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Authorization", "Content-Type", "MCP-Protocol-Version"],
    exposeHeaders: ["Retry-After", "WWW-Authenticate"],
    maxAge: 3600,
  });
  const document = (path: string, metadataOf: (baseUrl: string) => object) => {
    server.use(path, anywhere);
    server.get(path, (http) => {
      const metadata = metadataOf(askedBaseUrl(baseUrl, http.req.header("host")));
      return http.json(metadata, 200, METADATA_HEADERS);
    });
    server.all(path, (http) => refused(parts, http, only("GET"), addressOf(http)));
  };
  for (const path of AUTHORIZATION_SERVER_PATHS)
    document(path, (url) => authorizationServerMetadata(url, parts.clientDocuments));
  for (const path of PROTECTED_RESOURCE_PATHS) document(path, protectedResourceMetadata);
  const endpoint = (
    path: string,
    serve: (http: Http) => Promise<object>,
    status: 200 | 201 = 200,
  ) => {
    server.use(path, anywhere);
    server.all(path, async (http) => {
      try {
        if (http.req.method !== "POST") throw only("POST");
        return http.json(await serve(http), status, NO_STORE);
      } catch (error) {
        const known = failureOf(error);
        if (!(known instanceof OAuthError)) throw known;
        return refused(parts, http, known, addressOf(http));
      }
    });
  };
  endpoint(
    ENDPOINTS.register,
    async (http) => {
      await countRegistration(parts.registrations, addressOf(http));
      return register(parts.baseContext, http.req.raw);
    },
    201,
  );
  endpoint(ENDPOINTS.token, async (http) => exchange(parts, http.req.raw));
  endpoint(ENDPOINTS.revoke, async (http) => {
    await revokeToken(parts.baseContext, http.req.raw);
    // Clients ignore the body (RFC 7009 §2.2), but some parse it.
    return {};
  });
  return server;
}

export function oauthPages(parts: OAuthParts, addressOf: (http: Http) => string): Hono {
  const pages = new Hono()
    .get(ENDPOINTS.authorize, (http) => authorize(parts, http, addressOf(http)))
    .post("/oauth/consent", (http) => answerConsent(parts, http))
    .all(ENDPOINTS.authorize, () => {
      throw wrongMethodPage("GET");
    })
    .all("/oauth/consent", () => {
      throw wrongMethodPage("POST");
    });
  const onPage = pageErrors(parts.log, parts.report);
  pages.onError((error, http) =>
    error instanceof OAuthError
      ? refused(parts, http, error, addressOf(http))
      : onPage(error, http),
  );
  return pages;
}

/** RFC 6749 §4.1.2.1. */
function failureOf(error: unknown): unknown {
  if (isPassing(error))
    return new OAuthError("temporarily_unavailable", error.sentence, {
      status: 503,
      headers: { "Retry-After": RETRY_AFTER },
    });
  if (error instanceof Refusal && error.code === "outcome_unknown")
    return new OAuthError("server_error", error.message, { status: 500 });
  return error;
}

function refused(
  { log }: OAuthParts,
  http: Http,
  { code, message, status, headers }: OAuthError,
  address: string,
): Response {
  const reason = { endpoint: routeOf(http), error: code, reason: message, address };
  log.warn(reason, "an OAuth request was refused");
  const body = { error: code, error_description: message };
  return http.json(body, status, { ...NO_STORE, ...headers });
}

const METADATA_HEADERS = { "Cache-Control": "public, max-age=300" };
/** RFC 6749 §5.1. */
const NO_STORE = { "Cache-Control": "no-store", Pragma: "no-cache" };

function only(method: string): OAuthError {
  return new OAuthError("invalid_request", `Only ${method} is served here`, {
    status: 405,
    headers: { Allow: method },
  });
}
