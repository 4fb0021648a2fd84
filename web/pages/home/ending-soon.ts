import type { Connection } from "../connect/connection.ts";

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

type Ending = Pick<Connection, "id" | "name"> & { readonly expiresAt: string };

/** The user's keys in use that expire within two weeks, soonest first. */
export function endingSoon(
  connections: readonly Pick<
    Connection,
    "id" | "name" | "kind" | "holder" | "lastUsedAt" | "expiresAt"
  >[],
  now: string,
): readonly Ending[] {
  const until = Date.parse(now) + SOON_MS;
  return connections
    .flatMap(({ id, name, kind, holder, lastUsedAt, expiresAt }) => {
      const isUsed = kind === "key" && holder.isYou && lastUsedAt !== null;
      return isUsed && expiresAt !== null && Date.parse(expiresAt) <= until
        ? [{ id, name, expiresAt }]
        : [];
    })
    .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
}
