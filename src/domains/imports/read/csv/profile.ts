import { type Written, writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import { isAmount } from "./table.ts";
import { directionWord, isPendingWord } from "./words.ts";

/** Facts of a column's cells. Shares are of the cells that are not empty. */
export type Profile = {
  readonly filled: number;
  readonly days: number;
  readonly amounts: number;
  /** Share of amounts that have a decimal mark or a sign. */
  readonly money: number;
  readonly hasMinus: boolean;
  readonly hasPlus: boolean;
  readonly currencies: number;
  readonly directions: number;
  readonly numbers: number;
  readonly texts: number;
  /** Characters of a cell on average. */
  readonly length: number;
  /** True for whole numbers that go up or down by one from row to row. */
  readonly isCounter: boolean;
};

/** Cells that are looked at, of each column. */
const SAMPLE = 2000;

export function profileOf(cells: readonly string[], days: Days): Profile {
  const filled = cells.filter((cell) => cell !== "");
  const seen = filled.slice(0, SAMPLE);
  const share = (holds: (cell: string) => boolean) =>
    seen.length === 0 ? 0 : seen.filter(holds).length / seen.length;
  const amounts = filled.flatMap((cell) => amountOf(cell, days));
  return {
    filled: cells.length === 0 ? 0 : filled.length / cells.length,
    days: share((cell) => days.isDay(cell) || isPendingWord(cell)),
    amounts: share((cell) => isAmount(cell, days)),
    money:
      amounts.filter(({ sign, digits }) => sign !== null || /[.,]/.test(digits)).length /
      Math.max(1, amounts.length),
    hasMinus: amounts.some(({ sign }) => sign === -1),
    hasPlus: amounts.some(({ sign }) => sign === 1),
    currencies: share((cell) => /^[A-Z]{3}$/.test(cell)),
    directions: share((cell) => directionWord(cell) !== null),
    numbers: share(isAccountNumber),
    texts: share((cell) => /\p{L}{2}/u.test(cell)),
    length: seen.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, seen.length),
    isCounter: isCounter(filled),
  };
}

/** An IBAN, or digits in groups. */
function isAccountNumber(cell: string): boolean {
  const isIban = /^[A-Z]{2}\d{2}[ A-Z0-9]{11,36}$/.test(cell);
  return isIban || (/^[A-Z]{0,4}[\d\s./*x-]{4,}$/i.test(cell) && /\d{3}/.test(cell));
}

function amountOf(cell: string, days: Days): readonly Written[] {
  const written = isAmount(cell, days) ? writtenAmount(cell) : null;
  return written === null ? [] : [written];
}

function isCounter(cells: readonly string[]): boolean {
  if (cells.length < 3 || !cells.every((cell) => /^\d{1,9}$/.test(cell))) return false;
  const step = Number(cells[1]) - Number(cells[0]);
  const isEven = cells.every(
    (cell, index) => index === 0 || Number(cell) - Number(cells[index - 1]) === step,
  );
  return isEven && Math.abs(step) === 1;
}
