import type { Instant } from "../core/time.ts";
import type { Role } from "../db/schema.ts";
import { type Access, accessOf, type Opens, opensOf } from "./scopes.ts";
import { switchAt, type Team } from "./teams.ts";

/** What decides, beside its scopes, how far a credential reaches: of the membership and of the team. */
export const REACH = [
  "member.role",
  "team.destructive_ai_tools",
  "team.destructive_ai_tools_until",
  "team.member_full_access",
] as const;

type Reaching = Omit<Team, "id" | "name" | "base_currency"> & {
  readonly scopes: readonly string[];
  readonly role: Role;
};

/** How far a credential reaches at a moment. */
export function accessAt(row: Reaching, now: Instant): Access {
  return accessOf({
    scopes: row.scopes,
    role: row.role,
    team: {
      destructiveAiTools: switchAt(row, now).isOn,
      memberFullAccess: row.member_full_access,
    },
  });
}

/** What a credential would open at a moment while it is alive; nothing when its holder has left the team. */
export function opensAt(
  { role, ...row }: Omit<Reaching, "role"> & { readonly role: Role | null },
  now: Instant,
): Opens {
  return opensOf(role === null ? { tier: null } : accessAt({ ...row, role }, now));
}
