import type { Tier, Tool } from "../core/tool.ts";
import type { CallContext, Method } from "./call.ts";
import type { Era } from "./eras.ts";
import { cacheableResult } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

const TIERS: readonly Tier[] = ["read", "write", "destructive"];

/** Whether a credential that unlocks `unlocked` may see and use a thing of that tier. */
export function opens(unlocked: Tier | null, tier: Tier): boolean {
  return unlocked !== null && TIERS.indexOf(tier) <= TIERS.indexOf(unlocked);
}

/** A list of the protocol, such as `tools/list`: it has one page. */
export function listOf<Thing extends Tiered>(...of: Parameters<typeof lists<Thing>>): Method {
  const textOf = lists(...of);
  return ({ caller, access, params }) => {
    if ((params["cursor"] ?? null) === null) return textOf(caller.era, access.tier);
    throw new RpcError(
      INVALID_PARAMS,
      "Invalid params: cursor is not one of this list, which has a single page",
    );
  };
}

type Tiered = { readonly tier: Tier };

/** The results, written once for each generation and tier: a call only looks one up. */
export function lists<Thing extends Tiered>(
  field: string,
  things: readonly Thing[],
  entryOf: (era: Era, thing: Thing) => object,
): (era: Era, unlocked: Tier | null) => string {
  const texts = new Map<string, string>();
  for (const era of ["legacy", "modern"] as const) {
    for (const unlocked of [null, ...TIERS]) {
      const visible = things
        .filter(({ tier }) => opens(unlocked, tier))
        .map((thing) => entryOf(era, thing));
      const fields = `"${field}":${JSON.stringify(visible)}`;
      texts.set(`${era} ${unlocked}`, cacheableResult(era, fields));
    }
  }
  return (era, unlocked) => texts.get(`${era} ${unlocked}`) ?? "";
}

/** A tool as it is listed. Legacy clients know only objects as output, so a tool that may answer null has no schema there. */
export function toolEntry(era: Era, tool: Tool<CallContext>) {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const described =
    outputSchema !== null && (era === "modern" || outputSchema["type"] === "object");
  return {
    name,
    title,
    description,
    inputSchema,
    ...(described ? { outputSchema } : {}),
    annotations,
  };
}
