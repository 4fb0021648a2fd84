import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Exchange, findExchange } from "../rates/find-crosses.ts";
import { RuleDraft } from "../rules/draft-rule.ts";
import { Tag } from "../tags/tag.ts";
import { ChangedSome, type ChosenTransactions } from "./chosen-transactions.ts";
import type { ListedTransaction } from "./find-transactions.ts";
import { type FoundTransaction, getTransaction } from "./get-transaction.ts";
import type { TransactionPage } from "./list-transactions.ts";
import { countExported, findSimilar } from "./same-party.ts";
import { CurrencySum, MonthSum } from "./total-transactions.ts";
import { INTERNAL, noTransaction, partsOf } from "./transaction.ts";

/** Transactions as the web app gets them. Amounts are in minor units. */

const text = z.string().nullable();
const minor = z.int().nullable();

export const ShownRow = z.object({
  id: uuid,
  date: z.string(),
  name: z.string(),
  /** The name as the bank wrote it; null for a transaction by hand. */
  bank_name: text,
  amount_minor: z.int(),
  currency: z.string(),
  /** In the team's currency; null without a rate. */
  base_minor: minor,
  part_minor: minor,
  taxed_minor: minor,
  status: z.string(),
  category_slug: text,
  category_by: text,
  /** The rule that set the category, even where somebody corrected it since. */
  rule_id: text,
  suggested: z.object({ slug: z.string(), in: z.int(), of: z.int() }).nullable(),
  bank_account_id: z.string(),
  is_split: z.boolean(),
  is_transfer: z.boolean(),
  has_note: z.boolean(),
  has_attachment: z.boolean(),
  source: z.string(),
  tags: z.array(Tag),
  updated_at: z.string(),
});

export function shownRow({
  note,
  transfer_id,
  standing: _standing,
  party_key: _key,
  created_at: _created,
  tags,
  ...row
}: ListedTransaction): z.input<typeof ShownRow> {
  return { ...row, is_transfer: transfer_id !== null, has_note: note !== null, tags: [...tags] };
}

const ShownTotals = z.object({
  count: z.int(),
  /** Without pending and excluded transactions and transfers. */
  counted: z.int(),
  in_minor: z.int(),
  out_minor: z.int(),
  currency: z.string(),
  no_rate: z.int(),
  /** Equal to that of a report of the same days. */
  figure_minor: minor,
  /** Counts the parts of split transactions, and the others whole, as reports do. */
  entries: z.int(),
  by_currency: z.array(CurrencySum),
});

export const ShownTransactions = z.object({
  items: z.array(ShownRow),
  nextCursor: text,
  totals: ShownTotals.nullable(),
  months: z.array(MonthSum),
});

export function shownPage(
  { team }: Context,
  { items, nextCursor, totals, details, months }: TransactionPage,
): z.input<typeof ShownTransactions> {
  return {
    items: items.map(shownRow),
    nextCursor,
    totals:
      totals === null || details === null
        ? null
        : {
            count: details.count,
            counted: totals.count,
            in_minor: Number(totals.in_minor),
            out_minor: Number(totals.out_minor),
            currency: team.baseCurrency,
            no_rate: totals.no_rate,
            figure_minor: totals.figure_minor,
            entries: totals.entries,
            by_currency: [...details.currencies],
          },
    months: [...months],
  };
}

export const CategorizedMany = ChangedSome.extend({
  /** Other transactions of the party without a category, when one transaction got one. */
  similar: z
    .object({
      name: z.string(),
      category_slug: z.string(),
      count: z.int(),
      ids: z.array(z.string()),
      exported: z.int(),
      rule: RuleDraft.nullable(),
    })
    .nullable(),
});

const MOST_SIMILAR = 1000;

export async function similarTo(
  context: Context,
  chosen: ChosenTransactions,
): Promise<z.output<typeof CategorizedMany>["similar"]> {
  if (!("ids" in chosen) || chosen.ids.length > 1) return null;
  const [similar] = await findSimilar(context, chosen.ids, MOST_SIMILAR);
  if (similar === undefined) return null;
  const exported = await countExported(context, similar.ids);
  return { ...similar, ids: [...similar.ids], exported };
}

const Taxed = {
  tax_rate_bp: minor,
  tax_type: text,
  tax_minor: minor,
};

export const ShownTransaction = z.object({
  id: uuid,
  bank_account_id: uuid,
  date: z.string(),
  value_date: text,
  name: z.string(),
  bank_name: text,
  description: text,
  reference: text,
  counterparty_masked: text,
  amount_minor: z.int(),
  currency: z.string(),
  original_minor: minor,
  original_currency: text,
  status: z.string(),
  standing: z.string(),
  category_slug: text,
  category_by: text,
  rule_id: text,
  is_split: z.boolean(),
  transfer_id: text,
  ...Taxed,
  note: text,
  source: z.string(),
  import_id: text,
  line: minor,
  base_minor: minor,
  rate_day: text,
  exchange: Exchange.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  transfer: z
    .object({
      id: uuid,
      name: z.string(),
      date: z.string(),
      bank_account_id: uuid,
      amount_minor: z.int(),
      currency: z.string(),
      base_minor: minor,
    })
    .nullable(),
  tags: z.array(Tag),
  parts: z.array(
    z.object({
      amount_minor: z.int(),
      category_slug: text,
      name: text,
      note: text,
      ...Taxed,
      base_minor: minor,
    }),
  ),
});

export async function getShownTransaction(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof ShownTransaction>> {
  const found = await getTransaction(context, { id });
  if (found === null) throw noTransaction(id);
  const { row, parts, tags } = found;
  const [transfer, exchange] = await Promise.all([
    otherSideOf(context, found),
    findExchange(context, row),
  ]);
  return ShownTransaction.parse({ ...row, parts, tags, transfer, exchange });
}

/** Tells the amount of the part that goes to the other account, where that side is split. */
async function otherSideOf(context: Context, { otherSide }: FoundTransaction) {
  if (otherSide?.is_split !== true) return otherSide;
  const parts = await partsOf(context, [otherSide.id]);
  const part = parts.find(({ category_slug }) => category_slug === INTERNAL);
  if (part === undefined) return otherSide;
  return { ...otherSide, amount_minor: part.amount_minor, base_minor: part.base_minor };
}
