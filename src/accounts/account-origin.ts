import { Refusal } from "../core/errors.ts";
import { visible } from "../core/visible.ts";
import type { BaseContext } from "../db/context.ts";
import { dayIn } from "../shared/time.ts";

/** Refuses to take an account for a new one: somebody else may have made it. */
export async function hasAccount(context: BaseContext, userId: string): Promise<Refusal> {
  const { email, name, created_at, verified_at } = await context.db
    .selectFrom("users")
    .select(["email", "name", "created_at", "verified_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const made = `made on ${dayIn("UTC", created_at)} ${await origin(context, userId)}`;
  const doubt = verified_at === null ? "; nobody has shown that the address is theirs" : "";
  return new Refusal({
    code: "already_exists",
    path: "email",
    message: `${email} has an account already: ${visible(name)}, ${made}${doubt}`,
    next: "ask the person if it is theirs, and if it is, say --existing",
  });
}

/** An account that an invitation made has the time at which the invitation was accepted. */
async function origin({ db }: BaseContext, userId: string): Promise<string> {
  const invitation = await db
    .selectFrom("users as user")
    .innerJoin("invitations as invitation", (join) =>
      join
        .onRef("invitation.accepted_by", "=", "user.id")
        .onRef("invitation.accepted_at", "=", "user.created_at"),
    )
    .innerJoin("teams as team", "team.id", "invitation.team_id")
    .leftJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .where("user.id", "=", userId)
    .select(["team.name as team", "inviter.name as inviter", "inviter.email as inviter_email"])
    .executeTakeFirst();
  if (invitation === undefined) return "by an operator";
  const { team, inviter, inviter_email } = invitation;
  const by = inviter === null ? "" : ` by ${visible(inviter)} (${inviter_email})`;
  return `from an invitation${by} to the team ${visible(team)}`;
}

export function hasNoAccount(email: string): Refusal {
  return new Refusal({
    code: "not_found",
    path: "email",
    message: `${email} has no account`,
    next: "leave out --existing to make one",
  });
}
