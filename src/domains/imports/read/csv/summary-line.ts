import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import type { Day } from "../../../../shared/time.ts";
import { type Written, writtenAmount } from "./amounts.ts";
import type { Days, Order } from "./dates.ts";
import { type Summary, summaryOf } from "./words.ts";

/** A line that states a balance or a sum: no booking. */
export type SummaryLine = {
  readonly line: number;
  readonly kind: Summary;
  readonly amount: Written | null;
  readonly day: Day | null;
};

/** Null for a line with any text beside the words of a balance or a sum. */
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
  return { line, kind, amount: amounts.at(-1) ?? null, day: day ?? null };
}

/** `Kontostand vom 01.02.2024: 12,00 EUR` in words and amount. */
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
