import { record } from "../activity/journal.ts";
import type { ById } from "../core/fields.ts";
import type { Context } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { endGrantsOf } from "./grants.ts";
import { holdRoles, requireOtherOwner, requireRank } from "./roles.ts";

/**
 * Takes a member out of the team, or lets whoever acts leave it; one owner always remains. What they
 * hold here ends with it: their keys, and the apps that they let in. Their tracked time, a running
 * timer too, and the invitations that they sent stay as they are.
 */
export async function removeMember(context: Context, { id }: ById): Promise<void> {
  await transaction(context, async (context) => {
    const roles = await holdRoles(context, id);
    if (id !== context.actor.id) {
      if (roles.theirs === "owner") requireRank(roles, "owner", "remove an owner");
      else requireRank(roles, "admin", "remove somebody else");
    }
    requireOtherOwner(roles);
    const ofApps = await endGrantsOf(context, { userId: id, because: "removed" });
    const before = await context.db
      .deleteFrom("memberships")
      .where("team_id", "=", context.team.id)
      .where("user_id", "=", id)
      .returning(["user_id", "role", "created_at"])
      .executeTakeFirstOrThrow();
    const ofKeys = await revokeKeysOf(context, id);
    await record(context, [...ofApps, ...ofKeys, { type: "membership", id, before, after: null }]);
  });
}
