import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { requireUnique, accountSnapshot, lockAccount, noAccount } from "./bank-account.ts";
import { numberColumns } from "./seal-number.ts";

/** Sets the number from a bank's file on an account that has none. */
export async function learnNumber(
  context: AuditContext,
  id: string,
  number: string | null,
): Promise<readonly Change[]> {
  if (number === null) return [];
  const before = await lockAccount(context, id);
  if (before === undefined) throw noAccount(id);
  if (before.number_hash !== null) return [];
  const columns = numberColumns(context, id, number, context.now);
  await requireUnique(context, { ...before, ...columns });
  const changed = await context.db
    .updateTable("bank_accounts")
    .set({ ...columns, updated_at: context.now })
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const snapshots = difference(accountSnapshot(before), accountSnapshot(changed));
  return [{ type: "bank_account", id, ...snapshots }];
}
