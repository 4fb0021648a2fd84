/** Currencies without two decimals in ISO 4217; browsers differ from it, for example for HUF. */
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

/** Decimal places of a currency; 2 for an unknown one. */
export function minorDigits(currency: string): number {
  return OTHER_DIGITS.get(currency) ?? 2;
}

/** Converts minor units to the major units of the API: 1999 EUR cents are 19.99. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency);
}
