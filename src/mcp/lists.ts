import type { Tier, Tool } from "../core/tool.ts";
import { Encoded } from "../http/exchange.ts";
import { type CallContext, type Method, cacheableResult } from "./call.ts";
import type { Generation } from "./generations.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

const TIERS: readonly Tier[] = ["read", "write", "destructive"];

export function includesTier(unlocked: Tier | null, tier: Tier): boolean {
  return unlocked !== null && TIERS.indexOf(tier) <= TIERS.indexOf(unlocked);
}

export function listOf<Thing extends Tiered>(...of: Parameters<typeof lists<Thing>>): Method {
  const resultOf = lists(...of);
  return ({ caller, access, params }) => {
    if ((params["cursor"] ?? null) === null) return resultOf(caller.generation, access.tier);
    throw new RpcError(INVALID_PARAMS, "Invalid params: omit cursor, this list has a single page");
  };
}

type Tiered = { readonly tier: Tier };

export function lists<Thing extends Tiered>(
  field: string,
  things: readonly Thing[],
  entryOf: (generation: Generation, thing: Thing) => object,
): (generation: Generation, unlocked: Tier | null) => Encoded {
  const results = new Map<string, Encoded>();
  for (const generation of ["legacy", "modern"] as const) {
    for (const unlocked of [null, ...TIERS]) {
      const visible = things
        .filter(({ tier }) => includesTier(unlocked, tier))
        .map((thing) => entryOf(generation, thing));
      const fields = `"${field}":${JSON.stringify(visible)}`;
      const result = new Encoded(cacheableResult(generation, fields));
      results.set(`${generation} ${unlocked}`, result);
    }
  }
  return (generation, unlocked) => results.get(`${generation} ${unlocked}`) ?? NONE;
}

const NONE = new Encoded("");

/** Entry of `tools/list`. Legacy output schemas must be objects, so a nullable output has none there. */
export function toolEntry(generation: Generation, tool: Tool<CallContext>) {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const described =
    outputSchema !== null && (generation === "modern" || outputSchema["type"] === "object");
  return {
    name,
    title,
    description,
    inputSchema,
    ...(described ? { outputSchema } : {}),
    annotations: told(annotations),
  };
}

/** The other hints mean something only of a tool that writes (MCP, ToolAnnotations). */
function told({ destructiveHint, idempotentHint, ...hints }: Tool<CallContext>["annotations"]) {
  return hints.readOnlyHint ? hints : { ...hints, destructiveHint, idempotentHint };
}
