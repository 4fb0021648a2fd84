import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { toMajor } from "../../shared/money.ts";
import {
  type ChangedSome,
  ChosenTransactions,
  endTransactionBatch,
  forChosenTransactions,
  leaves_fixed,
  type Left,
  leftWith,
} from "./chosen-transactions.ts";
import { deleteRows, exportedSides } from "./delete-rows.ts";
import { insertForgottenKeys } from "./forgotten-rows.ts";
import { findTransaction } from "./get-transaction.ts";
import { refuseExported, lockTransactions, type Row } from "./transaction.ts";

export const DeletedTransaction = z.object({ id: uuid, deleted: z.boolean() });

export type DeletedTransaction = z.output<typeof DeletedTransaction> & {
  /** Id of the event, with which the deletion is undone; null when there was no such transaction. */
  readonly event: string | null;
};

export async function lossOfTransaction(context: Context, { id }: ById): Promise<string | null> {
  const row = await findTransaction(context, id);
  if (row === undefined) return null;
  const amount = `${toMajor(row.amount_minor, row.currency)} ${row.currency}`;
  const question = `Delete the transaction ${quoted(row.name)} of ${amount} on ${row.date} for good?`;
  if (row.status === "pending") return question;
  const { name, stated } = await statementAfter(context, row);
  const misses =
    stated === null
      ? `The balance of ${quoted(name)} is then without it.`
      : `The balance of ${quoted(name)} then misses its statement of ${stated} by ${amount}.`;
  return `${question} ${misses}`;
}

/** The account, and the day of the first balance that its bank states after the transaction. */
async function statementAfter({ db, team }: Context, { bank_account_id, date }: Row) {
  return db
    .selectFrom("bank_accounts as account")
    .select("account.name")
    .select((account) =>
      account
        .selectFrom("statement_balances as stated")
        .whereRef("stated.team_id", "=", "account.team_id")
        .whereRef("stated.bank_account_id", "=", "account.id")
        .where("stated.date", ">=", date)
        .select((stated) => stated.fn.min("stated.date").as("date"))
        .as("stated"),
    )
    .where("account.team_id", "=", team.id)
    .where("account.id", "=", bank_account_id)
    .executeTakeFirstOrThrow();
}

/** Deletes a transaction with its parts and tags. The other side of a transfer stays, unlinked. */
export async function deleteTransaction(
  context: Context,
  { id }: ById,
): Promise<DeletedTransaction> {
  return transaction(context, async (context) => {
    const rows = await lockTransactions(context, [id]);
    if (rows.length === 0) return { id, deleted: false, event: null };
    const recording = new Recording(context);
    await recording.add(await deleteAll(context, rows));
    return { id, deleted: true, event: await recording.end() };
  });
}

export const DeleteTransactions = z.strictObject({
  chosen: ChosenTransactions,
  /** Leaves out exported transactions and sides of transfers whose other side is exported. */
  leaves_fixed,
});

/** Deletes the chosen transactions, all or none but for the ones left out, as one event. */
export async function deleteTransactions(
  context: Context,
  { chosen, leaves_fixed = false }: z.output<typeof DeleteTransactions>,
): Promise<ChangedSome> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const recording = new Recording(context);
    let left: Left = null;
    let deleted = 0;
    const fixed: Row[] = [];
    await forChosenTransactions(context, chosen, async (rows) => {
      const staying = leaves_fixed ? await fixedOf(context, rows) : [];
      left = leftWith(left, staying);
      if (fixed.length === 0) fixed.push(...staying.slice(0, 1));
      const others = rows.filter((row) => !staying.includes(row));
      await recording.add(await deleteAll(context, others));
      deleted += others.length;
    });
    if (deleted === 0) await deleteAll(context, fixed);
    // Without other sides of transfers, which stay.
    return { ...(await endTransactionBatch(recording)), changed: deleted, left };
  });
}

/** Finds the rows that the accountant has, or whose other side the accountant has. */
async function fixedOf(context: Context, rows: readonly Row[]): Promise<readonly Row[]> {
  const own = rows.filter(({ status }) => status === "exported");
  const others = await exportedSides(context, rows);
  const linked = new Set([...own, ...others].flatMap(({ transfer_id }) => transfer_id ?? []));
  return rows.filter((row) => own.includes(row) || linked.has(row.transfer_id ?? ""));
}

async function deleteAll(context: Context, rows: readonly Row[]): Promise<readonly Change[]> {
  for (const row of rows) refuseExported(row);
  const forgotten = await insertForgottenKeys(context, rows);
  return [...forgotten, ...(await deleteRows(context, rows))];
}
