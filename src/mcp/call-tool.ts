import { z } from "zod";
import { type Gate, saidTogether } from "../accounts/scopes.ts";
import { recordRefusal } from "../activity/journal.ts";
import { Cancelled, Refusal } from "../core/errors.ts";
import type { Tier, Tool } from "../core/tool.ts";
import { type Call, type CallContext, contextOf, type Method } from "./call.ts";
import { confirmed } from "./confirmation.ts";
import { idempotencyKeyOf, once } from "./idempotency.ts";
import { InputRequired } from "./input-required.ts";
import { includesTier } from "./lists.ts";
import { loggedCall } from "./logged-call.ts";
import { checkParameterHeaders, mirroredParameters } from "./parameter-headers.ts";
import { toolError, toolResult } from "./results.ts";
import { InsufficientScope, INVALID_PARAMS, RpcError } from "./rpc.ts";

/** `tools/call`. Errors that the caller can fix are tool results with `isError`, not protocol errors. */
export function callTool(tools: readonly Tool<CallContext>[]): Method {
  const byName = new Map(
    tools.map((tool) => [tool.name, { tool, mirrored: mirroredParameters(tool.inputSchema) }]),
  );
  return async (call) => {
    const { name } = call.params;
    const { generation } = call.caller;
    const logged = typeof name === "string" && byName.has(name) ? name : "tools/call";
    try {
      const output = await loggedCall(call, logged, async () => run(findTool(byName, name), call));
      return toolResult(generation, output);
    } catch (error) {
      if (error instanceof Refusal) return toolError(generation, error);
      if (endsCall(error)) throw error;
      return toolError(generation, internalError(call.report(error)));
    }
  };
}

type Entry = {
  readonly tool: Tool<CallContext>;
  readonly mirrored: ReturnType<typeof mirroredParameters>;
};

async function run({ tool, mirrored }: Entry, call: Call): Promise<unknown> {
  const given = call.params["arguments"];
  const context = contextOf(call, tool.name);
  let key: string | null = null;
  try {
    if (!includesTier(call.access.tier, tool.tier)) throw await refuseTool(context, tool);
    if (call.caller.generation === "modern") checkParameterHeaders(mirrored, given, call.header);
    key = tool.tier === "read" ? null : idempotencyKeyOf(call);
    const output = await once(context, { key, tool, given }, (context) =>
      confirmed(tool, context, given),
    );
    if (output instanceof Refusal) throw output;
    return output;
  } catch (error) {
    throw error instanceof Refusal ? withWayOut(error, key) : error;
  }
}

export function readsOnly(tools: readonly Tool<CallContext>[]): (message: unknown) => boolean {
  const reading = new Set<unknown>(
    tools.filter(({ tier }) => tier === "read").map(({ name }) => name),
  );
  return (message) => {
    const { data } = Called.safeParse(message);
    return data !== undefined && (data.method !== "tools/call" || reading.has(data.params?.name));
  };
}

const Called = z.object({
  method: z.string(),
  params: z.object({ name: z.unknown().optional() }).nullish(),
});

function endsCall(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof InputRequired || error instanceof RpcError;
}

function findTool(entries: ReadonlyMap<string, Entry>, name: unknown): Entry {
  if (typeof name !== "string")
    throw new RpcError(INVALID_PARAMS, "Invalid params: name must be a string");
  const entry = entries.get(name);
  if (entry === undefined)
    throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`);
  return entry;
}

/**
 * Builds the refusal: the closed gates, and how to open them. Refused deletions go to the journal. An
 * app whose token lacks a scope gets a scope challenge (MCP 2026-07-28, authorization, Scope Challenge).
 */
async function refuseTool(
  context: CallContext,
  { name, tier, scope }: Tool<CallContext>,
): Promise<Refusal | InsufficientScope> {
  const gates = tier === "destructive" ? context.access.closedGates : [noScope(tier)];
  const { message, next } = saidTogether(gates);
  const refusal = new Refusal({
    code: "tool_not_available",
    message: `${name} is not available: ${message}`,
    next,
  });
  if (tier === "destructive") await recordRefusal(context, refusal.code);
  const isApp = context.credential.kind === "oauth_grant";
  const lacksScope = gates.some(({ of }) => of === "credential");
  // No challenge for a scope that a member cannot grant: asking them again would not help.
  const canBeGiven = !gates.some(({ of }) => of === "member");
  return isApp && lacksScope && canBeGiven
    ? new InsufficientScope(scope, refusal.sentence)
    : refusal;
}

function noScope(tier: Tier): Gate {
  return {
    of: "credential",
    message: `the credential holds no ${tier} scope`,
    next: `use a credential with a ${tier} scope`,
  };
}

/** Says how to find out what became of a call whose outcome is unknown. */
function withWayOut(refusal: Refusal, key: string | null): Refusal {
  const { code, message, next, cause } = refusal;
  if (code !== "outcome_unknown") return refusal;
  const way =
    key === null
      ? `${next}; a call with an idempotency key could be repeated safely`
      : "repeat the same call under the same idempotency key: it is done once at most, and the answer says how it ended";
  return new Refusal({ code, message, next: way, cause });
}

function internalError(reference: string): Refusal {
  return new Refusal({
    code: "internal_error",
    message: `The server failed on this call; the reference is ${reference}`,
    next: "check what has changed before you repeat it, and give the reference to the server's administrator",
  });
}
