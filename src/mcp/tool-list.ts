import type { Tier, Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import type { Era } from "./eras.ts";
import { cacheableResult } from "./results.ts";

const TIERS: readonly Tier[] = ["read", "write", "destructive"];

/** Whether a credential that unlocks `unlocked` may see and call a tool of that tier. */
export function opens(unlocked: Tier | null, tier: Tier): boolean {
  return unlocked !== null && TIERS.indexOf(tier) <= TIERS.indexOf(unlocked);
}

/** The results of `tools/list`, written once for each generation and tier: a call only looks one up. */
export function toolLists(
  tools: readonly Tool<Context>[],
): (era: Era, unlocked: Tier | null) => string {
  const lists = new Map<string, string>();
  for (const era of ["legacy", "modern"] as const) {
    for (const unlocked of [null, ...TIERS]) {
      const visible = tools
        .filter(({ tier }) => opens(unlocked, tier))
        .map((tool) => toolEntry(era, tool));
      lists.set(`${era} ${unlocked}`, cacheableResult(era, `"tools":${JSON.stringify(visible)}`));
    }
  }
  return (era, unlocked) => lists.get(`${era} ${unlocked}`) ?? "";
}

/** A tool as it is listed. Legacy clients know only objects as output, so a tool that may answer null has no schema there. */
export function toolEntry(era: Era, tool: Tool<Context>) {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const described = era === "modern" || outputSchema["type"] === "object";
  return {
    name,
    title,
    description,
    inputSchema,
    ...(described ? { outputSchema } : {}),
    annotations,
  };
}
