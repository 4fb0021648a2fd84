import { Refusal } from "../../core/errors.ts";
import type { Download } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { BYTE_ORDER_MARK, csvCell, csvLine } from "../../shared/csv.ts";
import { decimalText } from "../../shared/money.ts";
import { todayOf } from "../team/today.ts";
import type { MoveKind } from "./find-moves.ts";
import { getStatement, type Statement, type StatementOf } from "./statement.ts";

const MOST_EXPORTED = 20_000;

/**
 * The statement as CSV, whole, with plain numbers.
 * @throws Refusal `too_large` for more lines than fit
 */
export async function exportStatement(context: Context, input: StatementOf): Promise<Download> {
  const { accounts } = await getStatement(context, input, MOST_EXPORTED);
  if (accounts.some(({ left_out }) => left_out > 0)) throw tooLong();
  const until = input.to ?? (await todayOf(context));
  const days = input.from === undefined ? `to-${until}` : `${input.from}-${until}`;
  const lines = [csvLine(TITLES), ...accounts.flatMap((account) => linesOf(account, input))];
  return {
    name: `statement-${days}.csv`,
    type: "text/csv; charset=utf-8",
    content: BYTE_ORDER_MARK + lines.join(""),
  };
}

const TITLES = ["Day", "What", "Number", "Details", "Due", "Amount", "Balance", "Currency"];

const WORDS = {
  invoice: "Invoice",
  credit_note: "Credit note",
  void: "Voided",
  payment: "Payment",
  refund: "Refund",
} as const satisfies Record<MoveKind, string>;

type Account = Statement["accounts"][number];

function linesOf(account: Account, { from, to }: StatementOf): readonly string[] {
  const { currency, opening_minor, closing_minor, lines } = account;
  const balance = (day: string | undefined, what: string, minor: number) =>
    line([day, what, "", "", "", null, minor], currency);
  return [
    ...(from === undefined ? [] : [balance(from, "Opening balance", opening_minor)]),
    ...lines.map(({ kind, day, number, due_date, amount_minor, balance_minor, ...row }) => {
      const details = row.credits_number ?? row.reference ?? row.note;
      const what = WORDS[kind];
      return line([day, what, number, details, due_date, amount_minor, balance_minor], currency);
    }),
    balance(to, "Balance", closing_minor),
  ];
}

type Cells = readonly (string | number | null | undefined)[];

/** A number is an amount: one below zero is no formula. */
function line(cells: Cells, currency: string): string {
  const written = cells.map((cell) =>
    typeof cell === "number" ? decimalText(cell, currency) : csvCell(cell ?? ""),
  );
  return `${[...written, currency].join(",")}\r\n`;
}

function tooLong(): Refusal {
  return new Refusal({
    code: "too_large",
    path: "from",
    message: `The statement has more than ${MOST_EXPORTED} lines`,
    next: "choose fewer days",
  });
}
