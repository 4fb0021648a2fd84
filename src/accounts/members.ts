import { sql } from "kysely";
import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForNoKeyUpdate, lockForUpdate } from "../db/dialect.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { Db } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { requireTeam } from "./teams.ts";
import { findOrMakeUser, type NewUser } from "./users.ts";

/**
 * Adds a user to the team.
 * @throws Refusal when they are a member already; their role stays
 */
export async function addMember(
  context: AuditContext,
  user: NewUser,
  role: Role,
): Promise<{ userId: string; isNew: boolean; isVerified: boolean }> {
  return transaction(context, async (context) => {
    await requireTeam(context, context.team.id);
    const { id: userId, made, isVerified } = await findOrMakeUser(context, user);
    const membership = await context.db
      .insertInto("memberships")
      .values({ team_id: context.team.id, user_id: userId, role, created_at: context.now })
      .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
      .returning(["user_id", "role", "created_at"])
      .executeTakeFirst();
    if (membership === undefined) throw alreadyMember(user.email);
    await record(context, [
      ...(made === null
        ? []
        : [{ type: "user", id: userId, holder: userId, before: null, after: made } as const]),
      { type: "membership", id: userId, before: null, after: membership },
    ]);
    return { userId, isNew: made !== null, isVerified };
  });
}

const RANKS: Readonly<Record<Role, number>> = { owner: 0, admin: 1, member: 2 };

export async function listMembers({ db, team }: AuditContext) {
  const rows = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", team.id)
    .select(["user.id", "user.name", "user.email", "user.verified_at"])
    .select(["member.role", "member.created_at"])
    .execute();
  const ordered = rows.toSorted(
    (one, other) =>
      RANKS[one.role] - RANKS[other.role] ||
      one.name.localeCompare(other.name, "en") ||
      (one.id < other.id ? -1 : 1),
  );
  const owners = rows.filter(({ role }) => role === "owner").length;
  return ordered.map((row) => ({ ...row, is_last_owner: row.role === "owner" && owners === 1 }));
}

export type Member = { readonly id: string; readonly name: string; readonly timeZone: string };

/** Locks a member, so that changes to what they hold take turns until the transaction ends. */
export async function lockMember(
  { db, team }: AuditContext,
  id: string,
): Promise<Member | undefined> {
  const [[membership], [person]] = await Promise.all([
    lockMembership(db, { team_id: team.id, user_id: id }),
    findPerson(db, { id }),
  ]);
  return membership === undefined ? undefined : person;
}

const lockMembership = preparedQuery((db, { slot }: Slots<{ team_id: string; user_id: string }>) =>
  lockForUpdate(
    db,
    db
      .selectFrom("memberships")
      .select("user_id")
      .where("team_id", "=", slot("team_id"))
      .where("user_id", "=", slot("user_id")),
  ),
);

/** Reads the person in a statement after the lock, so that it sees what the last holder committed. */
const findPerson = preparedQuery((db, { slot }: Slots<{ id: string }>) =>
  db
    .selectFrom("users")
    .select(["id", "name", "time_zone as timeZone"])
    .where("id", "=", slot("id")),
);

export async function memberRole(
  { db }: BaseContext,
  teamId: string,
  userId: string,
): Promise<Role | null> {
  const membership = await membershipOf(db, teamId, userId).executeTakeFirst();
  return membership?.role ?? null;
}

/**
 * Reads a role, and keeps the user a member until the transaction ends. Calls that do so for one
 * member take turns.
 */
export async function lockRole({ db, team }: AuditContext, userId: string): Promise<Role | null> {
  const membership = await lockForNoKeyUpdate(
    db,
    membershipOf(db, team.id, userId),
  ).executeTakeFirst();
  return membership?.role ?? null;
}

function membershipOf(db: Db, teamId: string, userId: string) {
  return db
    .selectFrom("memberships")
    .select("role")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId);
}

export function alreadyMember(email: string): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "email",
    message: `${email} is a member of this team already`,
    next: "nothing needs to be done",
  });
}

/** Time of each member's last change in the team, by their id, without private changes. */
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
