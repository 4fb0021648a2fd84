import type { BaseContext } from "../db/context.ts";
import type { Instant } from "../shared/time.ts";

type Verified = {
  readonly before: { readonly verified_at: null };
  readonly after: { readonly verified_at: Instant };
};

/**
 * Notes that the address of an account is its holder's, in the context's transaction.
 * @returns snapshots for the journal; null when that was known
 */
export async function verify({ db, now }: BaseContext, userId: string): Promise<Verified | null> {
  const after = { verified_at: now };
  const verified = await db
    .updateTable("users")
    .set(after)
    .where("id", "=", userId)
    .where("verified_at", "is", null)
    .executeTakeFirst();
  return verified.numUpdatedRows === 0n ? null : { before: { verified_at: null }, after };
}
