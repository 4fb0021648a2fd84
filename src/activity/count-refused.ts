import { sql } from "kysely";
import type { Context } from "../db/context.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { Instant } from "../shared/time.ts";

/** Number of the team's refused deletions since a moment; every member sees them. At most `most`. */
export async function countRefused(
  { db, team }: Context,
  { since, most }: { readonly since: Instant; readonly most: number },
): Promise<number> {
  const [found] = await findCount(db, { team_id: team.id, since, most });
  return found?.count ?? 0;
}

type Values = { readonly team_id: string; readonly since: Instant; readonly most: number };

const findCount = preparedQuery((db, { slot }: Slots<Values>) =>
  db
    .selectFrom(
      db
        .selectFrom("activity_events as event")
        .where("event.team_id", "=", slot("team_id"))
        // As in the partial index.
        .where(sql<boolean>`event.outcome = 'refused'`)
        .where("event.created_at", ">=", slot("since"))
        .select("event.id")
        .limit(slot("most"))
        .as("refused"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
