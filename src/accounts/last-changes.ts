import { sql } from "kysely";
import type { AuditContext } from "../db/context.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { Instant } from "../shared/time.ts";

/** Time of the last change that each member made in the team, by their id. Private changes are not told. */
export async function lastChanges({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<ReadonlyMap<string, Instant>> {
  const rows = await findLast(db, { team_id: team.id });
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

type Found = { readonly id: string; readonly at: Instant | null };

const findLast = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) => {
  const query = sql<Found>`
    select member.user_id as id, (
      select event.created_at from activity_events as event
      where event.team_id = member.team_id and event.actor_id = member.user_id
        and event.outcome = 'done' and not event.is_private
      order by event.created_at desc limit 1) as at
    from memberships as member
    where member.team_id = ${slot("team_id")}`;
  return { compile: () => query.compile(db) };
});
