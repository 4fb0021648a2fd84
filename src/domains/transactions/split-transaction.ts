import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { instant, label, text, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { MOST_PARTS } from "../../shared/limits.ts";
import { toMajor } from "../../shared/money.ts";
import { counted } from "../../shared/words.ts";
import { type ChooseCategory, choosingAmong } from "../categories/all-categories.ts";
import { amountMinor, transactionTaxFields } from "./create-transaction.ts";
import { NO_TAX, filledTax } from "./tax.ts";
import {
  type GivenPart,
  type Row,
  lockRows,
  noTransaction,
  partsOf,
  refuseExported,
  refuseTransfer,
  requireSeen,
  setBy,
} from "./transaction.ts";
import { type Changing, writeTransactions } from "./write-transactions.ts";

const GivenParts = z.array(
  z.strictObject({
    amount_minor: amountMinor,
    category_slug: z.string().max(100).nullish(),
    name: label(300).nullish(),
    note: text(2000).nullish(),
    ...transactionTaxFields,
  }),
);

export const SplitTransaction = z.strictObject({
  id: uuid,
  /** Of 2 to 50; [] joins them again. */
  parts: GivenParts.max(MOST_PARTS).refine(
    ({ length }) => length !== 1,
    "must have two parts or more, or none to join them",
  ),
  seen: instant,
});

export type SplitTransaction = z.output<typeof SplitTransaction>;

/**
 * Splits a transaction into parts, or joins them. A joined transaction gets the category of its first part.
 * @throws Refusal with the remainder when the parts do not sum up
 */
export async function splitTransaction(
  context: Context,
  { id, parts, seen }: SplitTransaction,
): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockRows(context, [id]);
    if (row === undefined) throw noTransaction(id);
    requireSeen(row, seen);
    refuseExported(row);
    refuseTransfer(row, "id");
    if (parts.length === 0 && !row.is_split) return;
    requireSum(row, parts);
    const before = await partsOf(context, [id]);
    const joined = before[0]?.category_slug;
    const choose = await choosingAmong(context, [
      joined,
      ...parts.map(({ category_slug }) => category_slug),
    ]);
    const given = parts.map((part, at) => partOf(part, choose, `parts.${at}.category_slug`));
    const values = parts.length === 0 ? joinedBy(context, row, choose, joined) : SPLIT;
    const changes = await writeTransactions(context, {
      changed: [{ row, values }],
      parts: new Map([[id, given]]),
    });
    await record(context, changes);
  });
}

const SPLIT: Changing["values"] = {
  is_split: true,
  category_slug: null,
  category_by: null,
  rule_id: null,
  ...NO_TAX,
};

function joinedBy(
  context: Context,
  row: Row,
  choose: ChooseCategory,
  slug: string | null | undefined,
): Changing["values"] {
  const category = choose(slug, "id");
  return {
    is_split: false,
    category_slug: category?.slug ?? null,
    category_by: category === null ? null : setBy(context),
    ...filledTax(row.amount_minor, NO_TAX, category),
  };
}

function partOf(
  part: z.output<typeof GivenParts>[number],
  choose: ChooseCategory,
  path: string,
): GivenPart {
  const { amount_minor, tax_rate_bp = null, tax_type = null } = part;
  const category = choose(part.category_slug, path);
  return {
    amount_minor,
    category_slug: category?.slug ?? null,
    name: part.name ?? null,
    note: part.note ?? null,
    ...filledTax(amount_minor, { tax_rate_bp, tax_type }, category),
  };
}

function requireSum(
  { amount_minor, currency }: Row,
  parts: readonly Pick<GivenPart, "amount_minor">[],
): void {
  const sum = parts.reduce((all, part) => all + BigInt(part.amount_minor), 0n);
  const rest = BigInt(amount_minor) - sum;
  if (parts.length === 0 || rest === 0n) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "parts",
    message: `The ${counted(parts.length, "part")} sum up to ${toMajor(sum, currency)} ${currency} of ${toMajor(amount_minor, currency)} ${currency}: ${toMajor(rest, currency)} ${currency} remain`,
    next: "change the parts so that nothing remains; nothing was saved",
  });
}
