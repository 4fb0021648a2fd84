import { Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { TransactionStatus } from "../../db/schema/transactions.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import {
  type ChangedSome,
  type ChosenTransactions,
  endTransactionBatch,
  forChosenTransactions,
  type Left,
  leftWith,
} from "./chosen-transactions.ts";
import type { Row } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export type SetStatus = {
  readonly chosen: ChosenTransactions;
  readonly status: TransactionStatus;
  /** Leaves out exported ones that cannot get the status, while others can be changed. */
  readonly leaves_fixed?: boolean | undefined;
  /** Argument that refusals name for a transaction. */
  readonly pathOf?: (id: string) => string;
};

/** Sets the status of the chosen transactions, all or none but for the ones left out, as one event. */
export async function setStatus(
  context: Context,
  { chosen, status, leaves_fixed = false, pathOf }: SetStatus,
): Promise<ChangedSome> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const recording = new Recording(context);
    let left: Left = null;
    let fixed: Row | undefined;
    const change = async (rows: readonly Row[]) => {
      const staying = leaves_fixed ? rows.filter((row) => isFixed(row, status)) : [];
      left = leftWith(left, staying);
      fixed ??= staying[0];
      const others = rows.filter((row) => !staying.includes(row));
      for (const row of others) requireStatus(row, status);
      const changed = others.map((row) => ({ row, values: { status } }));
      await recording.add(await writeTransactions(context, { changed }));
    };
    await forChosenTransactions(context, chosen, change, pathOf);
    const ended = await endTransactionBatch(recording);
    if (fixed !== undefined && ended.changed === 0) requireStatus(fixed, status);
    return { ...ended, left };
  });
}

/** True for a status that a transaction cannot get while the accountant has it. */
function isFixed(row: Row, status: TransactionStatus): boolean {
  return row.status === "exported" && !AFTER_EXPORT.has(status);
}

const AFTER_EXPORT: ReadonlySet<TransactionStatus> = new Set(["exported", "posted", "completed"]);

/** @throws Refusal for a status that the transaction cannot get from the one it has */
export function requireStatus(row: Row, status: TransactionStatus): void {
  if (status === row.status) return;
  if (status === "pending" && row.source !== "hand")
    throw refused(row, "came from the bank, which alone says what is pending", "give another one");
  if (isFixed(row, status))
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
