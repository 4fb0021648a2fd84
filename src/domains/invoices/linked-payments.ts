import { type Selectable, sql } from "kysely";
import { type Change, difference } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { decimalText } from "../../shared/money.ts";
import type { Row } from "../transactions/transaction.ts";

/** Payments that are booked from bank transactions, as those need them that write transactions. */

type OfTeam = Pick<AuditContext, "db" | "team">;

/** Ids of the transactions from which a payment or refund is booked. */
export async function payingAmong(
  { db, team }: OfTeam,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("invoice_payments")
    .select("transaction_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .execute();
  return new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []));
}

/** Numbers of the invoices that transactions pay or refund. */
export async function numbersPaidBy(
  { db, team }: OfTeam,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("invoice_payments as payment")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "payment.team_id")
        .onRef("invoice.id", "=", "payment.invoice_id"),
    )
    .select("invoice.number")
    .distinct()
    .where("payment.team_id", "=", team.id)
    .where("payment.transaction_id", "in", ids)
    .orderBy("invoice.number")
    .execute();
  return rows.flatMap(({ number }) => number ?? []);
}

/** Unlinks the payments of transactions that are deleted. They keep their amounts. */
export async function unlinkPayments(
  { db, team }: AuditContext,
  ids: readonly string[],
): Promise<readonly Change[]> {
  if (ids.length === 0) return [];
  const columns = ["id", "transaction_id", "bank_minor", "gave"] as const;
  const before = await db
    .selectFrom("invoice_payments")
    .select(columns)
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .orderBy("id")
    .execute();
  if (before.length === 0) return [];
  const after = { transaction_id: null, bank_minor: null, gave: null };
  await db
    .updateTable("invoice_payments")
    .set(after)
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .execute();
  return before.map(({ id, ...linked }) => ({
    type: "invoice_payment",
    id,
    before: linked,
    after,
  }));
}

/**
 * Moves payments to the surviving transaction of a merge, with the tax and category that they gave where it has none.
 * @param kept as it was before the merge
 * @throws Refusal when it would pay more than its amount
 */
export async function movePayments(
  context: AuditContext,
  gone: Pick<Row, "id">,
  kept: Row,
): Promise<readonly Change[]> {
  const { db, team } = context;
  const moving = await db
    .selectFrom("invoice_payments")
    .select(["id", "gave"])
    .where("team_id", "=", team.id)
    .where("transaction_id", "=", gone.id)
    .orderBy("id")
    .execute();
  const changes: Change[] = [];
  for (const { id, gave } of moving) {
    const before = { transaction_id: gone.id, gave };
    const after = { transaction_id: kept.id, gave: gave && lackedBy(kept, gave) };
    await db
      .updateTable("invoice_payments")
      .set({ ...after, gave: after.gave && JSON.stringify(after.gave) })
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
    changes.push({ type: "invoice_payment", id, ...difference(before, after) });
  }
  if (changes.length > 0) await requireCovered(context, [kept]);
  return changes;
}

/** Columns that payments gave their transaction, with their values. */
export type Gave = NonNullable<Selectable<Schema["invoice_payments"]>["gave"]>;

function lackedBy(row: Row, gave: Gave): Gave | null {
  const own = new Map<string, unknown>(Object.entries(row));
  const lacked = Object.entries(gave).filter(([column]) => own.get(column) === null);
  return lacked.length === 0 ? null : Object.fromEntries(lacked);
}

/** Columns that decide if a transaction has the amount for the payments that are booked from it. */
export type Covering = Pick<
  Row,
  "id" | "name" | "amount_minor" | "currency" | "status" | "transfer_id"
>;

/** @throws Refusal for a transaction that its payments do not fit */
export async function requireCovered(
  context: OfTeam,
  rows: readonly Covering[],
  path = "id",
): Promise<void> {
  const because = await findUncovered(context, rows);
  if (because === null) return;
  const next = "remove that payment from the invoice first; nothing was changed";
  throw new Refusal({ code: "in_use", path, message: because, next });
}

/** Says for the first transaction that its payments do not fit why that is; null where all fit. */
export async function findUncovered(
  { db, team }: OfTeam,
  rows: readonly Covering[],
): Promise<string | null> {
  if (rows.length === 0) return null;
  const sums = await db
    .selectFrom("invoice_payments as payment")
    .innerJoin("invoices as invoice", (join) =>
      join
        .onRef("invoice.team_id", "=", "payment.team_id")
        .onRef("invoice.id", "=", "payment.invoice_id"),
    )
    .select(["payment.transaction_id", "payment.kind"])
    .select(({ fn }) => fn.min("invoice.number").as("number"))
    .select(sql<string>`cast(sum(payment.bank_minor) as text)`.as("minor"))
    .where("payment.team_id", "=", team.id)
    .where(
      "payment.transaction_id",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy(["payment.transaction_id", "payment.kind"])
    .execute();
  for (const { transaction_id, ...sum } of sums) {
    const row = rows.find(({ id }) => id === transaction_id);
    const because = row === undefined ? null : misfitOf(row, sum);
    if (because !== null) return because;
  }
  return null;
}

type Sum = {
  readonly kind: "payment" | "refund";
  readonly number: string | null;
  readonly minor: string;
};

function misfitOf(row: Covering, { kind, number, minor }: Sum): string | null {
  const pays = `The transaction ${quoted(row.name)} ${kind === "payment" ? "pays" : "refunds"} ${quoted(number ?? "")}`;
  if (row.status === "pending") return `${pays}, so that it cannot be pending`;
  if (row.transfer_id !== null) return `${pays}, so that it is no transfer between own accounts`;
  const used = BigInt(minor) * (kind === "payment" ? 1n : -1n);
  const amount = BigInt(row.amount_minor);
  if (used > 0n === amount > 0n && abs(used) <= abs(amount)) return null;
  const told = `${decimalText(used, row.currency)} of ${decimalText(amount, row.currency)} ${row.currency}`;
  return `${pays}, with other payments ${told}: more than there is`;
}

function abs(minor: bigint): bigint {
  return minor < 0n ? -minor : minor;
}
