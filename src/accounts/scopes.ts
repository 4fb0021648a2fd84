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

/** All that can be asked for: also every scope at once, for reading or for everything. */
export const ALL_SCOPES: readonly string[] = [...SCOPES, "apis.read", "apis.all"];

export const PRESETS = ["all", "read", "restricted"] as const;
export type Preset = (typeof PRESETS)[number];

/** The preset that a key was made with: its scopes tell. */
export function presetOf(scopes: readonly string[]): Preset {
  if (scopes.includes("apis.all")) return "all";
  return scopes.includes("apis.read") ? "read" : "restricted";
}

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
  /** All that keeps the destructive tier closed; none when it is open. */
  readonly closedGates: readonly Gate[];
};

/** What can be done under a credential. */
export type Opens = {
  readonly read: boolean;
  readonly write: boolean;
  readonly destructive: boolean;
};

export function opensOf({ tier }: Pick<Access, "tier">): Opens {
  const destructive = tier === "destructive";
  return { read: tier !== null, write: destructive || tier === "write", destructive };
}

/** A closed gate, and what opens it, as clauses without a full stop. */
export type Gate = {
  readonly of: "credential" | "member" | "team";
  readonly message: string;
  readonly next: string;
};

export function accessOf(reach: Reach): Access {
  const closedGates = GATES.filter(({ isClosed }) => isClosed(reach)).map(({ gate }) => gate);
  const tier = closedGates.length === 0 ? "destructive" : lowerTierOf(reach.scopes);
  return { tier, closedGates };
}

function lowerTierOf(scopes: readonly string[]): Tier | null {
  if (scopes.some((scope) => scope === "apis.all" || scope.endsWith(".write"))) return "write";
  return scopes.some((scope) => scope.endsWith(".read")) ? "read" : null;
}

const GATES: readonly { readonly isClosed: (reach: Reach) => boolean; readonly gate: Gate }[] = [
  {
    isClosed: ({ scopes }) => !scopes.includes("apis.all"),
    gate: {
      of: "credential",
      message: "the credential does not hold apis.all",
      next: "use a credential that does",
    },
  },
  {
    isClosed: isCapped,
    gate: {
      of: "member",
      message: "members' credentials stop short of apis.all in this team",
      next: "an owner or admin of the team can do it, or allow members full access",
    },
  },
  {
    isClosed: ({ team }) => !team.destructiveAiTools,
    gate: {
      of: "team",
      message: "the team has not enabled destructive AI tools",
      next: "an owner or admin of the team can enable them",
    },
  },
];

/** Whether whoever holds these scopes holds that one: the meta-scopes stand for many. */
export function covers(held: readonly string[], scope: string): boolean {
  if (held.includes(scope) || held.includes("apis.all")) return true;
  return scope.endsWith(".read") && held.includes("apis.read");
}

/** Several gates as one: what keeps them closed, and what opens them. */
export function saidTogether(gates: readonly Gate[]): Pick<Gate, "message" | "next"> {
  return {
    message: gates.map(({ message }) => message).join(", and "),
    next: gates.map(({ next }) => next).join(", and "),
  };
}

/** Whether what a person holds stops short of `apis.all` in the team. */
export function isCapped({
  role,
  team,
}: {
  readonly role: Role;
  readonly team: Pick<Reach["team"], "memberFullAccess">;
}): boolean {
  return role === "member" && !team.memberFullAccess;
}
