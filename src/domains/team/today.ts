import type { AuditContext } from "../../db/context.ts";
import { preparedQuery, one, type Slots } from "../../db/prepared-query.ts";
import { type Day, dayIn } from "../../shared/time.ts";

/** The day that it is in the team's books. */
export async function todayOf({
  db,
  team,
  now,
}: Pick<AuditContext, "db" | "team" | "now">): Promise<Day> {
  return dayIn(one(await findTimeZone(db, { id: team.id })).time_zone, now);
}

const findTimeZone = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  db.selectFrom("teams").select("time_zone").where("id", "=", slot("id")),
);
