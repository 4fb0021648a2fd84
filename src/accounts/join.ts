import { type Change, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { equalSecrets, idInSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Role } from "../db/schema/accounts.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { INVITATION_PREFIX } from "./credentials.ts";
import { invitationToken, type LinkWay } from "./invitations.ts";
import { alreadyMember } from "./members.ts";
import { hashPassword } from "./passwords.ts";
import { type Session, startSession } from "./sessions.ts";
import { emailKey, findOrMakeUser, verify } from "./users.ts";

type NewAccount = {
  readonly name: string;
  readonly password: string;
  readonly timeZone: string;
  readonly device: string;
};

/**
 * Creates an account for the invited address and adds it to the team, once. It is verified when the
 * link was mailed to the address.
 * @returns the secret of the new session; null when the address has an account, which is left as it is
 * @throws Refusal with the path at fault (`token`, `password`); nothing is created then
 */
export async function joinAsNew(
  context: BaseContext,
  link: Link,
  { name, password, timeZone, device }: NewAccount,
): Promise<string | null> {
  // Hashed before the transaction, so that no lock is held meanwhile.
  const passwordHash = await hashPassword(password, "password");
  return transaction(context, async (context) => {
    const invitation = await requireOpen(context, link);
    const { email, isMailed } = invitation;
    const person = { email, name, passwordHash, timeZone, isVerified: isMailed };
    const { id, made } = await findOrMakeUser(context, person);
    if (made === null) return null;
    const created = { type: "user", id, holder: id, before: null, after: made } as const;
    await accept(context, invitation, { userId: id, sessionId: null, changes: [created] });
    return startSession(context, id, device);
  });
}

/**
 * Adds the signed-in user to the team of the invitation, once. A link that was mailed verifies their
 * account.
 * @throws Refusal with the path at fault (`token`, `email`); nothing is changed then
 */
export async function join(context: BaseContext, link: Link, session: Session): Promise<void> {
  const { id: sessionId, user } = session;
  await transaction(context, async (context) => {
    const invitation = await requireOpen(context, link);
    if (emailKey(user.email) !== invitation.email_key) throw forSomebodyElse();
    const snapshots = invitation.isMailed ? await verify(context, user.id) : null;
    const changes =
      snapshots === null
        ? []
        : [{ type: "user", id: user.id, holder: user.id, ...snapshots } as const];
    await accept(context, invitation, { userId: user.id, sessionId, changes });
  });
}

async function requireOpen(context: BaseContext, link: Link): Promise<OpenInvitation> {
  const invitation = await openedBy(context, link, (query) => lockForUpdate(context.db, query));
  if (invitation !== null) return invitation;
  throw new Refusal({
    code: "not_found",
    path: "token",
    message: "This invitation was used or taken back, or has expired",
    next: "ask whoever invited you for a new one",
  });
}

type Accepting = {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly changes: readonly Change[];
};

async function accept(
  context: BaseContext,
  { team_id, id, role, email, invited_by }: OpenInvitation,
  { userId, sessionId, changes }: Accepting,
): Promise<void> {
  const membership = await context.db
    .insertInto("memberships")
    .values({ team_id, user_id: userId, role, created_at: context.now })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .returning(["user_id", "role", "created_at"])
    .executeTakeFirst();
  if (membership === undefined) throw alreadyMember(email);
  const after = { accepted_at: context.now, accepted_by: userId };
  await context.db
    .updateTable("invitations")
    .set(after)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .execute();
  const auditContext = {
    ...context,
    team: { id: team_id },
    actor: { id: userId },
    credential: { kind: "session", id: sessionId },
    client: null,
    tool: "join",
  } as const;
  const before = { accepted_at: null, accepted_by: null };
  await record(auditContext, [
    ...changes,
    { type: "membership", id: userId, before: null, after: membership },
    { type: "invitation", id, holder: invited_by, before, after },
  ]);
}

function forSomebodyElse(): Refusal {
  return new Refusal({
    code: "not_allowed",
    path: "email",
    message: "This invitation is for another address than the one you are signed in with",
    next: "sign in with the address that was invited",
  });
}

export type Link = { readonly token: string; readonly secret: string };

export type Invited = {
  readonly email: string;
  readonly role: Role;
  readonly teamId: string;
  readonly team: string;
  readonly expiresAt: Instant;
  readonly inviter: { readonly name: string; readonly timeZone: string } | null;
};

/**
 * Finds the open invitation of a link; null when it was used, revoked, renewed, has expired or
 * never existed. It says nothing of the account that the address may have: whoever has the link may
 * not be the person.
 */
export async function findInvited(context: BaseContext, link: Link): Promise<Invited | null> {
  const invitation = await openedBy(context, link);
  if (invitation === null) return null;
  const { db } = context;
  const { team_id, email, role, invited_by, expires_at } = invitation;
  const teams = db.selectFrom("teams").select("name").where("id", "=", team_id);
  const { name: team } = await teams.executeTakeFirstOrThrow();
  const people = db.selectFrom("users").select(["name", "time_zone"]);
  const inviter = await people.where("id", "=", invited_by).executeTakeFirst();
  return {
    email,
    role,
    teamId: team_id,
    team,
    expiresAt: expires_at,
    inviter: inviter === undefined ? null : { name: inviter.name, timeZone: inviter.time_zone },
  };
}

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openedBy>>>;

function invitations({ db, now }: BaseContext) {
  return db
    .selectFrom("invitations")
    .select(["team_id", "id", "email", "email_key", "role", "invited_by", "expires_at"])
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
}

const WAYS = ["copied", "mailed"] as const satisfies readonly LinkWay[];

async function openedBy(
  context: BaseContext,
  { token, secret }: Link,
  held = (query: ReturnType<typeof invitations>) => query,
) {
  const id = idInSecret(INVITATION_PREFIX, token);
  if (id === null) return null;
  const found = await held(invitations(context).where("id", "=", id)).executeTakeFirst();
  if (found === undefined) return null;
  const way = WAYS.find((way) => equalSecrets(token, invitationToken(found, secret, way)));
  return way === undefined ? null : { ...found, isMailed: way === "mailed" };
}
