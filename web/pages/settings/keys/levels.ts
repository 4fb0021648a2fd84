import type { Output } from "../../../api.ts";

export type Resource = Output<"GET /api/scopes">["resources"][number];

/** Levels of access to one resource. */
export const LEVELS = [
  { level: "none", label: "None" },
  { level: "read", label: "Read" },
  { level: "write", label: "Write" },
] as const;
export type Level = (typeof LEVELS)[number]["level"];

/** Scope of a level; null for none, undefined where the resource lacks the level. */
function scopeOf(resource: Resource, level: Level): string | null | undefined {
  return level === "none" ? null : resource[level]?.scope;
}

export function levelOf(scopes: readonly string[], resource: Resource): Level {
  const chosen = LEVELS.find(({ level }) => {
    const scope = scopeOf(resource, level);
    return typeof scope === "string" && scopes.includes(scope);
  });
  return chosen?.level ?? "none";
}

/** Replaces the scope of one resource: each has one at most. */
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

/** The resources' scopes at a level; a resource without that level has its own highest. */
export function withAllAt(resources: readonly Resource[], level: Level): readonly string[] {
  return resources.reduce<readonly string[]>((scopes, resource) => {
    const isReadOnly = resource.write === null;
    return withLevel(scopes, resource, level === "write" && isReadOnly ? "read" : level);
  }, []);
}

/** Highest level among the scopes. It opens its whole tier of tools. */
export function highestLevel(scopes: readonly string[]): Level {
  if (scopes.some((scope) => scope.endsWith(".write"))) return "write";
  return scopes.length > 0 ? "read" : "none";
}
