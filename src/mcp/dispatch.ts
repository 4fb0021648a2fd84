import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { callTool } from "./call-tool.ts";
import type { Call } from "./call.ts";
import { type Caller, clientOf, LEGACY_VERSIONS, VERSIONS } from "./eras.ts";
import { instructions } from "./instructions.ts";
import { cacheableResult, result } from "./results.ts";
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError } from "./rpc.ts";
import { SERVER_INFO } from "./server-info.ts";
import { toolLists } from "./tool-list.ts";

/** @returns the result as JSON text; @throws RpcError when there is none */
type Method = (call: Call) => string | Promise<string>;

export type Dispatch = (method: string, call: Call) => Promise<string>;

/** Answers requests of both generations with the given tools. */
export function createDispatch(tools: readonly Tool<Context>[]): Dispatch {
  const listOf = toolLists(tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  const listTools: Method = ({ caller, access, params }) => {
    if ((params["cursor"] ?? null) === null) return listOf(caller.era, access.tier);
    throw new RpcError(
      INVALID_PARAMS,
      "Invalid params: cursor is not one of this list, which has a single page",
    );
  };
  const runTool: Method = (call) => callTool(byName, call);

  const methods: Readonly<Record<Caller["era"], ReadonlyMap<string, Method>>> = {
    legacy: new Map([
      ["initialize", initialize],
      ["ping", () => result("legacy", "")],
      ["tools/list", listTools],
      ["tools/call", runTool],
    ]),
    modern: new Map([
      ["server/discover", discover],
      ["tools/list", listTools],
      ["tools/call", runTool],
    ]),
  };

  return async (name, call) => {
    const method = methods[call.caller.era].get(name);
    if (method !== undefined) return method(call);
    const status = call.caller.era === "modern" ? 404 : 200;
    throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${name.slice(0, 100)}`, { status });
  };
}

const CAPABILITIES = { tools: {} };

const initialize: Method = async ({ context, params, introduce }) => {
  const client = clientOf(params["clientInfo"]);
  if (client !== null) await introduce(client);
  const asked = LEGACY_VERSIONS.find((version) => version === params["protocolVersion"]);
  const answer = {
    protocolVersion: asked ?? LEGACY_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: instructions(context),
  };
  return result("legacy", fieldsOf(answer));
};

const discover: Method = ({ context }) =>
  cacheableResult(
    "modern",
    fieldsOf({
      supportedVersions: VERSIONS,
      capabilities: CAPABILITIES,
      instructions: instructions(context),
    }),
  );

function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
