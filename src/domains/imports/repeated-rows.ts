import { daysBetween } from "../../shared/calendar.ts";
import { SAME_ID_DAYS } from "./known-rows.ts";
import type { FileRow, Statement } from "./read/statement.ts";
import { baseOf, rowKeyOf } from "./row-keys.ts";

/**
 * Finds the rows of an archive that another of its files has too, as if the files were imported one after
 * the other. Rows of one file are never the same. Of a pending and a booked one, the pending one goes.
 */
export function repeatedRows(
  statements: readonly Statement[],
  currency: string,
): ReadonlySet<FileRow> {
  const repeated = new Set<FileRow>();
  const files = [...Map.groupBy(statements, ({ file = 0 }) => file).values()];
  if (files.length < 2) return repeated;
  const earlier = new Map<string, FileRow[]>();
  for (const file of files) {
    const met = new Set<FileRow>();
    const rows = file.flatMap((statement) => statement.rows);
    for (const row of rows) {
      const twin = keysOf(row, currency)
        .flatMap((key) => earlier.get(key) ?? [])
        .find((one) => !met.has(one) && Math.abs(daysBetween(one.date, row.date)) <= SAME_ID_DAYS);
      if (twin === undefined) continue;
      met.add(twin);
      const isBookedNow = twin.isPending && !row.isPending;
      repeated.add(isBookedNow ? twin : row);
    }
    for (const row of rows)
      if (!repeated.has(row))
        for (const key of keysOf(row, currency))
          earlier.set(key, [...(earlier.get(key) ?? []), row]);
  }
  return repeated;
}

function keysOf(row: FileRow, currency: string): readonly string[] {
  const ids = row.bankId === null ? [] : [`id ${baseOf(row.bankId)} ${row.minor}`];
  return [...ids, rowKeyOf(row, currency)];
}
