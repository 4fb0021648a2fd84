import { hasInvoiceRules, isInEu, taxCurrencyOf } from "./country-taxes.ts";
import type { AppliedTax, TotalsReading } from "./invoice-totals.ts";
import { minorDigits } from "./money.ts";
import type { Day } from "./time.ts";
import { enumerated } from "./words.ts";

type Text = string | null;

type Seller = {
  readonly name: Text;
  readonly address: Text;
  readonly city: Text;
  readonly zip: Text;
  /** Country of the team. */
  readonly country_code: Text;
  readonly vat_number: Text;
  readonly tax_number: Text;
  readonly registration: Text;
  readonly legal_text: Text;
};

type Buyer = {
  readonly id: string;
  readonly name: Text;
  readonly address_line_1: Text;
  readonly city: Text;
  readonly zip: Text;
  readonly country_code: Text;
  readonly vat_number: Text;
};

/** A rate of the team as a line uses it. */
type UsedTax = AppliedTax & { readonly name: string; readonly reason: Text };

export type CheckedInvoice = {
  readonly seller: Seller;
  readonly buyer: Buyer | null;
  readonly lines: readonly { readonly name: string; readonly tax: UsedTax | null }[];
  readonly totals: TotalsReading;
  readonly currency: string;
  readonly teamCurrency: string;
  /** True where there is an exchange rate to the currency that `taxCurrencyOf` names. */
  readonly hasExchangeRate: boolean;
  readonly service_from: Day | null;
  readonly service_to: Day | null;
  readonly issue_date: Day | null;
};

/** Something that an invoice lacks. */
export type InvoiceFault = {
  /** The field that mends it: `seller.vat_number`, `customer.city`, `lines.2.price`, `service_from`. */
  readonly path: string;
  /** Says what is missing, and where it is entered. */
  readonly message: string;
  /** Address of the page with that field; null for the invoice's own. */
  readonly page: string | null;
  /** False for a notice: the invoice may go out all the same. */
  readonly isNeeded: boolean;
};

/**
 * Looks for what an invoice lacks before it is sent: by the law of the seller's country, if that is known.
 * Without it, what every law asks for is told as notices.
 */
export function checkInvoice(invoice: CheckedInvoice): readonly InvoiceFault[] {
  return [
    ...draftFaults(invoice),
    ...sellerFaults(invoice),
    ...frenchFaults(invoice),
    ...taxFaults(invoice),
    ...buyerFaults(invoice),
    ...serviceFaults(invoice),
  ];
}

function draftFaults({ buyer, lines, totals }: CheckedInvoice): readonly InvoiceFault[] {
  return [
    ...when(buyer === null, "customer_id", "The invoice has no customer. Choose one."),
    ...when(lines.length === 0, "lines", "The invoice has no line. Add what you charge for."),
    ...lines.flatMap(({ name }, index) =>
      when(
        isBlank(name),
        `lines.${index}.name`,
        `Line ${index + 1} of the invoice has no name. Write what you charge for.`,
      ),
    ),
    ...(totals.state === "refused" ? when(true, totals.path, totals.why) : []),
  ];
}

function sellerFaults(invoice: CheckedInvoice): readonly InvoiceFault[] {
  const { seller } = invoice;
  const isKnown = seller.country_code !== null;
  const missing = (field: keyof Seller, what: string, isNeeded = isKnown) =>
    isBlank(seller[field]) ? [atSeller(field, `${what} is missing`, isNeeded)] : [];
  return [
    ...(isKnown ? [] : [NO_COUNTRY]),
    ...missing("name", "The name of your business"),
    ...missing("address", "The street and number of your business"),
    ...(needsZip(seller.country_code) ? missing("zip", "The postal code of your business") : []),
    ...missing("city", "The city of your business"),
    ...sellerNumberFaults(invoice),
  ];
}

const NO_COUNTRY: InvoiceFault = {
  path: "seller.country_code",
  message:
    "The team has no country, so that the law for its invoices is not known. Choose it in Settings → Team.",
  page: "/settings/team",
  isNeeded: false,
};

function sellerNumberFaults({ seller, lines }: CheckedInvoice): readonly InvoiceFault[] {
  const country = seller.country_code;
  if (!isBlank(seller.vat_number)) return [];
  if (lines.some(needsVatNumbers))
    return [
      atSeller(
        "vat_number",
        "Your VAT number is missing: an invoice without tax for another business needs it",
        country !== null,
      ),
    ];
  const isAsked = country === "DE" || (hasInvoiceRules(country) && lines.some(isCharged));
  if (!isAsked || !isBlank(seller.tax_number)) return [];
  return [atSeller("vat_number", "Your VAT number or tax number is missing", true)];
}

function frenchFaults({ seller }: CheckedInvoice): readonly InvoiceFault[] {
  if (seller.country_code !== "FR") return [];
  const text = seller.legal_text ?? "";
  const [hasPenalty, hasFee] = [PENALTY.test(text), FEE.test(text)];
  return [
    ...(SIREN.test(seller.registration ?? "")
      ? []
      : [atSeller("registration", "Your SIREN is missing: nine digits", true)]),
    ...(hasPenalty && hasFee
      ? []
      : [
          atSeller(
            "legal_text",
            "The legal text does not name the penalties for late payment and the fee of 40 €",
            true,
          ),
        ]),
  ];
}

/** A SIRET begins with it, and a French VAT number ends with it. */
const SIREN = /\d{3}[ .]?\d{3}[ .]?\d{3}/;

/** In the languages of invoices. */
const PENALTY = /p[ée]nalit|penalt|int[ée]r[êe]t|interest|verzug|zinsen|rente|boete/i;

const FEE = /\b40(?:[.,]00)?\s*(?:€|eur)|(?:€|eur)\s*40\b/i;

function taxFaults(invoice: CheckedInvoice): readonly InvoiceFault[] {
  const { seller, lines, currency, teamCurrency, hasExchangeRate } = invoice;
  const isKnown = seller.country_code !== null;
  const taxes = new Map(lines.flatMap(({ tax }) => (tax === null ? [] : [[tax.name, tax]])));
  const withoutReason = [...taxes.values()].filter(
    ({ category, reason }) => NEED_REASON.has(category) && isBlank(reason),
  );
  const categories = new Set(lines.map(({ tax }) => tax?.category ?? null));
  const untaxed = lines.flatMap(({ tax }, index) => (tax === null ? [String(index + 1)] : []));
  const stated = taxCurrencyOf(seller.country_code, teamCurrency);
  const isStated = seller.country_code !== "US" && currency !== stated && lines.some(isCharged);
  return [
    ...withoutReason.map(({ name }) => ({
      path: "tax_rate.reason",
      message: `The tax rate “${name}” has no reason for charging no tax. Enter it in Settings → Invoices → Tax.`,
      page: "/settings/invoices/tax",
      isNeeded: isKnown,
    })),
    ...when(
      categories.has("O") && categories.size > 1,
      "lines",
      "A line is outside the scope of the tax and others are not. Write two invoices.",
    ),
    ...when(
      untaxed.length > 0 && untaxed.length < lines.length && !categories.has("O"),
      "lines",
      `${untaxed.length === 1 ? "Line" : "Lines"} ${enumerated(untaxed)} of the invoice ${untaxed.length === 1 ? "has" : "have"} no tax rate. Choose one.`,
      false,
    ),
    ...(isStated && !hasExchangeRate
      ? [
          {
            path: "currency",
            message: `The tax must be stated in ${stated} too, and there is no exchange rate for ${currency}. Enter one in Settings → Exchange rates.`,
            page: "/settings/rates",
            isNeeded: isKnown,
          },
        ]
      : []),
  ];
}

const NEED_REASON: ReadonlySet<string> = new Set(["E", "AE", "K", "G", "O"]);

function buyerFaults(invoice: CheckedInvoice): readonly InvoiceFault[] {
  const { seller, buyer, lines } = invoice;
  if (buyer === null) return [];
  const taxedAt = lines.findIndex(isTaxed);
  const isKnown = seller.country_code !== null;
  const missing = (field: keyof Buyer, what: string, isNeeded: boolean) =>
    isBlank(buyer[field]) ? [atBuyer(buyer, field, what, isNeeded)] : [];
  const isDelivered = lines.some(({ tax }) => tax?.category === "K");
  const isAddressed = isDelivered || (hasInvoiceRules(seller.country_code) && !isSmall(invoice));
  return [
    ...(isAddressed
      ? [
          ...missing("name", "name", isKnown),
          ...missing("address_line_1", "street and number", isKnown),
          ...(needsZip(buyer.country_code) ? missing("zip", "postal code", isKnown) : []),
          ...missing("city", "city", isKnown),
        ]
      : []),
    ...(isDelivered ? missing("country_code", "country", isKnown) : []),
    ...(lines.some(needsVatNumbers) ? missing("vat_number", "VAT number", isKnown) : []),
    ...when(
      isAcrossEu(seller, buyer) && !isBlank(buyer.vat_number) && lines.some(isStandard),
      taxOfLine(lines.findIndex(isStandard)),
      `${nameOfBuyer(buyer)} is in another country of the EU and has a VAT number. Choose another tax rate if it pays the tax itself.`,
      false,
    ),
    ...when(
      isAbroad(seller, buyer) && !isAcrossEu(seller, buyer) && taxedAt >= 0,
      taxOfLine(taxedAt),
      `${nameOfBuyer(buyer)} is in another country, and line ${taxedAt + 1} has the tax rate “${lines[taxedAt]?.tax?.name ?? ""}”. Choose another one if that tax is not due.`,
      false,
    ),
  ];
}

/** Leads to the field that mends it. */
function taxOfLine(index: number): string {
  return `lines.${index}.tax_rate_id`;
}

function serviceFaults(invoice: CheckedInvoice): readonly InvoiceFault[] {
  const { seller, issue_date, service_from, service_to } = invoice;
  const day = issue_date === null ? "day of sending" : "issue date";
  return when(
    hasInvoiceRules(seller.country_code) && service_from === null && service_to === null,
    "service_from",
    `No day of service is set, so the ${day} is printed. Enter the day or the period if it is another.`,
    false,
  );
}

/** Up to this amount with tax, an invoice needs no buyer. */
const SMALL: ReadonlyMap<Text, { readonly major: number; readonly currency: string }> = new Map([
  ["DE", { major: 250, currency: "EUR" }],
  ["GB", { major: 250, currency: "GBP" }],
]);

function isSmall({ seller, lines, totals, currency }: CheckedInvoice): boolean {
  const most = SMALL.get(seller.country_code);
  if (most?.currency !== currency || totals.state === "refused") return false;
  if (lines.some(needsVatNumbers)) return false;
  return totals.value.total <= most.major * 10 ** minorDigits(currency);
}

type CheckedLine = CheckedInvoice["lines"][number];

function needsVatNumbers({ tax }: CheckedLine): boolean {
  return tax?.category === "AE" || tax?.category === "K";
}

function isStandard({ tax }: CheckedLine): boolean {
  return tax?.category === "S";
}

function isTaxed(line: CheckedLine): boolean {
  return isStandard(line) && isCharged(line);
}

function isCharged({ tax }: CheckedLine): boolean {
  return tax !== null && tax.bp > 0;
}

function isAcrossEu(seller: Seller, buyer: Buyer): boolean {
  return isAbroad(seller, buyer) && isInEu(seller.country_code) && isInEu(buyer.country_code);
}

function isAbroad({ country_code: from }: Seller, { country_code: to }: Buyer): boolean {
  return from !== null && to !== null && from !== to;
}

/** Ireland has postal codes that are seldom written. */
function needsZip(country: Text): boolean {
  return hasInvoiceRules(country) && country !== "IE";
}

function isBlank(text: Text): boolean {
  return text === null || text.trim() === "";
}

function nameOfBuyer({ name }: Buyer): string {
  return isBlank(name) ? "The customer" : (name ?? "");
}

function atSeller(field: keyof Seller, what: string, isNeeded: boolean): InvoiceFault {
  return {
    path: `seller.${field}`,
    message: `${what}. Enter it in Settings → Invoices → Seller.`,
    page: "/settings/invoices/seller",
    isNeeded,
  };
}

function atBuyer(buyer: Buyer, field: keyof Buyer, what: string, isNeeded: boolean): InvoiceFault {
  return {
    path: `customer.${field}`,
    message: `The ${what} of ${isBlank(buyer.name) ? "the customer" : buyer.name} is missing. Enter it on the customer’s page.`,
    page: `/customers/${buyer.id}`,
    isNeeded,
  };
}

/** A fault of the invoice itself. */
function when(
  isWrong: boolean,
  path: string,
  message: string,
  isNeeded = true,
): readonly InvoiceFault[] {
  return isWrong ? [{ path, message, page: null, isNeeded }] : [];
}
