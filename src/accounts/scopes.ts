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

/** How far a credential reaches now. Scopes open tiers, not single tools. */
export type Access = {
  /** The highest tier that is open, or null when none is. */
  readonly tier: Tier | null;
  /** What keeps the destructive tier closed; null when it is open. */
  readonly closedGate: Gate | null;
};

/** A closed gate, and what opens it, as clauses without a full stop. */
type Gate = { readonly message: string; readonly next: string };

export function accessOf(reach: Reach): Access {
  const closedGate = closedGateOf(reach);
  return { tier: closedGate === null ? "destructive" : lowerTierOf(reach.scopes), closedGate };
}

function lowerTierOf(scopes: readonly string[]): Tier | null {
  if (scopes.some((scope) => scope === "apis.all" || scope.endsWith(".write"))) return "write";
  return scopes.some((scope) => scope.endsWith(".read")) ? "read" : null;
}

/** A member's `apis.all` stops short of the destructive tier unless the team allows it. */
function closedGateOf({ scopes, role, team }: Reach): Gate | null {
  if (!scopes.includes("apis.all")) {
    return { message: "the credential does not hold apis.all", next: "use a credential that does" };
  }
  if (role === "member" && !team.memberFullAccess) {
    return {
      message: "members' credentials stop short of apis.all in this team",
      next: "an owner or admin of the team can do it, or allow members full access",
    };
  }
  if (team.destructiveAiTools) return null;
  return {
    message: "the team has not enabled destructive AI tools",
    next: "an owner or admin of the team can enable them",
  };
}
