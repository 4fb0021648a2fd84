import type { Key, Preset } from "./key.ts";

export type Access = { readonly preset: Preset; readonly scopes: readonly string[] };

type Circumstances = {
  /** True if the role of the holder has a limit on its credentials. */
  readonly isCapped: boolean;
  readonly isDeletingOn: boolean;
};

/** Mirrors the server's rule for a preview. Scopes open tiers, not single tools. */
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
