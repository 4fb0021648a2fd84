import { isDeepStrictEqual } from "node:util";
import type { ExpressionBuilder } from "kysely";
import type { Image } from "../../activity/image.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { Changing } from "../transactions/edits.ts";
import { importEvents, type Layer, layersOf } from "../transactions/import-layers.ts";
import type { Row } from "../transactions/transaction.ts";
import { isBookedEarlier } from "./booked-rows.ts";
import { changesOf } from "./import-changes.ts";
import { ownColumns, type Underlying, underlying } from "./underlying.ts";

/** A transaction that an import changed, as it is now, with the columns that the import changed. */
export type Updated = Underlying & { readonly row: Row };

export type Back = {
  readonly changed: readonly Changing[];
  /** Rows that somebody changed since: they stay as they are. */
  readonly kept: readonly Row[];
  /** Rows that a later import changed since: they stay with that one. */
  readonly later: readonly Row[];
};

type Of = Pick<Schema["imports"], "id" | "bank_account_id" | "created_at">;

/** Finds the transactions of the import's account that were there before it, chunk by chunk. */
export async function* updatedBy(
  context: AuditContext,
  row: Of,
): AsyncGenerator<readonly Updated[]> {
  const events = await importEvents(context);
  const there = await importsOf(context, row.bank_account_id);
  const stays = ({ imports }: Layer) => imports.some((id) => id !== row.id && there.has(id));
  const own = events.find(({ imports }) => imports.includes(row.id));
  if (own === undefined || !own.isKept) return;
  const from = { event: own.id, type: "transaction", isOfKnown: true } as const;
  for await (const past of changesOf(context, from)) {
    const ids = [...new Set(past.map(({ id }) => id))];
    const rows = await findStaying(context, row, ids);
    const layers = await layersOf(context, events, ids);
    yield rows.flatMap((now) => {
      const all = layers.get(now.id) ?? [];
      const at = all.findIndex(({ event }) => event === own.id);
      const found = underlying({ row: now, layers: all, at, stays });
      return found === null ? [] : [{ ...found, row: now }];
    });
  }
}

async function importsOf({ db, team }: AuditContext, account: string) {
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function findStaying({ db, team }: AuditContext, row: Of, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("bank_account_id", "=", row.bank_account_id)
    .where(staysWithout(row))
    .orderBy("id")
    .execute();
}

/** Condition of a transaction that does not go with the import. */
function staysWithout(row: Of) {
  return (of: ExpressionBuilder<Schema, "transactions">) =>
    of.or([of("import_id", "is", null), of("import_id", "!=", row.id), isBookedEarlier(row)]);
}

/**
 * Tells which rows get back their values. One that was changed in such a column since stays, and so does one
 * whose earlier values are not known any more, that was given to the accountant, that would get another amount than its parts or transfer, or whose key
 * another row has by now.
 */
export async function backOf(
  context: AuditContext,
  row: Of,
  updated: readonly Updated[],
): Promise<Back> {
  const ours = updated.flatMap((one) => {
    const columns = ownColumns(one.before);
    const isAsBefore = columns.every((column) =>
      isDeepStrictEqual(columnOf(one.row, column), one.before[column]),
    );
    return isAsBefore ? [] : [{ ...one, columns }];
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
    !one.isUnknown &&
    one.row.status !== "exported" &&
    !isBound(one) &&
    isAsLeft(one) &&
    isFree(one);
  const staying = ours.filter((one) => !isBack(one));
  return {
    changed: ours.filter(isBack).map(({ row, before, columns }) => ({
      row,
      values: valuesOf(before, columns),
    })),
    kept: staying.filter(({ isOfLater }) => !isOfLater).map(({ row }) => row),
    later: staying.filter(({ isOfLater }) => isOfLater).map(({ row }) => row),
  };
}

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
