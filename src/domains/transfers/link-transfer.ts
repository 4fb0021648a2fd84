import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { type ById, type Undoable, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { majorMoney, toMajor } from "../../shared/money.ts";
import { acceptPair, rejectPair } from "../review/rejected-pairs.ts";
import {
  refuseExported,
  lockRows,
  noTransaction,
  type Row,
  INTERNAL,
  type Part,
  partsOf,
  invalidArgument,
} from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";

export const PairOfTransactions = z.strictObject({ id: uuid, other_id: uuid });

export type PairOfTransactions = z.output<typeof PairOfTransactions>;

/**
 * Links two transactions of own accounts.
 * @throws Refusal unless their amounts are opposite
 */
export async function linkTransfer(context: Context, pair: PairOfTransactions): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const sides = pairOf(await lockRows(context, [pair.id, pair.other_id]), pair);
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

/** Unlinks a transfer, which is never suggested again. */
export async function unlinkTransfer(context: Context, { id }: ById): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockRows(context, [id]);
    if (row === undefined) throw noTransaction(id);
    const sides = await lockRows(context, await idsOf(context, row));
    if (sides.length === 0) throw notLinked(row);
    for (const side of sides) refuseExported(side);
    const changed = sides.map((side) => ({ row: side, values: { transfer_id: null } }));
    const changes: Change[] = [...(await writeTransactions(context, { changed }))];
    const other = sides.find((side) => side.id !== id);
    if (other !== undefined) changes.push(...(await rejectPair(context, "transfer", id, other.id)));
    return { event: await record(context, changes) };
  });
}

export async function rejectTransfer(
  context: Context,
  pair: PairOfTransactions,
): Promise<Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const sides = pairOf(await lockRows(context, [pair.id, pair.other_id]), pair);
    for (const row of sides) refuseLinked(row);
    const changes = await rejectPair(context, "transfer", pair.id, pair.other_id);
    return { event: changes.length === 0 ? null : await record(context, changes) };
  });
}

/** @throws Refusal when both ids are of one transaction, or one of the two is not among the rows */
export function pairOf(
  rows: readonly Row[],
  { id, other_id }: PairOfTransactions,
): readonly [Row, Row] {
  if (id === other_id) throw refused("Both ids are of one transaction", "choose another one");
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

async function requireOpposite(context: Context, sides: readonly [Row, Row]): Promise<void> {
  const parts = await partsOf(
    context,
    sides.map(({ id }) => id),
  );
  requireLinkable(sides, parts, context.team.baseCurrency);
}

/**
 * @param parts of the two, where they are split
 * @throws Refusal unless both are of two accounts and of opposite signs. In one currency their amounts must be equal, in
 * two not far apart at the rates of their days, where these are known.
 */
export function requireLinkable(
  [one, other]: readonly [Row, Row],
  parts: readonly Part[],
  base: string,
): void {
  if (one.bank_account_id === other.bank_account_id)
    throw refused("Both transactions are of one account", "choose one of another account");
  const sides = [sideOf(one, parts), sideOf(other, parts)] as const;
  if (sides[0].amount_minor > 0 === sides[1].amount_minor > 0)
    throw refused("Both transactions have the same sign", "choose one that pays and one that gets");
  if (one.currency === other.currency) requireEqual(sides, one.currency);
  else requireWorth(sides, base);
}

type Side = Pick<Row, "amount_minor" | "base_minor">;

function requireEqual([one, other]: readonly [Side, Side], currency: string): void {
  const [paid, received] = one.amount_minor < 0 ? [one, other] : [other, one];
  if (received.amount_minor === -paid.amount_minor) return;
  throw refused(
    `Not linked: ${tell(paid.amount_minor, currency)} left and ${tell(received.amount_minor, currency)} arrived`,
    "a transfer needs equal amounts; split off a fee first",
  );
}

/** The amounts may differ by a quarter of the larger one, for the bank's rate and its fee. */
const SHARE = 4;

function requireWorth([one, other]: readonly [Side, Side], currency: string): void {
  if (one.base_minor === null || other.base_minor === null) return;
  const [worth, others] = [Math.abs(one.base_minor), Math.abs(other.base_minor)];
  if (Math.abs(worth - others) * SHARE <= Math.max(worth, others)) return;
  throw refused(
    `At the rates of their days the amounts are ${tell(worth, currency)} and ${tell(others, currency)}, too far apart for a transfer`,
    "split off a fee first, or give both the category Internal transfer",
  );
}

function tell(minor: number, currency: string): string {
  return majorMoney(toMajor(Math.abs(minor), currency), currency);
}

/** Takes the amount of the only part that goes to the other account, when the transaction is split. */
function sideOf(row: Row, parts: readonly Part[]): Side {
  if (!row.is_split) return row;
  const internal = parts.filter(
    (part) => part.transaction_id === row.id && part.category_slug === INTERNAL,
  );
  const [part] = internal;
  if (part !== undefined && internal.length === 1) return part;
  throw refused(
    `The transaction ${quoted(row.name)} is split, and ${internal.length} of its parts have the category Internal transfer`,
    "give exactly one part that category",
  );
}

function refused(message: string, next: string): Refusal {
  return invalidArgument("other_id", message, next);
}
