/** Currencies without two digits behind the point in ISO 4217; browsers differ from it, with HUF for one. */
const OTHER_DIGITS: ReadonlyMap<string, number> = new Map(
  [
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
    [0, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"],
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [4, "CLF UYW"],
  ].flatMap(([digits, codes]) =>
    String(codes)
      .split(" ")
      .map((code) => [code, Number(digits)]),
  ),
);

/** Whether it has the form of one: another makes the browser throw. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

export function minorDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}

/** `€120.00` for 12,000 minor units; a yen has none, a dinar has 1,000. */
export function money(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}
