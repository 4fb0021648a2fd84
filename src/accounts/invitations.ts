import { difference, record } from "../activity/journal.ts";
import { notFound, Refusal } from "../core/errors.ts";
import type { ById } from "../core/fields.ts";
import { derivedSecret } from "../core/secrets.ts";
import { type Context, type AuditContext, type BaseContext, mayAct } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { enqueue, type OfTeam } from "../db/outbox.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import { INVITATION_PREFIX } from "./credentials.ts";
import { alreadyMember } from "./members.ts";
import { withArticle } from "./membership.ts";
import { holdOwnRole, requireRank } from "./roles.ts";
import { emailKey } from "./users.ts";

const INVITATION_LASTS_MS = 7 * 24 * 60 * 60_000;

export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
};

const MAIL = "invitation_mail";
const COLUMNS = ["id", "email", "role", "invited_by", "created_at", "expires_at"] as const;

type Mailed = {
  readonly isMailed?: boolean;
};

type NewInvitation = Mailed & { readonly email: string; readonly role: Role };

/**
 * Invites a person for a week, with at most the inviter's own role. The invitation stays valid when
 * the inviter leaves or changes role; owners and admins can revoke it.
 */
export async function createInvitation(
  context: Context,
  { email, role, isMailed = false }: NewInvitation,
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
    // Another request invited the same person in between.
    if (added.numInsertedOrUpdatedRows === 0n) throw alreadyInvited(email);
    await record(context, [
      {
        type: "invitation",
        id: invitation.id,
        holder: context.actor.id,
        before: null,
        after: invitation,
      },
    ]);
    if (isMailed) await enqueue(context, mailOf(invitation));
    return invitation;
  });
}

export async function listInvitations({ db, team }: AuditContext) {
  return db
    .selectFrom("invitations as invitation")
    .leftJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .leftJoin("outbox as mail", (join) =>
      join
        .onRef("mail.team_id", "=", "invitation.team_id")
        .onRef("mail.subject_id", "=", "invitation.id")
        .on("mail.job", "=", MAIL),
    )
    .where("invitation.team_id", "=", team.id)
    .where("invitation.accepted_at", "is", null)
    .where("invitation.revoked_at", "is", null)
    .select(COLUMNS.map((column) => `invitation.${column}` as const))
    .select([
      "inviter.name as inviter_name",
      "mail.run_at as mail_run_at",
      "mail.last_error as mail_error",
      "mail.done_at as mail_done_at",
      "mail.dead_at as mail_dead_at",
    ])
    .orderBy("invitation.created_at", "desc")
    .orderBy("invitation.id", "desc")
    .execute();
}

/** Extends an open invitation to a week from now, with a new link; the old link stops working. */
export async function renewInvitation(
  context: Context,
  { id, isMailed = false }: ById & Mailed,
): Promise<Invitation> {
  return transaction(context, async (context) => {
    const before = await lockInvitation(context, id);
    await requireMayGive(context, before.role);
    const renewed = {
      invited_by: context.actor.id,
      expires_at: addMilliseconds(context.now, INVITATION_LASTS_MS),
    };
    const after = { ...before, ...renewed };
    await invitationRow(context, id).set(renewed).execute();
    await record(context, [
      { type: "invitation", id, holder: context.actor.id, ...difference(before, after) },
    ]);
    if (isMailed) await enqueue(context, mailOf(after));
    return after;
  });
}

function mailOf({ id }: Invitation) {
  return { job: MAIL, subjectId: id } as const;
}

/** Revokes an open invitation, also one that somebody else sent. */
export async function revokeInvitation(context: AuditContext, { id }: ById): Promise<void> {
  await transaction(context, async (context) => {
    await close(context, await lockInvitation(context, id));
  });
}

async function close(
  context: AuditContext,
  { id, invited_by }: Pick<Invitation, "id" | "invited_by">,
): Promise<void> {
  const after = { revoked_at: context.now };
  await invitationRow(context, id).set(after).execute();
  await record(context, [
    { type: "invitation", id, holder: invited_by, before: { revoked_at: null }, after },
  ]);
}

async function lockInvitation(context: AuditContext, id: string): Promise<Invitation> {
  const invitations = openInvitations(context).where("id", "=", id);
  const found = await lockForUpdate(context.db, invitations).executeTakeFirst();
  if (found !== undefined) return found;
  const next = "see which invitations are open; it may have been accepted or taken back";
  throw notFound({ what: "Invitation", id, path: "id", next });
}

function openInvitations({ db, team }: AuditContext) {
  return db
    .selectFrom("invitations")
    .select(COLUMNS)
    .where("team_id", "=", team.id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}

function invitationRow({ db, team }: AuditContext, id: string) {
  return db.updateTable("invitations").where("team_id", "=", team.id).where("id", "=", id);
}

/** Compares with the inviter's current role: they may have been demoted or removed meanwhile. */
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

async function requireNoMember({ db, team }: AuditContext, email: string): Promise<void> {
  const member = await db
    .selectFrom("memberships as member")
    .innerJoin("users as user", "user.id", "member.user_id")
    .where("member.team_id", "=", team.id)
    .where("user.email_key", "=", emailKey(email))
    .select("user.id")
    .executeTakeFirst();
  if (member !== undefined) throw alreadyMember(email);
}

async function makeRoom(context: Context, email: string): Promise<void> {
  const ofAddress = openInvitations(context).where("email_key", "=", emailKey(email));
  const open = await lockForUpdate(context.db, ofAddress).executeTakeFirst();
  if (open === undefined) return;
  if (open.expires_at > context.now) throw alreadyInvited(email);
  await close(context, open);
}

function alreadyInvited(email: string): Refusal {
  return new Refusal({
    code: "already_exists",
    path: "email",
    message: `${email} is invited already`,
    next: "send that invitation again, or take it back first",
  });
}

/** Null once the invitation is accepted, revoked or expired. */
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

/**
 * Finds who invited a user, who invited that person, and so on, up to an account that an operator
 * made. An account of an invitation was created at the time of its acceptance.
 */
export async function invitersOf({ db }: BaseContext, userId: string): Promise<readonly string[]> {
  const made = db
    .selectFrom("invitations as invitation")
    .innerJoin("users as user", (join) =>
      join
        .onRef("user.id", "=", "invitation.accepted_by")
        .onRef("user.created_at", "=", "invitation.accepted_at"),
    )
    .where("invitation.invited_by", "is not", null)
    .select((row) => ["user.id", row.ref("invitation.invited_by").$notNull().as("inviter")]);
  const rows = await db
    .withRecursive("inviters", (db) =>
      db
        .selectFrom(made.where("user.id", "=", userId).as("first"))
        .select("first.inviter as id")
        .union(
          db
            .selectFrom("inviters")
            .innerJoin(made.as("next"), "next.id", "inviters.id")
            .select("next.inviter as id"),
        ),
    )
    .selectFrom("inviters")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

type Lasting = { readonly id: string; readonly expires_at: Instant };

/**
 * A copied link is shown to the inviter. A mailed one reaches only the invited address, so that it
 * proves who reads the address's mail.
 */
export type LinkWay = "copied" | "mailed";

const SEALED: Readonly<Record<LinkWay, string>> = {
  copied: "invitation",
  mailed: "mailed invitation",
};

/** Secret of an invitation's link. A new expiry gives a new link and invalidates the old one. */
export function invitationToken(
  { id, expires_at }: Lasting,
  serverSecret: string,
  way: LinkWay = "copied",
): string {
  const sealed = `${SEALED[way]} ${id} until ${expires_at}`;
  return derivedSecret(INVITATION_PREFIX, { id, sealed, serverSecret });
}

export type LinkParts = { readonly baseUrl: string; readonly secret: string };

export function invitationLink(
  invitation: Lasting,
  { baseUrl, secret }: LinkParts,
  way: LinkWay = "copied",
): string {
  return `${baseUrl}/join?token=${invitationToken(invitation, secret, way)}`;
}
