import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { email as emailField } from "../core/fields.ts";
import { hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { dialectOf, lockForUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import { isPassword } from "./passwords.ts";
import { emailKey, entered } from "./users.ts";

const SESSION_PREFIX = "svc_session_";
const HOUR_MS = 60 * 60_000;
export const SESSION_LASTS_MS = 30 * 24 * HOUR_MS;
const IDLE_MS = 12 * HOUR_MS;
const SEEN_EVERY_MS = 60_000;
/** Longest wait of a request for SQLite's one writer, which a large change may have for long. */
const SEEN_PATIENCE_MS = 50;
const LONGEST_DEVICE = 300;

export type Session = {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly timeZone: string;
  };
  readonly authenticatedAt: Instant;
};

type SignIn = {
  readonly email: string;
  readonly password: string;
  readonly device: string;
  /** Secret of the session that this one replaces. */
  readonly replaced: string | null;
};

/**
 * Signs a user in under a new session secret.
 * @returns that secret, or null when address and password do not match; both take the same time
 */
export async function signIn(
  context: BaseContext,
  { email, password, device, replaced }: SignIn,
): Promise<string | null> {
  const person = await findPerson(context, email);
  if (!(await isPassword(password, person?.password_hash ?? null)) || person === undefined)
    return null;
  return transaction(context, async (context) => {
    if ((await lockedHash(context, person.id)) !== person.password_hash) return null;
    if (replaced !== null) await endSessionOf(context, replaced);
    return startSession(context, person.id, device);
  });
}

async function findPerson({ db }: BaseContext, email: string) {
  // A malformed address has no account, and PostgreSQL would refuse to compare some of them.
  const address = emailField.safeParse(email);
  if (!address.success) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("email_key", "=", emailKey(address.data))
    .executeTakeFirst();
}

export async function startSession(
  context: BaseContext,
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

/** Finds the session of a secret, and records that it was seen. */
export async function findSession(context: BaseContext, secret: string): Promise<Session | null> {
  if (!isWellFormedSecret(SESSION_PREFIX, secret)) return null;
  const row = await context.db
    .selectFrom("sessions as session")
    .innerJoin("users as user", "user.id", "session.user_id")
    .where("session.token_hash", "=", hashSecret(secret))
    .where(isInForce(context.now))
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

/** SQL condition on the row `session`. */
export function isInForce(now: Instant): RawBuilder<boolean> {
  const leastSeenAt = addMilliseconds(now, -IDLE_MS);
  return sql<boolean>`(session.expires_at > ${now} and session.last_seen_at > ${leastSeenAt})`;
}

async function seen(context: BaseContext, id: string): Promise<void> {
  const noted = note(context, id);
  if (dialectOf(context.db) === "postgres") return noted;
  await Promise.race([noted, sleep(SEEN_PATIENCE_MS)]);
  // A note that comes too late is not missed: a later request makes it.
  noted.catch(() => {});
}

async function note(context: BaseContext, id: string): Promise<void> {
  await transaction(context, async ({ db, now }) => {
    await db.updateTable("sessions").set({ last_seen_at: now }).where("id", "=", id).execute();
  });
}

export async function listSessions(context: BaseContext, userId: string) {
  return context.db
    .selectFrom("sessions as session")
    .select(["id", "device", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where(isInForce(context.now))
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function endSessions(
  context: BaseContext,
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

export async function endSession(context: BaseContext, { id }: Session): Promise<void> {
  await transaction(context, async ({ db }) => {
    await db.deleteFrom("sessions").where("id", "=", id).execute();
  });
}

/** @returns the hash of the user's password; null when the given one is wrong */
export async function ownPasswordHash(
  { db }: BaseContext,
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

async function endSessionOf({ db }: BaseContext, secret: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashSecret(secret)).execute();
}

const CONFIRMED_MS = 10 * 60_000;

export function confirmedUntil({ authenticatedAt }: Session, now: Instant): Instant | null {
  const until = addMilliseconds(authenticatedAt, CONFIRMED_MS);
  return until > now ? until : null;
}

/** @returns when the confirmation ends; null when the password is wrong */
export async function confirmPassword(
  context: BaseContext,
  session: Session,
  password: string,
): Promise<Instant | null> {
  const hash = await ownPasswordHash(context, session, password);
  if (hash === null) return null;
  return transaction(context, async (context) => {
    if ((await lockedHash(context, session.user.id)) !== hash) return null;
    await entered(context, session.id);
    return addMilliseconds(context.now, CONFIRMED_MS);
  });
}

/** Reads the password's hash under a lock: it may have been changed while the password was checked. */
async function lockedHash({ db }: BaseContext, userId: string): Promise<string | null | undefined> {
  const users = db.selectFrom("users").select("password_hash").where("id", "=", userId);
  return (await lockForUpdate(db, users).executeTakeFirst())?.password_hash;
}
