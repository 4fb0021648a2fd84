import { isDeepStrictEqual } from "node:util";
import type { ExpressionBuilder } from "kysely";
import type { Image } from "../../activity/image.ts";
import type { Past } from "../../activity/past.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { Changing } from "../transactions/edits.ts";
import type { Row } from "../transactions/transaction.ts";
import { isBookedEarlier } from "./booked-rows.ts";

/** A transaction that an import changed, as it is now, with the columns that the import changed. */
export type Updated = { readonly row: Row; readonly before: Image; readonly after: Image };

export type Back = {
  readonly changed: readonly Changing[];
  /** Rows that somebody changed since: they stay as they are. */
  readonly kept: readonly Row[];
};

type Of = Pick<Schema["imports"], "id" | "bank_account_id" | "created_at">;

/** Finds the transactions of the import's account that were there before it. */
export async function findUpdated(
  { db, team }: AuditContext,
  row: Of,
  past: readonly Past[],
): Promise<readonly Updated[]> {
  if (past.length === 0) return [];
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      past.map(({ id }) => id),
    )
    .where("bank_account_id", "=", row.bank_account_id)
    .where(staysWithout(row))
    .execute();
  const now = new Map(rows.map((row) => [row.id, row]));
  return past.flatMap(({ id, before, after }) => {
    const row = now.get(id);
    return row === undefined || before === null || after === null ? [] : [{ row, before, after }];
  });
}

/** Condition of a transaction that does not go with the import. */
function staysWithout(row: Of) {
  return (of: ExpressionBuilder<Schema, "transactions">) =>
    of.or([of("import_id", "is", null), of("import_id", "!=", row.id), isBookedEarlier(row)]);
}

/**
 * Tells which rows get back their values. One that was changed in such a column since stays, and so does one
 * that was given to the accountant, that would get another amount than its parts or transfer, or whose key
 * another row has by now.
 */
export async function backOf(
  context: AuditContext,
  row: Of,
  updated: readonly Updated[],
): Promise<Back> {
  const ours = updated.flatMap((one) => {
    const columns = Object.keys(one.before).filter((column) => !NOT_OURS.has(column));
    return columns.length === 0 ? [] : [{ ...one, columns }];
  });
  const taken = await takenKeys(context, row, ours);
  const isFree = ({ row, before }: Updated) =>
    KEYS.every((key) => !taken.has(`${row.id} ${key} ${String(before[key])}`));
  const isAsLeft = ({ row, after, columns }: (typeof ours)[number]) =>
    columns.every((column) => isDeepStrictEqual(columnOf(row, column), after[column]));
  // Parts, and the other side of a transfer, would not fit another amount.
  const isBound = ({ row, columns }: (typeof ours)[number]) =>
    columns.includes("amount_minor") && (row.is_split || row.transfer_id !== null);
  const isBack = (one: (typeof ours)[number]) =>
    one.row.status !== "exported" && !isBound(one) && isAsLeft(one) && isFree(one);
  return {
    changed: ours.filter(isBack).map(({ row, before, columns }) => ({
      row,
      values: valuesOf(before, columns),
    })),
    kept: ours.filter((one) => !isBack(one)).map(({ row }) => row),
  };
}

/** A link goes with its other side, and the time follows from the write. */
const NOT_OURS: ReadonlySet<string> = new Set(["transfer_id", "updated_at"]);

const KEYS = ["bank_id", "row_key"] as const;

function columnOf(row: Row, column: string): unknown {
  return new Map<string, unknown>(Object.entries(row)).get(column);
}

/** Columns of an image, which was written from a row of the same table. */
function valuesOf(image: Image, columns: readonly string[]): Changing["values"] {
  return Object.fromEntries(columns.map((column) => [column, image[column]]));
}

/** Keys that other rows have which stay: `id column key` of those that wanted them back. */
async function takenKeys(
  { db, team }: AuditContext,
  row: Of,
  updated: readonly Updated[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const key of KEYS) {
    const wanting = updated.flatMap(({ row, before }) => {
      const wanted = before[key];
      return typeof wanted === "string" ? [{ row, wanted }] : [];
    });
    const [first] = wanting;
    if (first === undefined) continue;
    const others = await db
      .selectFrom("transactions")
      .select(["id", key])
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", first.row.bank_account_id)
      .where(
        key,
        "in",
        wanting.map(({ wanted }) => wanted),
      )
      .where(staysWithout(row))
      .execute();
    const holders = new Map(others.map((row) => [row[key], row.id]));
    for (const { row, wanted } of wanting)
      if (holders.has(wanted) && holders.get(wanted) !== row.id)
        taken.add(`${row.id} ${key} ${wanted}`);
  }
  return taken;
}
