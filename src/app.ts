import type { HttpBindings } from "@hono/node-server";
import { type Context as Http, Hono } from "hono";
import type { Logger } from "pino";
import { type CredentialUse, setClient } from "./accounts/credential-use.ts";
import { type Holder, credentialVerifier } from "./accounts/credentials.ts";
import { routes } from "./api/routes.ts";
import { apiServer } from "./api/server.ts";
import { Refusal } from "./core/errors.ts";
import { answers } from "./db/connect.ts";
import { type Client, groundOf, type Sources } from "./db/context.ts";
import { rateLimitKey, trustedProxies } from "./http/address.ts";
import { limitedAttempts } from "./http/attempts.ts";
import { originPolicy } from "./http/origin.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import { type RequestLog, requestLog } from "./http/request-log.ts";
import type { Mailer } from "./mail/mailer.ts";
import { readsOnly } from "./mcp/call-tool.ts";
import { type Catalogue, createDispatch, type Dispatch } from "./mcp/dispatch.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { everything } from "./mcp/registry.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";
import type { FetchClientDocument, OAuthParts } from "./oauth/parts.ts";
import { oauthPages, oauthServer } from "./oauth/server.ts";
import { noSuchPage } from "./pages/page-errors.ts";
import { site } from "./pages/site.ts";
import { WEB_APP_FOLDER } from "./pages/web-app.ts";

export type AppParts = Sources & {
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly rateLimit: RateLimit;
  /** Whose word on a caller's address is believed. */
  readonly trustedProxies: readonly string[];
  /** Registrations of OAuth clients, by address. */
  readonly registrations: RateLimit;
  /** Documents of OAuth clients that are fetched, by address. */
  readonly documents: RateLimit;
  readonly fetchClientDocument: FetchClientDocument;
  /** For how long a spent refresh token is answered with its successor. */
  readonly refreshOverlapSeconds: number;
  readonly credentialUse: CredentialUse;
  /** Null when no mail server is set up. */
  readonly mailer: Mailer | null;
  readonly log: Logger;
  /** What is sealed with it can be opened by every process that has the same. */
  readonly secret: string;
  /** The folder that the web app was built into. */
  readonly webAppFolder?: string;
  /** What clients find here. */
  readonly catalogue?: Catalogue;
  /** Whether the process is about to stop: then it is not ready for new work. */
  readonly isStopping: () => boolean;
};

/** All doors of the server on one Hono app. It listens nowhere by itself. */
export function createApp(parts: AppParts): Hono {
  const { baseUrl, database, credentialUse, catalogue = everything } = parts;
  const report = reporter(parts);
  const app = new Hono();
  const requests = requestLog(parts.log, parts.clock);
  if (requests !== null) app.use(requests.middleware);

  app.route(
    "/mcp",
    mcpEndpoint({
      baseUrl,
      dispatch: logged(createDispatch(catalogue, parts.secret), catalogue, requests),
      rateLimit: parts.rateLimit,
      isAllowedOrigin: originPolicy(baseUrl, parts.allowedOrigins),
      ground: (isCancelled) => groundOf(parts, isCancelled),
      verifyCredential: credentialVerifier(database),
      readsOnly: readsOnly(catalogue.tools),
      noteUse: (holder, { now }) => credentialUse.note(credentialOf(holder), now),
      noteClient: (holder, client, { now }) => {
        if (holder.lastUsedBy === client.name) return;
        credentialUse.noteClient(credentialOf(holder), client, now);
      },
      introduce: async (holder, client, { now }) => {
        if (isSameClient(holder.client, client)) return;
        // The name is only told of: a client whose name cannot be kept is served all the same.
        await setClient(database.begin, credentialOf(holder), client, now).catch(report);
      },
      isStopping: parts.isStopping,
      report,
    }),
  );
  const { secret, log, webAppFolder = WEB_APP_FOLDER } = parts;
  const addressOf = addresses(parts.trustedProxies);
  const visitors = { baseUrl, secret, ground: () => groundOf(parts), log, report };
  const oauth: OAuthParts = {
    ...visitors,
    rotation: { secret, overlapSeconds: parts.refreshOverlapSeconds },
    registrations: parts.registrations,
    documents: parts.documents,
    fetchClientDocument: parts.fetchClientDocument,
  };
  app.route("/", oauthServer(oauth, addressOf));
  app.route("/", oauthPages(oauth, addressOf));
  const api = {
    ...visitors,
    mailer: parts.mailer,
    version: SERVER_INFO.version,
    tools: catalogue.tools,
    passwordAttempts: limitedAttempts(PASSWORD_ATTEMPTS),
    invitationMails: limitedAttempts(INVITATION_MAILS),
  };
  app.route("/", apiServer(api, routes));
  app.route("/", site({ ...visitors, addressOf, webAppFolder }));
  app.get("/healthz", (http) => http.json({ status: "ok" }));
  app.get("/readyz", async (http) => {
    const ready = !parts.isStopping() && (await answers(database, report));
    return http.json({ status: ready ? "ready" : "not ready" }, ready ? 200 : 503);
  });
  app.notFound((http) => {
    if (http.req.header("accept")?.includes("text/html") === true) return noSuchPage(http);
    const answer = {
      error: "not_found",
      error_description: `Nothing is here; MCP clients connect to ${baseUrl}/mcp.`,
    };
    return http.json(answer, 404);
  });
  app.onError((error, http) => {
    if (error instanceof Refusal && error.code === "busy") {
      const answer = { error: error.code, error_description: error.sentence };
      return http.json(answer, 503, { ...NO_STORE, "Retry-After": "5" });
    }
    const reference = report(error);
    return http.json(
      {
        error: "internal_error",
        error_description: `The server failed; the reference is ${reference}.`,
      },
      500,
      NO_STORE,
    );
  });
  return app;
}

/** At the password of whoever left a session open. */
const PASSWORD_ATTEMPTS = { limit: 10, seconds: 15 * 60 };

/** More than a team grows in an hour, and nothing to somebody who would send mail to strangers. */
const INVITATION_MAILS = { limit: 50, seconds: 60 * 60 };

const NO_STORE = { "Cache-Control": "no-store" };

function logged(dispatch: Dispatch, { tools }: Catalogue, requests: RequestLog | null): Dispatch {
  if (requests === null) return dispatch;
  return (method, call) => {
    const named = tools.find(({ name }) => method === "tools/call" && name === call.params["name"]);
    requests.note({ credential: call.context.credential.id, tool: named?.name ?? null });
    return dispatch(method, call);
  };
}

/** Logs a bug once, under a reference that its caller is given. */
function reporter({ log, randomBytes }: AppParts): (error: unknown) => string {
  return (error) => {
    const reference = Buffer.from(randomBytes(6)).toString("hex");
    log.error({ err: error, reference }, "a call failed");
    return reference;
  };
}

/** The address that a request is counted under. */
function addresses(proxies: readonly string[]): (http: Http) => string {
  const clientOf = trustedProxies(proxies);
  return (http: Http<{ Bindings: Partial<HttpBindings> }>) => {
    const peer = http.env?.incoming?.socket.remoteAddress;
    return rateLimitKey(clientOf(peer, http.req.header("x-forwarded-for")));
  };
}

function credentialOf({ credential, team }: Holder) {
  return { ...credential, teamId: team.id };
}

function isSameClient(one: Client | null, other: Client): boolean {
  return one?.name === other.name && one.version === other.version;
}
