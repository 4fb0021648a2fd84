import type { Connection } from "../connect/connection.ts";

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/** Credentials that called in the last seven days. */
export function calledRecently<C extends Pick<Connection, "lastUsedAt">>(
  connections: readonly C[],
  now: string,
): readonly C[] {
  const since = Date.parse(now) - RECENT_MS;
  return connections.filter(
    ({ lastUsedAt }) => lastUsedAt !== null && Date.parse(lastUsedAt) >= since,
  );
}
