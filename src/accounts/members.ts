import { record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground, Signed } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import type { Role } from "../db/schema.ts";
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
export async function roleOf(
  context: Ground,
  teamId: string,
  userId: string,
): Promise<Role | null> {
  const membership = await context.db
    .selectFrom("memberships")
    .select("role")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return membership?.role ?? null;
}

function alreadyMember(email: string): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "email",
    message: `${email} is a member of this team already`,
    next: "nothing needs to be done",
  });
}
