import { z } from "zod";
import { type Change, difference, record, Recording } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { type ById, currency, day, instant, label, uuid } from "../../core/fields.ts";
import { amountOf } from "../../core/money.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { MOST_MINOR, toMajor } from "../../shared/money.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";
import { deleteForgottenKeysOf } from "../transactions/forgotten-rows.ts";
import { accountNumber, numberColumns } from "./account-number.ts";
import {
  accountNameColumns,
  accountSnapshot,
  accountType,
  lockAccount,
  noAccount,
  refuseOtherCurrency,
  refuseUsed,
  requireUnique,
  type Row,
} from "./bank-account.ts";

export const openingMinor = z.int().min(-MOST_MINOR).max(MOST_MINOR);

export const CreateAccount = z.strictObject({
  name: label(100),
  institution: label(200).nullish(),
  type: accountType,
  currency,
  opening_minor: openingMinor.default(0),
  opening_date: day.nullish(),
  number: accountNumber.nullish(),
});

export type CreateAccount = z.output<typeof CreateAccount>;

/** The list of accounts is answered whole. */
export const MOST_ACCOUNTS = 500;

/**
 * Creates an account. Its name is unique in the team, ignoring case, and its number in its currency.
 * @returns the account's id
 */
export async function createAccount(context: AuditContext, input: CreateAccount): Promise<string> {
  return transaction(context, async (context) => {
    const id = context.newId();
    const row: Schema["bank_accounts"] = {
      team_id: context.team.id,
      id,
      ...accountNameColumns(input.name),
      institution: input.institution ?? null,
      type: input.type,
      currency: input.currency,
      opening_minor: input.opening_minor,
      opening_date: input.opening_date ?? null,
      ...numberColumns(context, id, input.number ?? null, context.now),
      enabled: true,
      manual: true,
      created_at: context.now,
      updated_at: context.now,
    };
    await lockTeam(context);
    await requireUnique(context, row);
    if ((await countAccounts(context)) >= MOST_ACCOUNTS) throw tooMany();
    const inserted = context.db.insertInto("bank_accounts").values(row).returningAll();
    const after = accountSnapshot(await inserted.executeTakeFirstOrThrow());
    await record(context, [{ type: "bank_account", id, before: null, after }]);
    return id;
  });
}

export async function countAccounts({ db, team }: AuditContext): Promise<number> {
  const { count } = await db
    .selectFrom("bank_accounts")
    .where("team_id", "=", team.id)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function tooMany(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_ACCOUNTS} bank accounts, and no more fit`,
    next: "delete one that has no transactions first",
  });
}

export const UpdateAccount = z.strictObject({
  id: uuid,
  name: label(100).optional(),
  institution: label(200).nullish(),
  type: accountType.optional(),
  currency: currency.optional(),
  opening_minor: openingMinor.optional(),
  opening_date: day.nullish(),
  number: accountNumber.nullish(),
  enabled: z.boolean().optional(),
  seen: instant.optional().describe("updated_at of the account as it was read"),
});

type UpdateAccount = z.output<typeof UpdateAccount>;

/**
 * Changes the given fields only; null empties one. In another currency the opening balance stays the same
 * number, such as 100.00.
 * @throws Refusal `changed_meanwhile` when the account is no longer as it was seen
 */
export async function updateAccount(context: Context, input: UpdateAccount): Promise<void> {
  const { id, seen } = input;
  await transaction(context, async (context) => {
    await lockTeam(context);
    const before = await lockAccount(context, id);
    if (before === undefined) throw noAccount(id);
    if (seen !== undefined && seen !== before.updated_at) throw changedSince();
    const updated_at = timeOfChange(context.now, before.updated_at);
    const row = { ...before, ...columnsOf(context, before, input, updated_at) };
    if (Object.keys(difference(before, row).after).length === 0) return;
    if (row.currency !== before.currency) await refuseOtherCurrency(context, before);
    await requireUnique(context, row);
    const { team_id, ...columns } = row;
    const changed = await context.db
      .updateTable("bank_accounts")
      .set({ ...columns, updated_at })
      .where("team_id", "=", team_id)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const snapshots = difference(accountSnapshot(before), accountSnapshot(changed));
    await record(context, [{ type: "bank_account", id, ...snapshots }]);
  });
}

function columnsOf(
  context: Context,
  before: Row,
  { id, name, number, ...input }: UpdateAccount,
  at: Instant,
): Partial<Row> {
  return {
    ...(name === undefined ? {} : accountNameColumns(name)),
    ...(number === undefined ? {} : numberColumns(context, id, number, at)),
    ...(input.institution === undefined ? {} : { institution: input.institution }),
    ...(input.type === undefined ? {} : { type: input.type }),
    ...(input.opening_date === undefined ? {} : { opening_date: input.opening_date }),
    ...(input.enabled === undefined ? {} : { enabled: input.enabled }),
    ...openingColumns(before, input),
  };
}

function openingColumns(
  before: Row,
  { currency, opening_minor }: Pick<UpdateAccount, "currency" | "opening_minor">,
): Partial<Row> {
  if (opening_minor !== undefined) return { opening_minor, ...(currency && { currency }) };
  if (currency === undefined) return {};
  const major = toMajor(before.opening_minor, before.currency);
  return { currency, opening_minor: amountOf(major, currency, "opening_minor") };
}

function changedSince() {
  return changedMeanwhile(
    "The bank account was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

/** Sets the number from a bank's file on an account that has none. */
export async function learnNumber(
  context: AuditContext,
  id: string,
  number: string | null,
): Promise<readonly Change[]> {
  if (number === null) return [];
  const before = await lockAccount(context, id);
  if (before === undefined) throw noAccount(id);
  if (before.number_hash !== null) return [];
  const columns = numberColumns(context, id, number, context.now);
  await requireUnique(context, { ...before, ...columns });
  const changed = await context.db
    .updateTable("bank_accounts")
    .set({ ...columns, updated_at: context.now })
    .where("team_id", "=", context.team.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const snapshots = difference(accountSnapshot(before), accountSnapshot(changed));
  return [{ type: "bank_account", id, ...snapshots }];
}

export const DeletedAccount = z.object({ id: uuid, deleted: z.boolean() });

type Deleted = z.output<typeof DeletedAccount> & {
  /** Id of the event, with which the deletion is undone; null when there was no such account. */
  readonly event: string | null;
};

/**
 * Deletes an account, and the keys of rows that are not imported into it again.
 * @throws Refusal while the account has transactions, imports or stated balances
 */
export async function deleteAccount(context: Context, { id }: ById): Promise<Deleted> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const account = await lockAccount(context, id);
    if (account === undefined) return { id, deleted: false, event: null };
    await refuseUsed(context, account);
    const recording = new Recording(context);
    await deleteForgottenKeysOf(context, recording, id);
    await context.db
      .deleteFrom("bank_accounts")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await recording.add([
      { type: "bank_account", id, before: accountSnapshot(account), after: null },
    ]);
    const event = await recording.end();
    return { id, deleted: true, event };
  });
}
