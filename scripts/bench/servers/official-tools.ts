import {
  isSpecType,
  McpServer,
  Server,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { byId } from "../../../src/core/fields.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { Context } from "../../../src/db/context.ts";
import { Customer } from "../../../src/domains/customers/customer.ts";
import { getCustomer } from "../../../src/domains/customers/get-customer.ts";
import {
  CustomerList,
  ListCustomers,
  listCustomers,
} from "../../../src/domains/customers/list-customers.ts";
import { StartedTimer, StartTimer, startTimer } from "../../../src/domains/timers/start-timer.ts";
import { StoppedTimer, StopTimer, stopTimer } from "../../../src/domains/timers/stop-timer.ts";
import { SERVER_INFO } from "../../../src/mcp/server-info.ts";

type Tools = readonly Tool<Context>[];
const OPTIONS = { capabilities: { tools: {} } };

/**
 * `McpServer`, with a registration for each tool. It parses the arguments and checks the answer
 * itself.
 */
export function highLevel(tools: Tools): (context: Context) => McpServer {
  const registrations = tools.map((tool) => (CALLED[tool.name] ?? notCalled)(tool));
  return (context) => {
    const server = new McpServer(SERVER_INFO, OPTIONS);
    for (const register of registrations) register(server, context);
    return server;
  };
}

/** The low-level `Server`: the list is serialized once, and tools parse and check as ours do. */
// oxlint-disable-next-line typescript/no-deprecated -- it is the quicker of the two, so it is measured
export function lowLevel(tools: Tools): (context: Context) => Server {
  const list: unknown = { tools: tools.map(listed) };
  if (!isSpecType.ListToolsResult(list)) throw new Error("the SDK does not take the tools");
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (context) => {
    // oxlint-disable-next-line typescript/no-deprecated -- see above
    const server = new Server(SERVER_INFO, OPTIONS);
    server.setRequestHandler("tools/list", () => list);
    server.setRequestHandler("tools/call", async ({ params }) => {
      const tool = byName.get(params.name);
      if (tool === undefined) throw new Error(`there is no tool ${params.name}`);
      return resultOf(await tool.call({ ...context, tool: tool.name }, params.arguments));
    });
    return server;
  };
}

function listed({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Tool<Context>) {
  return { name, title, description, inputSchema, outputSchema, annotations };
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
  customers_list: asDefined(ListCustomers, CustomerList, listCustomers),
  tracker_start_timer: asDefined(StartTimer, StartedTimer, startTimer),
  tracker_stop_timer: asDefined(StopTimer, StoppedTimer, stopTimer),
};

/** A tool that is only listed: its schemas come from its listing. */
function notCalled(tool: Tool<Context>): Register {
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
