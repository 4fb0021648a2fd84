import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { notFound } from "../../core/errors.ts";
import { day, label, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { choosingAmong } from "../categories/all-categories.ts";
import { rulesFor } from "../rules/rules-for.ts";
import { keepTags } from "../tags/keep-tags.ts";
import { linkSureTransfers } from "../transfers/link-sure-transfers.ts";
import { filledTax } from "./tax.ts";
import { status } from "./transaction-filter.ts";
import { linkTransactionTags } from "./transaction-tags.ts";
import { type Given, setBy } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

export const amountMinor = z
  .int()
  .min(-MOST_MINOR)
  .max(MOST_MINOR)
  .refine((amount) => amount !== 0, "must not be 0");

export const LONGEST_NOTE = 2000;

export const transactionTaxFields = {
  tax_rate_bp: z.int().min(0).max(10_000).nullish(),
  tax_type: label(50).nullish(),
};

export const transactionFields = {
  category_slug: z.string().max(100).nullish(),
  ...transactionTaxFields,
  note: text(LONGEST_NOTE).nullish(),
  tag_ids: z.array(uuid).max(100).optional(),
};

/** Imported transactions have these from the bank. */
export const bankFields = {
  bank_account_id: uuid,
  date: day,
  value_date: day.nullish(),
  amount_minor: amountMinor,
  description: text(2000).nullish(),
  reference: label(200).nullish(),
};

export const CreateTransaction = z.strictObject({
  name: label(300),
  status: status.default("posted"),
  ...bankFields,
  ...transactionFields,
});

export type CreateTransaction = z.output<typeof CreateTransaction>;

/**
 * Creates a transaction by hand. Rules run on one without a category.
 * @returns its id
 */
export async function createTransaction(
  context: Context,
  input: CreateTransaction,
): Promise<string> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const tags = await keepTags(context, input.tag_ids ?? []);
    const currency = await accountCurrency(context, input.bank_account_id);
    const choose = await choosingAmong(context, [input.category_slug]);
    const category = choose(input.category_slug, "category_slug");
    const id = context.newId();
    const { tax_rate_bp = null, tax_type = null } = input;
    const row: Given = {
      ...NOTHING,
      id,
      bank_account_id: input.bank_account_id,
      date: input.date,
      value_date: input.value_date ?? null,
      name: input.name,
      description: input.description ?? null,
      reference: input.reference ?? null,
      amount_minor: input.amount_minor,
      currency,
      status: input.status,
      category_slug: category?.slug ?? null,
      category_by: category === null ? null : setBy(context),
      ...filledTax(input.amount_minor, { tax_rate_bp, tax_type }, category),
      note: input.note ?? null,
      created_at: context.now,
      updated_at: context.now,
    };
    const ruled = category === null ? (await rulesFor(context))({ ...row, tag_ids: tags }) : null;
    const added = await writeTransactions(context, { added: [{ ...row, ...ruled?.values }] });
    const links = [...tags, ...(ruled?.tag_ids ?? [])].map((tag_id) => ({
      transaction_id: id,
      tag_id,
    }));
    const recording = new Recording(context);
    await recording.add([...added, ...(await linkTransactionTags(context, links))]);
    await linkSureTransfers(context, [id], recording);
    await recording.end();
    return id;
  });
}

const NOTHING = {
  bank_name: null,
  counterparty_hash: null,
  counterparty_masked: null,
  original_minor: null,
  original_currency: null,
  details: null,
  rule_id: null,
  is_split: false,
  transfer_id: null,
  source: "hand",
  signature: null,
  import_id: null,
  line: null,
  bank_id: null,
  row_key: null,
} as const;

export async function accountCurrency({ db, team }: Context, id: string): Promise<string> {
  const account = await db
    .selectFrom("bank_accounts")
    .select("currency")
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (account !== undefined) return account.currency;
  throw notFound({
    what: "Bank account",
    id,
    path: "bank_account_id",
    next: "see bank_accounts_list",
  });
}
