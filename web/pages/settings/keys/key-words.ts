import { roughly } from "../../../moments.ts";
import type { Key } from "./key.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_DAYS = 90;
const SOON_DAYS = 14;

/** Form in which its holder recognises a key: `svc_…aB3d`. */
export function shortKey({ prefix, hint }: Pick<Key, "prefix" | "hint">): string {
  return `${prefix}…${hint}`;
}

/** Days without use, if enough to suggest revoking the key. */
export function idleDays(
  { createdAt, lastUsedAt }: Pick<Key, "createdAt" | "lastUsedAt">,
  now: string,
): number | null {
  const days = Math.floor((Date.parse(now) - Date.parse(lastUsedAt ?? createdAt)) / DAY_MS);
  return days >= IDLE_DAYS ? days : null;
}

/** True if a key in force expires soon. */
export function endsSoon(expiresAt: string, now: string): boolean {
  return Date.parse(expiresAt) - Date.parse(now) <= SOON_DAYS * DAY_MS;
}

type Ended = Pick<Key, "state" | "expiresAt" | "revokedAt">;
type Reader = { readonly now: string; readonly timeZone: string };

export function endOf({ state, expiresAt, revokedAt }: Ended, { now, timeZone }: Reader): string {
  if (revokedAt !== null) return `Revoked ${roughly(revokedAt, now, timeZone)}`;
  if (state === "expired" && expiresAt !== null)
    return `Expired ${roughly(expiresAt, now, timeZone)}`;
  return "Its holder left the team";
}
