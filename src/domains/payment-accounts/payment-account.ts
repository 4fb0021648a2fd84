import type { Selectable } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { type ById, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

export type PaymentAccountRow = Selectable<Schema["payment_accounts"]>;

/** Bank details as they are printed on invoices. */
export const ShownPaymentAccount = z.object({
  id: uuid,
  label: z.string(),
  holder: z.string(),
  /** Without spaces. */
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  /** Where there is no IBAN: routing and account number, as text. */
  details: z.string().nullable(),
  /** Of the invoices that it is for; null for all. */
  currency: z.string().nullable(),
  payment_url: z.string().nullable(),
  is_archived: z.boolean(),
  updated_at: z.string(),
});

export function shownPaymentAccount({
  team_id: _team,
  archived_at,
  created_at: _created,
  ...row
}: PaymentAccountRow): z.input<typeof ShownPaymentAccount> {
  return { ...row, is_archived: archived_at !== null };
}

/** Accounts of a team: the list is answered whole. */
export const MOST_PAYMENT_ACCOUNTS = 100;

export function paymentAccountSnapshot({ team_id: _team, ...snapshot }: PaymentAccountRow) {
  return snapshot;
}

type Place = Pick<AuditContext, "db" | "team">;

/** All of the team's, by label; archived ones last. */
export async function listPaymentAccounts({
  db,
  team,
}: Place): Promise<readonly PaymentAccountRow[]> {
  const rows = await db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .orderBy("label")
    .orderBy("id")
    .execute();
  const isOpen = ({ archived_at }: PaymentAccountRow) => archived_at === null;
  return [...rows.filter(isOpen), ...rows.filter((row) => !isOpen(row))];
}

export async function getPaymentAccount(
  { db, team }: Place,
  { id }: ById,
): Promise<PaymentAccountRow> {
  const row = await db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw noPaymentAccount(id);
  return row;
}

/** Locks the account against changes and deletion until the transaction ends. */
export async function lockPaymentAccount(
  { db, team }: Place,
  id: string,
): Promise<PaymentAccountRow | undefined> {
  const accounts = db.selectFrom("payment_accounts").selectAll().where("team_id", "=", team.id);
  return lockForUpdate(db, accounts.where("id", "=", id)).executeTakeFirst();
}

export function noPaymentAccount(id: string, path = "id"): Refusal {
  return notFound({
    what: "Payment account",
    id,
    path,
    next: "see Settings, Invoices, Bank details; nothing was done",
  });
}
