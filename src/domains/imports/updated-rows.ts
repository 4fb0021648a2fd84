import { isDeepStrictEqual } from "node:util";
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { payingAmong } from "../invoices/linked-payments.ts";
import type { Row } from "../transactions/transaction.ts";
import type { Changing } from "../transactions/write-transactions.ts";
import { changesOfEvent, eventsOfImports, IS_CHANGED } from "./import-events.ts";

type Updated = {
  readonly back: readonly Changing[];
  /** Transactions that keep their values: changed since, or the earlier values are gone. */
  readonly kept: readonly Row[];
};

type Removed = Pick<Schema["imports"], "id" | "bank_account_id" | "created_at">;

/** Finds out chunk by chunk how the removal of an import treats the transactions that it changed. */
export async function* updatedBy(context: AuditContext, removed: Removed): AsyncGenerator<Updated> {
  const event = await eventToTakeBack(context, removed.id);
  if (event === null) return;
  const seen = new Set<string>();
  const recorded = changesOfEvent(context, event.id, { type: "transaction", where: IS_CHANGED });
  for await (const chunk of recorded) {
    const changes = chunk.flatMap(importedChange).filter(({ id }) => !seen.has(id));
    for (const { id } of changes) seen.add(id);
    const rows = await findRemaining(context, removed, [...new Set(changes.map(({ id }) => id))]);
    const holders = await findHolders(context, removed, changes);
    const paying = await payingAmong(
      context,
      rows.map(({ id }) => id),
    );
    const changed = rows.flatMap((row) => {
      const change = changes.find(({ id }) => id === row.id);
      return change === undefined || isAsBefore(row, change) ? [] : [{ row, ...change }];
    });
    const isBack = (one: ChangedRow) => mayGoBack(one, paying) && hasFreeKeys(one, holders);
    yield {
      back: changed.filter(isBack).map(({ row, before }) => ({ row, values: { ...before } })),
      kept: changed.filter((one) => !isBack(one)).map(({ row }) => row),
    };
  }
}

/** Prefers an event that still has snapshots. */
export async function eventToTakeBack(context: AuditContext, id: string) {
  const events = (await eventsOfImports(context, [id])).get(id) ?? [];
  return events.find(({ hasSnapshots }) => hasSnapshots) ?? events[0] ?? null;
}

/**
 * Holds for a transaction that an earlier import announced and the removed one booked. It is of the import that booked
 * it, but has the creation time of the one that announced it, which is there still.
 */
export function isOfEarlier({ created_at }: Pick<Removed, "created_at">) {
  return sql<SqlBool>`(transactions.created_at < ${created_at} and ${EARLIER} is not null)`;
}

/** Id of the import with a transaction's creation time; null once it is removed. */
export const EARLIER = sql<string | null>`(select earlier.id from imports as earlier
  where earlier.team_id = transactions.team_id
    and earlier.bank_account_id = transactions.bank_account_id
    and earlier.created_at = transactions.created_at
  order by earlier.id limit 1)`;

function isRemaining(removed: Removed) {
  return (of: ExpressionBuilder<Schema, "transactions">): Expression<SqlBool> =>
    of.or([of("import_id", "is", null), of("import_id", "!=", removed.id), isOfEarlier(removed)]);
}

/** Columns that an import wrote; both null once they are deleted. */
type ImportedChange = {
  readonly id: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
};

type ChangedRow = ImportedChange & { readonly row: Row };

function importedChange({ id, before, after }: RecordedChange): readonly ImportedChange[] {
  if (before === null || after === null) return [{ id, before: null, after: null }];
  const change = { id, before: importedColumns(before), after: importedColumns(after) };
  return Object.keys(change.before).length === 0 ? [] : [change];
}

function importedColumns({ transfer_id: _transfer, updated_at: _updated, ...others }: Snapshot) {
  return others;
}

async function findRemaining(
  { db, team }: AuditContext,
  removed: Removed,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("bank_account_id", "=", removed.bank_account_id)
    .where(isRemaining(removed))
    .orderBy("id")
    .execute();
}

function isAsBefore(row: Row, { before }: ImportedChange): boolean {
  return before !== null && hasValues(row, before);
}

/** True for a transaction as the import left it, unless parts, a transfer, an export or an invoice hold it. */
function mayGoBack({ row, before, after }: ChangedRow, paying: ReadonlySet<string>): boolean {
  if (before === null || after === null || row.status === "exported") return false;
  // A transaction that pays an invoice is booked, with an amount that is enough.
  if (paying.has(row.id) && ("amount_minor" in before || "status" in before)) return false;
  // Parts, and the other side of a transfer, would not fit another amount.
  const isBound = "amount_minor" in before && (row.is_split || row.transfer_id !== null);
  return !isBound && hasValues(row, after);
}

function hasValues(row: Row, snapshot: Snapshot): boolean {
  const now = new Map<string, unknown>(Object.entries(row));
  return Object.entries(snapshot).every(([column, value]) =>
    isDeepStrictEqual(now.get(column), value),
  );
}

const KEYS = ["bank_id", "row_key"] as const;

async function findHolders(
  { db, team }: AuditContext,
  removed: Removed,
  changes: readonly ImportedChange[],
): Promise<ReadonlyMap<string, string>> {
  const holders = new Map<string, string>();
  for (const key of KEYS) {
    const wanted = changes.flatMap(({ before }) => {
      const value = before?.[key];
      return typeof value === "string" ? [value] : [];
    });
    if (wanted.length === 0) continue;
    const rows = await db
      .selectFrom("transactions")
      .select(["id", key])
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", removed.bank_account_id)
      .where(key, "in", wanted)
      .where(isRemaining(removed))
      .execute();
    for (const holder of rows) holders.set(`${key} ${holder[key]}`, holder.id);
  }
  return holders;
}

/** A repeated import may have taken a key since. */
function hasFreeKeys({ row, before }: ChangedRow, holders: ReadonlyMap<string, string>): boolean {
  return KEYS.every((key) => {
    const holder = holders.get(`${key} ${String(before?.[key])}`);
    return holder === undefined || holder === row.id;
  });
}
