import type { OfTeam } from "../db/outbox.ts";

/** Everything the mail of an invitation says; null once it is accepted, revoked or expired. */
export async function findInvitationToMail({ db, team, now }: OfTeam, id: string) {
  const invitation = await db
    .selectFrom("invitations as invitation")
    .innerJoin("teams as team", "team.id", "invitation.team_id")
    .innerJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .where("invitation.team_id", "=", team.id)
    .where("invitation.id", "=", id)
    .where("invitation.accepted_at", "is", null)
    .where("invitation.revoked_at", "is", null)
    .where("invitation.expires_at", ">", now)
    .select(["invitation.id", "invitation.email", "invitation.role", "invitation.expires_at"])
    .select(["team.name as team_name", "inviter.name as inviter_name"])
    .executeTakeFirst();
  return invitation ?? null;
}
