import type { FileRow, Statement } from "./statement.ts";

/**
 * The rows as they are to be read. The sign of an entry is that of its own indicator, and a mark of a
 * reversal changes nothing. Some banks mean the sign of what is reversed: then the balances fit only with
 * these rows turned round.
 */
export function reversalsTurned(
  rows: readonly FileRow[],
  reversals: ReadonlySet<FileRow>,
  { opening, closing }: Pick<Statement, "opening" | "closing">,
): { readonly rows: readonly FileRow[]; readonly notices: readonly string[] } {
  const turned = rows.map((row) => (reversals.has(row) ? negative(row) : row));
  if (opening === null || closing === null || reversals.size === 0) return { rows, notices: [] };
  const moved = BigInt(closing.minor) - BigInt(opening.minor);
  if (sumOfBooked(rows) === moved || sumOfBooked(turned) !== moved) return { rows, notices: [] };
  const notice =
    "The bank marks reversals with the sign of what they reverse: opening and closing balance fit only " +
    "with these rows turned round, and so they are read.";
  return { rows: turned, notices: [notice] };
}

function sumOfBooked(rows: readonly FileRow[]): bigint {
  return rows.reduce((sum, row) => (row.isPending ? sum : sum + BigInt(row.minor)), 0n);
}

function negative(row: FileRow): FileRow {
  const { original } = row;
  return {
    ...row,
    minor: -row.minor,
    original: original && { ...original, minor: -original.minor },
    details: row.details.map((detail) => ({ ...detail, minor: -detail.minor })),
  };
}
