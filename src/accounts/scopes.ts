import type { Tier } from "../core/tool.ts";
import type { Role } from "../db/schema/accounts.ts";

type Resource = { readonly label: string; readonly read: string; readonly write?: string };

/** Resources that scopes open, with the words for the person who is asked to grant them. */
const RESOURCES: Readonly<Record<string, Resource>> = {
  "bank-accounts": {
    label: "Bank accounts",
    read: "See bank accounts",
    write: "Create and change bank accounts",
  },
  customers: { label: "Customers", read: "See customers", write: "Create and change customers" },
  documents: { label: "Documents", read: "See documents", write: "Add and change documents" },
  inbox: {
    label: "Inbox",
    read: "See receipts in the inbox",
    write: "Add and change receipts in the inbox",
  },
  invoices: { label: "Invoices", read: "See invoices", write: "Create, change and send invoices" },
  notifications: {
    label: "Notifications",
    read: "See your notifications",
    write: "Change your notifications",
  },
  tags: { label: "Tags", read: "See tags", write: "Create and change tags" },
  teams: {
    label: "Team",
    read: "See the team and its members",
    write: "Change the team’s details",
  },
  "tracker-entries": {
    label: "Tracked time",
    read: "See tracked time",
    write: "Track time and change what is tracked",
  },
  "tracker-projects": {
    label: "Projects",
    read: "See projects",
    write: "Create and change projects",
  },
  transactions: {
    label: "Transactions",
    read: "See transactions",
    write: "Create and change transactions",
  },
  users: { label: "Profile", read: "See your profile", write: "Change your profile" },
  reports: { label: "Reports", read: "See reports" },
  search: { label: "Search", read: "Search the team’s data" },
};

const OF_RESOURCES = Object.entries(RESOURCES).flatMap(([name, { read, write }]) => [
  [`${name}.read`, read] as const,
  ...(write === undefined ? [] : [[`${name}.write`, write] as const]),
]);

export const SCOPES: readonly string[] = OF_RESOURCES.map(([scope]) => scope);

export const ALL_SCOPES: readonly string[] = [...SCOPES, "apis.read", "apis.all"];

export const scopeWords: ReadonlyMap<string, string> = new Map([
  ...OF_RESOURCES,
  ["apis.read", "See all of the team’s data"],
  ["apis.all", "See, create and change everything, and delete where the team allows it"],
]);

export const resourceLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(RESOURCES).map(([name, { label }]) => [name, label]),
);

export const PRESETS = ["all", "read", "restricted"] as const;
export type Preset = (typeof PRESETS)[number];

export function presetOf(scopes: readonly string[]): Preset {
  if (scopes.includes("apis.all")) return "all";
  return scopes.includes("apis.read") ? "read" : "restricted";
}

/** Everything that decides what a credential may do. */
export type Reach = {
  readonly scopes: readonly string[];
  readonly role: Role;
  readonly team: { readonly destructiveAiTools: boolean; readonly memberFullAccess: boolean };
};

/** Highest open tier of a credential now. Scopes open tiers, not single tools. */
export type Access = {
  readonly tier: Tier | null;
  /** Gates that keep the destructive tier closed. */
  readonly closedGates: readonly Gate[];
};

export type Opens = {
  readonly read: boolean;
  readonly write: boolean;
  readonly destructive: boolean;
};

export function opensOf({ tier }: Pick<Access, "tier">): Opens {
  const destructive = tier === "destructive";
  return { read: tier !== null, write: destructive || tier === "write", destructive };
}

/** A closed gate and its remedy, as clauses without a full stop. */
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
      message: "members' credentials do not get apis.all in this team",
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

export function covers(held: readonly string[], scope: string): boolean {
  if (held.includes(scope) || held.includes("apis.all")) return true;
  return scope.endsWith(".read") && held.includes("apis.read");
}

export function saidTogether(gates: readonly Gate[]): Pick<Gate, "message" | "next"> {
  return {
    message: gates.map(({ message }) => message).join(", and "),
    next: gates.map(({ next }) => next).join(", and "),
  };
}

/** True where the team does not let the credentials of members have `apis.all`. */
export function isCapped({
  role,
  team,
}: {
  readonly role: Role;
  readonly team: Pick<Reach["team"], "memberFullAccess">;
}): boolean {
  return role === "member" && !team.memberFullAccess;
}
