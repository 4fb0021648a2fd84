import { decimalText, minorDigits, pointIn } from "../../../shared/money.ts";
import type { InvoiceBody, InvoiceLanguage } from "../invoice-body.ts";

/** Figures and dates of a language. Intl is not used: its output changes between versions of Node.js. */
type Figures = {
  /** Of thousands, and of decimals. */
  readonly marks: readonly [string, string];
  /** `#` is the amount without its sign, `¤` the currency. */
  readonly money: string;
  /** The same with the code of the currency. */
  readonly moneyWithCode: string;
  readonly percent: string;
  readonly day: (year: string, month: number, day: number) => string;
};

const NO_BREAK = "\u00a0";
const NARROW = "\u202f";
const MINUS = "\u2212";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const FIGURES: Readonly<Record<InvoiceLanguage, Figures>> = {
  en: {
    marks: [",", "."],
    money: "¤#",
    moneyWithCode: `¤${NO_BREAK}#`,
    percent: "#%",
    day: (year, month, day) => [day, MONTHS[month - 1], year].join(NO_BREAK),
  },
  de: {
    marks: [".", ","],
    money: `#${NO_BREAK}¤`,
    moneyWithCode: `#${NO_BREAK}¤`,
    percent: `#${NO_BREAK}%`,
    day: (year, month, day) => `${two(day)}.${two(month)}.${year}`,
  },
  fr: {
    marks: [NARROW, ","],
    money: `#${NO_BREAK}¤`,
    moneyWithCode: `#${NO_BREAK}¤`,
    percent: `#${NARROW}%`,
    day: (year, month, day) => `${two(day)}/${two(month)}/${year}`,
  },
  nl: {
    marks: [".", ","],
    money: `¤${NO_BREAK}#`,
    moneyWithCode: `¤${NO_BREAK}#`,
    percent: "#%",
    day: (year, month, day) => `${two(day)}-${two(month)}-${year}`,
  },
};

/** Signs that stand for one currency only. All others are written with their code. */
const SIGNS: Readonly<Record<string, string>> = {
  EUR: "€",
  GBP: "£",
  ILS: "₪",
  INR: "₹",
  NGN: "₦",
  PHP: "₱",
  TRY: "₺",
  UAH: "₴",
  VND: "₫",
};

/** `1.374,98 €` of 137498 cents in German. */
export function writtenMoney(language: InvoiceLanguage, minor: number, currency: string): string {
  return withCurrency(language, decimalText(minor, currency), currency);
}

/** True for a currency that is written with its code, which a column says once, above its figures. */
export function hasCode(currency: string): boolean {
  return SIGNS[currency] === undefined;
}

/** An amount among others of its column, without a code. */
export function columnAmount(language: InvoiceLanguage, minor: number, currency: string): string {
  return inColumn(language, decimalText(minor, currency), currency);
}

/** A price has at least the decimals of its currency. */
export function writtenPrice(language: InvoiceLanguage, price: string, currency: string): string {
  const [whole = "", decimals = ""] = price.split(".");
  const digits = minorDigits(currency);
  const padded = decimals.replace(/0+$/, "").padEnd(digits, "0");
  return inColumn(language, padded === "" ? whole : `${whole}.${padded}`, currency);
}

function inColumn(language: InvoiceLanguage, decimal: string, currency: string): string {
  return hasCode(currency)
    ? writtenDecimal(language, decimal)
    : withCurrency(language, decimal, currency);
}

/** @param decimal text as `-1234.5`; its decimals are kept as they are */
export function writtenDecimal(language: InvoiceLanguage, decimal: string): string {
  const [thousands, point] = FIGURES[language].marks;
  const [whole = "", decimals] = decimal.replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  const sign = decimal.startsWith("-") ? MINUS : "";
  return `${sign}${grouped}${decimals === undefined ? "" : `${point}${decimals}`}`;
}

/** @param bp hundredths of a percent */
export function writtenPercent(language: InvoiceLanguage, bp: number): string {
  const percent = pointIn(BigInt(bp), 2).replace(/\.?0+$/, "");
  return FIGURES[language].percent.replace("#", writtenDecimal(language, percent));
}

/** @param day `YYYY-MM-DD` */
export function writtenDay(language: InvoiceLanguage, day: string): string {
  const [year = "", month, date] = day.split("-");
  return FIGURES[language].day(year, Number(month), Number(date));
}

function withCurrency(language: InvoiceLanguage, decimal: string, currency: string): string {
  const { money, moneyWithCode } = FIGURES[language];
  const sign = SIGNS[currency];
  const pattern = sign === undefined ? moneyWithCode : money;
  const written = pattern
    .replace("#", writtenDecimal(language, decimal.replace("-", "")))
    .replace("¤", sign ?? currency);
  if (!decimal.startsWith("-")) return written;
  // Dutch puts the sign beside the figures: € −5,00.
  return language === "nl"
    ? written.replace(NO_BREAK, `${NO_BREAK}${MINUS}`)
    : `${MINUS}${written}`;
}

/** A word at the start of a line: the Dutch write `btw` small elsewhere. */
export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function two(figure: number): string {
  return String(figure).padStart(2, "0");
}

/** Words of a document. `tax` is what the seller's country calls its tax. */
type Words = {
  readonly invoice: string;
  readonly credit_note: string;
  readonly draft: string;
  readonly number: string;
  readonly date: string;
  readonly due: string;
  readonly serviceDay: string;
  readonly servicePeriod: string;
  readonly reference: string;
  readonly yourVatNumber: string;
  readonly corrects: string;
  /** Line of a credit note over an amount. */
  readonly creditFor: (number: string) => string;
  readonly vatNumber: string;
  readonly taxNumber: string;
  readonly description: string;
  readonly quantity: string;
  readonly price: string;
  readonly discount: string;
  readonly amount: string;
  readonly including: (word: string, tax: string) => string;
  readonly subtotal: string;
  readonly net: (tax: string) => string;
  readonly total: string;
  readonly rate: string;
  readonly taxable: string;
  readonly exempt: string;
  readonly outside: string;
  readonly reason: string;
  readonly taxIn: (tax: string, currency: string) => string;
  readonly rateOf: (rate: string, day: string) => string;
  readonly payBy: (total: string, day: string | null) => string;
  readonly bankDetails: string;
  readonly holder: string;
  readonly details: string;
  readonly paymentReference: string;
  readonly online: string;
  /** Below the code that fills in a transfer. */
  readonly scan: string;
  readonly page: (page: number, pages: number) => string;
};

export const WORDS: Readonly<Record<InvoiceLanguage, Words>> = {
  en: {
    invoice: "Invoice",
    credit_note: "Credit note",
    draft: "Draft",
    number: "Number",
    date: "Date",
    due: "Due date",
    serviceDay: "Date of supply",
    servicePeriod: "Service period",
    reference: "Your reference",
    yourVatNumber: "Your VAT number",
    corrects: "Corrects invoice",
    creditFor: (number) => `Credit for invoice ${number}`,
    vatNumber: "VAT number",
    taxNumber: "Tax number",
    description: "Description",
    quantity: "Quantity",
    price: "Price",
    discount: "Discount",
    amount: "Amount",
    including: (word, tax) => `${word} incl.${NO_BREAK}${tax}`,
    subtotal: "Subtotal",
    net: (tax) => `Total excl. ${tax}`,
    total: "Total",
    rate: "Rate",
    taxable: "Net amount",
    exempt: "exempt",
    outside: "not subject",
    reason: "Reason",
    taxIn: (tax, currency) => `${tax} in ${currency}`,
    rateOf: (rate, day) => `Exchange rate ${rate} of ${day}`,
    payBy: (total, day) => `Please pay ${total}${day === null ? "" : ` by ${day}`}.`,
    bankDetails: "Bank details",
    holder: "Account holder",
    details: "Details",
    paymentReference: "Reference",
    online: "Pay online",
    scan: "Scan with your banking app",
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  de: {
    invoice: "Rechnung",
    credit_note: "Rechnungskorrektur",
    draft: "Entwurf",
    number: "Nummer",
    date: "Datum",
    due: "Fällig am",
    serviceDay: "Leistungsdatum",
    servicePeriod: "Leistungszeitraum",
    reference: "Ihre Referenz",
    yourVatNumber: "Ihre USt-IdNr.",
    corrects: "Korrigiert Rechnung",
    creditFor: (number) => `Korrektur zur Rechnung ${number}`,
    vatNumber: "USt-IdNr.",
    taxNumber: "Steuernummer",
    description: "Beschreibung",
    quantity: "Menge",
    price: "Einzelpreis",
    discount: "Rabatt",
    amount: "Betrag",
    including: (word, tax) => `${word} inkl.${NO_BREAK}${tax}`,
    subtotal: "Zwischensumme",
    net: () => "Nettobetrag",
    total: "Gesamtbetrag",
    rate: "Satz",
    taxable: "Nettobetrag",
    exempt: "steuerfrei",
    outside: "nicht steuerbar",
    reason: "Grund",
    taxIn: (tax, currency) => `${tax} in ${currency}`,
    rateOf: (rate, day) => `Kurs ${rate} vom ${day}`,
    payBy: (total, day) => `Bitte zahlen Sie ${total}${day === null ? "" : ` bis zum ${day}`}.`,
    bankDetails: "Bankverbindung",
    holder: "Kontoinhaber",
    details: "Angaben",
    paymentReference: "Verwendungszweck",
    online: "Online zahlen",
    scan: "Mit der Banking-App scannen",
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  fr: {
    invoice: "Facture",
    credit_note: "Avoir",
    draft: "Brouillon",
    number: "Numéro",
    date: "Date",
    due: "Échéance",
    serviceDay: "Date de prestation",
    servicePeriod: "Période",
    reference: "Votre référence",
    yourVatNumber: "Votre n° TVA",
    corrects: "Corrige la facture",
    creditFor: (number) => `Avoir sur la facture ${number}`,
    vatNumber: "N° TVA",
    taxNumber: "N° fiscal",
    description: "Désignation",
    quantity: "Quantité",
    price: "Prix unitaire",
    discount: "Remise",
    amount: "Montant",
    including: (word) => `${word} TTC`,
    subtotal: "Sous-total",
    net: () => "Total HT",
    total: "Total",
    rate: "Taux",
    taxable: "Montant HT",
    exempt: "exonéré",
    outside: "hors champ",
    reason: "Motif",
    taxIn: (tax, currency) => `${tax} en ${currency}`,
    rateOf: (rate, day) => `Taux de change ${rate} du ${day}`,
    payBy: (total, day) =>
      `Merci de régler ${total}${day === null ? "" : ` au plus tard le ${day}`}.`,
    bankDetails: "Coordonnées bancaires",
    holder: "Titulaire",
    details: "Détails",
    paymentReference: "Référence",
    online: "Payer en ligne",
    scan: "À scanner avec votre application bancaire",
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
  nl: {
    invoice: "Factuur",
    credit_note: "Creditnota",
    draft: "Concept",
    number: "Nummer",
    date: "Datum",
    due: "Vervaldatum",
    serviceDay: "Leverdatum",
    servicePeriod: "Periode",
    reference: "Uw referentie",
    yourVatNumber: "Uw btw-nummer",
    corrects: "Corrigeert factuur",
    creditFor: (number) => `Creditering van factuur ${number}`,
    vatNumber: "Btw-nummer",
    taxNumber: "Fiscaal nummer",
    description: "Omschrijving",
    quantity: "Aantal",
    price: "Prijs",
    discount: "Korting",
    amount: "Bedrag",
    including: (word, tax) => `${word} incl.${NO_BREAK}${tax}`,
    subtotal: "Subtotaal",
    net: (tax) => `Totaal excl. ${tax}`,
    total: "Totaal",
    rate: "Tarief",
    taxable: "Nettobedrag",
    exempt: "vrijgesteld",
    outside: "niet belast",
    reason: "Reden",
    taxIn: (tax, currency) => `${tax} in ${currency}`,
    rateOf: (rate, day) => `Wisselkoers ${rate} van ${day}`,
    payBy: (total, day) =>
      `Gelieve ${total}${day === null ? "" : ` vóór of op ${day}`} te betalen.`,
    bankDetails: "Bankgegevens",
    holder: "Rekeninghouder",
    details: "Gegevens",
    paymentReference: "Kenmerk",
    online: "Online betalen",
    scan: "Scan met uw bank-app",
    page: (page, pages) => `Pagina ${page} van ${pages}`,
  },
};

/** Countries of the European tax on added value, and the United Kingdom, Norway and Switzerland. */
const VAT_COUNTRIES = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  ),
);

/** Name of the tax that the seller charges. */
export function invoiceTaxName({ language, seller }: InvoiceBody): string {
  const country = seller.country_code;
  if (language === "de") return country === "CH" || country === "LI" ? "MWST" : "USt.";
  if (language === "fr") return "TVA";
  if (language === "nl") return "btw";
  return country === null || VAT_COUNTRIES.has(country) ? "VAT" : "tax";
}
