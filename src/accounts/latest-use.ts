import type { Context } from "../db/context.ts";
import type { Instant } from "../shared/time.ts";
import { latestUsedApp } from "./app-list.ts";
import { latestUsedKey } from "./key-list.ts";
import type { Opens } from "./scopes.ts";

export type LatestUse = {
  readonly at: Instant;
  /** The client's own name; else the name of the key or app. */
  readonly name: string;
  readonly via: "key" | "app";
  readonly viaName: string;
  readonly opens: Opens;
};

export async function latestUse(context: Context): Promise<LatestUse | null> {
  const [key, app] = await Promise.all([latestUsedKey(context), latestUsedApp(context)]);
  const uses = [...useOf("key", key), ...useOf("app", app)];
  return uses.toSorted((one, other) => (one.at > other.at ? -1 : 1))[0] ?? null;
}

type Used = {
  readonly name: string;
  readonly last_used_at: Instant | null;
  readonly last_used_by: string | null;
  readonly opens: Opens;
};

function useOf(via: LatestUse["via"], used: Used | null): readonly LatestUse[] {
  if (used === null || used.last_used_at === null) return [];
  const { name: viaName, last_used_at: at, last_used_by: by, opens } = used;
  return [{ at, name: by ?? viaName, via, viaName, opens }];
}
