import { z } from "zod";

const day = z.iso.date();

export const INVOICE_LANGUAGES = ["en", "de", "fr", "nl"] as const;

export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number];

export const TAX_CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O"] as const;

const Party = z.strictObject({
  name: z.string(),
  /** Lines of the postal address, without name, city and country. */
  address: z.array(z.string()),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country_code: z.string().nullable(),
  vat_number: z.string().nullable(),
});

const Discount = z.union([
  /** In hundredths of a percent. */
  z.strictObject({ bp: z.int() }),
  z.strictObject({ minor: z.int() }),
]);

/**
 * All that a document says, as it was sent: it is stored as canonical JSON with its hash, and never changes. What is
 * drawn, mailed or shown of a numbered document comes from here. Amounts are minor units of the currency.
 */
export const InvoiceBody = z.strictObject({
  version: z.literal(1),
  type: z.enum(["invoice", "credit_note"]),
  id: z.uuid(),
  /** Null in the preview of a draft. */
  number: z.string().nullable(),
  language: z.enum(INVOICE_LANGUAGES),
  currency: z.string(),
  issue_date: day,
  /** Null on a credit note. */
  due_date: day.nullable(),
  service_from: day.nullable(),
  service_to: day.nullable(),
  /** The customer's order or reference. */
  reference: z.string().nullable(),
  /** Of a credit note: the invoice that it corrects. */
  credits: z.strictObject({ number: z.string(), issue_date: day }).nullable(),
  seller: Party.extend({
    tax_number: z.string().nullable(),
    registration: z.string().nullable(),
    contact: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    /** Printed at the foot: owners, register, terms that a law demands. */
    legal_text: z.string().nullable(),
  }),
  buyer: Party.extend({ email: z.string().nullable() }),
  prices_include_tax: z.boolean(),
  lines: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string().nullable(),
      /** Decimal text, as `12.5`. */
      quantity: z.string(),
      unit: z.string().nullable(),
      /** Decimal text, in major units. */
      price: z.string(),
      discount: Discount.nullable(),
      /** Null where no line of the document has a tax. */
      tax: z.strictObject({ category: z.enum(TAX_CATEGORIES), bp: z.int() }).nullable(),
      /** Quantity times price, and what is taken off, with tax where the prices include it. */
      gross_minor: z.int(),
      discount_minor: z.int(),
      amount_minor: z.int(),
      /** Without tax. */
      net_minor: z.int(),
    }),
  ),
  discount: Discount.nullable(),
  /** With tax where the prices include it, as the lines. */
  subtotal_minor: z.int(),
  discount_minor: z.int(),
  taxes: z.array(
    z.strictObject({
      category: z.enum(TAX_CATEGORIES),
      bp: z.int(),
      /** Why no tax is charged, as it is printed. */
      reason: z.string().nullable(),
      net_minor: z.int(),
      tax_minor: z.int(),
    }),
  ),
  net_minor: z.int(),
  tax_minor: z.int(),
  total_minor: z.int(),
  /** The tax once more in the seller's currency, where a law demands it. */
  tax_in: z
    .strictObject({ currency: z.string(), tax_minor: z.int(), rate: z.string(), rate_day: day })
    .nullable(),
  note: z.string().nullable(),
  payment: z
    .strictObject({
      holder: z.string(),
      iban: z.string().nullable(),
      bic: z.string().nullable(),
      details: z.string().nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
  look: z.strictObject({
    paper: z.enum(["A4", "LETTER"]),
    /** `#rrggbb`, for rules and the title. */
    accent: z.string(),
    logo_sha256: z.string().nullable(),
  }),
});

export type InvoiceBody = z.output<typeof InvoiceBody>;
