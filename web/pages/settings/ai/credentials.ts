import type { Output } from "../../../api.ts";
import { shortKey } from "../keys/key-words.ts";

type Key = Output<"GET /api/teams/:team/keys">["keys"][number];
type App = Output<"GET /api/teams/:team/apps">["apps"][number];

/** An active key or a connected app. */
export type Credential = Pick<Key, "id" | "name" | "holder" | "opens" | "deletesWhenOn"> & {
  readonly kind: "key" | "app";
  /** Tells it from others of its name. */
  readonly what: string;
};

export function credentialsOf(keys: readonly Key[], apps: readonly App[]): readonly Credential[] {
  return [
    ...keys
      .filter(({ state }) => state === "active")
      .map((key) => ({ ...key, kind: "key" as const, what: `API key ${shortKey(key)}` })),
    ...apps.map((app) => ({
      ...app,
      kind: "app" as const,
      what: `App, redirects to ${app.host}`,
    })),
  ];
}
