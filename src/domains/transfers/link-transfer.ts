import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { type ById, type Undoable, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { acceptPair, rejectPair } from "../review/rejected-pairs.ts";
import {
  refuseExported,
  lockTransactions,
  noTransaction,
  type Row,
} from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { requireOpposite } from "./require-opposite.ts";

/** Two transactions. */
export const PairOfTransactions = z.strictObject({ id: uuid, other_id: uuid });

export type PairOfTransactions = z.output<typeof PairOfTransactions>;

/**
 * Links two transactions of two own accounts as the sides of a transfer.
 * @throws Refusal unless their amounts are opposite
 */
export async function linkTransfer(context: Context, pair: PairOfTransactions): Promise<Undoable> {
  return transaction(context, async (context) => {
    const sides = await lockPair(context, pair);
    for (const row of sides) refuseLinked(row);
    for (const row of sides) refuseExported(row);
    await requireOpposite(context, sides);
    const transfer_id = context.newId();
    const changed = sides.map((row) => ({ row, values: { transfer_id } }));
    const changes = [
      ...(await writeTransactions(context, { changed })),
      ...(await acceptPair(context, "transfer", pair.id, pair.other_id)),
    ];
    return { event: await record(context, changes) };
  });
}

/** Unlinks a transfer. The two are never suggested again. */
export async function unlinkTransfer(context: Context, { id }: ById): Promise<Undoable> {
  return transaction(context, async (context) => {
    const [row] = await lockTransactions(context, [id]);
    if (row === undefined) throw noTransaction(id);
    const sides = await lockTransactions(context, await idsOf(context, row));
    if (sides.length === 0) throw notLinked(row);
    for (const side of sides) refuseExported(side);
    const changed = sides.map((side) => ({ row: side, values: { transfer_id: null } }));
    const changes: Change[] = [...(await writeTransactions(context, { changed }))];
    const other = sides.find((side) => side.id !== id);
    if (other !== undefined) changes.push(...(await rejectPair(context, "transfer", id, other.id)));
    return { event: await record(context, changes) };
  });
}

/** Notes that two transactions are no transfer. They are never suggested again. */
export async function rejectTransfer(
  context: Context,
  pair: PairOfTransactions,
): Promise<Undoable> {
  return transaction(context, async (context) => {
    for (const row of await lockPair(context, pair)) refuseLinked(row);
    const changes = await rejectPair(context, "transfer", pair.id, pair.other_id);
    return { event: changes.length === 0 ? null : await record(context, changes) };
  });
}

/** Locks two transactions, in the order of the arguments. @throws Refusal when they are one, or one is not there */
export async function lockPair(
  context: Context,
  { id, other_id }: PairOfTransactions,
): Promise<readonly [Row, Row]> {
  if (id === other_id) throw withItself();
  const rows = await lockTransactions(context, [id, other_id]);
  const [one, other] = [id, other_id].map((wanted) => rows.find((row) => row.id === wanted));
  if (one === undefined) throw noTransaction(id);
  if (other === undefined) throw noTransaction(other_id, "other_id");
  return [one, other];
}

async function idsOf({ db, team }: Context, { transfer_id }: Row): Promise<readonly string[]> {
  if (transfer_id === null) return [];
  const rows = await db
    .selectFrom("transactions")
    .select("id")
    .where("team_id", "=", team.id)
    .where("transfer_id", "=", transfer_id)
    .execute();
  return rows.map(({ id }) => id);
}

function refuseLinked({ name, transfer_id }: Row): void {
  if (transfer_id === null) return;
  throw new Refusal({
    code: "already_exists",
    path: "id",
    message: `The transaction ${quoted(name)} is one side of a transfer already`,
    next: "unlink that one first; nothing was changed",
  });
}

function notLinked({ id, name }: Row): Refusal {
  return new Refusal({
    code: "not_found",
    path: "id",
    message: `The transaction ${quoted(name)} (${id}) is no side of a transfer`,
    next: "nothing was changed",
  });
}

function withItself(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "other_id",
    message: "Both ids are of one transaction",
    next: "choose another one; nothing was changed",
  });
}
