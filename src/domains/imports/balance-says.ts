import { daysBetween } from "../../shared/calendar.ts";
import type { KnownRow } from "./known-rows.ts";
import type { PlannedRow } from "./plan-rows.ts";
import type { FileRow, Statement } from "./read/statement.ts";

const NEAR = 3;

const WHY = "The balances of the file fit only without it.";

/**
 * Finds new rows that the bank's own balances speak against. The transactions here already come to the closing
 * balance of a statement, and each new row has the amount of a transaction that the file lacks. So the file tells
 * the same bookings in other words.
 */
export function balanceSays(
  planned: readonly PlannedRow[],
  statements: readonly Statement[],
  known: readonly KnownRow[],
): readonly PlannedRow[] {
  const met = new Set(planned.flatMap(({ target }) => target?.id ?? []));
  const booked = known.filter(({ status }) => status !== "pending");
  const twins = new Map<FileRow, KnownRow>();
  for (const statement of statements) {
    const rows = new Set(statement.rows.filter(({ isPending }) => !isPending));
    const fresh = planned.filter(({ row, action }) => action === "new" && rows.has(row));
    const here = onDaysOf(rows, booked);
    if (fresh.length === 0 || movedBy(statement) !== sumOf(here)) continue;
    const free = here.filter(({ id }) => !met.has(id));
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

function onDaysOf(rows: ReadonlySet<FileRow>, known: readonly KnownRow[]): readonly KnownRow[] {
  const days = [...rows].map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return known.filter(({ date }) => date >= first && date <= last);
}

function sumOf(rows: readonly KnownRow[]): bigint {
  return rows.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n);
}

function pairsOf(fresh: readonly PlannedRow[], free: readonly KnownRow[]) {
  const pairs = new Map<FileRow, KnownRow>();
  const left = new Set(free);
  for (const { row } of fresh) {
    const apart = ({ date }: KnownRow) => Math.abs(daysBetween(date, row.date));
    const [twin] = [...left]
      .filter((one) => one.amount_minor === row.minor && apart(one) <= NEAR)
      .toSorted((one, other) => apart(one) - apart(other));
    if (twin === undefined) return null;
    left.delete(twin);
    pairs.set(row, twin);
  }
  return pairs;
}
