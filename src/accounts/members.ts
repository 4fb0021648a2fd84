import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground, Signed } from "../db/context.ts";
import { keepRows, lockRows } from "../db/dialect.ts";
import type { Db, Role } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { requireTeam } from "./teams.ts";
import { findOrMakeUser, type NewUser } from "./users.ts";

/** Takes a person into the team; one who is in it already keeps their role and is refused. */
export async function addMember(
  context: Signed,
  user: NewUser,
  role: Role,
): Promise<{ userId: string }> {
  return transaction(context, async (context) => {
    await requireTeam(context, context.team.id);
    const { id: userId, made } = await findOrMakeUser(context, user);
    const membership = await context.db
      .insertInto("memberships")
      .values({ team_id: context.team.id, user_id: userId, role, created_at: context.now })
      .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
      .returning(["user_id", "role", "created_at"])
      .executeTakeFirst();
    if (membership === undefined) throw alreadyMember(user.email);
    await record(context, [
      ...(made === null ? [] : [{ type: "user", id: userId, before: null, after: made } as const]),
      { type: "membership", id: userId, before: null, after: membership },
    ]);
    return { userId };
  });
}

/** The team's people, in the order in which they came. */
export async function listMembers({ db, team }: Signed) {
  const rows = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", team.id)
    .select(["user.id", "user.name", "user.email", "member.role", "member.created_at"])
    .orderBy("member.created_at")
    .orderBy("user.id")
    .execute();
  const owners = rows.filter(({ role }) => role === "owner").length;
  return rows.map((row) => ({ ...row, is_last_owner: row.role === "owner" && owners === 1 }));
}

export type Member = { readonly id: string; readonly name: string; readonly timeZone: string };

/** A member of the team; calls that change what is this person's take turns until the transaction ends. */
export async function lockMember(context: Signed, id: string): Promise<Member | undefined> {
  const members = context.db
    .selectFrom("memberships")
    .select("user_id")
    .where("team_id", "=", context.team.id)
    .where("user_id", "=", id);
  const membership = await lockRows(context.db, members).executeTakeFirst();
  if (membership === undefined) return undefined;
  return context.db
    .selectFrom("users")
    .select(["id", "name", "time_zone as timeZone"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A member's role in the team, or null for anybody else. */
export async function roleOf({ db }: Ground, teamId: string, userId: string): Promise<Role | null> {
  const membership = await membershipOf(db, teamId, userId).executeTakeFirst();
  return membership?.role ?? null;
}

/** A member's role, or null for anybody else; the person stays a member until the transaction ends. */
export async function keepRole({ db, team }: Signed, userId: string): Promise<Role | null> {
  const membership = await keepRows(db, membershipOf(db, team.id, userId)).executeTakeFirst();
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
