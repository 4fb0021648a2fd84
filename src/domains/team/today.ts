import type { AuditContext } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import { type Day, dayIn } from "../../shared/time.ts";

/** The day that it is in the team's books. */
export async function todayOf({
  db,
  team,
  now,
}: Pick<AuditContext, "db" | "team" | "now">): Promise<Day> {
  return dayIn(await zoneOf({ db, team }), now);
}

/** The time zone of the team's books. */
export async function zoneOf({ db, team }: Pick<AuditContext, "db" | "team">): Promise<string> {
  return one(await findTimeZone(db, { id: team.id })).time_zone;
}

/** The latest day that it is for anybody of the team: time of later days lies in the future for all. */
export async function latestToday({
  db,
  team,
  now,
}: Pick<AuditContext, "db" | "team" | "now">): Promise<Day> {
  const people = await findTimeZones(db, { team_id: team.id });
  const days = people.map(({ time_zone }) => dayIn(time_zone, now)).toSorted();
  return days.at(-1) ?? dayIn("UTC", now);
}

const findTimeZones = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
  db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", slot("team_id"))
    .select("user.time_zone")
    .distinct(),
);

const findTimeZone = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  db.selectFrom("teams").select("time_zone").where("id", "=", slot("id")),
);
