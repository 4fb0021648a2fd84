import { addDays } from "../../shared/calendar.ts";
import { greatestDay, type KnownRow, leastDay } from "./known-rows.ts";
import type { PlannedRow } from "./plan-rows.ts";
import type { FileRow, Statement } from "./read/statement.ts";

const WHY = "The balances of the file fit only without it.";

/**
 * Finds new rows that the bank's own balances speak against. The transactions here already come to the closing
 * balance of a statement, and each new row has the amount of a transaction that the file lacks. So the file tells
 * the same bookings in other words. Yields at the end of each slice.
 */
export function* balanceSays(
  planned: readonly PlannedRow[],
  statements: readonly Statement[],
  known: readonly KnownRow[],
): Generator<void, readonly PlannedRow[]> {
  const met = new Set(planned.flatMap(({ target }) => target?.id ?? []));
  yield;
  const plans = new Map(planned.map((one) => [one.row, one]));
  yield;
  const books = new Books(known.filter(({ status }) => status !== "pending"));
  yield;
  const twins = new Map<FileRow, KnownRow>();
  for (const statement of statements) {
    yield;
    const rows = statement.rows.filter(({ isPending }) => !isPending);
    const fresh = rows.filter((row) => plans.get(row)?.action === "new");
    if (fresh.length === 0 || movedBy(statement) !== books.sumOf(rows)) continue;
    const free = books.onDaysOf(rows).filter(({ id }) => !met.has(id));
    if (fresh.length > free.length) continue;
    for (const [row, twin] of pairsOf(fresh, free) ?? []) twins.set(row, twin);
  }
  if (twins.size === 0) return planned;
  return planned.map((one) => {
    const target = twins.get(one.row);
    return target === undefined ? one : { ...one, action: "likely", target, why: WHY };
  });
}

function movedBy({ opening, closing }: Statement): bigint | null {
  return opening === null || closing === null
    ? null
    : BigInt(closing.minor) - BigInt(opening.minor);
}

/** Booked transactions, whose sum is told for any days at once. */
class Books {
  readonly #rows: readonly KnownRow[];
  /** Of all rows before each, and of all. */
  readonly #sums: bigint[] = [0n];

  constructor(rows: readonly KnownRow[]) {
    this.#rows = rows.toSorted((one, other) =>
      one.date < other.date ? -1 : Number(one.date > other.date),
    );
    let sum = 0n;
    for (const { amount_minor } of this.#rows) {
      sum += BigInt(amount_minor);
      this.#sums.push(sum);
    }
  }

  sumOf(rows: readonly FileRow[]): bigint {
    const [from, to] = this.#placesOf(rows);
    return (this.#sums[to] ?? 0n) - (this.#sums[from] ?? 0n);
  }

  onDaysOf(rows: readonly FileRow[]): readonly KnownRow[] {
    return this.#rows.slice(...this.#placesOf(rows));
  }

  #placesOf(rows: readonly FileRow[]): readonly [number, number] {
    const [first, last] = [leastDay(rows), greatestDay(rows)];
    if (first === null || last === null) return [0, 0];
    return [this.#firstFrom(first), this.#firstFrom(addDays(last, 1))];
  }

  /** Place of the first row of a day or later. */
  #firstFrom(day: string): number {
    let [from, to] = [0, this.#rows.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((this.#rows[middle]?.date ?? "") < day) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Days around a row, the nearest first. */
const NEAR = [0, -1, 1, -2, 2, -3, 3] as const;

function pairsOf(fresh: readonly FileRow[], free: readonly KnownRow[]) {
  const pairs = new Map<FileRow, KnownRow>();
  const left = new Map<string, KnownRow[]>();
  for (const one of free.toReversed()) {
    const key = `${one.amount_minor} ${one.date}`;
    const same = left.get(key);
    if (same === undefined) left.set(key, [one]);
    else same.push(one);
  }
  for (const row of fresh) {
    const keys = NEAR.map((days) => `${row.minor} ${addDays(row.date, days)}`);
    const key = keys.find((key) => (left.get(key)?.length ?? 0) > 0);
    const twin = key === undefined ? undefined : left.get(key)?.pop();
    if (twin === undefined) return null;
    pairs.set(row, twin);
  }
  return pairs;
}
