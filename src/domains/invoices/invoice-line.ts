import { z } from "zod";
import { label, line, text, uuid } from "../../core/fields.ts";
import type { InvoiceLine } from "../../db/schema/invoices.ts";
import type { AppliedTax, Discount, PricedInvoice } from "../../shared/invoice-totals.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import type { InvoiceRow } from "./invoice.ts";

export const MOST_LINES = 200;
export const LONGEST_NAME = 300;
export const LONGEST_DESCRIPTION = 5000;
export const LONGEST_UNIT = 50;
export const LONGEST_INVOICE_NOTE = 5000;

/** Characters of a document's lines and note together. */
export const MOST_CHARACTERS = 100_000;

/** Amounts of one line are below 10^9, with six decimals. */
const LIMIT = 1_000_000_000;
const DECIMAL = /^\d{1,9}(?:\.\d{1,6})?$/;
const SIGNED = /^-?\d{1,9}(?:\.\d{1,6})?$/;

const HAS_SIX = "must be below 1,000,000,000 and have six decimals at most, such as 12.5";

/** In hundredths of a percent, or in minor units; not both. */
export const discountFields = {
  discount_bp: z.int().min(0).max(10_000).nullable().default(null),
  discount_minor: z.int().min(0).max(MOST_MINOR).nullable().default(null),
};

export const ONE_DISCOUNT = "give the discount in percent or as an amount, not both";

export function hasOneDiscount(given: {
  readonly discount_bp?: number | null | undefined;
  readonly discount_minor?: number | null | undefined;
}): boolean {
  return (given.discount_bp ?? null) === null || (given.discount_minor ?? null) === null;
}

/** A line as the editor saves it: it may have no name yet, and a quantity below 0 for what comes back. */
export const EditedLine = z
  .strictObject({
    /** The editor's, which stays when lines move. */
    id: uuid,
    name: line(LONGEST_NAME).default(""),
    description: text(LONGEST_DESCRIPTION).nullable().default(null),
    quantity: z.string().regex(SIGNED, HAS_SIX).default("1"),
    unit: line(LONGEST_UNIT).nullable().default(null),
    price: z.string().regex(DECIMAL, HAS_SIX).default("0"),
    ...discountFields,
    tax_rate_id: uuid.nullable().default(null),
  })
  .refine(hasOneDiscount, { message: ONE_DISCOUNT, path: ["discount_minor"] });

export const EditedLines = z
  .array(EditedLine)
  .max(MOST_LINES)
  .refine(haveOwnIds, "must each have an id of their own");

function haveOwnIds(lines: readonly { readonly id: string }[]): boolean {
  return new Set(lines.map(({ id }) => id)).size === lines.length;
}

/** A number is taken as text: a percent, as invoices_get tells it. */
const percentOrName = z
  .preprocess((given) => (typeof given === "number" ? String(given) : given), z.string().max(100))
  .meta({ type: "string" });

/** A line as a tool gives it: numbers are read by their shortest decimal text. */
export const ToolLine = z.strictObject({
  name: label(LONGEST_NAME),
  quantity: z
    .number()
    .min(0)
    .refine((value) => value > 0, "must be above 0")
    .refine(isDecimal, HAS_SIX),
  price: z.number().min(0).refine(isDecimal, HAS_SIX),
  description: text(LONGEST_DESCRIPTION).nullish(),
  unit: line(LONGEST_UNIT).nullish(),
  tax_rate: percentOrName.nullish().describe("percent or name"),
});

export type ToolLine = z.output<typeof ToolLine>;

export const ToolLines = z.array(ToolLine).min(1).max(MOST_LINES);

function isDecimal(value: number): boolean {
  return Math.abs(value) < LIMIT && SIGNED.test(String(value));
}

type Texts = Pick<InvoiceLine, "name"> & Partial<Pick<InvoiceLine, "description" | "unit">>;

/** Characters of all texts together; `MOST_CHARACTERS` bounds them. */
export function charactersIn(lines: readonly Texts[], note: string | null): number {
  const texts = lines.flatMap(({ name, description, unit }) => [name, description, unit]);
  return [...texts, note].reduce((sum, part) => sum + (part?.length ?? 0), 0);
}

type Priced = Pick<
  InvoiceRow,
  "currency" | "prices_include_tax" | "discount_bp" | "discount_minor" | "lines"
>;

/** A row as the arithmetic reads it. */
export function pricedOf(draft: Priced, taxes: ReadonlyMap<string, AppliedTax>): PricedInvoice {
  return {
    currency: draft.currency,
    pricesIncludeTax: draft.prices_include_tax,
    discount: discountIn(draft),
    lines: draft.lines.map((item) => ({
      quantity: item.quantity,
      price: item.price,
      discount: discountIn(item),
      tax: item.tax_rate_id === null ? null : (taxes.get(item.tax_rate_id) ?? null),
    })),
  };
}

function discountIn({
  discount_bp,
  discount_minor,
}: Pick<InvoiceRow, "discount_bp" | "discount_minor">): Discount | null {
  if (discount_bp !== null) return { bp: discount_bp };
  return discount_minor === null ? null : { minor: discount_minor };
}
