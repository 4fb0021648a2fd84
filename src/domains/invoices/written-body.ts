import type { InvoiceBody } from "./invoice-body.ts";
import {
  capital,
  invoiceTaxName,
  WORDS,
  writtenDay,
  writtenDecimal,
  writtenMoney,
  writtenPercent,
} from "./pdf/languages.ts";

/** Parts of a document as they read in its language, for the PDF and the public page. */

type Row = readonly [label: string, text: string];

/** `Rechnung INV-2026-0042`. */
export function writtenTitle({ language, type, number }: InvoiceBody): string {
  const words = WORDS[language];
  return `${words[type]} ${number ?? words.draft}`;
}

export function writtenFacts(body: InvoiceBody): readonly Row[] {
  const { language, number, issue_date, due_date, reference, buyer, credits } = body;
  const words = WORDS[language];
  const day = (day: string) => writtenDay(language, day);
  const rows: readonly (readonly [string, string | null])[] = [
    [words.number, number ?? words.draft],
    [words.date, day(issue_date)],
    [words.due, due_date === null ? null : day(due_date)],
    writtenService(body),
    [words.corrects, credits === null ? null : `${credits.number}\n${day(credits.issue_date)}`],
    [words.reference, reference],
    [words.yourVatNumber, buyer.vat_number],
  ];
  return rows.flatMap(([label, text]) =>
    text === null || text.trim() === "" ? [] : [[label, text]],
  );
}

function writtenService({
  language,
  service_from,
  service_to,
}: InvoiceBody): readonly [string, string | null] {
  const words = WORDS[language];
  const days = [...new Set([service_from, service_to])].filter((day) => day !== null);
  return [
    days.length === 2 ? words.servicePeriod : words.serviceDay,
    days.length === 0 ? null : days.map((day) => writtenDay(language, day)).join(" – "),
  ];
}

/** Sums above the total. */
export function writtenSums(body: InvoiceBody): readonly Row[] {
  const { language, currency, discount, taxes, prices_include_tax } = body;
  const words = WORDS[language];
  const money = (minor: number) => writtenMoney(language, minor, currency);
  const tax = invoiceTaxName(body);
  const percent =
    discount !== null && "bp" in discount ? ` ${writtenPercent(language, discount.bp)}` : "";
  const subtotal = prices_include_tax ? words.including(words.subtotal, tax) : words.subtotal;
  return [
    ...(discount === null
      ? []
      : [
          [subtotal, money(body.subtotal_minor)] as const,
          [`${words.discount}${percent}`, money(-body.discount_minor)] as const,
        ]),
    ...(taxes.length === 0 ? [] : [[words.net(tax), money(body.net_minor)] as const]),
    ...taxes.map(
      (group) => [`${capital(tax)} ${writtenRate(group, body)}`, money(group.tax_minor)] as const,
    ),
  ];
}

/** A tax's rate, or why it has none. */
export function writtenRate(
  tax: InvoiceBody["lines"][number]["tax"],
  { language }: InvoiceBody,
): string {
  if (tax === null) return "";
  const words = WORDS[language];
  if (tax.category === "E") return words.exempt;
  if (tax.category === "O") return words.outside;
  return writtenPercent(language, tax.bp);
}

/** The tax once more in the seller's currency, and the rate by which it was converted. */
export function writtenTaxIn(
  body: InvoiceBody,
): { readonly row: Row; readonly rate: string } | null {
  const { language, tax_in } = body;
  if (tax_in === null) return null;
  const words = WORDS[language];
  const { currency, tax_minor, rate, rate_day } = tax_in;
  const tax = capital(invoiceTaxName(body));
  return {
    row: [words.taxIn(tax, currency), writtenMoney(language, tax_minor, currency)],
    rate: words.rateOf(writtenDecimal(language, rate), writtenDay(language, rate_day)),
  };
}

/** True where the taxes are listed one by one: there are several, or one has a reason. */
export function listsTaxes({ taxes }: InvoiceBody): boolean {
  return taxes.length > 1 || taxes.some(({ reason }) => reason !== null);
}

type PaymentRow = {
  readonly is: "holder" | "iban" | "bic" | "details" | "reference" | "online";
  readonly label: string;
  readonly text: string;
};

/** Bank details, with the IBAN in groups of four. */
export function writtenPayment({ payment, language, number }: InvoiceBody): readonly PaymentRow[] {
  if (payment === null) return [];
  const words = WORDS[language];
  const { holder, iban, bic, details, url } = payment;
  const rows: readonly (Omit<PaymentRow, "text"> & { readonly text: string | null })[] = [
    { is: "holder", label: words.holder, text: holder },
    { is: "iban", label: "IBAN", text: iban === null ? null : spacedIban(iban) },
    { is: "bic", label: "BIC", text: bic },
    { is: "details", label: words.details, text: details },
    { is: "reference", label: words.paymentReference, text: number },
    { is: "online", label: words.online, text: url },
  ];
  return rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
}

function spacedIban(iban: string): string {
  return iban.replaceAll(/\s/g, "").replaceAll(/.{4}(?=.)/g, "$&\u00a0");
}

/** True for an address that a link may lead to. */
export function isWebAddress(url: string): boolean {
  return /^https?:/.test(url);
}
