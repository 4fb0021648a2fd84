import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import { isCurrency } from "../../../../core/money.ts";
import type { Day } from "../../../../shared/time.ts";
import type { Info, RowError } from "../statement.ts";
import { writtenAmount } from "./amounts.ts";
import { type SummaryLine, OTHER_TABLE, areTitles, isBookingRow, summaryIn } from "./preamble.ts";
import {
  type Reading,
  bookedAmount,
  moneyIn,
  otherCurrencyIn,
  rowCurrency,
  titleOf,
} from "./reading.ts";
import { type Role, columnOf, columnsWith, FEE_ELSEWHERE, roleOfTitle } from "./role.ts";
import { isDeclinedWord, isPendingWord } from "./words.ts";

export type Draft = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly date: Day | null;
  readonly valueDate: Day | null;
  readonly minor: number;
  /** True for an amount that the file writes with a plus or `CR`. */
  readonly hasPlus: boolean;
  readonly gross: number | null;
  /** Without a sign; null for none. */
  readonly fee: number | null;
  readonly currency: string;
  readonly balance: number | null;
  readonly isPending: boolean;
  readonly more: readonly string[];
};

export type Drafts = {
  readonly rows: readonly Draft[];
  readonly infos: readonly Info[];
  readonly errors: readonly RowError[];
  readonly summaries: readonly SummaryLine[];
};

type Outcome =
  | { readonly row: Draft }
  | { readonly info: string }
  | { readonly continued: string }
  | { readonly part: string }
  | { readonly summary: SummaryLine }
  | { readonly error: Omit<RowError, "line"> };

export function draftsOf(records: readonly CsvRow[], reading: Reading): Drafts {
  const rows: Draft[] = [];
  const infos: Info[] = [];
  const errors: RowError[] = [];
  const summaries: SummaryLine[] = [];
  let canContinue = false;
  let isOtherTable = false;
  for (const record of records) {
    const { line } = record;
    isOtherTable ||= areOtherTitles(record.cells, reading);
    const outcome = isOtherTable ? inOtherTable(record.cells, reading) : outcomeOf(record, reading);
    if ("row" in outcome) rows.push(outcome.row);
    else if ("error" in outcome) errors.push({ line, ...outcome.error });
    else if ("summary" in outcome) {
      summaries.push(outcome.summary);
      const { kind } = outcome.summary;
      const what = kind === "total" ? "A sum of the rows" : "A balance";
      infos.push({ line, text: `${what}: ${joinCells(record.cells)}` });
    } else if ("continued" in outcome && canContinue) {
      const last = rows.at(-1);
      if (last !== undefined)
        rows[rows.length - 1] = { ...last, more: [...last.more, outcome.continued] };
    } else if ("part" in outcome && canContinue)
      infos.push({ line, text: `Part of the amount above: ${outcome.part}` });
    else if ("part" in outcome) errors.push({ line, ...unexplained(record.cells, reading) });
    else
      infos.push({
        line,
        text: "info" in outcome ? outcome.info : `No row to continue: ${joinCells(record.cells)}`,
      });
    canContinue =
      "row" in outcome || (canContinue && ("continued" in outcome || "part" in outcome));
  }
  return { rows, infos, errors, summaries };
}

/** Titles of another table below the first one, whose columns mean something else. */
function areOtherTitles(cells: readonly string[], { header, days }: Reading): boolean {
  if (header === null || !areTitles(cells, days)) return false;
  return cells.map(roleOfTitle).join() !== header.map(roleOfTitle).join();
}

function inOtherTable(cells: readonly string[], { days }: Reading): Outcome {
  const text = joinCells(cells);
  return isBookingRow(cells, days)
    ? { error: { column: null, text, why: OTHER_TABLE } }
    : { info: `Of another table: ${text}` };
}

function outcomeOf({ line, cells }: CsvRow, reading: Reading): Outcome {
  const { header, layout, days } = reading;
  const { roles } = layout;
  const cell = (role: Role) => cells[columnOf(roles, role)] ?? "";
  if (header !== null && cells.every((text, index) => text === (header[index] ?? "")))
    return { info: "The titles again" };
  const summary = summaryIn({ line, cells }, days, layout.dates);
  const beyond = summary === null ? cellBeyondTitles(cells, reading) : undefined;
  if (beyond !== undefined) return { error: untitled(beyond) };
  const amount = bookedAmount(cell, reading);
  const dateText = cell("date");
  const date = days.read(dateText, layout.dates);
  const isBooking = date !== null && amount !== null;
  if (summary !== null && isBooking && summary.isText) return { error: balanceOrBooking(cells) };
  if (summary !== null && (summary.kind !== "total" || !isBooking)) return { summary };
  const valueDate = days.read(cell("valueDate"), layout.valueDates);
  const isPending =
    isPendingWord(dateText) ||
    isPendingWord(cell("state")) ||
    (date === null && valueDate === null && isPendingWord(cell("kind")));
  if (isDeclinedWord(cell("state"))) return { info: `Not booked: ${joinCells(cells)}` };
  if (/memo/i.test(cell("effect")))
    return { info: `No effect on the balance: ${joinCells(cells)}` };
  if (amount === null) return withoutAmount(cells, { reading, date, dateText });
  if ("why" in amount) return { error: amount };
  if (date === null && !isPending) return { error: noDate(dateText, reading) };
  if (amount.minor === 0) return withZero(cells, reading);
  const other = otherCurrencyIn(cell, reading);
  if (other !== null) return { error: other };
  const currency = rowCurrency(cell, reading.currency);
  const balance = moneyIn(cell("balance"), "balance", { layout, currency });
  const isFee = writtenAmount(cell("fee")) !== null;
  const fee = isFee ? moneyIn(cell("fee"), "fee", { layout, currency }) : null;
  if (fee !== null && "why" in fee)
    return { error: { column: titleOf(reading, "fee"), text: cell("fee"), why: fee.why } };
  const isFeeExtra = fee !== null && fee.minor !== 0 && !roles.includes("net");
  const feeCurrency = cell("feeCurrency").toUpperCase();
  if (isFeeExtra && isCurrency(feeCurrency) && feeCurrency !== currency)
    return {
      error: { column: titleOf(reading, "feeCurrency"), text: feeCurrency, why: FEE_ELSEWHERE },
    };
  const row = {
    line,
    cells,
    date: date ?? valueDate,
    valueDate,
    minor: amount.minor,
    hasPlus: writtenAmount(cell("amount"))?.sign === 1,
    gross: amount.gross,
    fee: fee !== null && isFeeExtra ? Math.abs(fee.minor) : null,
    currency,
    balance: balance !== null && "minor" in balance ? balance.minor : null,
    isPending,
    more: [],
  };
  return { row };
}

/** A number or a day behind the last title: a comma within a text or an amount moved the cells of the row. */
function cellBeyondTitles(cells: readonly string[], { header, days }: Reading): string | undefined {
  if (header === null || cells.length <= header.length) return undefined;
  return cells
    .slice(header.length)
    .find((cell) => writtenAmount(cell) !== null || days.isDay(cell));
}

function untitled(text: string): Omit<RowError, "line"> {
  return {
    column: null,
    text,
    why: "The row has more cells than the table has titles. A text or an amount may have a comma in it.",
  };
}

/** Continues the row above with a text that stands alone. A row with a day and nothing else is not clear. */
function withoutAmount(
  cells: readonly string[],
  told: { readonly reading: Reading; readonly date: Day | null; readonly dateText: string },
): Outcome {
  const { reading, date, dateText } = told;
  const { layout, width } = reading;
  const stray = strayMoney(cells, reading);
  if (stray.length > 0) {
    const areParts = stray.every((index) => layout.roles[index] === "part");
    return date === null && areParts
      ? { part: joinCells(cells) }
      : { error: unexplained(cells, reading) };
  }
  const texts = new Set(
    (["name", "description", "reference", "kind", "ignored"] as const).flatMap((role) =>
      columnsWith(layout.roles, role),
    ),
  );
  const isTextAlone = cells.every((cell, index) => cell === "" || texts.has(index));
  // A note below the table begins in its first column.
  const isInTable = cells.length === width || cells[0] === "";
  if (isTextAlone && isInTable) return { continued: joinCells(cells) };
  if (date === null)
    return dateText === "" || cells.length !== width
      ? { info: `No day and no amount: ${joinCells(cells)}` }
      : unclear(cells, reading);
  const hasBalance = writtenAmount(cells[columnOf(layout.roles, "balance")] ?? "") !== null;
  if (hasBalance) return { info: `A balance without an amount: ${joinCells(cells)}` };
  return { error: { column: titleOf(reading, "amount"), text: "", why: "The row has no amount." } };
}

/** Roles of money that may stand beside an amount of zero, as where a bank only checks a card. */
const BESIDE_ZERO: ReadonlySet<Role> = new Set(["gross", "tax", "part", "rate", "originalAmount"]);

function withZero(cells: readonly string[], reading: Reading): Outcome {
  const { roles } = reading.layout;
  const isStray = strayMoney(cells, reading).some((index) => {
    const role = roles[index] ?? "ignored";
    const isWithinNet = role === "fee" && roles.includes("net");
    return !isWithinNet && !BESIDE_ZERO.has(role);
  });
  return isStray
    ? { error: unexplained(cells, reading) }
    : { info: `The amount is zero: ${joinCells(cells)}` };
}

/** Columns of money that a row without an amount fills. A balance may stand alone. */
function strayMoney(cells: readonly string[], { layout, money }: Reading): readonly number[] {
  return [...money].filter((index) => {
    const written = writtenAmount(cells[index] ?? "");
    return layout.roles[index] !== "balance" && written !== null && /[1-9]/.test(written.digits);
  });
}

/** A word such as Saldo beside a day and an amount may be what a payment was for. */
function balanceOrBooking(cells: readonly string[]): Omit<RowError, "line"> {
  const why =
    "This may be a balance, or a payment with this text. Leave the line out, or change its text.";
  return { column: null, text: joinCells(cells), why };
}

function unexplained(cells: readonly string[], reading: Reading): Omit<RowError, "line"> {
  const [index = 0] = strayMoney(cells, reading);
  const title = reading.header?.[index] ?? "";
  return {
    column: title === "" ? `Column ${index + 1}` : title,
    text: cells[index] ?? "",
    why: "The row has money in this column, and no amount that was booked.",
  };
}

function unclear(cells: readonly string[], reading: Reading): Outcome {
  const text = joinCells(cells);
  return {
    error: { column: titleOf(reading, "date"), text, why: "The row has no date and no amount." },
  };
}

function noDate(text: string, reading: Reading): Omit<RowError, "line"> {
  const why = text === "" ? "The row has no date." : "This is not a date that exists.";
  return { column: titleOf(reading, "date"), text, why };
}

export function joinCells(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== "")
    .join(", ")
    .replaceAll(/\s+/g, " ")
    .slice(0, 200);
}
