import { difference, record } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import { uuid } from "../core/fields.ts";
import type { Ground, Signed } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import type { Db } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";

/** What there is to see of a person. */
type User = { readonly email: string; readonly name: string; readonly time_zone: string };

type Found = { readonly id: string; readonly email: string };

export type NewUser = {
  readonly email: string;
  /** By default the part of the address before the `@`. */
  readonly name?: string | undefined;
  readonly passwordHash?: string | undefined;
  /** By default UTC. */
  readonly timeZone?: string | undefined;
};

/**
 * The person with that address, who is made when there is none and left untouched when there is.
 * @returns also what was made, for the journal; null when the person existed already
 */
export async function findOrMakeUser(
  context: Ground,
  newUser: NewUser,
): Promise<{ id: string; made: User | null }> {
  const { email, name, passwordHash, timeZone } = newUser;
  const known = await findUser(context.db, email);
  if (known !== undefined) return { id: known.id, made: null };
  const id = context.newId();
  const made = {
    email,
    name: name ?? email.slice(0, email.indexOf("@")),
    time_zone: timeZone ?? "UTC",
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
  // Somebody else may have made the same person in between: then that one is taken.
  return added.numInsertedOrUpdatedRows === 0n ? findOrMakeUser(context, newUser) : { id, made };
}

export type Profile = {
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
};

/**
 * Sets a person's name and time zone, as far as they are given. They count in all of their teams: the
 * journal of each has it.
 * @param user an id or an e-mail address
 */
export async function setProfile(
  context: Omit<Signed, "team">,
  user: string,
  { name, timeZone }: Profile,
): Promise<{ name: string; timeZone: string }> {
  return transaction(context, async (context) => {
    const { id } = await requireUser(context.db, user);
    const person = context.db
      .selectFrom("users")
      .select(["name", "time_zone"])
      .where("id", "=", id);
    const old = await lockRows(context.db, person).executeTakeFirstOrThrow();
    const set = { name: name ?? old.name, time_zone: timeZone ?? old.time_zone };
    const { before, after } = difference(old, set);
    if (Object.keys(after).length > 0) {
      await context.db.updateTable("users").set(set).where("id", "=", id).execute();
      await recordInTeams(context, id, before, after);
    }
    return { name: set.name, timeZone: set.time_zone };
  });
}

/**
 * Gives a person another password, and ends their web sessions but the one that is kept. The journal
 * of each of their teams has when, never what.
 * @returns false when the password was another one by now: then it stays as it is
 */
export async function setPassword(
  context: Omit<Signed, "team">,
  { userId, passwordHash, keptSession, replacedHash }: NewPassword,
): Promise<boolean> {
  return transaction(context, async (context) => {
    const person = context.db
      .selectFrom("users")
      .select(["password_hash", "password_set_at"])
      .where("id", "=", userId);
    const { password_hash, ...before } = await lockRows(
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
    await recordInTeams(context, userId, before, after);
    return true;
  });
}

export type NewPassword = {
  readonly userId: string;
  readonly passwordHash: string;
  /** The one in which the password was entered again for this, if it was. */
  readonly keptSession: string | null;
  /** The hash of the password that was entered again for this; without it, whatever there is. */
  readonly replacedHash?: string;
};

/** Notes that the password was entered in a session, in the transaction that the context is in. */
export async function entered({ db, now }: Ground, sessionId: string): Promise<void> {
  const sessions = db.updateTable("sessions").set({ authenticated_at: now });
  await sessions.where("id", "=", sessionId).execute();
}

async function recordInTeams(
  context: Omit<Signed, "team">,
  id: string,
  before: object,
  after: object,
): Promise<void> {
  for (const team of await teamsOf(context, id)) {
    await record({ ...context, team }, [{ type: "user", id, before, after }]);
  }
}

async function teamsOf(context: Ground, userId: string): Promise<readonly { id: string }[]> {
  return context.db
    .selectFrom("memberships")
    .select("team_id as id")
    .where("user_id", "=", userId)
    .orderBy("team_id")
    .execute();
}

/** @param user an id or an e-mail address */
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
  const users = db.selectFrom("users").select(["id", "email"]);
  if (user.includes("@")) return users.where("email_key", "=", emailKey(user)).executeTakeFirst();
  // PostgreSQL refuses to compare an id with what is none.
  const id = uuid.safeParse(user);
  return id.success ? users.where("id", "=", id.data).executeTakeFirst() : undefined;
}

export function emailKey(email: string): string {
  return email.normalize("NFC").toLowerCase();
}
