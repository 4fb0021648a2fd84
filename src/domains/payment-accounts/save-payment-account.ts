import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import {
  type ById,
  currency,
  event,
  instant,
  label,
  text,
  uuid,
  webUrl,
} from "../../core/fields.ts";
import { foldCase } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { timeOfChange } from "../../shared/time.ts";
import { iban } from "../bank-accounts/account-number.ts";
import { settingsOf, writeSettings } from "../invoice-settings/settings.ts";
import {
  listPaymentAccounts,
  lockPaymentAccount,
  MOST_PAYMENT_ACCOUNTS,
  noPaymentAccount,
  type PaymentAccountRow,
  paymentAccountSnapshot,
} from "./payment-account.ts";

/** ISO 9362: bank, country, place, and a branch or none. */
const bic = label(20)
  .overwrite((value) => value.replaceAll(/\s/g, "").toUpperCase())
  .refine(
    (value) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value),
    "must be a BIC of 8 or 11 letters and digits, such as COBADEFFXXX",
  );

const fields = {
  iban: iban.nullish(),
  bic: bic.nullish(),
  details: text(500).nullish(),
  currency: currency.nullish(),
  payment_url: webUrl.nullish(),
};

export const CreatePaymentAccount = z.strictObject({
  label: label(100),
  holder: label(200),
  ...fields,
});

/**
 * Adds bank details. Their label is unique in the team, ignoring case. The first ones are the usual ones at once.
 * @returns the account's id
 */
export async function createPaymentAccount(
  context: Context,
  input: z.output<typeof CreatePaymentAccount>,
): Promise<string> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row: PaymentAccountRow = {
      team_id: context.team.id,
      id: context.newId(),
      label: input.label,
      holder: input.holder,
      iban: input.iban ?? null,
      bic: input.bic ?? null,
      details: filled(input.details),
      currency: input.currency ?? null,
      payment_url: input.payment_url ?? null,
      archived_at: null,
      created_at: context.now,
      updated_at: context.now,
    };
    const all = await listPaymentAccounts(context);
    refuseTwin(all, row);
    refuseUnpayable(row);
    if (all.length >= MOST_PAYMENT_ACCOUNTS) throw tooManyAccounts();
    await context.db.insertInto("payment_accounts").values(row).execute();
    const isFirst = all.every(({ archived_at }) => archived_at !== null);
    const usual = isFirst ? await writeSettings(context, { payment_account_id: row.id }) : [];
    const after = paymentAccountSnapshot(row);
    await record(context, [{ type: "payment_account", id: row.id, before: null, after }, ...usual]);
    return row.id;
  });
}

export const UpdatePaymentAccount = z.strictObject({
  id: uuid,
  label: label(100).optional(),
  holder: label(200).optional(),
  ...fields,
  is_archived: z.boolean().optional(),
  seen: instant.optional().describe("updated_at of the account as it was read"),
});

/**
 * Changes the given fields only. What was sent keeps what it says; archived details are no longer the usual ones.
 * @throws Refusal `changed_meanwhile` when the account is no longer as it was seen
 */
export async function updatePaymentAccount(
  context: Context,
  { id, seen, ...input }: z.output<typeof UpdatePaymentAccount>,
): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const before = await lockPaymentAccount(context, id);
    if (before === undefined) throw noPaymentAccount(id);
    if (seen !== undefined && seen !== before.updated_at)
      throw changedMeanwhile(
        "The bank details were changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    const row = { ...before, ...columnsOf(context, before, input) };
    if (isSame(before, row)) return;
    refuseTwin(await listPaymentAccounts(context), row);
    refuseUnpayable(row);
    await record(context, await write(context, before, row));
  });
}

export const DeletedPaymentAccount = z.object({
  id: uuid,
  /** False for details that invoices have: they were archived instead. */
  deleted: z.boolean(),
  event,
});

/** Deletes bank details; those that an invoice has are archived instead. */
export async function deletePaymentAccount(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedPaymentAccount>> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row = await lockPaymentAccount(context, id);
    if (row === undefined) throw noPaymentAccount(id);
    if (await isOnInvoices(context, id)) {
      const archived = { ...row, archived_at: row.archived_at ?? context.now };
      const changes = isSame(row, archived) ? [] : await write(context, row, archived);
      const event = changes.length === 0 ? null : await record(context, changes);
      return { id, deleted: false, event };
    }
    const changes = await forgetUsual(context, id);
    await context.db
      .deleteFrom("payment_accounts")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const before = paymentAccountSnapshot(row);
    const gone = { type: "payment_account", id, before, after: null } as const;
    return { id, deleted: true, event: await record(context, [gone, ...changes]) };
  });
}

type Given = Omit<z.output<typeof UpdatePaymentAccount>, "id" | "seen">;

function columnsOf(
  { now }: Context,
  before: PaymentAccountRow,
  { is_archived, details, ...given }: Given,
): Partial<PaymentAccountRow> {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(known),
    ...(details === undefined ? {} : { details: filled(details) }),
    ...(is_archived === undefined
      ? {}
      : { archived_at: is_archived ? (before.archived_at ?? now) : null }),
  };
}

function filled(given: string | null | undefined): string | null {
  const told = given?.trim() ?? "";
  return told === "" ? null : told;
}

function isSame(before: PaymentAccountRow, row: PaymentAccountRow): boolean {
  return Object.keys(difference(before, row).after).length === 0;
}

/** @throws Refusal for details by which nobody can pay */
function refuseUnpayable({ iban, details, payment_url }: PaymentAccountRow): void {
  if (iban !== null || details !== null || payment_url !== null) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "iban",
    message: "Nobody can pay by these details",
    next: "enter an IBAN, or the account's details, or a payment link",
  });
}

function refuseTwin(all: readonly PaymentAccountRow[], row: PaymentAccountRow): void {
  if (row.archived_at !== null) return;
  const twin = all.find(
    ({ id, label, archived_at }) =>
      id !== row.id && archived_at === null && foldCase(label) === foldCase(row.label),
  );
  if (twin === undefined) return;
  throw new Refusal({
    code: "already_exists",
    path: "label",
    message: `The bank details ${quoted(twin.label)} exist already`,
    next: "give another name",
  });
}

function tooManyAccounts(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_PAYMENT_ACCOUNTS} bank details, and no more fit`,
    next: "delete some that no invoice has first",
  });
}

/** Writes changed details. The team is locked by then. */
async function write(
  context: AuditContext,
  before: PaymentAccountRow,
  row: PaymentAccountRow,
): Promise<readonly Change[]> {
  const { team_id, id, ...columns } = {
    ...row,
    updated_at: timeOfChange(context.now, before.updated_at),
  };
  await context.db
    .updateTable("payment_accounts")
    .set(columns)
    .where("team_id", "=", team_id)
    .where("id", "=", id)
    .execute();
  const after = paymentAccountSnapshot({ team_id, id, ...columns });
  const snapshots = difference(paymentAccountSnapshot(before), after);
  const settings = row.archived_at === null ? [] : await forgetUsual(context, id);
  return [{ type: "payment_account", id, ...snapshots }, ...settings];
}

async function isOnInvoices({ db, team }: AuditContext, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("invoices")
    .select("id")
    .where("team_id", "=", team.id)
    .where("payment_account_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the details out of the defaults. */
async function forgetUsual(context: AuditContext, id: string): Promise<readonly Change[]> {
  const { payment_account_id } = await settingsOf(context);
  return payment_account_id === id ? writeSettings(context, { payment_account_id: null }) : [];
}
