import { z } from "zod";
import { Recording } from "../../activity/recording.ts";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { TransactionStatus } from "../../db/schema/transactions.ts";
import { transaction } from "../../db/transaction.ts";
import { type ChangedMany, Chosen, endOf, forChosen } from "./chosen-transactions.ts";
import { status } from "./transaction-filter.ts";
import type { Row } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export const SetStatus = z.strictObject({ chosen: Chosen, status });

export type SetStatus = z.output<typeof SetStatus>;

/** Sets the status of the chosen transactions, all or none, as one event. */
export async function setStatus(
  context: Context,
  { chosen, status }: SetStatus,
): Promise<ChangedMany> {
  return transaction(context, async (context) => {
    const recording = new Recording(context);
    await forChosen(context, chosen, async (rows) => {
      for (const row of rows) requireStatus(row, status);
      const changed = rows.map((row) => ({ row, values: { status } }));
      await recording.add(await writeTransactions(context, { changed }));
    });
    return endOf(recording);
  });
}

/** @throws Refusal for a status that the transaction cannot get from the one it has */
export function requireStatus(row: Row, status: TransactionStatus): void {
  if (status === row.status) return;
  if (status === "pending" && row.source !== "hand")
    throw refused(row, "came from the bank, which alone says what is pending", "give another one");
  if (row.status === "exported" && status !== "posted" && status !== "completed")
    throw new Refusal({
      code: "exported",
      path: "status",
      message: `The transaction ${quoted(row.name)} was given to the accountant: its status can only become posted or completed`,
      next: "set one of these first; nothing was changed",
    });
}

function refused({ name }: Row, because: string, next: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "status",
    message: `The transaction ${quoted(name)} ${because}`,
    next: `${next}; nothing was changed`,
  });
}
