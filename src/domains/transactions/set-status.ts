import { Refusal } from "../../core/errors.ts";
import type { CallEvent } from "../../core/event.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { TransactionStatus } from "../../db/schema/transactions.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { numbersPaidBy } from "../invoices/linked-payments.ts";
import { type ChangedSome, changeChosen, type ChosenTransactions } from "./chosen-transactions.ts";
import { type Row, invalidArgument } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export const SET_STATUS: CallEvent = {
  of: "transaction",
  did: "changed",
  said: {
    column: "status",
    by: {
      pending: "marked * as pending",
      posted: "marked * as posted",
      completed: "marked * as completed",
      exported: "marked * as exported",
      archived: "archived *",
      excluded: "excluded *",
    },
    otherwise: "changed the status of *",
  },
  many: "changed the status of * transactions",
  tried: "change the status of a transaction",
};

type SetStatus = {
  readonly chosen: ChosenTransactions;
  readonly status: TransactionStatus;
  readonly leaves_fixed?: boolean | undefined;
  readonly pathOf?: (id: string) => string;
};

export async function setStatus(
  context: Context,
  { chosen, status, leaves_fixed = false, pathOf }: SetStatus,
): Promise<ChangedSome> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    return changeChosen(context, {
      chosen,
      fixedAmong: async (rows) => (leaves_fixed ? rows.filter((row) => isFixed(row, status)) : []),
      change: async (rows) => {
        for (const row of rows) requireStatus(row, status);
        const changed = rows.map((row) => ({ row, values: { status } }));
        return writeTransactions(context, { changed });
      },
      refuse: (row) => requireStatus(row, status),
      pathOf,
    });
  });
}

function isFixed(row: Row, status: TransactionStatus): boolean {
  return row.status === "exported" && !AFTER_EXPORT.has(status);
}

const AFTER_EXPORT: ReadonlySet<TransactionStatus> = new Set(["exported", "posted", "completed"]);

export function requireStatus(row: Row, status: TransactionStatus): void {
  if (status === row.status) return;
  if (status === "pending" && row.source !== "hand")
    throw invalidArgument(
      "status",
      `The transaction ${quoted(row.name)} came from the bank, which alone says what is pending`,
      "give another one",
    );
  if (isFixed(row, status))
    throw new Refusal({
      code: "exported",
      path: "status",
      message: `The transaction ${quoted(row.name)} was given to the accountant: its status can only become posted or completed`,
      next: "set one of these first; nothing was changed",
    });
}

const MOST_NUMBERS = 5;

/** Said first, since no report shows what it lacks for this, and no invoice shows that its payment left the reports. */
export async function excludedNotices(
  context: Context,
  ids: readonly string[],
  changed: number,
): Promise<readonly string[]> {
  if (changed === 0) return [];
  const [is, them] = changed === 1 ? ["is", "it"] : ["are", "them"];
  const numbers = await numbersPaidBy(context, ids);
  const more = numbers.length - MOST_NUMBERS;
  const named = [
    ...numbers.slice(0, MOST_NUMBERS).map(quoted),
    ...(more > 0 ? [counted(more, "more invoice")] : []),
  ];
  return [
    `${counted(changed, "transaction")} ${is} in no report now; the status posted brings ${them} back.`,
    ...(numbers.length === 0
      ? []
      : [
          `What is booked as paid or refunded of ${enumerated(named)} stays booked; a person takes it back on the invoice's page in the web app.`,
        ]),
  ];
}
