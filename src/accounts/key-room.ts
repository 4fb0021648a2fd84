import { Refusal } from "../core/errors.ts";
import type { AuditContext } from "../db/context.ts";

/** Live keys of one person in one team. */
const MOST_KEYS = 50;

/** @throws Refusal when the person has as many live keys as they may; the caller holds their membership */
export async function requireRoom({ db, team, now }: AuditContext, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom("api_keys")
    .where("team_id", "=", team.id)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where((key) => key.or([key("expires_at", "is", null), key("expires_at", ">", now)]))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count < MOST_KEYS) return;
  throw new Refusal({
    code: "limit_reached",
    message: `A person has at most ${MOST_KEYS} API keys in a team, besides those that have ended`,
    next: "revoke one that is not used any more, and try again",
  });
}
