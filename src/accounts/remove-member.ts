import { record } from "../activity/journal.ts";
import type { ById } from "../core/fields.ts";
import type { Context } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { endGrantsOf } from "./grants.ts";
import { holdRoles, requireOtherOwner, requireRank } from "./roles.ts";

/**
 * Removes a member, or lets the actor leave; one owner always remains. Their keys and grants in the
 * team end. Their tracked time, a running timer too, and the invitations they sent stay.
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
