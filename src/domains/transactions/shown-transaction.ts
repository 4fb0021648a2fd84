import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Exchange, findExchange } from "../rates/find-exchange.ts";
import { Tag } from "../tags/tag.ts";
import { findTransaction } from "./transaction-detail.ts";
import { tagsOf } from "./transaction-tags.ts";
import { INTERNAL, noTransaction, partsOf, type Row } from "./transaction.ts";

const text = z.string().nullable();
const minor = z.int().nullable();

const Taxed = {
  tax_rate_bp: z.int().nullable(),
  tax_type: text,
  tax_minor: minor,
};

/** A transaction as the web app shows it. Amounts are in minor units. */
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
  line: z.int().nullable(),
  base_minor: minor,
  rate_day: text,
  /** Rates that `base_minor` comes of; null in the team's currency, and while there are none. */
  exchange: Exchange.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The other side; null for a transaction that is no side of a transfer. */
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

export type ShownTransaction = z.output<typeof ShownTransaction>;

/** @throws Refusal for an id that the team does not have */
export async function getShownTransaction(
  context: Context,
  { id }: ById,
): Promise<ShownTransaction> {
  const [row, parts, tags] = await Promise.all([
    findTransaction(context, id),
    partsOf(context, [id]),
    tagsOf(context, [id]),
  ]);
  if (row === undefined) throw noTransaction(id);
  const [transfer, exchange] = await Promise.all([
    otherSideOf(context, row),
    findExchange(context, row),
  ]);
  return ShownTransaction.parse({ ...row, parts, tags, transfer, exchange });
}

/** The amount is that of the part that goes to the other account, where that side is split. */
async function otherSideOf(context: Context, { id, transfer_id }: Row) {
  const { db, team } = context;
  if (transfer_id === null) return null;
  const other = await db
    .selectFrom("transactions")
    .select(["id", "name", "date", "bank_account_id", "currency", "is_split"])
    .select(["amount_minor", "base_minor"])
    .where("team_id", "=", team.id)
    .where("transfer_id", "=", transfer_id)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other === undefined) return null;
  const { is_split, ...whole } = other;
  const parts = is_split ? await partsOf(context, [other.id]) : [];
  const part = parts.find(({ category_slug }) => category_slug === INTERNAL);
  return part === undefined
    ? whole
    : { ...whole, amount_minor: part.amount_minor, base_minor: part.base_minor };
}
