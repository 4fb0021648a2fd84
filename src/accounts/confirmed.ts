import { addMilliseconds, type Instant } from "../core/time.ts";
import type { Ground } from "../db/context.ts";
import { lockRows } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { ownPasswordHash, type Session } from "./sessions.ts";
import { entered } from "./users.ts";

/** For how long a password that was entered opens what raises rights. */
const COUNTS_MS = 10 * 60_000;

/** Until when it counts that the password was entered; null when it has to be entered again. */
export function confirmedUntil({ authenticatedAt }: Session, now: Instant): Instant | null {
  const until = addMilliseconds(authenticatedAt, COUNTS_MS);
  return until > now ? until : null;
}

/**
 * Enters the password again in a session.
 * @returns until when that counts; null when it is not the person's
 */
export async function confirmPassword(
  context: Ground,
  session: Session,
  password: string,
): Promise<Instant | null> {
  const hash = await ownPasswordHash(context, session, password);
  if (hash === null) return null;
  return transaction(context, async (context) => {
    // It may have been changed while it was looked at.
    const users = context.db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", session.user.id);
    const now = await lockRows(context.db, users).executeTakeFirst();
    if (now?.password_hash !== hash) return null;
    await entered(context, session.id);
    return addMilliseconds(context.now, COUNTS_MS);
  });
}
