import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import type { Day } from "../../../../shared/time.ts";
import type { Info, RowError } from "../statement.ts";
import { type Written, writtenAmount } from "./amounts.ts";
import type { Days, Order } from "./dates.ts";
import { roleOfTitle } from "./role.ts";
import { type Summary, summaryOf } from "./words.ts";

export type Preamble = {
  readonly accountNumber: string | null;
  readonly currency: string | null;
  readonly summaries: readonly SummaryLine[];
};

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/;

export function preambleOf(records: readonly CsvRow[], days: Days, order: Order): Preamble {
  const lines = records.map(({ cells }) => cells.flatMap((cell) => cell.split(/:\s+|:$/)));
  const labelled = (role: "account" | "currency", fits: RegExp) =>
    lines
      .flatMap((cells) =>
        cells.flatMap((cell, index) =>
          roleOfTitle(cell) === role
            ? cells
                .slice(index + 1)
                .filter((value) => value !== "")
                .slice(0, 1)
            : [],
        ),
      )
      .map((value) => fits.exec(value)?.[0] ?? null)
      .find((value) => value !== null) ?? null;
  const iban = lines
    .flat()
    .map((cell) => IBAN.exec(cell.toUpperCase())?.[0] ?? null)
    .find((found) => found !== null);
  return {
    accountNumber: numberIn(iban ?? labelled("account", /[\d*xX][\d\s./*xX-]{3,}/) ?? ""),
    currency: labelled("currency", /\b[A-Z]{3}\b/),
    summaries: records.flatMap((record) => summaryIn(record, days, order) ?? []),
  };
}

/** A number of an account without the quotes with which spreadsheets mark a text. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(/^['"’`]+|['"’`]+$/g, "").trim();
}

/** Null for a text that is none, or that hides digits. */
export function numberIn(text: string): string | null {
  const bare = withoutQuotes(text).replaceAll(/\s/g, "");
  const isNumber = /^[A-Z0-9./-]{4,34}$/i.test(bare) && /\d{4}/.test(bare);
  return isNumber && !/[*]|x{2}/i.test(bare) ? bare.toUpperCase() : null;
}

export type SummaryLine = {
  readonly line: number;
  readonly kind: Summary;
  readonly amount: Written | null;
  readonly day: Day | null;
  /** True for a word such as Saldo alone, which may also be the text of a payment. */
  readonly isText: boolean;
};

/** Null for a line with other words than those of a balance or a sum. */
export function summaryIn({ line, cells }: CsvRow, days: Days, order: Order): SummaryLine | null {
  const texts = cells.filter((cell) => /\p{L}{2}/u.test(cell) && !isPlain(cell, days));
  const [only, ...others] = texts;
  if (only === undefined || others.length > 0) return null;
  const [label, behind] = partsOf(only);
  const kind = summaryOf(label);
  if (kind === null) return null;
  const numbers = [...cells.filter((cell) => cell !== only), behind ?? ""];
  const amounts = numbers.flatMap((cell) => (days.isDay(cell) ? [] : (writtenAmount(cell) ?? [])));
  const [day] = [...cells, ...only.split(/[\s:]+/)].flatMap((cell) => dayIn(cell, days, order));
  const isText = /^(?:saldo|solde|balance)$/i.test(only);
  return { line, kind, amount: amounts.at(-1) ?? null, day: day ?? null, isText };
}

function partsOf(text: string): readonly [string, string | undefined] {
  const at = text.indexOf(":");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function isPlain(cell: string, days: Days): boolean {
  return /^[A-Z]{3}$/.test(cell) || days.isDay(cell) || writtenAmount(cell) !== null;
}

function dayIn(cell: string, days: Days, order: Order): readonly Day[] {
  const day = /\d[-/.]\d/.test(cell) ? days.read(cell, order) : null;
  return day === null ? [] : [day];
}

export const OTHER_TABLE =
  "The row stands under other titles than those of the table that is read. Split the file into one for each table.";

/** True for a line of titles: a day, an amount or one side of it, and no values. */
export function areTitles(cells: readonly string[], days: Days): boolean {
  if (cells.some((cell) => days.isDay(cell) || writtenAmount(cell) !== null)) return false;
  const roles = new Set(cells.map(roleOfTitle));
  return (
    roles.size > 3 &&
    roles.has("date") &&
    (["amount", "debit", "credit", "net"] as const).some((role) => roles.has(role))
  );
}

export function isBookingRow(cells: readonly string[], days: Days): boolean {
  const isMoney = (cell: string) => !days.isDay(cell) && isWrittenMoney(cell);
  return cells.some((cell) => days.isDay(cell)) && cells.some(isMoney);
}

/** True for an amount with decimals or a sign: neither a number of an account nor a count. */
function isWrittenMoney(cell: string): boolean {
  const written = writtenAmount(cell);
  return written !== null && (written.sign !== null || /[.,]\d/.test(written.digits));
}

/** Money above the titles that is no balance: sums of the statement, or rows of another table. */
export function strayAbove(records: readonly CsvRow[], days: Days) {
  const infos: Info[] = [];
  const errors: RowError[] = [];
  let isTable = false;
  for (const record of records) {
    const { line, cells } = record;
    isTable ||= areTitles(cells, days);
    const text = cells
      .filter((cell) => cell !== "")
      .join(", ")
      .slice(0, LONGEST_TEXT);
    const kind = summaryIn(record, days, "dmy")?.kind;
    if (kind === "opening" || kind === "closing") continue;
    if (isTable && isBookingRow(cells, days))
      errors.push({ line, column: null, text, why: OTHER_TABLE });
    else if (cells.some((cell) => !days.isDay(cell) && isWrittenMoney(cell)))
      infos.push({ line, text: `Above the titles: ${text}` });
  }
  return { infos, errors };
}

const LONGEST_TEXT = 200;
