import type { BaseContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";
import { ownPasswordHash, type Session } from "./sessions.ts";
import { entered } from "./users.ts";

/** Time after a password entry during which rights may be raised. */
const COUNTS_MS = 10 * 60_000;

export function confirmedUntil({ authenticatedAt }: Session, now: Instant): Instant | null {
  const until = addMilliseconds(authenticatedAt, COUNTS_MS);
  return until > now ? until : null;
}

/**
 * Confirms the password in a session.
 * @returns when the confirmation ends; null when the password is wrong
 */
export async function confirmPassword(
  context: BaseContext,
  session: Session,
  password: string,
): Promise<Instant | null> {
  const hash = await ownPasswordHash(context, session, password);
  if (hash === null) return null;
  return transaction(context, async (context) => {
    // The password may have been changed during the check.
    const users = context.db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", session.user.id);
    const now = await lockForUpdate(context.db, users).executeTakeFirst();
    if (now?.password_hash !== hash) return null;
    await entered(context, session.id);
    return addMilliseconds(context.now, COUNTS_MS);
  });
}
