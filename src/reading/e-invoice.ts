import { isCurrency } from "../core/money.ts";
import { minorOf } from "../shared/money.ts";
import type { PaperFields, PaperTax, ReadField, TaxType } from "../shared/paper.ts";
import type { Day } from "../shared/time.ts";
import { UnreadableFile } from "./unreadable.ts";
import { vendorKeyOf } from "./vendor-key.ts";
import { childrenOf, descendant, readXml, textAt, type XmlBounds, type XmlElement } from "./xml.ts";

/** As the files say them: amounts of credit notes may be above zero. */
type Invoice = {
  readonly number: string | null;
  readonly type: string | null;
  readonly date: Day | null;
  readonly due: Day | null;
  readonly currency: string;
  readonly seller: { readonly name: string | null; readonly vat: string | null };
  readonly gross: number | null;
  readonly payable: number | null;
  readonly prepaid: number | null;
  readonly tax: number | null;
  readonly taxes: readonly TaxRow[];
  readonly iban: string | null;
  readonly reference: string | null;
};

type TaxRow = PaperTax & { readonly category: string | null };

/** Invoices may have whole files within them. */
const BOUNDS: XmlBounds = {
  deepest: 64,
  mostElements: 500_000,
  longestText: 40_000_000,
  faulty: (fault, line) => new UnreadableFile("damaged", `The XML is ${fault} at line ${line}`),
};

/** @throws UnreadableFile for XML that is broken, has a DOCTYPE, or is beyond the bounds */
export function readPlainXml(text: string): XmlElement {
  return readXml(text, BOUNDS);
}

/**
 * Fields of an electronic invoice: CII (also of ZUGFeRD 1), or UBL (Invoice, CreditNote).
 * @returns null for other XML
 */
export function readEInvoice(file: XmlElement): PaperFields | null {
  const [root] = file.children;
  if (root === undefined) return null;
  const invoice = readBy(root);
  if (invoice === null || (invoice.gross === null && invoice.number === null)) return null;
  return fieldsOf(invoice, root.name === "CreditNote");
}

function readBy(root: XmlElement): Invoice | null {
  if (/^CrossIndustry(Invoice|Document)$/.test(root.name)) return readCii(root);
  if (root.name !== "Invoice" && root.name !== "CreditNote") return null;
  return descendant(root, "AccountingSupplierParty") === undefined ? null : readUbl(root);
}

/** UN/CEFACT Cross Industry Invoice. The second of two names is of ZUGFeRD 1. */
function readCii(root: XmlElement): Invoice {
  const document = firstOf(root, "ExchangedDocument", "HeaderExchangedDocument");
  const trade = firstOf(
    root,
    "SupplyChainTradeTransaction",
    "SpecifiedSupplyChainTradeTransaction",
  );
  const agreement = firstOf(
    trade,
    "ApplicableHeaderTradeAgreement",
    "ApplicableSupplyChainTradeAgreement",
  );
  const settlement = firstOf(
    trade,
    "ApplicableHeaderTradeSettlement",
    "ApplicableSupplyChainTradeSettlement",
  );
  const sums = firstOf(
    settlement,
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
  );
  const currency = currencyOf(textAt(settlement, "InvoiceCurrencyCode"));
  const amount = (name: string) => minorAt(sums, name, currency);
  const seller = descendant(agreement, "SellerTradeParty");
  const terms = childrenOf(settlement, "SpecifiedTradePaymentTerms");
  const means = childrenOf(settlement, "SpecifiedTradeSettlementPaymentMeans");
  return {
    number: textAt(document, "ID"),
    type: textAt(document, "TypeCode"),
    date: dayOf(textAt(document, "IssueDateTime/DateTimeString")),
    due: firstDay(terms, "DueDateDateTime/DateTimeString"),
    currency,
    seller: {
      name: textAt(seller, "Name", "SpecifiedLegalOrganization/TradingBusinessName"),
      vat: ciiVat(seller),
    },
    gross: amount("GrandTotalAmount"),
    payable: amount("DuePayableAmount"),
    prepaid: amount("TotalPrepaidAmount"),
    tax: totalTax(childrenOf(sums, "TaxTotalAmount"), currency),
    taxes: childrenOf(settlement, "ApplicableTradeTax").flatMap((row) =>
      taxRow(currency, {
        category: textAt(row, "CategoryCode"),
        rate: textAt(row, "RateApplicablePercent", "ApplicablePercent"),
        net: textAt(row, "BasisAmount"),
        tax: textAt(row, "CalculatedAmount"),
      }),
    ),
    iban: firstText(means, "PayeePartyCreditorFinancialAccount/IBANID"),
    reference: textAt(settlement, "PaymentReference"),
  };
}

function ciiVat(seller: XmlElement | undefined): string | null {
  const numbers = childrenOf(seller, "SpecifiedTaxRegistration").map((each) =>
    descendant(each, "ID"),
  );
  return numbers.find((id) => id?.attributes["schemeID"] === "VA")?.text.trim() ?? null;
}

/** OASIS Universal Business Language 2.1. */
function readUbl(root: XmlElement): Invoice {
  const currency = currencyOf(textAt(root, "DocumentCurrencyCode"));
  const sums = descendant(root, "LegalMonetaryTotal");
  const amount = (name: string) => minorAt(sums, name, currency);
  const party = descendant(root, "AccountingSupplierParty/Party");
  const means = childrenOf(root, "PaymentMeans");
  const totals = childrenOf(root, "TaxTotal");
  const rows = totals.flatMap((total) => childrenOf(total, "TaxSubtotal"));
  const vat = childrenOf(party, "PartyTaxScheme").find(
    (scheme) => textAt(scheme, "TaxScheme/ID")?.toUpperCase() === "VAT",
  );
  return {
    number: textAt(root, "ID"),
    type: textAt(root, "InvoiceTypeCode", "CreditNoteTypeCode"),
    date: dayOf(textAt(root, "IssueDate")),
    due: dayOf(textAt(root, "DueDate")) ?? firstDay(means, "PaymentDueDate"),
    currency,
    seller: {
      name: textAt(party, "PartyLegalEntity/RegistrationName", "PartyName/Name"),
      vat: textAt(vat, "CompanyID"),
    },
    gross: amount("TaxInclusiveAmount"),
    payable: amount("PayableAmount"),
    prepaid: amount("PrepaidAmount"),
    tax: totalTax(
      totals.flatMap((total) => childrenOf(total, "TaxAmount")),
      currency,
    ),
    taxes: rows
      .filter((row) => isIn(descendant(row, "TaxAmount"), currency))
      .flatMap((row) =>
        taxRow(currency, {
          category: textAt(row, "TaxCategory/ID"),
          rate: textAt(row, "TaxCategory/Percent", "Percent"),
          net: textAt(row, "TaxableAmount"),
          tax: textAt(row, "TaxAmount"),
        }),
      ),
    iban: firstText(means, "PayeeFinancialAccount/ID"),
    reference: firstText(means, "PaymentID"),
  };
}

function fieldsOf(invoice: Invoice, isCreditNote: boolean): PaperFields {
  const { currency, gross, payable, prepaid, seller, taxes } = invoice;
  const isCredit = isCreditNote || CREDITS.has(invoice.type ?? "");
  // Some credit notes have minus signs of their own.
  const sign = isCredit && (gross ?? payable ?? 0) > 0 ? -1 : 1;
  const signed = (minor: number | null) => (minor === null || minor === 0 ? minor : minor * sign);
  const iban = ibanOf(invoice.iban);
  const [one, ...others] = joinedTaxes(taxes);
  return {
    type: sure("invoice"),
    ...given("vendor", seller.name),
    ...given("vendor_key", vendorKeyOf({ vat: seller.vat, iban, name: seller.name })),
    ...given("number", invoice.number),
    ...given("date", invoice.date),
    ...given("due_date", invoice.due),
    ...given("currency", currency === "" ? null : currency),
    ...given("amount_minor", signed(gross)),
    ...given("payable_minor", payable === gross ? null : signed(payable)),
    ...given("prepaid_minor", prepaid === 0 ? null : signed(prepaid)),
    ...given("tax_minor", signed(invoice.tax ?? sumOfTaxes(taxes))),
    ...given("tax_rate_bp", one !== undefined && others.length === 0 ? one.rate_bp : null),
    ...given("tax_type", one === undefined ? null : typeOf(taxes)),
    ...given("iban", iban),
    ...given("reference", invoice.reference),
    taxes: [one, ...others].flatMap((row) =>
      row === undefined
        ? []
        : [{ ...row, net_minor: signed(row.net_minor), tax_minor: signed(row.tax_minor) ?? 0 }],
    ),
  };
}

/** Types of credit notes (UNTDID 1001). */
const CREDITS = new Set("81 83 261 262 296 308 381 396 420 458 532".split(" "));

function typeOf(taxes: readonly TaxRow[]): TaxType {
  const isReverse = taxes.every(({ category }) => category === "AE" || category === "K");
  return isReverse ? "Reverse charge" : "VAT";
}

/** A file may have several rows of one rate. */
function joinedTaxes(rows: readonly TaxRow[]): readonly PaperTax[] {
  const joined = new Map<number, PaperTax>();
  for (const { rate_bp, net_minor, tax_minor } of rows) {
    const known = joined.get(rate_bp);
    const net = known === undefined ? net_minor : plus(known.net_minor, net_minor);
    joined.set(rate_bp, {
      rate_bp,
      net_minor: net,
      tax_minor: tax_minor + (known?.tax_minor ?? 0),
    });
  }
  return [...joined.values()];
}

function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

function sumOfTaxes(rows: readonly TaxRow[]): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, { tax_minor }) => sum + tax_minor, 0);
}

type TaxTexts = Readonly<Record<"category" | "rate" | "net" | "tax", string | null>>;

function taxRow(currency: string, { category, rate, net, tax }: TaxTexts): readonly TaxRow[] {
  const minor = minorIn(tax, currency) ?? (UNTAXED.test(category ?? "") ? 0 : null);
  // Some categories, as those outside the scope of tax, have no rate.
  const bp = rate === null && minor === 0 ? 0 : minorIn(rate, "EUR");
  if (minor === null || bp === null) return [];
  return [{ category, rate_bp: bp, net_minor: minorIn(net, currency), tax_minor: minor }];
}

/** Categories without tax (UNTDID 5305). */
const UNTAXED = /^(AE|E|G|K|O|Z)$/;

/** Invoices may state their tax in the currency of their books as well. */
function totalTax(amounts: readonly XmlElement[], currency: string): number | null {
  const own = amounts.find((amount) => isIn(amount, currency));
  return minorIn(own?.text ?? null, currency);
}

function isIn(amount: XmlElement | undefined, currency: string): boolean {
  return (amount?.attributes["currencyID"] ?? currency) === currency;
}

function sure<Value>(value: Value): ReadField<Value> {
  return { value, sure: "high", from: "xml", place: null };
}

function given<Name extends string, Value>(
  name: Name,
  value: Value | null,
): { readonly [Given in Name]?: ReadField<Value> } {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a computed key loses its type
  return (value === null ? {} : { [name]: sure(value) }) as {
    readonly [Given in Name]?: ReadField<Value>;
  };
}

function firstOf(element: XmlElement | undefined, ...names: readonly string[]) {
  return element?.children.find(({ name }) => names.includes(name));
}

function firstText(elements: readonly XmlElement[], path: string): string | null {
  return elements.map((each) => textAt(each, path)).find((text) => text !== null) ?? null;
}

function firstDay(elements: readonly XmlElement[], path: string): Day | null {
  return elements.map((each) => dayOf(textAt(each, path))).find((day) => day !== null) ?? null;
}

/** Empty for a code that no currency has. */
function currencyOf(code: string | null): string {
  const upper = code?.toUpperCase() ?? "";
  return isCurrency(upper) ? upper : "";
}

function minorAt(element: XmlElement | undefined, name: string, currency: string): number | null {
  return minorIn(textAt(element, name), currency);
}

function minorIn(text: string | null, currency: string): number | null {
  const read = minorOf(text?.trim() ?? "", currency);
  return read.state === "read" ? read.value : null;
}

/** Reads `20260131` and `2026-01-31`, both perhaps with a time or a zone behind. */
function dayOf(text: string | null): Day | null {
  const [all, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d{3})/.exec(text ?? "") ?? [];
  if (all === undefined) return null;
  const day = `${year}-${month}-${date}`;
  const moment = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day) ? day : null;
}

function ibanOf(text: string | null): string | null {
  const compact = (text ?? "").replaceAll(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : null;
}
