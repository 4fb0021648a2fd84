import type { Key, Preset } from "./key.ts";

/** What is chosen for a key that is not made yet. */
export type Access = { readonly preset: Preset; readonly scopes: readonly string[] };

type Circumstances = {
  /** Whether the holder's credentials stop short of All in the team. */
  readonly isCapped: boolean;
  /** Whether assistants may delete in the team now. */
  readonly isDeletingOn: boolean;
};

/** What a key would open: the server's rule, told before it is asked. Scopes open tiers, not single tools. */
export function opensOf(
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
