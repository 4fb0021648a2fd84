import type { Opens } from "../../access.ts";
import type { Output } from "../../api.ts";
import { shortKey } from "../settings/keys/key-words.ts";

/** What programs come in with: a key, or an app that somebody let in. */
export type Connection = {
  readonly kind: "key" | "app";
  /** `API key svc_…aB3d`, or an app and where it has the answers of its sign-in sent. */
  readonly what: string;
  readonly id: string;
  readonly name: string;
  readonly isUnverified: boolean;
  readonly opens: Opens;
  readonly holder: { readonly name: string; readonly isYou: boolean };
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** The program that called last, as far as it said. */
  readonly lastUsedBy: string | null;
};

type Keys = Output<"GET /api/teams/:team/keys">;
type Apps = Output<"GET /api/teams/:team/apps">;

/** The keys and apps in force, the one that called last first. */
export function connectionsOf({ keys }: Keys, { apps }: Apps): readonly Connection[] {
  return [
    ...keys.filter(({ state }) => state === "active").map(ofKey),
    ...apps.map(ofApp),
    // What never called stands last.
  ].toSorted((one, other) => (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""));
}

function ofKey(key: Keys["keys"][number]): Connection {
  return { ...key, kind: "key", what: `API key ${shortKey(key)}`, isUnverified: false };
}

function ofApp(app: Apps["apps"][number]): Connection {
  return { ...app, kind: "app", what: `App, answers to ${app.host}` };
}
