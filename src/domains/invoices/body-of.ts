import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import { hasInvoiceRules, taxCurrencyOf } from "../../shared/country-taxes.ts";
import { fraction, over, rounded, times } from "../../shared/fraction.ts";
import {
  type InvoiceTotals,
  invoiceTotals,
  type TotalsReading,
} from "../../shared/invoice-totals.ts";
import { pointIn } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import type { PaymentAccountRow } from "../payment-accounts/payment-account.ts";
import { baseAmount, findCrosses } from "../rates/find-crosses.ts";
import type { Cross } from "../rates/rate.ts";
import { InvoiceBody, type InvoiceLanguage } from "./invoice-body.ts";
import { pricedOf } from "./invoice-line.ts";
import type { InvoiceRow } from "./invoice.ts";
import { taxesIn, type UsedRate } from "./price-invoice.ts";

type CustomerRow = Selectable<Schema["customers"]>;

/** Present values that a document needs and its row does not have. */
export type BodyParts = {
  readonly team: { readonly name: string; readonly baseCurrency: string };
  readonly settings: InvoiceSettings;
  readonly customer: CustomerRow | null;
  /** By id. */
  readonly rates: ReadonlyMap<string, UsedRate>;
  readonly account: PaymentAccountRow | null;
};

export async function readBodyParts(context: Context, row: InvoiceRow): Promise<BodyParts> {
  const { team } = context;
  const settings = await settingsOf(context);
  const [customer, rates, account] = await Promise.all([
    row.customer_id === null ? null : findRow(context, "customers", row.customer_id),
    taxesIn(context, row.lines),
    accountOf(context, row, settings),
  ]);
  return { team, settings, customer, rates, account };
}

/** The draft's own bank details, else the team's, where these are for its currency. */
async function accountOf(
  context: Context,
  row: InvoiceRow,
  settings: InvoiceSettings,
): Promise<PaymentAccountRow | null> {
  const id = row.payment_account_id ?? settings.payment_account_id;
  const account = id === null ? null : await findRow(context, "payment_accounts", id);
  if (account === null || row.payment_account_id !== null) return account;
  const isFor = account.currency === null || account.currency === row.currency;
  return account.archived_at === null && isFor ? account : null;
}

async function findRow<Table extends "customers" | "payment_accounts">(
  { db, team }: Context,
  table: Table,
  id: string,
): Promise<Selectable<Schema[Table]> | null> {
  const query = db.selectFrom<"customers" | "payment_accounts">(table).selectAll();
  const row = await query.where("team_id", "=", team.id).where("id", "=", id).executeTakeFirst();
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a row of the table that was asked for
  return (row as Selectable<Schema[Table]> | undefined) ?? null;
}

/** The currency in which the tax is stated once more, with the rate of that day; null where there is none. */
export type StatedTax = { readonly currency: string; readonly cross: Cross | null };

/** @returns null where the tax is stated in the document's own currency alone */
export async function statedTaxOf(
  { db, team }: Context,
  { currency }: InvoiceRow,
  { settings, rates }: BodyParts,
  day: Day,
): Promise<StatedTax | null> {
  const stated = taxCurrencyOf(settings.country_code, team.baseCurrency);
  const isCharged = [...rates.values()].some(({ bp }) => bp > 0);
  if (currency === stated || !isCharged || settings.country_code === "US") return null;
  // A body keeps its rate: nothing is computed again when rates are loaded, so that their source is not locked.
  const crossOf = await findCrosses({ db, team }, stated, [{ date: day, currency }]);
  return { currency: stated, cross: crossOf({ date: day, currency }) };
}

/** The days of a document, as they are printed. */
export type DocumentDays = { readonly issue_date: Day; readonly due_date: Day | null };

/** The days that a draft would have if it was sent on that day. */
export function draftDays(row: InvoiceRow, settings: InvoiceSettings, day: Day): DocumentDays {
  const issue_date = row.issue_date ?? day;
  if (row.type === "credit_note") return { issue_date, due_date: null };
  const terms = row.terms_days ?? settings.terms_days;
  return { issue_date, due_date: row.due_date ?? addDays(issue_date, terms) };
}

export function draftTotals(row: InvoiceRow, { rates }: BodyParts): TotalsReading {
  return invoiceTotals(pricedOf(row, rates));
}

type Said = DocumentDays & {
  /** Null in the preview of a draft. */
  readonly number: string | null;
  readonly totals: InvoiceTotals;
  readonly statedTax: StatedTax | null;
};

/** The document's own language, else the customer's, else the team's. */
export function languageOf(
  { language }: Pick<InvoiceRow, "language">,
  { customer, settings }: Pick<BodyParts, "customer" | "settings">,
): InvoiceLanguage {
  const code = language ?? customer?.invoice_language ?? settings.language;
  return InvoiceBody.shape.language.parse(code);
}

/** Makes an invoice's body from present values. */
export function bodyOf(row: InvoiceRow, parts: BodyParts, said: Said): InvoiceBody {
  const { settings, account } = parts;
  const { number, totals, issue_date, due_date } = said;
  return InvoiceBody.parse({
    version: 1,
    type: "invoice",
    id: row.id,
    number,
    language: languageOf(row, parts),
    currency: row.currency,
    issue_date,
    due_date,
    ...serviceOf(row, settings, issue_date),
    reference: row.reference,
    credits: null,
    ...partiesOf(parts),
    prices_include_tax: row.prices_include_tax,
    ...linesOf(row, parts, totals),
    tax_in: taxIn(row, totals, said.statedTax),
    note: row.note,
    payment: account === null ? null : paymentOf(account),
    look: {
      paper: settings.paper,
      accent: settings.accent,
      logo_sha256: settings.logo_sha256,
    },
  } satisfies Record<keyof InvoiceBody, unknown>);
}

/** Where the law asks for the day of service, it is the day of issue if nobody has said another. */
function serviceOf(
  { service_from, service_to }: InvoiceRow,
  { country_code }: InvoiceSettings,
  issueDate: Day,
) {
  const isMissing = service_from === null && service_to === null && hasInvoiceRules(country_code);
  return isMissing ? { service_from: issueDate, service_to: null } : { service_from, service_to };
}

function partiesOf({ team, settings, customer }: BodyParts): Pick<InvoiceBody, "seller" | "buyer"> {
  const { vat_number, tax_number, registration, contact, phone, email, legal_text } = settings;
  return {
    seller: {
      name: settings.legal_name ?? team.name,
      address: linesIn(settings.address),
      zip: settings.zip,
      city: settings.city,
      state: settings.state,
      country_code: settings.country_code,
      vat_number,
      tax_number,
      registration,
      contact,
      phone,
      email,
      legal_text,
    },
    buyer: {
      name: customer?.invoice_name ?? customer?.name ?? "",
      address: [...linesIn(customer?.address_line_1), ...linesIn(customer?.address_line_2)],
      zip: customer?.zip ?? null,
      city: customer?.city ?? null,
      state: customer?.state ?? null,
      country_code: customer?.country_code ?? null,
      vat_number: customer?.vat_number ?? null,
      email: customer?.email ?? null,
    },
  };
}

function linesIn(text: string | null | undefined): string[] {
  const lines = (text ?? "").split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

function linesOf(row: InvoiceRow, { rates }: BodyParts, totals: InvoiceTotals) {
  return {
    lines: row.lines.map((line, index) => {
      const rate = line.tax_rate_id === null ? undefined : rates.get(line.tax_rate_id);
      const sums = totals.lines[index];
      if (sums === undefined) throw new Error(`line ${index + 1} of ${row.id} has no sums`);
      return {
        name: line.name,
        description: line.description,
        quantity: line.quantity,
        unit: line.unit,
        price: line.price,
        discount: discountOf(line),
        tax: rate === undefined ? null : { category: rate.category, bp: rate.bp },
        gross_minor: sums.gross,
        discount_minor: sums.discount,
        amount_minor: sums.amount,
        net_minor: sums.net,
      };
    }),
    discount: discountOf(row),
    subtotal_minor: totals.subtotal,
    discount_minor: totals.discount,
    taxes: totals.taxes.map(({ category, bp, net, tax }) => ({
      category,
      bp,
      reason: reasonOf(rates, category, bp),
      net_minor: net,
      tax_minor: tax,
    })),
    net_minor: totals.net,
    tax_minor: totals.tax,
    total_minor: totals.total,
  };
}

function discountOf({
  discount_bp,
  discount_minor,
}: Pick<InvoiceRow, "discount_bp" | "discount_minor">): InvoiceBody["discount"] {
  if (discount_bp !== null) return { bp: discount_bp };
  return discount_minor === null ? null : { minor: discount_minor };
}

/** Rates with the same category and percent are one group, with the reasons of all. */
function reasonOf(
  rates: BodyParts["rates"],
  category: UsedRate["category"],
  bp: number,
): string | null {
  const ofGroup = [...rates.values()].filter(
    (rate) => rate.category === category && rate.bp === bp,
  );
  const reasons = new Set(ofGroup.flatMap(({ reason }) => reason ?? []));
  return reasons.size === 0 ? null : [...reasons].toSorted().join("; ");
}

const RATE_DIGITS = 6;

function taxIn(
  { currency }: InvoiceRow,
  { tax }: InvoiceTotals,
  stated: StatedTax | null,
): InvoiceBody["tax_in"] {
  if (stated === null || stated.cross === null) return null;
  const { cross } = stated;
  const tax_minor = baseAmount(tax, currency, stated.currency, cross);
  if (tax_minor === null) return null;
  return { currency: stated.currency, tax_minor, rate: rateOf(cross), rate_day: cross.day };
}

/** Units of the stated currency for one of the document's. */
function rateOf({ from, to }: Cross): string {
  const rate = over(decimal(to), decimal(from));
  if (rate === null) throw new RangeError("no rate is 0");
  return pointIn(rounded(times(rate, fraction(10n ** BigInt(RATE_DIGITS)))), RATE_DIGITS);
}

function decimal(text: string) {
  const [whole = "", decimals = ""] = text.split(".");
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

function paymentOf({ holder, iban, bic, details, payment_url: url }: PaymentAccountRow) {
  return { holder, iban, bic, details, url };
}

/** Text and hash of a body, for the table. */
export function documentColumns(body: InvoiceBody): { body: string; sha256: string } {
  const text = canonicalJson(body);
  return { body: text, sha256: hash("sha256", text, "hex") };
}

export function readBody(text: string): InvoiceBody {
  return InvoiceBody.parse(JSON.parse(text));
}

/** The body of a document with a number. */
export async function storedBody(
  { db, team }: Pick<OfTeam, "db" | "team">,
  invoiceId: string,
): Promise<InvoiceBody> {
  const { body } = await db
    .selectFrom("invoice_documents")
    .select("body")
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  return readBody(body);
}

/** Writes a document's body, once. */
export async function insertBody(
  { db, team }: Pick<OfTeam, "db" | "team">,
  body: InvoiceBody,
): Promise<void> {
  await db
    .insertInto("invoice_documents")
    .values({
      team_id: team.id,
      invoice_id: body.id,
      ...documentColumns(body),
      renderer: null,
      pdf: null,
      pdf_sha256: null,
    })
    .execute();
}
