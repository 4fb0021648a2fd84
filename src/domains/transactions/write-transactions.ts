import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { basesFor, partBases } from "./base-amounts.ts";
import { addBookedTotals } from "./booked-totals.ts";
import { clearCounterparts, noteCounterparts } from "./counterparts.ts";
import { derivedOf } from "./derive-transaction.ts";
import { type Changing, columnsChanged, type Edit, editsOf, isComparedOtherwise } from "./edits.ts";
import { addMonthTotals } from "./month-totals.ts";
import { deleteFrom, insertInto, update } from "./statements.ts";
import {
  type Given,
  type GivenPart,
  type Part,
  partSnapshot,
  partsOf,
  type Row,
  transactionSnapshot,
} from "./transaction.ts";

export type Writes = {
  readonly added?: readonly Given[];
  readonly changed?: readonly Changing[];
  /** Their tags are gone by then. */
  readonly deleted?: readonly Row[];
  /** New parts of transactions, by id, in place of those they have; none for one that is split no more. */
  readonly parts?: ReadonlyMap<string, readonly GivenPart[]>;
};

/**
 * Writes transactions and their parts, at most a chunk (`ROWS_A_CHUNK`), with all that follows from them. Nothing
 * else writes them, but for an undo, which then calls `settleAmounts`. The team is locked by then, since before the rows
 * were read.
 * @returns the changes for the journal, in an order that undo can take back
 */
export async function writeTransactions(
  context: AuditContext,
  { added = [], changed = [], deleted = [], parts = new Map() }: Writes,
): Promise<readonly Change[]> {
  await keepAccounts(context, added);

  // Month, standing, party and search text of each row, and its amount in the team's currency.
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

  // The rows and parts that go or change, and those that come of it.
  const before = [...edits.map(({ before }) => before), ...deleted];
  const went = { rows: before, parts: await partsOf(context, splitAmong(before)) };
  const goneIds = deleted.map(({ id }) => id);
  const replaced = new Set([...goneIds, ...parts.keys()]);
  const goneParts = went.parts.filter(({ transaction_id }) => replaced.has(transaction_id));
  const staying = went.parts.filter(({ transaction_id }) => !replaced.has(transaction_id));
  const keptParts = withBases(edited, staying);
  const newParts = [...rows, ...edited].flatMap((row) => newPartsOf(row, parts.get(row.id) ?? []));
  const came = { rows: [...edited, ...rows], parts: [...keptParts, ...newParts] };

  const otherwise = edits.filter(isComparedOtherwise).map(({ after }) => after.id);
  const compared = await clearCounterparts(context, [...otherwise, ...goneIds]);

  await deleteFrom(context, "transaction_parts", [...new Set(goneParts.map(idOfWhole))]);
  await update(context, "transactions", edited, columnsChanged(edits));
  await insertInto(context, "transactions", rows);
  await updateBases(context, staying, keptParts);
  await insertInto(context, "transaction_parts", newParts);
  await deleteFrom(context, "transactions", goneIds);

  await addMonthTotals(context, { came, went });
  await addBookedTotals(context, { came: came.rows, went: went.rows });
  await noteCounterparts(context, [...compared, ...rows.map(({ id }) => id)]);

  return changesOf({ edits, rows, deleted, goneParts, newParts });
}

/** Keeps the accounts of new transactions, whose currency these must have. */
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

/** Ids of the transactions that have parts. */
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

/** Parts with their shares in the amounts of these transactions in the team's currency, in the same order. */
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

/** Writes the parts whose share differs. */
async function updateBases(
  context: OfTeam,
  before: readonly Part[],
  after: readonly Part[],
): Promise<void> {
  const moved = after.filter(({ base_minor }, index) => base_minor !== before[index]?.base_minor);
  await update(context, "transaction_parts", moved, ["base_minor"]);
}

type Written = {
  readonly edits: readonly Edit[];
  readonly rows: readonly Row[];
  readonly deleted: readonly Row[];
  readonly goneParts: readonly Part[];
  readonly newParts: readonly Part[];
};

function changesOf({ edits, rows, deleted, goneParts, newParts }: Written): readonly Change[] {
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

/** Transactions, at most a chunk, with the parts of those that are split, by transaction and position. */
export type WithParts<One> = { readonly rows: readonly One[]; readonly parts: readonly Part[] };

type Amount = Pick<Row, "id" | "date" | "amount_minor" | "currency" | "base_minor" | "rate_day">;

/**
 * Computes the amounts in the team's currency again, which no snapshot of the journal has, and writes those that
 * differ. The team is locked by then.
 * @returns the transactions and parts with their amounts as they are then
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
