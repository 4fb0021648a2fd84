import { z } from "zod";
import { switchAt, type Team } from "../accounts/teams.ts";
import type { Instant } from "../core/time.ts";
import type { Role } from "../db/schema.ts";

/** A team as its member sees it. */
export const TeamShape = z.object({
  id: z.string(),
  name: z.string(),
  /** Of whoever is signed in. */
  role: z.enum(["owner", "admin", "member"]),
  baseCurrency: z.string(),
  /** Whether members' keys and apps may hold everything. */
  memberFullAccess: z.boolean(),
  /** Whether assistants may delete, and until when if that goes off by itself. */
  destructive: z.object({ isOn: z.boolean(), until: z.string().nullable() }),
});

export function teamShape(team: Team, role: Role, now: Instant): z.input<typeof TeamShape> {
  return {
    id: team.id,
    name: team.name,
    role,
    baseCurrency: team.base_currency,
    memberFullAccess: team.member_full_access,
    destructive: switchAt(team, now),
  };
}
