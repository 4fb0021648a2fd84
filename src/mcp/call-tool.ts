import type { Access } from "../accounts/scopes.ts";
import { recordRefusal } from "../activity/journal.ts";
import { Cancelled, Refusal } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import type { Call } from "./call.ts";
import { toolError, toolResult } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";
import { opens } from "./tool-list.ts";

/** Runs a tool. What the caller can mend is a result that says so, not an error of the protocol. */
export async function callTool(
  tools: ReadonlyMap<string, Tool<Context>>,
  call: Call,
): Promise<string> {
  const { era } = call.caller;
  const tool = toolNamed(tools, call.params["name"]);
  const context = { ...call.context, tool: tool.name };
  try {
    if (!opens(call.access.tier, tool.tier)) throw await refuseTool(context, tool, call.access);
    return toolResult(era, await tool.call(context, call.params["arguments"]));
  } catch (error) {
    if (error instanceof Refusal) return toolError(era, error);
    if (error instanceof Cancelled) throw error;
    return toolError(era, internalError(call.report(error)));
  }
}

function toolNamed(tools: ReadonlyMap<string, Tool<Context>>, name: unknown): Tool<Context> {
  if (typeof name !== "string")
    throw new RpcError(INVALID_PARAMS, "Invalid params: name must be a string");
  const tool = tools.get(name);
  if (tool === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`);
  return tool;
}

/** Names the gate that is closed and what opens it. Attempts to delete go to the journal. */
async function refuseTool(
  context: Context,
  { name, tier }: Tool<Context>,
  { closedGate }: Access,
): Promise<Refusal> {
  const scopeGate = {
    message: `the credential holds no ${tier} scope`,
    next: `use a credential with a ${tier} scope`,
  };
  const gate = tier === "destructive" ? (closedGate ?? scopeGate) : scopeGate;
  const refusal = new Refusal({
    code: "tool_not_available",
    message: `${name} is not available: ${gate.message}`,
    next: gate.next,
  });
  if (tier === "destructive") await recordRefusal(context, refusal.code);
  return refusal;
}

function internalError(reference: string): Refusal {
  return new Refusal({
    code: "internal_error",
    message: `The server failed on this call; the reference is ${reference}`,
    next: "look before you repeat it, and give the reference to whoever runs the server",
  });
}
