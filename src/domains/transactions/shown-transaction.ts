import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { Tag } from "../tags/tag.ts";
import { findTransaction } from "./transaction-detail.ts";
import { tagsOf } from "./transaction-tags.ts";
import { noTransaction, partsOf } from "./transaction.ts";

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
  created_at: z.string(),
  updated_at: z.string(),
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
  return ShownTransaction.parse({ ...row, parts, tags });
}
