import { whereAlpha2 } from "iso-3166-1";
import { z } from "zod";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";

export const GetTeamDetails = z.strictObject({});

const nullable = z.string().nullable();

const TeamDetails = z.object({
  id: uuid,
  name: z.string(),
  base_currency: z.string(),
  country: nullable,
  country_code: nullable,
  fiscal_year_start: z.string(),
  time_zone: z.string(),
  today: z.string(),
  logo_url: nullable,
  members_count: z.int(),
  inbox_address: nullable,
});

/** Names the fields of `TeamDetails` that a call goes on with; the list of tools stays short. */
export const ToldTeam = z.looseObject({
  id: uuid,
  name: z.string(),
  base_currency: z.string(),
  today: z.string(),
});

export type TeamDetails = z.output<typeof TeamDetails>;

/** The team as its books need it. It has neither a logo nor an inbox yet. */
export async function getTeamDetails({ db, team, now }: Context): Promise<TeamDetails> {
  const { country_code, fiscal_year_start, time_zone, members_count } = await db
    .selectFrom("teams")
    .where("id", "=", team.id)
    .select(["country_code", "fiscal_year_start", "time_zone"])
    .select((row) =>
      row
        .selectFrom("memberships")
        .where("team_id", "=", team.id)
        .select(row.fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("members_count"),
    )
    .executeTakeFirstOrThrow();
  return {
    id: team.id,
    name: team.name,
    base_currency: team.baseCurrency,
    country: country_code === null ? null : (whereAlpha2(country_code)?.country ?? null),
    country_code,
    fiscal_year_start,
    time_zone,
    today: dayIn(time_zone, now),
    logo_url: null,
    members_count,
    inbox_address: null,
  };
}
