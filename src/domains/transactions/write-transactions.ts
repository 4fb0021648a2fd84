import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { dialectOf, lockForKeyShare } from "../../db/dialect.ts";
import { insertValues, isValue, rowsFrom } from "../../db/many-rows.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { type Slots, preparedQuery } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import { askForReceipts } from "../inbox/suggest/new-payments.ts";
import { requireCovered } from "../invoices/linked-payments.ts";
import { addBookedTotals } from "./booked-totals.ts";
import { clearCounterparts, noteCounterparts } from "./counterparts.ts";
import { basesFor, derivedOf, partBases } from "./derive-transaction.ts";
import { addMonthTotals } from "./month-totals.ts";
import {
  type Given,
  type GivenPart,
  type Part,
  type Row,
  changedAt,
  partSnapshot,
  partsOf,
  transactionSnapshot,
} from "./transaction.ts";

export type Writes = {
  readonly added?: readonly Given[];
  readonly changed?: readonly Changing[];
  /** Their tags are unlinked already. */
  readonly deleted?: readonly Row[];
  /** New parts by the id of their transaction, in place of its old ones; none where it is split no more. */
  readonly parts?: ReadonlyMap<string, readonly GivenPart[]>;
};

export type Changing = {
  /** As it was read while the team was locked. */
  readonly row: Row;
  readonly values: Partial<Omit<Given, "id" | "created_at" | "updated_at">>;
  /** True when its tags change, so that an edit that began before is noticed. */
  readonly isTouched?: boolean;
};

/**
 * Writes transactions and their parts, at most a chunk (`ROWS_A_CHUNK`), with all that follows from them. Needs the
 * lock of the team, since before the rows were read. Only an undo writes them elsewhere; it then calls `settleAmounts`.
 * @throws Refusal where payments of invoices are booked from a transaction, and would not fit it any more
 * @returns the changes for the journal, in an order that undo can take back
 */
export async function writeTransactions(
  context: AuditContext,
  { added = [], changed = [], deleted = [], parts = new Map() }: Writes,
): Promise<readonly Change[]> {
  await keepAccounts(context, added);

  const given = changed.map(({ row, values }): Given => ({ ...row, ...values }));
  const baseFor = await basesFor(context, [...added, ...given]);
  const complete = (row: Given): Row => ({
    ...row,
    team_id: context.team.id,
    ...derivedOf(row),
    ...baseFor(row),
  });
  const rows = added.map(complete);
  const edits = editsOf(context, changed, complete, parts);
  const edited = edits.map(({ after }) => after);
  await requireCovered(
    context,
    edits.filter(isPaidOtherwise).map(({ after }) => after),
  );
  const old = [...edits.map(({ before }) => before), ...deleted];
  const goneIds = deleted.map(({ id }) => id);

  const replaced = new Set([...goneIds, ...parts.keys()]);
  const oldParts = await partsOf(context, splitAmong(old));
  const goneParts = oldParts.filter((part) => replaced.has(idOfWhole(part)));
  const stayingParts = oldParts.filter((part) => !replaced.has(idOfWhole(part)));
  const keptParts = withBases(edited, stayingParts);
  const newParts = [...rows, ...edited].flatMap((row) => newPartsOf(row, parts.get(row.id) ?? []));

  const otherwise = edits.filter(isComparedOtherwise).map(({ after }) => after.id);
  const compared = await clearCounterparts(context, [...otherwise, ...goneIds]);

  await deleteFrom(context, "transaction_parts", [...new Set(goneParts.map(idOfWhole))]);
  await update(context, "transactions", edited, columnsChanged(edits));
  await insertInto(context, "transactions", rows);
  await updateBases(context, stayingParts, keptParts);
  await insertInto(context, "transaction_parts", newParts);
  await deleteFrom(context, "transactions", goneIds);

  const books = {
    went: { rows: old, parts: oldParts },
    came: { rows: [...edited, ...rows], parts: [...keptParts, ...newParts] },
  };
  await addMonthTotals(context, books);
  await addBookedTotals(context, books);
  await noteCounterparts(context, [...compared, ...rows.map(({ id }) => id)]);
  await askForReceipts(context, [...rows, ...edits.filter(isBookedAnew).map(({ after }) => after)]);

  return [
    ...goneParts.map((part) => changeOfPart(part, { before: partSnapshot(part), after: null })),
    ...edits.map(({ before, after }) =>
      changeOf(after, difference(transactionSnapshot(before), transactionSnapshot(after))),
    ),
    ...rows.map((row) => changeOf(row, { before: null, after: transactionSnapshot(row) })),
    ...newParts.map((part) => changeOfPart(part, { before: null, after: partSnapshot(part) })),
    ...deleted.map((row) => changeOf(row, { before: transactionSnapshot(row), after: null })),
  ];
}

/** Locks the accounts of new transactions, whose currency these must have. */
async function keepAccounts({ db, team }: AuditContext, rows: readonly Given[]): Promise<void> {
  if (rows.length === 0) return;
  const accounts = db
    .selectFrom("bank_accounts")
    .select(["id", "currency"])
    .where("team_id", "=", team.id)
    .where("id", "in", [...new Set(rows.map(({ bank_account_id }) => bank_account_id))])
    .orderBy("id");
  const kept = await lockForKeyShare(db, accounts).execute();
  const currencyOf = new Map(kept.map(({ id, currency }) => [id, currency]));
  const other = rows.find((row) => currencyOf.get(row.bank_account_id) !== row.currency);
  if (other !== undefined) throw new Error(`${other.id} is not in the currency of its account`);
}

export function splitAmong(rows: readonly Pick<Row, "id" | "is_split">[]): readonly string[] {
  return rows.filter(({ is_split }) => is_split).map(({ id }) => id);
}

function newPartsOf(
  { id, team_id, base_minor }: Row,
  given: readonly GivenPart[],
): readonly Part[] {
  const bases = partBases(
    base_minor,
    given.map(({ amount_minor }) => amount_minor),
  );
  return given.map((part, position) => ({
    ...part,
    team_id,
    transaction_id: id,
    position,
    base_minor: bases[position] ?? null,
  }));
}

function withBases(
  rows: readonly Pick<Row, "id" | "base_minor">[],
  parts: readonly Part[],
): readonly Part[] {
  if (parts.length === 0) return parts;
  const baseOf = new Map(rows.map(({ id, base_minor }) => [id, base_minor]));
  return [...Map.groupBy(parts, idOfWhole)].flatMap(([id, some]) => {
    const bases = partBases(
      baseOf.get(id) ?? null,
      some.map(({ amount_minor }) => amount_minor),
    );
    return some.map((part, index) => ({ ...part, base_minor: bases[index] ?? null }));
  });
}

async function updateBases(
  context: OfTeam,
  before: readonly Part[],
  after: readonly Part[],
): Promise<void> {
  const moved = after.filter(({ base_minor }, index) => base_minor !== before[index]?.base_minor);
  await update(context, "transaction_parts", moved, ["base_minor"]);
}

type Snapshots = Pick<Change, "before" | "after">;

function changeOf({ id }: Row, snapshots: Snapshots): Change {
  return { type: "transaction", id, ...snapshots };
}

/** A part has no id of its own: it is in the history of its transaction. */
function changeOfPart(part: Part, snapshots: Snapshots): Change {
  return { type: "transaction_part", id: idOfWhole(part), ...snapshots };
}

function idOfWhole({ transaction_id }: Part): string {
  return transaction_id;
}

/** At most a chunk of transactions, with the parts of those that are split by transaction and position. */
type WithParts<One> = { readonly rows: readonly One[]; readonly parts: readonly Part[] };

type Amount = Pick<Row, "id" | "date" | "amount_minor" | "currency" | "base_minor" | "rate_day">;

/**
 * Computes the amounts in the team's currency again, which no snapshot of the journal has, and writes those that
 * differ. Needs the lock of the team.
 */
export async function settleAmounts<One extends Amount>(
  context: OfTeam,
  { rows, parts }: WithParts<One>,
): Promise<WithParts<One>> {
  const baseFor = await basesFor(context, rows);
  const settled = rows.map((row) => ({ ...row, ...baseFor(row) }));
  const moved = settled.filter(
    ({ base_minor, rate_day }, index) =>
      base_minor !== rows[index]?.base_minor || rate_day !== rows[index]?.rate_day,
  );
  await update(context, "transactions", moved, ["base_minor", "rate_day"]);
  const settledParts = withBases(settled, parts);
  await updateBases(context, parts, settledParts);
  return { rows: settled, parts: settledParts };
}

type Edit = { readonly before: Row; readonly after: Row };

/** Leaves out rows that stay as they are, unless they are touched or get parts. */
function editsOf(
  context: AuditContext,
  changed: readonly Changing[],
  complete: (row: Given) => Row,
  parts: ReadonlyMap<string, unknown>,
): readonly Edit[] {
  return changed.flatMap(({ row, values, isTouched = false }) => {
    const after = complete({ ...row, ...values });
    if (!isTouched && !parts.has(row.id) && isDeepStrictEqual(row, after)) return [];
    return [{ before: row, after: { ...after, updated_at: changedAt(context, row) } }];
  });
}

/** True for an edit after which the transaction may have other counterparts. */
function isComparedOtherwise({ before, after }: Edit): boolean {
  return COMPARED.some((column) => before[column] !== after[column]);
}

const COMPARED = [
  "standing",
  "date",
  "amount_minor",
  "currency",
  "bank_account_id",
  "source",
  "signature",
] as const satisfies readonly (keyof Row)[];

/** True for an edit that the payments which are booked from the transaction may not fit. */
function isPaidOtherwise({ before, after }: Edit): boolean {
  return (
    before.amount_minor !== after.amount_minor ||
    (after.status === "pending" && before.status !== "pending") ||
    (after.transfer_id !== null && before.transfer_id === null)
  );
}

/** True for an edit after which the transaction may be the payment of another receipt. */
function isBookedAnew({ before, after }: Edit): boolean {
  const wasOpen = before.standing === "pending";
  return wasOpen || before.amount_minor !== after.amount_minor || before.date !== after.date;
}

function columnsChanged(edits: readonly Edit[]): readonly string[] {
  const changed = edits.flatMap(({ before, after }) => {
    const was = new Map<string, unknown>(Object.entries(before));
    return Object.entries(after).flatMap(([column, value]) =>
      isDeepStrictEqual(was.get(column), value) ? [] : [column],
    );
  });
  return [...new Set(changed)];
}

type Tables = { readonly transactions: Row; readonly transaction_parts: Part };

const KEYS = {
  transactions: ["id"],
  transaction_parts: ["transaction_id", "position"],
} as const satisfies Readonly<Record<keyof Tables, readonly string[]>>;

type Rows = { readonly rows: string };

async function insertInto<Table extends keyof Tables>(
  { db }: OfTeam,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).toSorted();
  if (dialectOf(db) === "sqlite") {
    const values = rows.map((row) => valuesOf(row, columns));
    await insertValues(db, table, columns, values);
  } else await statement("insert", table, columns)(db, { rows: JSON.stringify(rows) });
}

function valuesOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]) {
  return columns.map((column) => {
    const value = row[column];
    return isValue(value) ? value : JSON.stringify(value);
  });
}

async function update<Table extends keyof Tables>(
  { db, team }: OfTeam,
  table: Table,
  rows: readonly Partial<Tables[Table]>[],
  columns: readonly string[],
): Promise<void> {
  if (rows.length === 0) return;
  const kept: ReadonlySet<string> = new Set([...KEYS[table], ...columns]);
  const needed = rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([column]) => kept.has(column))),
    team_id: team.id,
  }));
  await statement("update", table, columns.toSorted())(db, { rows: JSON.stringify(needed) });
}

async function deleteFrom(
  { db, team }: OfTeam,
  table: keyof Tables,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const [id] = KEYS[table];
  await sql`delete from ${sql.table(table)}
    where team_id = ${team.id} and ${sql.ref(id)} in (${sql.join(ids)})`.execute(db);
}

type Statement = (db: Db, values: Rows) => Promise<unknown>;

const statements = new Map<string, Statement>();

function statement(
  kind: "insert" | "update",
  table: keyof Tables,
  columns: readonly string[],
): Statement {
  const name = [kind, table, ...columns].join(" ");
  const known = statements.get(name) ?? MADE[kind](table, columns);
  statements.set(name, known);
  return known;
}

const MADE = { insert: insertOf, update: updateOf };

function insertOf(table: keyof Tables, columns: readonly string[]): Statement {
  return preparedQuery((db, { slot }: Slots<Rows>) => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const rows = rowsFrom(db, table, columns, slot("rows"));
    const query = sql`insert into ${sql.table(table)} (${names})
      select ${names} from ${rows} as given`;
    return { compile: () => query.compile(db) };
  });
}

function updateOf(table: keyof Tables, columns: readonly string[]): Statement {
  // With the team from the rows too, SQLite begins with these instead of with all of the team's.
  const keys: readonly string[] = ["team_id", ...KEYS[table]];
  return preparedQuery((db, { slot }: Slots<Rows>) => {
    const rows = rowsFrom(db, table, [...keys, ...columns], slot("rows"));
    const given = (column: string) => sql.ref(`given.${column}`);
    const set = columns.map((column) => sql`${sql.ref(column)} = ${given(column)}`);
    const same = keys.map((key) => sql`${sql.ref(`${table}.${key}`)} = ${given(key)}`);
    const query = sql`update ${sql.table(table)} set ${sql.join(set)} from ${rows} as given
      where ${sql.join(same, sql` and `)}`;
    return { compile: () => query.compile(db) };
  });
}
