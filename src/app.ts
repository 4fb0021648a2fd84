import type { HttpBindings } from "@hono/node-server";
import { type Context as Http, Hono } from "hono";
import type { Logger } from "pino";
import { type CallLog, type CredentialUse, setClient } from "./accounts/call-log.ts";
import { type Holder, credentialVerifier } from "./accounts/credentials.ts";
import type { JournalWatch } from "./activity/journal-watch.ts";
import { inboxFiles } from "./api/inbox-files.ts";
import { type InvitationMails, invitationMails } from "./api/invitations.ts";
import type { ApiRoute } from "./api/route.ts";
import { routes as allRoutes } from "./api/routes.ts";
import { apiServer } from "./api/server.ts";
import { subjects } from "./api/subjects.ts";
import { UploadPlaces } from "./api/upload-places.ts";
import type { Counters } from "./core/counters.ts";
import { isPassing, Refusal, RETRY_AFTER } from "./core/errors.ts";
import {
  type BaseContext,
  type Client,
  baseContextOf,
  type Mailing,
  type Sealing,
  type Sources,
} from "./db/context.ts";
import { readinessOf } from "./db/readiness.ts";
import { events } from "./events.ts";
import { rateLimitKey, trustedProxies } from "./http/address.ts";
import type { Exchange, HttpAnswer } from "./http/exchange.ts";
import { MCP_PATHS, responseOf, webHandler } from "./http/listener.ts";
import { OpenStreams } from "./http/open-streams.ts";
import { originPolicy } from "./http/origin.ts";
import {
  knowingSpent,
  limitedAttempts,
  memoryCounters,
  memoryRateLimit,
  rateLimitOf,
  type RateLimit,
} from "./http/rate-limit.ts";
import { type RequestLog, requestLog } from "./http/request-log.ts";
import { readsOnly } from "./mcp/call-tool.ts";
import { type Catalogue, createDispatch, type Dispatch } from "./mcp/dispatch.ts";
import { type EndpointOptions, mcpEndpoint } from "./mcp/endpoint.ts";
import { everything } from "./mcp/registry.ts";
import { CHALLENGE_PATH, SERVER_INFO } from "./mcp/server-info.ts";
import type { FetchClientDocument, OAuthParts } from "./oauth/parts.ts";
import { oauthPages, oauthServer } from "./oauth/server.ts";
import { publicPages } from "./public/public-pages.ts";
import { noSuchPage } from "./site/problem.ts";
import { site } from "./site/site.ts";
import { WEB_APP_FOLDER } from "./site/web-app.ts";

export type AppParts = Sources & {
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  /** Where limits are counted; in this process if left out. */
  readonly counters?: Counters;
  /** True while servers cannot count together as they are set to. */
  readonly countsAlone?: () => boolean;
  readonly rateLimit: RateLimit;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly registrations: RateLimit;
  readonly documents: RateLimit;
  readonly clientDocuments: boolean;
  /** Token that ChatGPT's directory of apps looks for; none if left out. */
  readonly appsChallenge?: string | null;
  readonly fetchClientDocument: FetchClientDocument;
  readonly refreshOverlapSeconds: number;
  readonly credentialUse: CredentialUse;
  /** Null when calls are not logged. */
  readonly callLog: CallLog | null;
  readonly journals: JournalWatch;
  readonly sendsMail: boolean;
  readonly invoiceMailsPerHour: number;
  readonly log: Logger;
  readonly sealing: Sealing;
  readonly invitationMails?: InvitationMails;
  readonly apiRequests?: RateLimit;
  /** Files that a credential sends to the inbox; counted with `counters` if left out. */
  readonly sentFiles?: RateLimit;
  readonly uploads?: UploadPlaces;
  readonly webAppFolder?: string;
  readonly catalogue?: Catalogue;
  readonly routes?: readonly ApiRoute[];
  /** True once event streams should end. */
  readonly isStopping: () => boolean;
  /** True from the signal to stop on, while calls are still taken; left out where nothing stops. */
  readonly isLeaving?: () => boolean;
};

/** Hono app with all doors; `mcp` is the MCP endpoint alone, for requests that skip Hono. */
export type App = Hono & { readonly mcp: Exchange };

export function createApp(given: AppParts): App {
  const parts = { ...given, mailing: mailingOf(given) };
  const { baseUrl, database, catalogue = everything, routes = allRoutes } = parts;
  const report = reporter(parts);
  const door = credentialDoor(parts, report);
  const app = new Hono();
  const requests = requestLog(parts.log, parts.clock);
  if (requests !== null) app.use(requests.middleware);

  const dispatch = createDispatch(catalogue, parts.sealing.secret);
  const mcp = mcpDoor(parts, door, {
    dispatch: logged(dispatch, catalogue, requests),
    readsOnly: readsOnly(catalogue.tools),
  });
  for (const path of MCP_PATHS) app.all(path, webHandler(mcp));
  const { secret } = parts.sealing;
  const { log, webAppFolder = WEB_APP_FOLDER, counters = memoryCounters } = parts;
  const uploads = parts.uploads ?? new UploadPlaces();
  const addressOf = addresses(parts.trustedProxies);
  const visitors = { baseUrl, secret, baseContext: () => baseContextOf(parts), log, report };
  const oauth: OAuthParts = {
    ...visitors,
    rotation: { secret, overlapSeconds: parts.refreshOverlapSeconds },
    registrations: parts.registrations,
    documents: parts.documents,
    clientDocuments: parts.clientDocuments,
    fetchClientDocument: parts.fetchClientDocument,
  };
  app.route("/", oauthServer(oauth, addressOf));
  app.route("/", oauthPages(oauth, addressOf));
  const api = {
    ...visitors,
    journals: parts.journals,
    streams: new OpenStreams(),
    isStopping: parts.isStopping,
    sendsMail: parts.sendsMail,
    logsCalls: parts.callLog !== null,
    version: SERVER_INFO.version,
    tools: catalogue.tools,
    events,
    passwordAttempts: limitedAttempts(counters("password", PASSWORD_ATTEMPTS), PASSWORD_ATTEMPTS),
    invitationMails: parts.invitationMails ?? invitationMails(counters),
    requests: parts.apiRequests ?? memoryRateLimit(API_REQUESTS),
    uploads,
  };
  app.route("/", apiServer(api, routes));
  const files = {
    ...door,
    baseContext: () => baseContextOf(parts),
    noteRequest: (credential: string) => requests?.note({ credential, tool: null }),
    sentFiles:
      parts.sentFiles ?? rateLimitOf(knowingSpent(counters)("files", SENT_FILES), SENT_FILES),
    uploads,
  };
  app.route("/", inboxFiles(files));
  app.route("/", publicPages({ ...visitors, addressOf, counters }));
  app.route("/", site({ ...visitors, addressOf, counters, webAppFolder }));
  const { appsChallenge = null } = parts;
  if (appsChallenge !== null) app.get(CHALLENGE_PATH, (http) => http.text(appsChallenge));
  app.get("/healthz", (http) => http.json({ status: "ok" }));
  const { isStopping, isLeaving = isStopping } = parts;
  const isReady = readinessOf(database, report);
  app.get("/readyz", async (http) => {
    const ready = !isLeaving() && !isStopping() && (await isReady());
    const alone = parts.countsAlone?.() === true ? { limits: COUNTED_ALONE } : {};
    return http.json({ status: ready ? "ready" : "not ready", ...alone }, ready ? 200 : 503);
  });
  app.notFound((http) => notFound(http, baseUrl));
  app.onError((error) => responseOf(failure(error, report)));
  const answered = answering(mcp, report);
  return Object.assign(app, { mcp: requests?.logged(answered, "/mcp") ?? answered });
}

function mailingOf({ sendsMail, baseUrl, invoiceMailsPerHour }: AppParts): Mailing | null {
  return sendsMail ? { domain: new URL(baseUrl).hostname, invoiceMailsPerHour } : null;
}

/** Parts of the doors that take keys and tokens. */
function credentialDoor(parts: AppParts, report: (error: unknown) => string) {
  const { baseUrl, database, credentialUse, callLog } = parts;
  return {
    baseUrl,
    isAllowedOrigin: originPolicy(baseUrl, parts.allowedOrigins),
    verifyCredential: credentialVerifier(database),
    noteUse: (holder: Holder, { now }: BaseContext) =>
      credentialUse.note(credentialOf(holder), now),
    noteClient: (holder: Holder, client: Client, { now }: BaseContext) => {
      if (holder.lastUsedBy === client.name) return;
      credentialUse.noteClient(credentialOf(holder), client, now);
    },
    logCall: (holder: Holder, client: Client | null, name: string) =>
      callLog?.begin(holder, client, name) ?? leftOut,
    report,
  };
}

function mcpDoor(
  parts: AppParts,
  door: ReturnType<typeof credentialDoor>,
  served: Pick<EndpointOptions, "dispatch" | "readsOnly">,
): Exchange {
  const { database } = parts;
  return mcpEndpoint({
    ...door,
    ...served,
    rateLimit: parts.rateLimit,
    baseContext: (isCancelled) => baseContextOf(parts, isCancelled),
    introduce: async (holder, client, { now }) => {
      if (isSameClient(holder.client, client)) return;
      // The name is informative only: a client whose name cannot be stored is served all the same.
      await setClient(database.begin, credentialOf(holder), client, now).catch((error: unknown) => {
        if (!isPassing(error)) door.report(error);
      });
    },
    isStopping: parts.isStopping,
    journals: parts.journals,
    journal: { subjects, events },
  });
}

function notFound(http: Http, baseUrl: string): Response | Promise<Response> {
  if (http.req.header("accept")?.includes("text/html") === true) return noSuchPage(http);
  const answer = {
    error: "not_found",
    error_description: `Nothing is here; MCP clients connect to ${baseUrl}/mcp.`,
  };
  return http.json(answer, 404);
}

/** Turns errors into answers, as Hono's `onError` does for the other doors. */
function answering(exchange: Exchange, report: (error: unknown) => string): Exchange {
  return async (request) => {
    try {
      return await exchange(request);
    } catch (error) {
      return failure(error, report);
    }
  };
}

function failure(error: unknown, report: (error: unknown) => string): HttpAnswer {
  if (isPassing(error))
    return json(503, answerTo(error), { ...NO_STORE, "Retry-After": RETRY_AFTER });
  if (error instanceof Refusal && error.code === "outcome_unknown")
    return json(500, answerTo(error), NO_STORE);
  const error_description = `The server failed; the reference is ${report(error)}.`;
  return json(500, { error: "internal_error", error_description }, NO_STORE);
}

function answerTo({ code, sentence }: Refusal): object {
  return { error: code, error_description: sentence };
}

function json(status: number, answer: object, headers: HttpAnswer["headers"]): HttpAnswer {
  const body = JSON.stringify(answer);
  return { status, headers: { ...headers, "Content-Type": "application/json" }, body };
}

/** Limits guesses of the password in a session that was left open. */
const PASSWORD_ATTEMPTS = { limit: 10, seconds: 15 * 60 };

/** Requests of one person: ten a second. An open page sends some every three seconds at most. */
const API_REQUESTS = { limit: 600, seconds: 60 };

/** Receipts that a key or an app sends, apart from its calls. */
const SENT_FILES = { limit: 60, seconds: 60 };

const COUNTED_ALONE = "Redis is away: this server counts calls for itself";

const NO_STORE = { "Cache-Control": "no-store" };

function leftOut(): void {}

function logged(dispatch: Dispatch, { tools }: Catalogue, requests: RequestLog | null): Dispatch {
  if (requests === null) return dispatch;
  return (method, call) => {
    const named = tools.find(({ name }) => method === "tools/call" && name === call.params["name"]);
    requests.note({ credential: call.context.credential.id, tool: named?.name ?? null });
    return dispatch(method, call);
  };
}

function reporter({ log, randomBytes }: AppParts): (error: unknown) => string {
  return (error) => {
    const reference = Buffer.from(randomBytes(6)).toString("hex");
    log.error({ err: error, reference }, "a call failed");
    return reference;
  };
}

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
