import type { Tier } from "../core/tool.ts";
import type { Role } from "../db/schema.ts";

const RESOURCES = [
  "bank-accounts",
  "customers",
  "documents",
  "inbox",
  "invoices",
  "notifications",
  "tags",
  "teams",
  "tracker-entries",
  "tracker-projects",
  "transactions",
  "users",
] as const;

/** Every scope that can be chosen one by one. */
export const SCOPES: readonly string[] = [
  ...RESOURCES.flatMap((resource) => [`${resource}.read`, `${resource}.write`]),
  "reports.read",
  "search.read",
];

export const PRESETS = ["all", "read", "restricted"] as const;
export type Preset = (typeof PRESETS)[number];

/** What decides, at each call, how far a credential reaches. */
export type Reach = {
  readonly scopes: readonly string[];
  readonly role: Role;
  readonly team: { readonly destructiveAiTools: boolean; readonly memberFullAccess: boolean };
};

/** The highest tier that is open, or null when none is. Scopes open tiers, not single tools. */
export function tierOf(reach: Reach): Tier | null {
  if (isFull(reach) && reach.team.destructiveAiTools) return "destructive";
  if (reach.scopes.some((scope) => scope === "apis.all" || scope.endsWith(".write")))
    return "write";
  return reach.scopes.some((scope) => scope.endsWith(".read")) ? "read" : null;
}

/** Why the destructive tier is closed, in words for the caller; null when it is open. */
export function closedGate(reach: Reach): string | null {
  if (!reach.scopes.includes("apis.all")) return "the credential does not hold apis.all";
  if (!isFull(reach)) return "members' credentials stop short of apis.all in this team";
  return reach.team.destructiveAiTools ? null : "the team has not enabled destructive AI tools";
}

/** Whether `apis.all` counts: a member's stops short of it unless the team allows it. */
function isFull({ scopes, role, team }: Reach): boolean {
  return scopes.includes("apis.all") && (role !== "member" || team.memberFullAccess);
}
