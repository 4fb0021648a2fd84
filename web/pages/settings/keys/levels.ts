import type { Output } from "../../../api.ts";

export type Resource = Output<"GET /api/scopes">["resources"][number];

/** How far a key reaches into one resource. */
export const LEVELS = [
  { level: "none", label: "None" },
  { level: "read", label: "Read" },
  { level: "write", label: "Write" },
] as const;
export type Level = (typeof LEVELS)[number]["level"];

/** The scope of a level; null for none, undefined where the resource has no such level. */
function scopeOf(resource: Resource, level: Level): string | null | undefined {
  return level === "none" ? null : resource[level]?.scope;
}

/** The level that a resource has among the chosen scopes. */
export function levelOf(scopes: readonly string[], resource: Resource): Level {
  const chosen = LEVELS.find(({ level }) => {
    const scope = scopeOf(resource, level);
    return typeof scope === "string" && scopes.includes(scope);
  });
  return chosen?.level ?? "none";
}

/** The chosen scopes, with another level for one resource: each has one scope at most. */
export function withLevel(
  scopes: readonly string[],
  resource: Resource,
  level: Level,
): readonly string[] {
  const own = new Set([resource.read?.scope, resource.write?.scope]);
  const others = scopes.filter((scope) => !own.has(scope));
  const scope = scopeOf(resource, level);
  return typeof scope === "string" ? [...others, scope] : others;
}
