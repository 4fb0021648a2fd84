import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile } from "../../core/errors.ts";
import { currency, day, instant, label, uuid } from "../../core/fields.ts";
import { amountOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { toMajor } from "../../shared/money.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";
import {
  requireUnique,
  refuseOtherCurrency,
  accountSnapshot,
  accountNameColumns,
  accountType,
  lockAccount,
  noAccount,
  type Row,
} from "./bank-account.ts";
import { openingMinor } from "./create-account.ts";
import { accountNumber } from "./number.ts";
import { numberColumns } from "./seal-number.ts";

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

export type UpdateAccount = z.output<typeof UpdateAccount>;

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
