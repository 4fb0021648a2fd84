import type { AppliedTax } from "./invoice-totals.ts";
import type { Day } from "./time.ts";

/** A rate that a team of a country can take over, and change. */
export type OfferedRate = AppliedTax & {
  readonly name: string;
  /** The reason for charging no tax, as it is printed. */
  readonly reason: string | null;
};

/** The laws' state that the rates below follow. */
export const OFFERED_RATES_OF: Day = "2026-11-24";

/**
 * Rates of a country (ISO 3166-1). None are offered where there is no such tax, and where they are not known
 * here: the team enters its own.
 */
export function offeredRates(country: string | null): readonly OfferedRate[] {
  return RATES.get(country ?? "") ?? [];
}

function standard(word: string, ...percents: readonly number[]): readonly OfferedRate[] {
  return percents.map((percent) => ({
    category: "S",
    bp: Math.round(percent * 100),
    name: `${percent} % ${word}`,
    reason: null,
  }));
}

function zero(word: string): OfferedRate {
  return { category: "Z", bp: 0, name: `0 % ${word}`, reason: null };
}

/** For small businesses, which charge no tax. */
function exempt(law: string, reason: string): OfferedRate {
  return { category: "E", bp: 0, name: `Exempt, ${law}`, reason };
}

const RATES: ReadonlyMap<string, readonly OfferedRate[]> = new Map([
  [
    "DE",
    [
      ...standard("USt", 19, 7),
      exempt("§ 19 UStG", "Steuerbefreiung für Kleinunternehmer nach § 19 UStG"),
    ],
  ],
  [
    "FR",
    [
      ...standard("TVA", 20, 10, 5.5, 2.1),
      exempt("art. 293 B du CGI", "TVA non applicable, art. 293 B du CGI"),
    ],
  ],
  [
    "NL",
    [
      ...standard("btw", 21, 9),
      exempt("KOR", "Vrijgesteld van btw: kleineondernemersregeling (KOR)"),
    ],
  ],
  ["GB", [...standard("VAT", 20, 5), zero("VAT")]],
  ["CH", standard("MwSt.", 8.1, 3.8, 2.6)],
  ["NO", standard("MVA", 25, 15, 12)],
]);

const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Members of the scheme besides those of the EU, with the parts that have codes of their own. */
const OTHERS_IN_SEPA = new Set(
  "AD AL CH GB GG GI IM IS JE LI MC MD ME MK NO RS SM VA AX BL GF GP MF MQ PM RE YT".split(" "),
);

export function isInEu(country: string | null): boolean {
  return EU.has(country ?? "");
}

/** @param country that of an account, as its IBAN begins */
export function usesSepa(country: string | null): boolean {
  return isInEu(country) || OTHERS_IN_SEPA.has(country ?? "");
}

/**
 * True in the EU, GB, CH and NO: the law says what an invoice contains, and one that was sent is taken back
 * by a credit note, unless the team decides otherwise.
 */
export function hasInvoiceRules(country: string | null): boolean {
  return isInEu(country) || ["GB", "CH", "NO"].includes(country ?? "");
}

/** True where dates of invoices follow their numbers, unless the team decides otherwise. */
export function ordersInvoiceDates(country: string | null): boolean {
  return country === "FR";
}

/** Currency in which an invoice states its tax, besides its own where that is another. */
export function taxCurrencyOf(country: string | null, teamCurrency: string): string {
  return country === "GB" ? "GBP" : teamCurrency;
}

/** Sentences that the law wants on every invoice, in its language; the team may change them. */
export function presetLegalText(country: string | null): string | null {
  if (country !== "FR") return null;
  return "En cas de retard de paiement : pénalités au taux de trois fois le taux d’intérêt légal, et indemnité forfaitaire de 40 € pour frais de recouvrement. Pas d’escompte pour paiement anticipé.";
}
