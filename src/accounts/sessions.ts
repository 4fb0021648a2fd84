import { email as emailField } from "../core/fields.ts";
import { hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import { addMilliseconds, type Instant } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { isPassword } from "./passwords.ts";
import { emailKey } from "./users.ts";

const SESSION_PREFIX = "svc_session_";
const HOUR_MS = 60 * 60_000;
export const SESSION_LASTS_MS = 30 * 24 * HOUR_MS;
const IDLE_MS = 12 * HOUR_MS;
const SEEN_EVERY_MS = 60_000;
const LONGEST_DEVICE = 300;

/** A person who is signed in with a browser. */
export type Session = {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly timeZone: string;
  };
  /** When the password was last entered. */
  readonly authenticatedAt: Instant;
};

export type SignIn = {
  readonly email: string;
  readonly password: string;
  /** What the browser says it is. */
  readonly device: string;
  /** The secret of the session that this one takes the place of. */
  readonly replaced: string | null;
};

/**
 * Signs a person in, under an identifier that nobody knew before.
 * @returns the session's secret, or null when address and password do not belong together; both take the same time
 */
export async function signIn(
  context: Ground,
  { email, password, device, replaced }: SignIn,
): Promise<string | null> {
  const person = await findPerson(context, email);
  if (!(await isPassword(password, person?.password_hash ?? null)) || person === undefined)
    return null;
  return transaction(context, async (context) => {
    // The password may have been changed while it was looked at.
    const users = context.db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", person.id);
    const now = await lockRows(context.db, users).executeTakeFirst();
    if (now?.password_hash !== person.password_hash) return null;
    if (replaced !== null) await endSessionOf(context, replaced);
    return startSession(context, person.id, device);
  });
}

async function findPerson({ db }: Ground, email: string) {
  // What is no address is nobody's, and PostgreSQL would refuse to compare some of it.
  const address = emailField.safeParse(email);
  if (!address.success) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email_key", "=", emailKey(address.data))
    .executeTakeFirst();
}

/** Starts a session in the transaction that the context is in. */
export async function startSession(
  context: Ground,
  userId: string,
  device: string,
): Promise<string> {
  const secret = newSecret(SESSION_PREFIX, context.randomBytes);
  await context.db
    .insertInto("sessions")
    .values({
      id: context.newId(),
      user_id: userId,
      token_hash: hashSecret(secret),
      device: device.slice(0, LONGEST_DEVICE).toWellFormed(),
      created_at: context.now,
      last_seen_at: context.now,
      authenticated_at: context.now,
      expires_at: addMilliseconds(context.now, SESSION_LASTS_MS),
    })
    .execute();
  return secret;
}

/** Who is signed in with that secret, if anybody. It counts as being seen. */
export async function findSession(context: Ground, secret: string): Promise<Session | null> {
  if (!isWellFormedSecret(SESSION_PREFIX, secret)) return null;
  const row = await context.db
    .selectFrom("sessions as session")
    .innerJoin("users as user", "user.id", "session.user_id")
    .where("session.token_hash", "=", hashSecret(secret))
    .where("session.expires_at", ">", context.now)
    .where("session.last_seen_at", ">", addMilliseconds(context.now, -IDLE_MS))
    .select(["session.id", "session.last_seen_at", "session.authenticated_at"])
    .select(["user.id as user_id", "user.name", "user.email", "user.time_zone"])
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.last_seen_at <= addMilliseconds(context.now, -SEEN_EVERY_MS)) await seen(context, row.id);
  return {
    id: row.id,
    user: { id: row.user_id, name: row.name, email: row.email, timeZone: row.time_zone },
    authenticatedAt: row.authenticated_at,
  };
}

async function seen(context: Ground, id: string): Promise<void> {
  await transaction(context, async ({ db, now }) => {
    await db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", id).execute();
  });
}

/** A person's sessions that are alive, the one that was seen last first. */
export async function listSessions(context: Ground, userId: string) {
  return context.db
    .selectFrom("sessions")
    .select(["id", "device", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", context.now)
    .where("last_seen_at", ">", addMilliseconds(context.now, -IDLE_MS))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/**
 * Ends one of a person's sessions, or all but the one they are in.
 * @returns how many ended
 */
export async function endSessions(
  context: Ground,
  session: Session,
  which: { readonly id: string } | "others",
): Promise<number> {
  return transaction(context, async ({ db }) => {
    const own = db.deleteFrom("sessions").where("user_id", "=", session.user.id);
    const { numDeletedRows } = await (
      which === "others" ? own.where("id", "!=", session.id) : own.where("id", "=", which.id)
    ).executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** Ends the session that a person is in. */
export async function endSession(context: Ground, { id }: Session): Promise<void> {
  await transaction(context, async ({ db }) => {
    await db.deleteFrom("sessions").where("id", "=", id).execute();
  });
}

/** The hash behind the password of who is signed in; null when that is not theirs. */
export async function ownPasswordHash(
  { db }: Ground,
  { user }: Session,
  password: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user.id)
    .executeTakeFirst();
  const hash = row?.password_hash ?? null;
  return (await isPassword(password, hash)) ? hash : null;
}

async function endSessionOf({ db }: Ground, secret: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashSecret(secret)).execute();
}
