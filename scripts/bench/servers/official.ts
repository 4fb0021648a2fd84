import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { CredentialUse } from "../../../src/accounts/credential-use.ts";
import type { Database } from "../../../src/db/connect.ts";
import type { Context } from "../../../src/db/context.ts";
import { memoryRateLimit } from "../../../src/http/rate-limit.ts";
import { tools } from "../../../src/mcp/registry.ts";
import { answerParent } from "../child.ts";
import { callers, fail, keyIn, openDatabase } from "./caller.ts";
import { listening } from "./listening.ts";
import { highLevel, lowLevel } from "./official-tools.ts";
import { padded } from "./padding.ts";

/**
 * The official SDK's server with the same tools on the same database, by the fastest documented
 * way: `createMcpHandler` makes a server for each request, on our HTTP library, with the body
 * already parsed. It looks up keys and counts calls as ours does.
 */
const Start = z.object({
  url: z.string(),
  server: z.enum(["McpServer", "Server"]),
  toolCount: z.int(),
});

answerParent(Start, async ({ url, server, toolCount }) => {
  const authenticate = authentication(await openDatabase(url));
  const serverFor = { McpServer: highLevel, Server: lowLevel }[server](padded(tools, toolCount));
  // Carries the context: the SDK passes nothing but its own AuthInfo through.
  const contexts = new WeakMap<AuthInfo, Context>();
  const { fetch } = createMcpHandler(({ authInfo }) => {
    const context = authInfo && contexts.get(authInfo);
    if (context === undefined) throw new Error("the caller is not known");
    return serverFor(context);
  });
  const listener = getRequestListener(async (request) => {
    const context = await authenticate(request);
    const authInfo: AuthInfo = { token: "", clientId: context.actor.id, scopes: [] };
    contexts.set(authInfo, context);
    return fetch(request, { authInfo, parsedBody: await request.json() });
  });
  return listening(createServer((incoming, outgoing) => void listener(incoming, outgoing)));
});

function authentication(database: Database): (request: Request) => Promise<Context> {
  const callerOf = callers(database);
  const rateLimit = memoryRateLimit({ limit: Number.MAX_SAFE_INTEGER });
  const credentialUse = new CredentialUse(database.begin, fail);
  return async ({ headers }) => {
    const context = await callerOf(keyIn(headers.get("authorization")));
    const id = context.credential.id ?? "";
    await rateLimit(id, 1);
    credentialUse.note({ kind: "api_key", id, teamId: context.team.id }, context.now);
    return context;
  };
}
