import { z } from "zod";
import { emptyRange, notices, noticesOf, uuid } from "../../core/fields.ts";
import type { Page } from "../../core/page.ts";
import type { SuggestionReason } from "../../db/schema/papers.ts";
import { toMajor } from "../../shared/money.ts";
import { counted } from "../../shared/words.ts";
import { percentOf } from "../categories/category.ts";
import type { FoundItem } from "./find-items.ts";
import type { MatchedItems } from "./match-items.ts";
import { sureOf } from "./page-answers.ts";

/** Receipts as tools tell them. Amounts are in major units. */

/** Names the fields that a call goes on with; the list of tools stays short. */
const ToolItem = z.looseObject({
  id: uuid,
  name: z.string(),
  status: z.string(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  date: z.string().nullable(),
  suggestion: z.looseObject({ transaction_id: uuid, score: z.int() }).nullable(),
});

export const ItemList = z.object({
  items: z.array(ToolItem),
  cursor: z.string().nullable(),
  nextCursor: z.string().nullable(),
  notices,
});

type Days = { readonly start?: Asked; readonly end?: Asked };
type Asked = string | null | undefined;

export function toolItems(
  { items, nextCursor }: Page<FoundItem>,
  { start, end }: Days,
): z.input<typeof ItemList> {
  const hasDays = Boolean(start ?? end);
  const undated = hasDays ? items.filter(({ date }) => date === null).length : 0;
  return {
    items: items.map(toolItem),
    cursor: nextCursor,
    nextCursor,
    ...noticesOf([
      ...emptyRange(start, end, ["start", "end"]),
      ...(undated === 0
        ? []
        : [`${counted(undated, "receipt")} without a date: the day of arrival counts instead.`]),
    ]),
  };
}

export function toolItem(item: FoundItem): z.input<typeof ToolItem> {
  const { id, document_id, name, vendor, type, status, date, due_date, number, related } = item;
  const { currency, problem, created_at, suggestions, payment, summary } = item;
  const [best] = suggestions;
  return {
    id,
    document_id,
    name,
    vendor,
    description: summary,
    type,
    status,
    amount: majorIn(item.amount_minor, currency),
    payable: majorIn(item.payable_minor, currency),
    currency,
    tax_amount: majorIn(item.tax_minor, currency),
    tax_rate: percentOf(item.tax_rate_bp),
    tax_type: item.tax_type,
    date,
    due_date,
    number,
    related,
    ...(item.duplicate_of === null ? {} : { duplicate_of: item.duplicate_of }),
    sure: sureOf(item),
    suggestion:
      best === undefined
        ? null
        : {
            transaction_id: best.transaction_id,
            name: best.name,
            amount: toMajor(best.amount_minor, best.currency),
            currency: best.currency,
            date: best.date,
            score: best.score,
            why: best.why.map(reasonText),
          },
    transaction_id: payment?.transaction_id ?? null,
    problem,
    created_at,
  };
}

/** An unknown currency is written with two decimals. */
function majorIn(minor: number | null, currency: string | null): number | null {
  return minor === null ? null : toMajor(minor, currency ?? "");
}

function reasonText({ about, fit, points, paper, payment }: SuggestionReason): string {
  return `${about} ${fit}: ${paper} / ${payment} (${points})`;
}

export const Matched = z.looseObject({
  id: uuid,
  status: z.string(),
  transaction_id: uuid,
  already: z.boolean(),
  notices,
});

/** The first pair stands at the top; ids are of all pairs. */
export function toolMatched({ items, event }: MatchedItems): z.input<typeof Matched> {
  const [first] = items;
  if (first === undefined) throw new Error("nothing was matched");
  const { tax_rate_bp, tax_type, tax_minor } = first.tax;
  const hasTax = tax_rate_bp !== null || tax_type !== null;
  return {
    id: first.id,
    status: "done",
    transaction_id: first.transaction_id,
    matched: items.flatMap(({ matched }) => matched),
    attachment_ids: items.flatMap(({ attachment_ids }) => attachment_ids),
    tax: hasTax
      ? {
          amount: majorIn(tax_minor, first.currency),
          rate: percentOf(tax_rate_bp),
          type: tax_type,
        }
      : null,
    already: event === null,
    ...noticesOf([...new Set(items.flatMap((item) => item.notices))]),
  };
}
