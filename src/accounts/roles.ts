import { record } from "../activity/journal.ts";
import { notFound, Refusal } from "../core/errors.ts";
import type { ById } from "../core/fields.ts";
import { type Context, mayAct } from "../db/context.ts";
import { lockForNoKeyUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import { revokeKeysOf } from "./api-keys.ts";
import { endGrantsOf } from "./grants.ts";
import { memberRole } from "./members.ts";
import { requireMembership } from "./membership.ts";

type NewRole = { readonly id: string; readonly role: Role };

/**
 * Changes a member's role. Admins may switch others between member and admin, owners may set any
 * role; one owner always remains.
 */
export async function setRole(context: Context, { id, role }: NewRole): Promise<void> {
  await transaction(context, async (context) => {
    const roles = await holdRoles(context, id);
    requireMayDecide(roles, role);
    if (roles.theirs === role) return;
    requireOtherOwner(roles);
    await context.db
      .updateTable("memberships")
      .set({ role })
      .where("team_id", "=", context.team.id)
      .where("user_id", "=", id)
      .execute();
    await record(context, [
      { type: "membership", id, before: { role: roles.theirs }, after: { role } },
    ]);
  });
}

type Roles = {
  readonly own: Role;
  readonly theirs: Role;
  readonly owners: number;
};

/** Reads the roles, which nobody else changes until the transaction ends. */
async function holdRoles(context: Context, id: string): Promise<Roles> {
  const { db, team } = context;
  const own = await holdOwnRole(context);
  const theirs = await memberRole(context, team.id, id);
  if (theirs === null) throw noMember(id);
  const { owners } = await db
    .selectFrom("memberships")
    .select(({ fn }) => fn.countAll<number>().as("owners"))
    .where("team_id", "=", team.id)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return { own, theirs, owners };
}

/**
 * Locks the team's row, so that changes to its members take turns, and reads the actor's role again:
 * another call may have changed it since this one arrived.
 * @throws Refusal `not_found` when the actor has left the team
 */
export async function holdOwnRole(context: Context): Promise<Role> {
  const { db, team } = context;
  await lockForNoKeyUpdate(
    db,
    db.selectFrom("teams").select("id").where("id", "=", team.id),
  ).execute();
  const { actor } = await requireMembership(context, team.id, context.actor.id);
  return actor.role;
}

/** @throws Refusal when the member is the only owner */
function requireOtherOwner({ theirs, owners }: Roles): void {
  if (theirs !== "owner" || owners > 1) return;
  throw new Refusal({
    code: "last_owner",
    message: "A team always has an owner, and this is the only one",
    next: "make somebody else an owner first",
  });
}

export function requireRank({ own }: Pick<Roles, "own">, least: Role, what: string): void {
  if (mayAct(own, least)) return;
  const who = least === "owner" ? "an owner" : "an owner or admin";
  throw new Refusal({
    code: "not_allowed",
    message: `Only ${who} of the team can ${what}`,
    next: `ask ${who} of the team`,
  });
}

function requireMayDecide(roles: Roles, role: Role): void {
  const isOfOwner = roles.theirs === "owner" || role === "owner";
  if (isOfOwner) requireRank(roles, "owner", "appoint or demote an owner");
  else requireRank(roles, "admin", "change roles");
}

function noMember(id: string): Refusal {
  return notFound({ what: "Member", id, path: "id", next: "choose one of the team's members" });
}

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
