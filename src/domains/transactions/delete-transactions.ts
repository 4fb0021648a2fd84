import { z } from "zod";
import { type Change, Recording } from "../../activity/journal.ts";
import type { CallEvent } from "../../core/event.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { toMajor } from "../../shared/money.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { countAttachments, detachTransactions } from "../inbox/attachments.ts";
import { numbersPaidBy, unlinkPayments } from "../invoices/linked-payments.ts";
import {
  type ChangedSome,
  changeChosen,
  ChosenTransactions,
  leaves_fixed,
} from "./chosen-transactions.ts";
import { insertForgottenKeys } from "./forgotten-rows.ts";
import { findTransaction } from "./get-transaction.ts";
import { unlinkTransactionTags } from "./transaction-tags.ts";
import { type Row, lockRows, refuseExported } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export const DELETED: CallEvent = {
  of: "transaction",
  did: "deleted",
  many: "deleted * transactions",
};

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
  const [{ name, stated }, numbers, attached] = await Promise.all([
    statementAfter(context, row),
    numbersPaidBy(context, [id]),
    countAttachments(context, id),
  ]);
  const misses =
    stated === null
      ? `The balance of ${quoted(name)} is then without it.`
      : `The balance of ${quoted(name)} then misses its statement of ${stated} by ${amount}.`;
  const paid = enumerated(numbers.map(quoted));
  return [
    `${question} ${misses}`,
    ...(numbers.length === 0
      ? []
      : [`What it paid of ${paid} stays recorded, without a transaction.`]),
    ...(attached === 0
      ? []
      : [
          `Its ${counted(attached, "attachment")} ${attached === 1 ? "goes" : "go"} with it; files and receipts stay.`,
        ]),
  ].join(" ");
}

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

export async function deleteTransaction(
  context: Context,
  { id }: ById,
): Promise<DeletedTransaction> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const rows = await lockRows(context, [id]);
    if (rows.length === 0) return { id, deleted: false, event: null };
    const recording = new Recording(context);
    await recording.add(await deleteForGood(context, rows));
    return { id, deleted: true, event: await recording.end() };
  });
}

export const DeleteTransactions = z.strictObject({
  chosen: ChosenTransactions,
  leaves_fixed,
});

export async function deleteTransactions(
  context: Context,
  { chosen, leaves_fixed = false }: z.output<typeof DeleteTransactions>,
): Promise<ChangedSome> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    let deleted = 0;
    const ended = await changeChosen(context, {
      chosen,
      fixedAmong: async (rows) => (leaves_fixed ? fixedOf(context, rows) : []),
      change: async (rows) => {
        deleted += rows.length;
        return deleteForGood(context, rows);
      },
      refuse: async (row) => deleteForGood(context, [row]),
    });
    // The event has other sides of transfers too, which stay.
    return { ...ended, changed: deleted };
  });
}

async function fixedOf(context: Context, rows: readonly Row[]): Promise<readonly Row[]> {
  const own = rows.filter(({ status }) => status === "exported");
  const others = await otherSides(context, rows);
  const exported = [...own, ...others.filter(({ status }) => status === "exported")];
  const linked = new Set(exported.flatMap(({ transfer_id }) => transfer_id ?? []));
  return rows.filter((row) => own.includes(row) || linked.has(row.transfer_id ?? ""));
}

async function deleteForGood(context: Context, rows: readonly Row[]): Promise<readonly Change[]> {
  for (const row of rows) refuseExported(row);
  const forgotten = await insertForgottenKeys(context, rows);
  return [...forgotten, ...(await deleteRows(context, rows))];
}

/**
 * Deletes at most a chunk of locked transactions with their parts, tags and attachments. The other side of a transfer stays,
 * unlinked, and so do payments of invoices. Files may bring the rows back, unless their keys are noted
 * (`insertForgottenKeys`).
 * @throws Refusal for another side that is exported, since it would count otherwise
 */
export async function deleteRows(
  context: AuditContext,
  rows: readonly Row[],
): Promise<readonly Change[]> {
  const ids = rows.map(({ id }) => id);
  const tags = await unlinkTransactionTags(context, ids);
  const others = await otherSides(context, rows);
  for (const other of others) refuseExported(other);
  const payments = await unlinkPayments(context, ids);
  const attachments = await detachTransactions(context, ids);
  const changed = others.map((row) => ({ row, values: { transfer_id: null } }));
  const written = await writeTransactions(context, { changed, deleted: rows });
  return [...tags, ...payments, ...attachments, ...written];
}

async function otherSides(
  { db, team }: Pick<AuditContext, "db" | "team">,
  rows: readonly Pick<Row, "id" | "transfer_id">[],
): Promise<readonly Row[]> {
  const linked = rows.flatMap(({ transfer_id }) => transfer_id ?? []);
  if (linked.length === 0) return [];
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("transfer_id", "in", linked)
    .where(
      "id",
      "not in",
      rows.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
}
