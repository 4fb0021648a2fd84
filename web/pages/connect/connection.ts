import { shortKey, type Opens } from "../../access.ts";
import type { Output } from "../../api.ts";

export type Connection = {
  readonly kind: "key" | "app";
  /** `API key svc_…aB3d`, or an app and its redirect URI. */
  readonly what: string;
  readonly id: string;
  readonly name: string;
  readonly isUnverified: boolean;
  readonly opens: Opens;
  /** True if it can delete while the team lets assistants delete. */
  readonly deletesWhenOn: boolean;
  readonly holder: { readonly name: string; readonly isYou: boolean };
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** Name that the last calling client reported. */
  readonly lastUsedBy: string | null;
};

/** True for an app, which a person allowed, and for a key that has called. */
export function hasConnected({ kind, lastUsedAt }: Connection): boolean {
  return kind === "app" || lastUsedAt !== null;
}

type Keys = Output<"GET /api/teams/:team/keys">;
type Apps = Output<"GET /api/teams/:team/apps">;

export function connectionsOf({ keys }: Keys, { apps }: Apps): readonly Connection[] {
  return [
    ...keys.filter(({ state }) => state === "active").map(ofKey),
    ...apps.map(ofApp),
    // Never used comes last.
  ].toSorted((one, other) => (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""));
}

function ofKey(key: Keys["keys"][number]): Connection {
  return { ...key, kind: "key", what: `API key ${shortKey(key)}`, isUnverified: false };
}

function ofApp(app: Apps["apps"][number]): Connection {
  return { ...app, kind: "app", what: `App, redirects to ${app.host}` };
}

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

export function calledRecently<C extends Pick<Connection, "lastUsedAt">>(
  connections: readonly C[],
  now: string,
): readonly C[] {
  const since = Date.parse(now) - RECENT_MS;
  return connections.filter(
    ({ lastUsedAt }) => lastUsedAt !== null && Date.parse(lastUsedAt) >= since,
  );
}
