import type { InvoiceBody } from "../src/domains/invoices/invoice-body.ts";
import { minorDigits } from "../src/shared/money.ts";

type Line = InvoiceBody["lines"][number];

type Given = Pick<Line, "name" | "quantity" | "price"> & Partial<Line>;

/** An invoice as it is stored; its lines have no discounts of their own unless `changes` bring them. */
export function invoiceBody(
  given: readonly Given[],
  { currency = "EUR", ...changes }: Partial<InvoiceBody> = {},
): InvoiceBody {
  const lines = given.map((line) => lineOf(line, currency));
  const subtotal = sumOf(lines.map(({ amount_minor }) => amount_minor));
  const groups = Map.groupBy(
    lines.flatMap((line) => (line.tax === null ? [] : [{ ...line, tax: line.tax }])),
    ({ tax }) => `${tax.category} ${tax.bp}`,
  );
  const taxes = [...groups.values()].flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const net_minor = sumOf(lines.map(({ net_minor }) => net_minor));
    const tax_minor = Math.round((net_minor * first.tax.bp) / 10_000);
    return [{ ...first.tax, reason: null, net_minor, tax_minor }];
  });
  const net = sumOf(lines.map(({ net_minor }) => net_minor));
  const tax = sumOf(taxes.map(({ tax_minor }) => tax_minor));
  return {
    ...FRAME,
    currency,
    lines,
    subtotal_minor: subtotal,
    taxes,
    net_minor: net,
    tax_minor: tax,
    total_minor: net + tax,
    ...changes,
  };
}

function lineOf({ name, quantity, price, ...line }: Given, currency: string): Line {
  const gross = Math.round(Number(quantity) * Number(price) * 10 ** minorDigits(currency));
  const amount = gross - (line.discount_minor ?? 0);
  return {
    name,
    description: null,
    unit: null,
    discount: null,
    tax: { category: "S", bp: 1900 },
    gross_minor: gross,
    discount_minor: 0,
    amount_minor: amount,
    net_minor: amount,
    quantity,
    price,
    ...line,
  };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const FRAME: InvoiceBody = {
  version: 1,
  type: "invoice",
  id: "0b0f6a8e-3c1d-4b8e-9a57-2f1d8c1e7a10",
  number: "INV-2026-0042",
  language: "de",
  currency: "EUR",
  issue_date: "2026-11-12",
  due_date: "2026-12-12",
  service_from: "2026-10-01",
  service_to: "2026-10-31",
  reference: "PO 7781",
  credits: null,
  seller: {
    name: "Studio Lindqvist & Søn GmbH",
    address: ["Torstraße 12"],
    zip: "10119",
    city: "Berlin",
    state: null,
    country_code: "DE",
    vat_number: "DE123456789",
    tax_number: "37/123/45678",
    registration: "HRB 12345, Amtsgericht Charlottenburg",
    contact: "Anna Lindqvist",
    phone: "+49 30 1234567",
    email: "rechnung@lindqvist.example",
    legal_text: "Geschäftsführerin: Anna Lindqvist",
  },
  buyer: {
    name: "Möbelwerk Nord GmbH",
    address: ["Einkauf", "Hafenstraße 3"],
    zip: "20457",
    city: "Hamburg",
    state: null,
    country_code: "DE",
    vat_number: "DE987654321",
    email: "einkauf@moebelwerk.example",
  },
  prices_include_tax: false,
  lines: [],
  discount: null,
  subtotal_minor: 0,
  discount_minor: 0,
  taxes: [],
  net_minor: 0,
  tax_minor: 0,
  total_minor: 0,
  tax_in: null,
  note: "Vielen Dank für den Auftrag.",
  payment: {
    holder: "Studio Lindqvist & Søn GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    details: null,
    url: null,
  },
  look: { paper: "A4", accent: "#115f6f", logo_sha256: null },
};
