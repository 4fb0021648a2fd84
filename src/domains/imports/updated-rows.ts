import { isDeepStrictEqual } from "node:util";
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import type { RecordedChange, Snapshot } from "../../activity/recorded-change.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import type { Row } from "../transactions/transaction.ts";
import type { Changing } from "../transactions/write-transactions.ts";
import { changesOfEvent, eventsOfImports, IS_CHANGED } from "./import-events.ts";

/** Transactions, at most a chunk, that were there before an import and that it changed. */
type Updated = {
  /** Changes that give their earlier values back. */
  readonly back: readonly Changing[];
  /** Rows that keep their values, because somebody changed them since or the earlier values are gone. */
  readonly kept: readonly Row[];
};

type ImportKey = Pick<Schema["imports"], "id" | "bank_account_id" | "created_at">;

/** Finds what the removal of an import does with the transactions that it changed, chunk by chunk. */
export async function* updatedBy(context: AuditContext, row: ImportKey): AsyncGenerator<Updated> {
  const event = await eventToTakeBack(context, row.id);
  if (event === null) return;
  const seen = new Set<string>();
  const changes = changesOfEvent(context, event.id, { type: "transaction", where: IS_CHANGED });
  for await (const past of changes) {
    const own = past.flatMap((change) => ownChange(change)).filter(({ id }) => !seen.has(id));
    for (const { id } of own) seen.add(id);
    const rows = await findStaying(context, row, [...new Set(own.map(({ id }) => id))]);
    const takenBy = await findHolders(context, row, own);
    const found = rows.flatMap((row) => {
      const change = own.find(({ id }) => id === row.id);
      return change === undefined || isAsBefore(row, change) ? [] : [{ row, ...change }];
    });
    const isBack = (one: Candidate) => mayGoBack(one) && isFree(one, takenBy);
    yield {
      back: found.filter(isBack).map(({ row, before }) => ({ row, values: { ...before } })),
      kept: found.filter((one) => !isBack(one)).map(({ row }) => row),
    };
  }
}

/** The first event that brought the import and whose snapshots are kept; without one, the first of all. */
export async function eventToTakeBack(context: AuditContext, id: string) {
  const events = (await eventsOfImports(context, [id])).get(id) ?? [];
  return events.find(({ isKept }) => isKept) ?? events[0] ?? null;
}

/**
 * Condition of a transaction that an import, which is there, brought before this one: it keeps the time of the
 * import that brought it, and passes to the import that books it.
 */
export function isOfEarlier({ created_at }: Pick<ImportKey, "created_at">) {
  return sql<SqlBool>`(transactions.created_at < ${created_at} and ${EARLIER} is not null)`;
}

/** Id of the import that brought a transaction; null once that is removed. */
export const EARLIER = sql<string | null>`(select earlier.id from imports as earlier
  where earlier.team_id = transactions.team_id
    and earlier.bank_account_id = transactions.bank_account_id
    and earlier.created_at = transactions.created_at
  order by earlier.id limit 1)`;

/** Condition of a transaction that does not go with the import. */
function isStaying(row: ImportKey) {
  return (of: ExpressionBuilder<Schema, "transactions">): Expression<SqlBool> =>
    of.or([of("import_id", "is", null), of("import_id", "!=", row.id), isOfEarlier(row)]);
}

/** Columns that an import itself writes; both null once they are deleted. */
type OwnChange = {
  readonly id: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
};

type Candidate = OwnChange & { readonly row: Row };

/** Leaves out a change that only linked a transfer, which the same event may do afterwards. */
function ownChange({ id, before, after }: RecordedChange): readonly OwnChange[] {
  if (before === null || after === null) return [{ id, before: null, after: null }];
  const own = { id, before: ownColumns(before), after: ownColumns(after) };
  return Object.keys(own.before).length === 0 ? [] : [own];
}

function ownColumns({
  transfer_id: _transfer,
  updated_at: _updated,
  ...snapshot
}: Snapshot): Snapshot {
  return snapshot;
}

async function findStaying({ db, team }: AuditContext, row: ImportKey, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("bank_account_id", "=", row.bank_account_id)
    .where(isStaying(row))
    .orderBy("id")
    .execute();
}

function isAsBefore(row: Row, { before }: OwnChange): boolean {
  return before !== null && hasValues(row, before);
}

/** True for a row that is as the import left it, and which nothing else holds. */
function mayGoBack({ row, before, after }: Candidate): boolean {
  if (before === null || after === null || row.status === "exported") return false;
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

/** Finds the rows that stay and have a key that others had: the ids of the rows, by key. */
async function findHolders(
  { db, team }: AuditContext,
  row: ImportKey,
  own: readonly OwnChange[],
): Promise<ReadonlyMap<unknown, string>> {
  const holders = new Map<unknown, string>();
  for (const key of KEYS) {
    const wanted = own.flatMap(({ before }) => {
      const value = before?.[key];
      return typeof value === "string" ? [value] : [];
    });
    if (wanted.length === 0) continue;
    const rows = await db
      .selectFrom("transactions")
      .select(["id", key])
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", row.bank_account_id)
      .where(key, "in", wanted)
      .where(isStaying(row))
      .execute();
    for (const holder of rows) holders.set(`${key} ${holder[key]}`, holder.id);
  }
  return holders;
}

/** True when no other row has taken the keys since, as a repeated import may do. */
function isFree({ row, before }: Candidate, holders: ReadonlyMap<unknown, string>): boolean {
  return KEYS.every((key) => {
    const holder = holders.get(`${key} ${String(before?.[key])}`);
    return holder === undefined || holder === row.id;
  });
}
