import { SCOPES } from "../accounts/scopes.ts";

/** Choices of the consent page, from the narrowest. Scopes open tiers of tools, so no finer choice would bind. */
const CHOICES = ["read", "change", "delete"] as const;
export type Choice = (typeof CHOICES)[number];

/** Choices that the requested scopes leave, from the narrowest; there is at least one. */
export function choicesOf(requested: readonly string[]): readonly Choice[] {
  return CHOICES.filter((choice) => IS_REQUESTED[choice](requested));
}

/** Scopes that a requested choice grants. */
export function grantedScopes(choice: Choice, requested: readonly string[]): readonly string[] {
  return [...new Set(requested.flatMap((scope) => GRANTED[choice](scope)))];
}

type Scopes = readonly string[];

const IS_REQUESTED: Readonly<Record<Choice, (requested: Scopes) => boolean>> = {
  read: (requested) => grantedScopes("read", requested).length > 0,
  change: (requested) =>
    grantedScopes("change", requested).some((scope) => scope.endsWith(".write")),
  delete: (requested) => requested.includes("apis.all"),
};

const GRANTED: Readonly<Record<Choice, (scope: string) => Scopes>> = {
  read: (scope) => {
    if (scope === "apis.all") return ["apis.read"];
    return scope.endsWith(".read") ? [scope] : [];
  },
  change: (scope) => (scope === "apis.all" ? SCOPES : [scope]),
  delete: (scope) => [scope],
};
