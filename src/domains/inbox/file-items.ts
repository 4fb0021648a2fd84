import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { currency, filterDay, instant, line, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import type { HandFields } from "../../db/schema/papers.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { invalidArgument } from "../transactions/transaction.ts";
import { lockAttachments } from "./attachment-rows.ts";
import { settleTaxes } from "./attachments.ts";
import { changeItem, type ItemRow, lockGroup, lockItems, noItem, requireSeenItem } from "./item.ts";
import type { ChangedItem } from "./match-items.ts";
import type { HandField } from "./paper-columns.ts";
import { askForPayments, settleItems } from "./save-fields.ts";

const minor = z.int().min(-MOST_MINOR).max(MOST_MINOR).nullish();

const words = line(300).nullish();

/** Null says that the paper has no such thing. */
const typed = {
  type: z.enum(["invoice", "expense", "other"]).nullish(),
  vendor: words,
  number: words,
  date: filterDay.nullish(),
  due_date: filterDay.nullish(),
  currency: currency.nullish(),
  amount_minor: minor,
  payable_minor: minor,
  tax_minor: minor,
  tax_rate_bp: z.int().min(0).max(10_000).nullish(),
  tax_type: words,
} satisfies Record<HandField, z.ZodType>;

export const EditItem = z.strictObject({ id: uuid, ...typed, seen: instant.optional() });

/** Fields that decide which payments fit; what was declined before may fit after such a correction. */
const DECIDING = ["amount_minor", "date", "vendor"] as const;

/** Columns from which the tax of a payment follows. */
const TAXING = [
  "group_id",
  "amount_minor",
  "payable_minor",
  "tax_minor",
  "tax_rate_bp",
  "tax_type",
  "currency",
] as const satisfies readonly (keyof ItemRow)[];

/**
 * Corrects what was read of a receipt, and the tax that it gave its payments. A person's word stays, however often its
 * file is read again.
 */
export async function editItem(
  context: Context,
  { id, seen, ...given }: z.output<typeof EditItem>,
): Promise<ChangedItem & { readonly notices?: readonly string[] }> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockItems(context, [id]);
    if (row === undefined || row.filed === "deleted") throw noItem(id);
    requireSeenItem(row, seen);
    const hand: HandFields = { ...row.hand, ...givenFields(given) };
    const isDeciding = DECIDING.some((name) => hand[name] !== row.hand[name]);
    const values = { hand, ...(isDeciding ? { declined: [] } : {}) };
    const changes = await changeItem(context, row, values);
    if (changes.length === 0) return { id, event: null };
    await askForPayments(context, await settleItems(context, [id]));
    const [now] = await lockItems(context, [id]);
    const isOther = TAXING.some((column) => now?.[column] !== row[column]);
    const group = isOther ? await lockGroup(context, id) : [];
    const papers = group.map(({ document_id }) => document_id);
    const taxes = await settleTaxes(context, papers);
    const event = await record(context, [...changes, ...taxes.changes]);
    return { id, event, notices: taxes.notices };
  });
}

function givenFields(given: Omit<z.output<typeof EditItem>, "id" | "seen">): HandFields {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, value === "" ? null : value]));
}

export const FileItem = z.strictObject({
  id: uuid,
  /** Null takes it back among those to review. */
  as: z.enum(["done", "archived", "other"]).nullable(),
});

/** Files a receipt with its group: done without a payment, archived, or as no receipt at all. */
export async function fileItem(
  context: Context,
  { id, as }: z.output<typeof FileItem>,
): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const group = await lockGroup(context, id);
    const [primary] = group;
    const ids = group.map((item) => item.id);
    if (as !== null && (await lockAttachments(context, "inbox_id", ids)).length > 0)
      throw invalidArgument(
        "id",
        `The receipt ${quoted(primary.name)} is matched with a transaction, and done so`,
        "unmatch it first",
      );
    const changes: Change[] = [];
    for (const item of group) {
      // Its type put it among the others: it comes back without one.
      const isOther = as === null && item.filed === null && item.type === "other";
      const hand = isOther ? { hand: { ...item.hand, type: null } } : {};
      changes.push(...(await changeItem(context, item, { filed: as, ...hand })));
    }
    if (changes.length === 0) return { id, event: null };
    await askForPayments(context, await settleItems(context, ids));
    return { id, event: await record(context, changes) };
  });
}

/** Notes that a receipt is no copy of the other that it seemed to be. */
export async function keepItem(
  context: Context,
  { id }: { readonly id: string },
): Promise<ChangedItem> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const [row] = await lockItems(context, [id]);
    if (row === undefined || row.filed === "deleted") throw noItem(id);
    const changes = await changeItem(context, row, { is_distinct: true });
    if (changes.length === 0) return { id, event: null };
    await askForPayments(context, await settleItems(context, [id]));
    return { id, event: await record(context, changes) };
  });
}
