import { z } from "zod";
import { switchAt, type Team, versionOfTeam } from "../accounts/teams.ts";
import { version } from "../core/canonical-json.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Instant } from "../shared/time.ts";

/** A team as its member sees it. */
export const TeamShape = z.object({
  id: z.string(),
  name: z.string(),
  /** Of whoever is signed in. */
  role: z.enum(["owner", "admin", "member"]),
  baseCurrency: z.string(),
  /** ISO 3166-1 alpha-2. */
  countryCode: z.string().nullable(),
  /** Month and first day, `MM-01`. */
  fiscalYearStart: z.string(),
  timeZone: z.string(),
  /** Of the name, currency, country, fiscal year and time zone, which a change names. */
  version,
  /** True when members' keys and apps may hold all scopes. */
  memberFullAccess: z.boolean(),
  /** Switch for destructive AI tools, and when it goes off by itself. */
  destructive: z.object({ isOn: z.boolean(), until: z.string().nullable() }),
});

export function teamShape(team: Team, role: Role, now: Instant): z.input<typeof TeamShape> {
  return {
    id: team.id,
    name: team.name,
    role,
    baseCurrency: team.base_currency,
    countryCode: team.country_code,
    fiscalYearStart: team.fiscal_year_start,
    timeZone: team.time_zone,
    version: versionOfTeam(team),
    memberFullAccess: team.member_full_access,
    destructive: switchAt(team, now),
  };
}
