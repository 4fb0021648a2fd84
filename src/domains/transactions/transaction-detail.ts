import { z } from "zod";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { allCategories } from "../categories/all-categories.ts";
import { percentOf } from "../categories/category.ts";
import { findCrosses } from "../rates/find-crosses.ts";
import { tagsOf } from "./transaction-tags.ts";
import { partsOf, type Part, type Row } from "./transaction.ts";

/** The whole of a transaction, as a tool tells it; `transaction` is null when there is none. */
export const TransactionDetail = z.looseObject({ id: z.string() }).nullable();

/** Everything about a transaction, amounts in major units; null when the team has none with that id. */
export async function getTransaction(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof TransactionDetail>> {
  const row = await findTransaction(context, id);
  if (row === undefined) return null;
  const [parts, tags, account, rule, transfer, file, rate] = await Promise.all([
    partsOf(context, [id]),
    tagsOf(context, [id]),
    accountOf(context, row.bank_account_id),
    ruleOf(context, row),
    otherSideOf(context, row),
    importOf(context, row),
    rateOf(context, row),
  ]);
  const { currency } = row;
  const { baseCurrency } = context.team;
  return {
    id,
    date: row.date,
    value_date: row.value_date,
    name: row.name,
    amount: toMajor(row.amount_minor, currency),
    currency,
    base: {
      amount: row.base_minor === null ? null : toMajor(row.base_minor, baseCurrency),
      currency: baseCurrency,
      rate,
      rate_date: row.rate_day,
    },
    original:
      row.original_minor === null || row.original_currency === null
        ? null
        : {
            amount: toMajor(row.original_minor, row.original_currency),
            currency: row.original_currency,
          },
    status: row.status,
    category: await categoryOf(context, row, rule),
    bank_account: account,
    description: row.description,
    reference: row.reference,
    counterparty: { name: row.bank_name, account: row.counterparty_masked },
    tax: taxOf(row, currency),
    note: row.note,
    tags: tags.map(({ id, name }) => ({ id, name })),
    attachments: [],
    parts: parts.map((part) => partOf(part, currency)),
    transfer,
    import: file,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export async function findTransaction({ db, team }: Context, id: string): Promise<Row | undefined> {
  return db
    .selectFrom("transactions")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
}

async function categoryOf(context: Context, row: Row, rule: object | null) {
  const { category_slug: slug, category_by: by } = row;
  if (slug === null) return null;
  const known = (await allCategories(context)).find((category) => category.slug === slug);
  return { slug, name: known?.name ?? slug, by, rule };
}

function taxOf({ tax_rate_bp, tax_type, tax_minor }: Row | Part, currency: string) {
  if (tax_rate_bp === null && tax_type === null) return null;
  const amount = tax_minor === null ? null : toMajor(tax_minor, currency);
  return { rate: percentOf(tax_rate_bp), type: tax_type, amount };
}

function partOf(part: Part, currency: string) {
  return {
    amount: toMajor(part.amount_minor, currency),
    category_slug: part.category_slug,
    name: part.name,
    note: part.note,
    tax: taxOf(part, currency),
  };
}

/** Units of the team's currency for one of the amount's, on the day of the rate; null without one. */
async function rateOf(context: Context, { date, currency, rate_day }: Row): Promise<number | null> {
  if (rate_day === null) return null;
  const crossOf = await findCrosses(context, context.team.baseCurrency, [{ date, currency }]);
  const cross = crossOf({ date, currency });
  return cross === null ? null : Number((Number(cross.to) / Number(cross.from)).toPrecision(8));
}

async function accountOf({ db, team }: Context, id: string) {
  return db
    .selectFrom("bank_accounts")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The rule that set the category; null when it is gone by now. */
async function ruleOf({ db, team }: Context, { rule_id, category_by }: Row) {
  if (rule_id === null || category_by !== "rule") return null;
  const rule = await db
    .selectFrom("rules")
    .select(["id", "name"])
    .where("team_id", "=", team.id)
    .where("id", "=", rule_id)
    .executeTakeFirst();
  return rule ?? null;
}

async function otherSideOf({ db, team }: Context, { id, transfer_id }: Row) {
  if (transfer_id === null) return null;
  const other = await db
    .selectFrom("transactions as item")
    .innerJoin("bank_accounts as account", (join) =>
      join
        .onRef("account.team_id", "=", "item.team_id")
        .onRef("account.id", "=", "item.bank_account_id"),
    )
    .select(["item.id as transaction_id", "account.id", "account.name"])
    .where("item.team_id", "=", team.id)
    .where("item.transfer_id", "=", transfer_id)
    .where("item.id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  const { transaction_id, ...bank_account } = other;
  return { id: transfer_id, transaction_id, bank_account };
}

async function importOf({ db, team }: Context, { import_id, line }: Row) {
  if (import_id === null) return null;
  const file = await db
    .selectFrom("imports")
    .select(["file_name as file", "created_at as date"])
    .where("team_id", "=", team.id)
    .where("id", "=", import_id)
    .executeTakeFirst();
  return file === undefined ? null : { ...file, line };
}
