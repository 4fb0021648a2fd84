import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { deleteForgottenKeysOf } from "../transactions/forgotten-rows.ts";
import { refuseUsed, accountSnapshot, lockAccount } from "./bank-account.ts";

export const DeletedAccount = z.object({ id: uuid, deleted: z.boolean() });

export type DeletedAccount = z.output<typeof DeletedAccount> & {
  /** Id of the event, with which the deletion is undone; null when there was no such account. */
  readonly event: string | null;
};

/**
 * Deletes an account, and the keys of rows that are not imported into it again.
 * @throws Refusal while the account has transactions, imports or stated balances
 */
export async function deleteAccount(context: Context, { id }: ById): Promise<DeletedAccount> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const account = await lockAccount(context, id);
    if (account === undefined) return { id, deleted: false, event: null };
    await refuseUsed(context, account);
    const recording = new Recording(context);
    await deleteForgottenKeysOf(context, recording, id);
    await context.db
      .deleteFrom("bank_accounts")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([
      { type: "bank_account", id, before: accountSnapshot(account), after: null },
    ]);
    const event = await recording.end();
    return { id, deleted: true, event };
  });
}
