import type { Role } from "../db/schema/accounts.ts";
import type { Instant } from "../shared/time.ts";
import { type Access, accessOf, type Opens, opensOf } from "./scopes.ts";
import { switchAt, type Team } from "./teams.ts";

export const REACH = [
  "member.role",
  "team.destructive_ai_tools",
  "team.destructive_ai_tools_until",
  "team.member_full_access",
] as const;

type Gates = "destructive_ai_tools" | "destructive_ai_tools_until" | "member_full_access";

type Reaching = Pick<Team, Gates> & {
  readonly scopes: readonly string[];
  readonly role: Role;
};

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

/** True if a live credential deletes while the team's switch is on, whether that is so now or not. */
export function deletesWhenOn({
  role,
  ...row
}: Omit<Reaching, "role"> & { readonly role: Role | null }): boolean {
  if (role === null) return false;
  const team = { destructiveAiTools: true, memberFullAccess: row.member_full_access };
  return opensOf(accessOf({ scopes: row.scopes, role, team })).destructive;
}

/** Reach of a live credential at a moment; none when its holder has left the team. */
export function opensAt(
  { role, ...row }: Omit<Reaching, "role"> & { readonly role: Role | null },
  now: Instant,
): Opens {
  return opensOf(role === null ? { tier: null } : accessAt({ ...row, role }, now));
}
