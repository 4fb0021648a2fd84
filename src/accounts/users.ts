import { difference, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import { visible } from "../core/visible.ts";
import type { BaseContext, AuditContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { Db } from "../db/schema/schema.ts";
import { transaction } from "../db/transaction.ts";
import { type Instant, dayIn } from "../shared/time.ts";

export type User = {
  readonly email: string;
  readonly name: string;
  readonly time_zone: string;
  readonly verified_at: Instant | null;
};

type Found = { readonly id: string; readonly email: string; readonly verified_at: Instant | null };

export type NewUser = {
  readonly email: string;
  /** Defaults to the part of the address before the `@`. */
  readonly name?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly timeZone?: string | undefined;
  /** False when nobody has shown that the address is theirs. Defaults to true: operators vouch for it. */
  readonly isVerified?: boolean;
};

/**
 * Finds the user with that address, or creates one; an existing user is left unchanged.
 * @returns also the created row, for the journal; null when the user existed already
 */
export async function findOrMakeUser(
  context: BaseContext,
  newUser: NewUser,
): Promise<{ id: string; made: User | null; isVerified: boolean }> {
  const { email, name, passwordHash, timeZone, isVerified = true } = newUser;
  const known = await findUser(context.db, email);
  if (known !== undefined)
    return { id: known.id, made: null, isVerified: known.verified_at !== null };
  const id = context.newId();
  const made = {
    email,
    name: name ?? email.slice(0, email.indexOf("@")),
    time_zone: timeZone ?? "UTC",
    verified_at: isVerified ? context.now : null,
  };
  const added = await context.db
    .insertInto("users")
    .values({
      ...made,
      id,
      email_key: emailKey(email),
      password_hash: passwordHash ?? null,
      password_set_at: passwordHash === undefined ? null : context.now,
      created_at: context.now,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .executeTakeFirst();
  // Another request may have created the same user in between.
  return added.numInsertedOrUpdatedRows === 0n
    ? findOrMakeUser(context, newUser)
    : { id, made, isVerified };
}

type Profile = {
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
};

/**
 * Sets a user's name and time zone, where given. Every team of theirs journals it.
 * @param user an id or an e-mail address
 */
export async function setProfile(
  context: Omit<AuditContext, "team">,
  user: string,
  { name, timeZone }: Profile,
): Promise<{ name: string; timeZone: string }> {
  return transaction(context, async (context) => {
    const { id } = await requireUser(context.db, user);
    const person = context.db
      .selectFrom("users")
      .select(["name", "time_zone"])
      .where("id", "=", id);
    const old = await lockForUpdate(context.db, person).executeTakeFirstOrThrow();
    const set = { name: name ?? old.name, time_zone: timeZone ?? old.time_zone };
    const snapshots = difference(old, set);
    if (Object.keys(snapshots.after).length > 0) {
      await context.db.updateTable("users").set(set).where("id", "=", id).execute();
      await recordInTeams(context, id, snapshots);
    }
    return { name: set.name, timeZone: set.time_zone };
  });
}

/**
 * Sets a new password and ends the user's web sessions except `keptSession`. Every team of theirs
 * journals the change, never the password.
 * @returns false when the password had been changed meanwhile; then it stays as it is
 */
export async function setPassword(
  context: Omit<AuditContext, "team">,
  { userId, passwordHash, keptSession, replacedHash }: NewPassword,
): Promise<boolean> {
  return transaction(context, async (context) => {
    const person = context.db
      .selectFrom("users")
      .select(["password_hash", "password_set_at"])
      .where("id", "=", userId);
    const { password_hash, ...before } = await lockForUpdate(
      context.db,
      person,
    ).executeTakeFirstOrThrow();
    if (replacedHash !== undefined && replacedHash !== password_hash) return false;
    const after = { password_set_at: context.now };
    await context.db
      .updateTable("users")
      .set({ password_hash: passwordHash, ...after })
      .where("id", "=", userId)
      .execute();
    const sessions = context.db.deleteFrom("sessions").where("user_id", "=", userId);
    await (keptSession === null ? sessions : sessions.where("id", "!=", keptSession)).execute();
    if (keptSession !== null) await entered(context, keptSession);
    await recordInTeams(context, userId, { before, after });
    return true;
  });
}

type NewPassword = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly keptSession: string | null;
  /** Hash of the confirmed password; left out, any password is replaced. */
  readonly replacedHash?: string;
};

export async function entered({ db, now }: BaseContext, sessionId: string): Promise<void> {
  const sessions = db.updateTable("sessions").set({ authenticated_at: now });
  await sessions.where("id", "=", sessionId).execute();
}

/** Notes that an operator vouches for the address. Every team of the person journals it. */
export async function vouchFor(context: Omit<AuditContext, "team">, userId: string): Promise<void> {
  await transaction(context, async (context) => {
    const snapshots = await verify(context, userId);
    if (snapshots !== null) await recordInTeams(context, userId, snapshots);
  });
}

async function recordInTeams(
  context: Omit<AuditContext, "team">,
  id: string,
  snapshots: { readonly before: object; readonly after: object },
): Promise<void> {
  const teams = await context.db
    .selectFrom("memberships")
    .select("team_id as id")
    .where("user_id", "=", id)
    .orderBy("team_id")
    .execute();
  for (const team of teams)
    await record({ ...context, team }, [{ type: "user", id, holder: id, ...snapshots }]);
}

export async function requireUser(db: Db, user: string): Promise<Found> {
  const found = await findUser(db, user);
  if (found !== undefined) return found;
  throw new Refusal({
    code: "not_found",
    path: "user",
    message: `There is no user ${user}`,
    next: "give the id or the e-mail address of one that exists, or make one with team:create or user:add",
  });
}

export async function findUser(db: Db, user: string): Promise<Found | undefined> {
  const users = db.selectFrom("users").select(["id", "email", "verified_at"]);
  if (user.includes("@")) return users.where("email_key", "=", emailKey(user)).executeTakeFirst();
  // PostgreSQL refuses to compare a uuid with other text.
  const id = uuid.safeParse(user);
  return id.success ? users.where("id", "=", id.data).executeTakeFirst() : undefined;
}

export function emailKey(email: string): string {
  return email.normalize("NFC").toLowerCase();
}

/**
 * Notes that the address of an account is its holder's, in the context's transaction; null when
 * that was known.
 */
export async function verify({ db, now }: BaseContext, userId: string) {
  const after = { verified_at: now };
  const verified = await db
    .updateTable("users")
    .set(after)
    .where("id", "=", userId)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  return verified.numUpdatedRows === 0n ? null : { before: { verified_at: null }, after };
}

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

/** An account of an invitation was created at the time of its acceptance. */
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
