import { Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { lockRows } from "../../db/dialect.ts";

export type Person = { readonly id: string; readonly name: string; readonly timeZone: string };

/** A member of the team, locked: calls that start or stop this person's timers take turns. */
export async function lockPerson(context: Context, id: string): Promise<Person> {
  const members = context.db
    .selectFrom("memberships")
    .select("user_id")
    .where("team_id", "=", context.team.id)
    .where("user_id", "=", id);
  const [member] = await lockRows(context.db, members).execute();
  if (member === undefined) throw noPerson(id);
  const user = await context.db
    .selectFrom("users")
    .select(["id", "name", "time_zone"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id: user.id, name: user.name, timeZone: user.time_zone };
}

function noPerson(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "assigned_id",
    message: `User ${id} is not a member of this team`,
    next: "leave assigned_id out for yourself; tracker_list_entries with assigned_id null shows the ids of teammates",
  });
}
