import { type Change, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { GrantEnd } from "../db/schema/oauth.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";

export async function listGrantsOfTeam(context: AuditContext) {
  return liveGrants(context)
    .innerJoin("users as user", "user.id", "grant.user_id")
    .where("grant.team_id", "=", context.team.id)
    .select(["grant.id", "grant.user_id", "user.email as user_email", "client.id as client_id"])
    .select(["client.name as client_name", "client.kind as client_kind", "grant.scopes"])
    .select(["grant.redirect_uri", "grant.created_at", "grant.expires_at", "grant.last_used_at"])
    .execute();
}

/** Grants with a token that have not ended, of people who are still in the team; the newest first. */
export function liveGrants({ db, now }: BaseContext) {
  return db
    .selectFrom("oauth_grants as grant")
    .innerJoin("oauth_clients as client", "client.id", "grant.client_id")
    .innerJoin("teams as team", "team.id", "grant.team_id")
    .innerJoin("memberships as member", (join) =>
      join
        .onRef("member.team_id", "=", "grant.team_id")
        .onRef("member.user_id", "=", "grant.user_id")
        .onRef("member.created_at", "<=", "grant.created_at"),
    )
    .where("grant.redeemed_at", "is not", null)
    .where("grant.ended_at", "is", null)
    .where("grant.expires_at", ">", now)
    .orderBy("grant.created_at", "desc")
    .orderBy("grant.id", "desc");
}

export async function requireGrant(context: BaseContext, id: string) {
  const grant = await context.db
    .selectFrom("oauth_grants")
    .select(["team_id", "user_id", "ended_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (grant !== undefined) return grant;
  throw noApp(id);
}

function noApp(id: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: `No app is connected as ${id}`,
    next: "see app:list",
  });
}

/** True while the user still has the membership that the grant was given under. */
export async function isStillMember(
  { db }: BaseContext,
  grant: { readonly team_id: string; readonly user_id: string; readonly created_at: Instant },
): Promise<boolean> {
  const member = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("team_id", "=", grant.team_id)
    .where("user_id", "=", grant.user_id)
    .where("created_at", "<=", grant.created_at)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Ends a grant of the team, and its tokens. A grant that has ended already is left unchanged.
 * @param userId the holder it must belong to
 * @returns true when it ended now
 */
export async function endGrant(
  context: AuditContext,
  { id, userId, because }: { id: string; userId: string; because: GrantEnd },
): Promise<boolean> {
  return transaction(context, async (context) => {
    const after = { ended_at: context.now, ended_because: because };
    const ended = await context.db
      .updateTable("oauth_grants")
      .set(after)
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("ended_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (ended === undefined) return false;
    const before = { ended_at: null, ended_because: null };
    await record(context, [{ type: "oauth_grant", id, holder: userId, before, after }]);
    return true;
  });
}

/** Ends all grants of a person in the team. @returns the changes, for the caller to record */
export async function endGrantsOf(
  context: AuditContext,
  { userId, because }: { userId: string; because: GrantEnd },
): Promise<readonly Change[]> {
  const grants = context.db
    .selectFrom("oauth_grants")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("id");
  const ids = (await lockForUpdate(context.db, grants).execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  const after = { ended_at: context.now, ended_because: because };
  await context.db
    .updateTable("oauth_grants")
    .set(after)
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids)
    .execute();
  const before = { ended_at: null, ended_because: null };
  return ids.map((id) => ({ type: "oauth_grant", id, holder: userId, before, after }));
}
