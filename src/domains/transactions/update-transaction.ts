import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { instant, label, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { choosingAmong } from "../categories/all-categories.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { categorizing } from "./categorize.ts";
import { accountCurrency, bankFields, transactionFields } from "./create-transaction.ts";
import { requireStatus } from "./set-status.ts";
import { retaxed } from "./tax.ts";
import { status } from "./transaction-filter.ts";
import { linkTransactionTags, unlinkTransactionTags } from "./transaction-tags.ts";
import {
  type Row,
  lockRows,
  noTransaction,
  refuseBankWords,
  refuseExported,
  refuseSplit,
  refuseTransfer,
  requireSeen,
  invalidArgument,
} from "./transaction.ts";
import { type Changing, writeTransactions } from "./write-transactions.ts";

export const UpdateTransaction = z.strictObject({
  id: uuid,
  name: label(300).optional(),
  status: status.optional(),
  ...z.object(bankFields).partial().shape,
  ...transactionFields,
  seen: instant,
});

export type UpdateTransaction = z.output<typeof UpdateTransaction>;

type Values = Changing["values"];

/**
 * Changes the given fields; null empties one. An imported transaction keeps what the bank says, an exported one all
 * but status, note and tags.
 * @throws Refusal `changed_meanwhile` when the transaction was changed since it was seen
 */
export async function updateTransaction(context: Context, input: UpdateTransaction): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const tags = input.tag_ids === undefined ? null : await keepTags(context, input.tag_ids);
    const [row] = await lockRows(context, [input.id]);
    if (row === undefined) throw noTransaction(input.id);
    requireSeen(row, input.seen);
    if (input.status !== undefined) requireStatus(row, input.status);
    const values = differing(row, { status: input.status, note: input.note });
    const counted = await countedValues(context, row, input);
    if (Object.keys(counted).length > 0) refuseExported(row);
    const links = tags === null ? [] : await replaceTags(context, row, tags);
    const changed = [{ row, values: { ...values, ...counted }, isTouched: links.length > 0 }];
    const changes = await writeTransactions(context, { changed });
    if (changes.length + links.length > 0) await record(context, [...changes, ...links]);
  });
}

async function countedValues(
  context: Context,
  row: Row,
  input: UpdateTransaction,
): Promise<Values> {
  const bank = await bankValues(context, row, input);
  const amount_minor = bank.amount_minor ?? row.amount_minor;
  const category = await categoryValues(context, { ...row, amount_minor }, input);
  const { tax_rate_bp, tax_type } = { ...row, ...category, ...taxGiven(row, input) };
  const tax = retaxed(row, { amount_minor, tax_rate_bp, tax_type });
  return differing(row, {
    name: input.name,
    ...bank,
    ...category,
    ...tax,
  });
}

async function bankValues(context: Context, row: Row, input: UpdateTransaction): Promise<Values> {
  const { bank_account_id, date, value_date, amount_minor, description, reference } = input;
  const bank = { bank_account_id, date, value_date, amount_minor, description, reference };
  const values = differing(row, bank);
  const [field] = Object.keys(values);
  if (field === undefined) return {};
  if (row.source !== "hand") refuseBankWords(row, field);
  if ("amount_minor" in values) refuseSplit(row, "amount_minor");
  if ("amount_minor" in values || "bank_account_id" in values) refuseTransfer(row, field);
  if (values.bank_account_id !== undefined)
    await requireCurrency(context, row, values.bank_account_id);
  return values;
}

async function requireCurrency(context: Context, row: Row, account: string): Promise<void> {
  const currency = await accountCurrency(context, account);
  if (currency === row.currency) return;
  throw invalidArgument(
    "bank_account_id",
    `The account is in ${currency}, and the transaction ${quoted(row.name)} in ${row.currency}`,
    "choose an account in the same currency",
  );
}

async function categoryValues(
  context: Context,
  row: Row,
  { category_slug }: UpdateTransaction,
): Promise<Values> {
  if (category_slug === undefined || (row.is_split && category_slug === null)) return {};
  const choose = await choosingAmong(context, [category_slug]);
  const category = choose(category_slug, "category_slug");
  return categorizing(row, category, "person", "category_slug").values;
}

function taxGiven(row: Row, { tax_rate_bp, tax_type }: UpdateTransaction): Values {
  if (Object.keys(differing(row, { tax_rate_bp, tax_type })).length > 0)
    refuseSplit(row, "tax_rate_bp");
  return {
    ...(tax_rate_bp === undefined ? {} : { tax_rate_bp }),
    ...(tax_type === undefined ? {} : { tax_type }),
  };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function differing<T extends object>(row: Row, values: T): Defined<T> {
  const now = new Map<string, unknown>(Object.entries(row));
  const entries = Object.entries(values).filter(
    ([column, value]) => value !== undefined && now.get(column) !== value,
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- some of the entries of a T
  return Object.fromEntries(entries) as Defined<T>;
}

async function replaceTags(context: Context, { id }: Row, tags: readonly string[]) {
  return [
    ...(await unlinkTransactionTags(context, [id], { staying: tags })),
    ...(await linkTransactionTags(
      context,
      tags.map((tag_id) => ({ transaction_id: id, tag_id })),
    )),
  ];
}
