import type { Context } from "../db/context.ts";
import type { Instant } from "../shared/time.ts";

type EndingKey = { readonly id: string; readonly name: string; readonly endsAt: Instant };

/** Keys of the caller that are in use and expire before that moment, the soonest first. */
export async function endingKeys(
  { db, team, actor, now }: Context,
  { until, most }: { readonly until: Instant; readonly most: number },
): Promise<readonly EndingKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .where("team_id", "=", team.id)
    .where("user_id", "=", actor.id)
    .where("revoked_at", "is", null)
    .where("last_used_at", "is not", null)
    .where("expires_at", ">", now)
    .where("expires_at", "<=", until)
    .select(["id", "name", "expires_at"])
    .orderBy("expires_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.flatMap(({ id, name, expires_at: endsAt }) =>
    endsAt === null ? [] : [{ id, name, endsAt }],
  );
}
