import { Hono } from "hono";
import type { Logger } from "pino";
import { type Holder, keyVerifier } from "./accounts/credentials.ts";
import { type KeyUse, setClient } from "./accounts/key-use.ts";
import { Refusal } from "./core/errors.ts";
import { answers } from "./db/connect.ts";
import { type Client, groundOf, type Sources } from "./db/context.ts";
import { originPolicy } from "./http/origin.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import { type RequestLog, requestLog } from "./http/request-log.ts";
import { readsOnly } from "./mcp/call-tool.ts";
import { type Catalogue, createDispatch, type Dispatch } from "./mcp/dispatch.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { everything } from "./mcp/registry.ts";

export type AppParts = Sources & {
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly rateLimit: RateLimit;
  readonly keyUse: KeyUse;
  readonly log: Logger;
  /** What is sealed with it can be opened by every process that has the same. */
  readonly secret: string;
  /** What clients find here. */
  readonly catalogue?: Catalogue;
  /** Whether the process is about to stop: then it is not ready for new work. */
  readonly isStopping: () => boolean;
};

/** All doors of the server on one Hono app. It listens nowhere by itself. */
export function createApp(parts: AppParts): Hono {
  const { baseUrl, database, keyUse, catalogue = everything } = parts;
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
      verifyCredential: keyVerifier(database),
      readsOnly: readsOnly(catalogue.tools),
      noteUse: (holder, { now }) => keyUse.note(keyOf(holder), now),
      introduce: async (holder, client) => {
        if (isSameClient(holder.client, client)) return;
        // The name is for the journal only: a client whose name cannot be kept is served all the same.
        await setClient(database.begin, keyOf(holder), client).catch(report);
      },
      isStopping: parts.isStopping,
      report,
    }),
  );
  app.get("/healthz", (http) => http.json({ status: "ok" }));
  app.get("/readyz", async (http) => {
    const ready = !parts.isStopping() && (await answers(database, report));
    return http.json({ status: ready ? "ready" : "not ready" }, ready ? 200 : 503);
  });
  app.notFound((http) =>
    http.json(
      {
        error: "not_found",
        error_description: `Nothing is here; MCP clients connect to ${baseUrl}/mcp.`,
      },
      404,
    ),
  );
  app.onError((error, http) => {
    if (error instanceof Refusal && error.code === "busy") {
      const answer = { error: error.code, error_description: error.sentence };
      return http.json(answer, 503, { "Retry-After": "5" });
    }
    const reference = report(error);
    return http.json(
      {
        error: "internal_error",
        error_description: `The server failed; the reference is ${reference}.`,
      },
      500,
    );
  });
  return app;
}

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

function keyOf({ credential, team }: Holder) {
  return { id: credential.id, teamId: team.id };
}

function isSameClient(one: Client | null, other: Client): boolean {
  return one?.name === other.name && one.version === other.version;
}
