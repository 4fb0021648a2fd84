import { difference, record } from "../activity/journal.ts";
import { notFound, Refusal } from "../core/errors.ts";
import type { ById } from "../core/fields.ts";
import { addMilliseconds, type Instant } from "../core/time.ts";
import type { Context, Signed } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import type { Role } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { alreadyMember } from "./members.ts";
import { mayAct, withArticle } from "./membership.ts";
import { holdOwnRole, requireRank } from "./roles.ts";
import { emailKey } from "./users.ts";

const INVITATION_LASTS_MS = 7 * 24 * 60 * 60_000;

/** An invitation that is open: neither accepted nor revoked, but perhaps expired. */
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Who sent it last; stays when they leave the team. */
  readonly invited_by: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
};

const COLUMNS = ["id", "email", "role", "invited_by", "created_at", "expires_at"] as const;

export type NewInvitation = { readonly email: string; readonly role: Role };

/**
 * Invites a person for a week, with at most the role of whoever invites. It stays valid when they leave
 * the team or get another role: owners and admins see it, and can revoke it.
 */
export async function createInvitation(
  context: Context,
  { email, role }: NewInvitation,
): Promise<Invitation> {
  return transaction(context, async (context) => {
    await requireNoMember(context, email);
    await makeRoom(context, email);
    await requireMayGive(context, role);
    const invitation: Invitation = {
      id: context.newId(),
      email,
      role,
      invited_by: context.actor.id,
      created_at: context.now,
      expires_at: addMilliseconds(context.now, INVITATION_LASTS_MS),
    };
    const added = await context.db
      .insertInto("invitations")
      .values({ ...invitation, team_id: context.team.id, email_key: emailKey(email) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // Somebody else invited the same person in between.
    if (added.numInsertedOrUpdatedRows === 0n) throw alreadyInvited(email);
    await record(context, [
      { type: "invitation", id: invitation.id, before: null, after: invitation },
    ]);
    return invitation;
  });
}

/** The team's open invitations, the newest first, with the names of who sent them. */
export async function listInvitations({ db, team }: Signed) {
  return db
    .selectFrom("invitations as invitation")
    .leftJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .where("invitation.team_id", "=", team.id)
    .where("invitation.accepted_at", "is", null)
    .where("invitation.revoked_at", "is", null)
    .select(COLUMNS.map((column) => `invitation.${column}` as const))
    .select("inviter.name as inviter_name")
    .orderBy("invitation.created_at", "desc")
    .orderBy("invitation.id", "desc")
    .execute();
}

/** Makes an open invitation last a week from now, under a new link: the one from before opens nothing. */
export async function renewInvitation(context: Context, { id }: ById): Promise<Invitation> {
  return transaction(context, async (context) => {
    const before = await lockInvitation(context, id);
    await requireMayGive(context, before.role);
    const renewed = {
      invited_by: context.actor.id,
      expires_at: addMilliseconds(context.now, INVITATION_LASTS_MS),
    };
    const after = { ...before, ...renewed };
    await invitationRow(context, id).set(renewed).execute();
    await record(context, [{ type: "invitation", id, ...difference(before, after) }]);
    return after;
  });
}

/** Takes an open invitation back, whoever sent it. */
export async function revokeInvitation(context: Signed, { id }: ById): Promise<void> {
  await transaction(context, async (context) => {
    await lockInvitation(context, id);
    await close(context, id);
  });
}

async function close(context: Signed, id: string): Promise<void> {
  const after = { revoked_at: context.now };
  await invitationRow(context, id).set(after).execute();
  await record(context, [{ type: "invitation", id, before: { revoked_at: null }, after }]);
}

/** An open invitation of the team; whoever would accept it meanwhile waits, and finds it as it is then. */
async function lockInvitation(context: Signed, id: string): Promise<Invitation> {
  const invitations = openInvitations(context).where("id", "=", id);
  const found = await lockRows(context.db, invitations).executeTakeFirst();
  if (found !== undefined) return found;
  const next = "see which invitations are open; it may have been accepted or taken back";
  throw notFound({ what: "Invitation", id, path: "id", next });
}

function openInvitations({ db, team }: Signed) {
  return db
    .selectFrom("invitations")
    .select(COLUMNS)
    .where("team_id", "=", team.id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}

function invitationRow({ db, team }: Signed, id: string) {
  return db.updateTable("invitations").where("team_id", "=", team.id).where("id", "=", id);
}

/** With the role that whoever invites has now: they may have been demoted or removed meanwhile. */
async function requireMayGive(context: Context, role: Role): Promise<void> {
  const own = await holdOwnRole(context);
  requireRank({ own }, "admin", "invite people");
  if (mayAct(own, role)) return;
  throw new Refusal({
    code: "not_allowed",
    path: "role",
    message: `You are ${withArticle(own)}, and cannot invite ${withArticle(role)}`,
    next: "choose a role that is not above your own, or ask an owner of the team",
  });
}

async function requireNoMember({ db, team }: Signed, email: string): Promise<void> {
  const member = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", team.id)
    .where("user.email_key", "=", emailKey(email))
    .select("user.id")
    .executeTakeFirst();
  if (member !== undefined) throw alreadyMember(email);
}

/** An expired invitation makes room for a new one. */
async function makeRoom(context: Context, email: string): Promise<void> {
  const ofAddress = openInvitations(context).where("email_key", "=", emailKey(email));
  const open = await lockRows(context.db, ofAddress).executeTakeFirst();
  if (open === undefined) return;
  if (open.expires_at > context.now) throw alreadyInvited(email);
  await close(context, open.id);
}

function alreadyInvited(email: string): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "email",
    message: `${email} is invited already`,
    next: "send that invitation again, or take it back first",
  });
}
