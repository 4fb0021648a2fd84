import type { Output } from "../../../api.ts";
import { roughly } from "../../../dates.ts";

export type Key = Output<"GET /api/teams/:team/keys">["keys"][number];
export type Preset = Key["preset"];

/** A new key with its secret, which is never shown again. */
export type Minted = {
  readonly key: Key;
  readonly secret: string;
  /** Key that it replaces after a rotation. */
  readonly old?: Key;
};

/** Presets in the order offered; the first is the default. */
export const KEY_PRESETS: readonly {
  readonly preset: Preset;
  readonly label: string;
  readonly hint: string;
}[] = [
  { preset: "read", label: "Read Only", hint: "Sees everything, changes nothing." },
  { preset: "all", label: "All", hint: "Does everything that assistants may do in the team." },
  {
    preset: "restricted",
    label: "Restricted",
    hint: "Reads, or reads and changes. It cannot delete.",
  },
];

export function presetLabel(preset: Preset): string {
  return KEY_PRESETS.find((known) => known.preset === preset)?.label ?? preset;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_DAYS = 90;
const SOON_DAYS = 14;

/** Days without use, if enough to suggest revoking the key. */
export function idleDays(
  { createdAt, lastUsedAt }: Pick<Key, "createdAt" | "lastUsedAt">,
  now: string,
): number | null {
  const days = Math.floor((Date.parse(now) - Date.parse(lastUsedAt ?? createdAt)) / DAY_MS);
  return days >= IDLE_DAYS ? days : null;
}

export function endsSoon(expiresAt: string, now: string): boolean {
  return Date.parse(expiresAt) - Date.parse(now) <= SOON_DAYS * DAY_MS;
}

type Ended = Pick<Key, "state" | "expiresAt" | "revokedAt">;
type Reader = { readonly now: string; readonly timeZone: string };

export function keyEnd({ state, expiresAt, revokedAt }: Ended, { now, timeZone }: Reader): string {
  if (revokedAt !== null) return `Revoked ${roughly(revokedAt, now, timeZone)}`;
  if (state === "expired" && expiresAt !== null)
    return `Expired ${roughly(expiresAt, now, timeZone)}`;
  return "Its holder left the team";
}

export type Resource = Output<"GET /api/scopes">["resources"][number];

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

export type Access = { readonly preset: Preset; readonly scopes: readonly string[] };

type Circumstances = {
  /** True if the role of the holder has a limit on its credentials. */
  readonly isCapped: boolean;
  readonly isDeletingOn: boolean;
};

/** Mirrors the server's rule for a preview. Scopes open tiers, not single tools. */
export function keyOpens(
  { preset, scopes }: Access,
  { isCapped, isDeletingOn }: Circumstances,
): Key["opens"] {
  const write = preset === "all" || scopes.some((scope) => scope.endsWith(".write"));
  return {
    read: preset === "read" || write || scopes.length > 0,
    write,
    destructive: preset === "all" && !isCapped && isDeletingOn,
  };
}

export function actionsId(keyId: string): string {
  return `key-${keyId}`;
}

/** Id of the button that makes a key, for the focus when a row is gone. */
export const MAKE_KEY = "make-key";
