import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  type AuthInfo,
  createMcpHandler,
  isSpecType,
  McpServer,
  Server,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { CredentialUse } from "../../src/accounts/call-log.ts";
import { credentialVerifier } from "../../src/accounts/credentials.ts";
import { byId } from "../../src/core/fields.ts";
import type { Tool } from "../../src/core/tool.ts";
import { connect } from "../../src/db/connect.ts";
import { baseContextOf, type Context } from "../../src/db/context.ts";
import { Customer } from "../../src/domains/customers/customer.ts";
import { getCustomer } from "../../src/domains/customers/get-customer.ts";
import {
  CustomerList,
  CustomersAsked,
  toolCustomers,
} from "../../src/domains/customers/tool-answers.ts";
import { StartedTimer, StartTimer, startTimer } from "../../src/domains/timers/start-timer.ts";
import { StoppedTimer, StopTimer, stopTimer } from "../../src/domains/timers/stop-timer.ts";
import { memoryRateLimit } from "../../src/http/rate-limit.ts";
import { tools } from "../../src/mcp/registry.ts";
import { SERVER_INFO } from "../../src/mcp/server-info.ts";

/**
 * The official SDK's server with the same tools on the same database, by the fastest documented
 * way: `createMcpHandler` makes a server for each request, on our HTTP library, with the body
 * already parsed. It looks up keys and counts calls as ours does.
 */
const Start = z.object({ url: z.string(), server: z.enum(["McpServer", "Server"]) });

const { url, server } = Start.parse(JSON.parse(process.env["BENCH"] ?? ""));
const database = await connect(url, { onIdleError: fail });
const verify = credentialVerifier(database);
const OPTIONS = { capabilities: { tools: {} } };
const rateLimit = memoryRateLimit({ limit: Number.MAX_SAFE_INTEGER });
const credentialUse = new CredentialUse(database.begin, fail);
// Carries the context: the SDK passes nothing but its own AuthInfo through.
const contexts = new WeakMap<AuthInfo, Context>();
const { fetch } = createMcpHandler(({ authInfo }) => {
  const context = authInfo && contexts.get(authInfo);
  if (context === undefined) throw new Error("the caller is not known");
  return server === "McpServer" ? highLevel(context) : lowLevel(context);
});
const listener = getRequestListener(async (request) => {
  const context = await authenticate(request);
  const authInfo: AuthInfo = { token: "", clientId: context.actor.id, scopes: [] };
  contexts.set(authInfo, context);
  return fetch(request, { authInfo, parsedBody: await request.json() });
});
createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(
  Number(process.env["PORT"]),
  "127.0.0.1",
);

async function authenticate({ headers }: Request): Promise<Context> {
  const base = baseContextOf({ database, clock: Date.now, randomBytes });
  const key = (headers.get("authorization") ?? "").replace(/^Bearer /, "");
  const holder = await verify(key)(base, "recent");
  if ("invalid" in holder) throw new Error(holder.invalid);
  const { team, actor, credential, client } = holder;
  await rateLimit(credential.id, 1);
  credentialUse.note({ kind: "api_key", id: credential.id, teamId: team.id }, base.now);
  return { ...base, team, actor, credential, client, tool: "bench" };
}

/** `McpServer`, with a registration for each tool. It parses the arguments and checks the answer itself. */
function highLevel(context: Context): McpServer {
  const server = new McpServer(SERVER_INFO, OPTIONS);
  for (const register of registrations) register(server, context);
  return server;
}

/** The low-level `Server`: the list is made once, and tools parse and check as ours do. */
// oxlint-disable-next-line typescript/no-deprecated -- it is the quicker of the two, so it is measured
function lowLevel(context: Context): Server {
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  const server = new Server(SERVER_INFO, OPTIONS);
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: args } }) => {
    const tool = tools.find((tool) => tool.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    return resultOf(await tool.call({ ...context, tool: name }, args));
  });
  return server;
}

function listOf(tools: readonly Tool<Context>[]) {
  const listed = tools.map(
    ({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    }),
  );
  const list: unknown = { tools: listed };
  if (!isSpecType.ListToolsResult(list)) throw new Error("the SDK does not take the tools");
  return list;
}

type Register = (server: McpServer, context: Context) => void;

/** Passes a tool's definition to the SDK, so that nothing is parsed or checked twice. */
function asDefined<Input>(
  inputSchema: StandardSchemaWithJSON<unknown, Input>,
  outputSchema: StandardSchemaWithJSON,
  verb: (context: Context, input: Input) => Promise<unknown>,
): (tool: Tool<Context>) => Register {
  return ({ name, title, description, annotations }) => {
    const config = { title, description, inputSchema, outputSchema, annotations };
    return (server, context) =>
      server.registerTool(name, config, async (input) =>
        resultOf(await verb({ ...context, tool: name }, input)),
      );
  };
}

const CALLED: Readonly<Record<string, (tool: Tool<Context>) => Register>> = {
  customers_get: asDefined(byId, Customer.nullable(), getCustomer),
  customers_list: asDefined(CustomersAsked, CustomerList, toolCustomers),
  tracker_start_timer: asDefined(StartTimer, StartedTimer, startTimer),
  tracker_stop_timer: asDefined(StopTimer, StoppedTimer, stopTimer),
};

const registrations = tools.map((tool) => (CALLED[tool.name] ?? onlyListed)(tool));
const list = listOf(tools);

function onlyListed(tool: Tool<Context>): Register {
  const input = z.fromJSONSchema(tool.inputSchema);
  const output = z.fromJSONSchema(tool.outputSchema ?? true);
  return asDefined(input, output, (context, given) => tool.call(context, given))(tool);
}

function resultOf(output: unknown) {
  return {
    content: [{ type: "text" as const, text: JSON.stringify(output) }],
    structuredContent: output,
  };
}

function fail(error: unknown): never {
  throw error;
}
