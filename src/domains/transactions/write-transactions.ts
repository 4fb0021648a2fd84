import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { holdTeam } from "../../db/hold-team.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { basesFor, partBases } from "./base-amounts.ts";
import { addBooked } from "./booked-totals.ts";
import { derivedOf } from "./derive-transaction.ts";
import {
  basesChanged,
  type Changing,
  columnsChanged,
  type Edit,
  editsOf,
  isComparedOtherwise,
} from "./edits.ts";
import { keepLookAlikes } from "./look-alikes.ts";
import { addEntries, keepTotals, type TotalSums } from "./month-totals.ts";
import { deleteFrom, insertInto, update } from "./statements.ts";
import {
  type Given,
  type GivenPart,
  type Part,
  partImage,
  partsOf,
  type Row,
  transactionImage,
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
 * Writes transactions and their parts, at most a chunk (`ROWS_A_CHUNK`), with all that follows from them.
 * Nothing else writes them, but for an undo, which runs inside `settling`. Needs a transaction.
 * @returns the changes for the journal, in an order that undo can take back
 */
export async function writeTransactions(
  context: AuditContext,
  { added = [], changed = [], deleted = [], parts = new Map() }: Writes,
): Promise<readonly Change[]> {
  await holdTeam(context);
  await keepAccounts(context, added);
  const baseFor = await basesFor(context, [
    ...added,
    ...changed.map(({ row, values }) => ({ ...row, ...values })),
  ]);
  const complete = (row: Given): Row => ({
    ...row,
    team_id: context.team.id,
    ...derivedOf(row),
    ...baseFor(row),
  });
  const rows = added.map(complete);
  const edits = editsOf(context, changed, complete, parts);
  const written = new Map(
    [...rows, ...edits.map(({ after }) => after)].map((row) => [row.id, row]),
  );
  const goneIds = deleted.map(({ id }) => id);
  const sums: TotalSums = new Map();
  const compared = {
    added: rows.map(({ id }) => id),
    changed: [...edits.filter(isComparedOtherwise).map(({ after }) => after.id), ...goneIds],
  };
  const writeAll = async () => {
    const goneParts = await deleteParts(context, [...goneIds, ...parts.keys()]);
    await updateRows(context, edits);
    await insertInto(context, "transactions", rows);
    await settleParts(context, basesChanged(edits, parts));
    const newParts = await insertParts(context, written, parts);
    addEntries(sums, rows, newParts);
    await deleteFrom(context, "transactions", goneIds);
    await addBooked(context, {
      came: [...rows, ...edits.map(({ after }) => after)],
      went: [...edits.map(({ before }) => before), ...deleted],
    });
    return [
      ...goneParts.map((part) => changeOfPart(part, { before: partImage(part), after: null })),
      ...edits.map(({ before, after }) =>
        changeOf(after, difference(transactionImage(before), transactionImage(after))),
      ),
      ...rows.map((row) => changeOf(row, { before: null, after: transactionImage(row) })),
      ...newParts.map((part) => changeOfPart(part, { before: null, after: partImage(part) })),
      ...deleted.map((row) => changeOf(row, { before: transactionImage(row), after: null })),
    ];
  };
  return keepLookAlikes(context, compared, async () =>
    keepTotals(context, [...edits.map(({ after }) => after.id), ...goneIds], writeAll, sums),
  );
}

type Images = Pick<Change, "before" | "after">;

function changeOf({ id }: Row, images: Images): Change {
  return { type: "transaction", id, ...images };
}

/** A part has no id of its own: it is in the history of its transaction. */
function changeOfPart({ transaction_id }: Part, images: Images): Change {
  return { type: "transaction_part", id: transaction_id, ...images };
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

/** Updates the columns that differ in any of the rows. */
async function updateRows(context: AuditContext, edits: readonly Edit[]): Promise<void> {
  const rows = edits.map(({ after }) => after);
  await update(context, "transactions", rows, columnsChanged(edits));
}

async function insertParts(
  context: AuditContext,
  wholes: ReadonlyMap<string, Row>,
  parts: ReadonlyMap<string, readonly GivenPart[]>,
): Promise<readonly Part[]> {
  const rows = [...parts].flatMap(([transaction_id, given]) => {
    const whole = wholes.get(transaction_id);
    if (whole === undefined) throw new Error(`${transaction_id} has parts, and is not written`);
    const bases = partBases(
      whole.base_minor,
      given.map(({ amount_minor }) => amount_minor),
    );
    return given.map((part, position) => ({
      ...part,
      team_id: context.team.id,
      transaction_id,
      position,
      base_minor: bases[position] ?? null,
    }));
  });
  await insertInto(context, "transaction_parts", rows);
  return rows;
}

async function deleteParts(
  context: AuditContext,
  ids: readonly string[],
): Promise<readonly Part[]> {
  const parts = await partsOf(context, ids);
  await deleteFrom(context, "transaction_parts", ids);
  return parts;
}

/**
 * Runs an undo of transactions and parts, at most a chunk: totals follow by difference, and amounts in the
 * team's currency, which no image has, are computed anew. The team is held by then.
 */
export async function settling(
  context: OfTeam,
  ids: readonly string[],
  putBack: () => Promise<void>,
): Promise<void> {
  await keepTotals(context, ids, async () => {
    await putBack();
    await settle(context, ids);
  });
}

async function settle(context: OfTeam, ids: readonly string[]): Promise<void> {
  const { db, team } = context;
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "date", "amount_minor", "currency", "base_minor", "rate_day"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  const baseFor = await basesFor(context, rows);
  const settled = rows.map((row) => ({ ...row, ...baseFor(row) }));
  const moved = settled.filter(
    (row, index) =>
      row.base_minor !== rows[index]?.base_minor || row.rate_day !== rows[index]?.rate_day,
  );
  await update(context, "transactions", moved, ["base_minor", "rate_day"]);
  await settleParts(context, new Map(settled.map((row) => [row.id, row.base_minor])));
}

/** @returns the parts as they are then */
async function settleParts(
  context: OfTeam,
  bases: ReadonlyMap<string, number | null>,
): Promise<readonly Part[]> {
  const before = await partsOf(context, [...bases.keys()]);
  const grouped = Map.groupBy(before, ({ transaction_id }) => transaction_id);
  const parts = [...grouped].flatMap(([id, some]) => {
    const shares = partBases(
      bases.get(id) ?? null,
      some.map(({ amount_minor }) => amount_minor),
    );
    return some.map((part, index) => ({
      was: part.base_minor,
      part: { ...part, base_minor: shares[index] ?? null },
    }));
  });
  const moved = parts.filter(({ was, part }) => part.base_minor !== was);
  await update(
    context,
    "transaction_parts",
    moved.map(({ part }) => part),
    ["base_minor"],
  );
  return parts.map(({ part }) => part);
}

/** A transaction with its amount in the team's currency as it is to be. */
type Settled = Pick<
  Row,
  | "id"
  | "month"
  | "standing"
  | "is_split"
  | "category_slug"
  | "amount_minor"
  | "base_minor"
  | "rate_day"
>;

/**
 * Writes a chunk of a whole book that is settled in another currency, and adds it to the sums, which
 * `replaceTotals` then writes. The team is held by then.
 */
export async function settleBook(
  context: OfTeam,
  rows: readonly Settled[],
  sums: TotalSums,
): Promise<void> {
  await update(context, "transactions", rows, ["base_minor", "rate_day"]);
  const split = rows.filter(({ is_split }) => is_split);
  const bases = split.map((row) => [row.id, row.base_minor] as const);
  addEntries(sums, rows, await settleParts(context, new Map(bases)));
}
