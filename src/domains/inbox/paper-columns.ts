import type { Selectable } from "kysely";
import { firstCharacters, fold } from "../../core/fold.ts";
import type { HandFields } from "../../db/schema/papers.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { vendorKeyOf } from "../../reading/vendor-key.ts";
import type { PaperFields, PaperProblem } from "../../shared/paper.ts";
import { MOST_SEARCHED } from "../documents/document.ts";
import type { ItemRow } from "./item.ts";

type Document = Pick<
  Selectable<Schema["documents"]>,
  "name" | "title" | "read_title" | "problem" | "summary"
>;

/** Columns of an item that follow from its paper and from what a person corrected. */
export type PaperColumns = Pick<
  ItemRow,
  | "type"
  | "name"
  | "vendor"
  | "vendor_key"
  | "amount_minor"
  | "payable_minor"
  | "tax_minor"
  | "tax_rate_bp"
  | "tax_type"
  | "currency"
  | "date"
  | "due_date"
  | "number"
  | "number_key"
  | "problem"
  | "search_text"
>;

export const HAND_FIELDS = [
  "type",
  "vendor",
  "number",
  "date",
  "due_date",
  "currency",
  "amount_minor",
  "payable_minor",
  "tax_minor",
  "tax_rate_bp",
  "tax_type",
] as const satisfies readonly (keyof HandFields)[];

export type HandField = (typeof HAND_FIELDS)[number];

/** A person's correction counts more than what was read, also where it says that there is nothing. */
export function paperColumns(
  document: Document,
  fields: PaperFields,
  hand: HandFields,
): PaperColumns {
  const vendor = said(hand.vendor, fields.vendor?.value);
  const number = said(hand.number, fields.number?.value);
  const name = document.title ?? document.read_title ?? document.name;
  return {
    type: said(hand.type, fields.type?.value),
    name,
    vendor,
    vendor_key: keyOfVendor(vendor, fields),
    amount_minor: said(hand.amount_minor, fields.amount_minor?.value),
    payable_minor: said(hand.payable_minor, fields.payable_minor?.value),
    tax_minor: said(hand.tax_minor, fields.tax_minor?.value),
    tax_rate_bp: said(hand.tax_rate_bp, fields.tax_rate_bp?.value),
    tax_type: said(hand.tax_type, fields.tax_type?.value),
    currency: said(hand.currency, fields.currency?.value),
    date: said(hand.date, fields.date?.value),
    due_date: said(hand.due_date, fields.due_date?.value),
    number,
    number_key: number === null ? null : numberKey(number),
    problem: openProblem(document.problem, hand),
    search_text: firstCharacters(
      fold([vendor, number, name, document.name, document.summary].filter(Boolean).join("\n")),
      MOST_SEARCHED,
    ),
  };
}

function said<T>(hand: T | null | undefined, read: T | undefined): T | null {
  return hand === undefined ? (read ?? null) : hand;
}

/** A name that a person gave is a vendor of its own, unless it is the one that was read. */
function keyOfVendor(vendor: string | null, fields: PaperFields): string | null {
  const isRead = vendor !== null && vendor === fields.vendor?.value;
  const read = isRead ? fields.vendor_key?.value : undefined;
  return read ?? vendorKeyOf({ name: vendor });
}

/** Letters and digits alone: `RE-2026/0001` and `re 2026 0001` are one number. */
function numberKey(number: string): string | null {
  const key = fold(number).replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return key === "" ? null : key;
}

/** A person who typed the amounts has settled which of them hold. */
function openProblem(problem: PaperProblem | null, hand: HandFields): PaperProblem | null {
  const isAboutSums = problem === "sums_differ" || problem === "xml_differs";
  const isSettled = hand.amount_minor !== undefined || hand.tax_minor !== undefined;
  return isAboutSums && isSettled ? null : problem;
}
