import assert from "node:assert/strict";
import { test } from "node:test";
import { invoiceBody } from "../../../../test/invoice-bodies.ts";
import { INVOICE_LANGUAGES } from "../invoice-body.ts";
import { countryIn } from "./countries.ts";
import {
  columnAmount,
  writtenDay,
  writtenDecimal,
  writtenMoney,
  writtenPercent,
  writtenPrice,
  invoiceTaxName,
  WORDS,
} from "./languages.ts";

/** Spaces of all kinds as plain ones, to be read. */
function inEach(
  write: (language: (typeof INVOICE_LANGUAGES)[number]) => string,
): readonly string[] {
  return INVOICE_LANGUAGES.map((language) => write(language).replaceAll(/\s/g, " "));
}

test("amounts are written exactly, with sign or code where the language puts it", () => {
  const cases: readonly (readonly [number, string, readonly string[]])[] = [
    [137_498, "EUR", ["€1,374.98", "1.374,98 €", "1 374,98 €", "€ 1.374,98"]],
    [-137_498, "EUR", ["−€1,374.98", "−1.374,98 €", "−1 374,98 €", "€ −1.374,98"]],
    [5, "GBP", ["£0.05", "0,05 £", "0,05 £", "£ 0,05"]],
    [137_498, "USD", ["USD 1,374.98", "1.374,98 USD", "1 374,98 USD", "USD 1.374,98"]],
    [0, "JPY", ["JPY 0", "0 JPY", "0 JPY", "JPY 0"]],
    [8642, "KWD", ["KWD 8.642", "8,642 KWD", "8,642 KWD", "KWD 8,642"]],
    [
      99_999_999_999_999,
      "EUR",
      [
        "€999,999,999,999.99",
        "999.999.999.999,99 €",
        "999 999 999 999,99 €",
        "€ 999.999.999.999,99",
      ],
    ],
  ];
  for (const [minor, currency, written] of cases)
    assert.deepEqual(
      inEach((language) => writtenMoney(language, minor, currency)),
      written,
    );
});

test("in a column a code stands above the figures, and a price has the decimals of its currency", () => {
  assert.equal(columnAmount("en", 137_498, "USD"), "1,374.98");
  assert.equal(columnAmount("en", 137_498, "EUR"), "€1,374.98");
  assert.deepEqual(
    ["95", "0.0125", "12.340000", "1.5"].map((price) => writtenPrice("en", price, "EUR")),
    ["€95.00", "€0.0125", "€12.34", "€1.50"],
  );
  assert.deepEqual(
    ["95", "1.2345"].map((price) => writtenPrice("en", price, "KWD")),
    ["95.000", "1.2345"],
  );
  assert.equal(writtenPrice("en", "105", "JPY"), "105");
});

test("quantities, percents and days are written as the language does", () => {
  assert.deepEqual(
    inEach((language) => writtenDecimal(language, "-1234567.5")),
    ["−1,234,567.5", "−1.234.567,5", "−1 234 567,5", "−1.234.567,5"],
  );
  assert.deepEqual(
    inEach((language) => writtenPercent(language, 550)),
    ["5.5%", "5,5 %", "5,5 %", "5,5%"],
  );
  assert.deepEqual(
    [0, 5, 1900, 10_000].map((bp) => writtenPercent("en", bp)),
    ["0%", "0.05%", "19%", "100%"],
  );
  assert.deepEqual(
    inEach((language) => writtenDay(language, "2026-03-05")),
    ["5 Mar 2026", "05.03.2026", "05/03/2026", "05-03-2026"],
  );
});

test("a credit note has its legal name, never Gutschrift", () => {
  assert.deepEqual(
    inEach((language) => `${WORDS[language].invoice}, ${WORDS[language].credit_note}`),
    [
      "Invoice, Credit note",
      "Rechnung, Rechnungskorrektur",
      "Facture, Avoir",
      "Factuur, Creditnota",
    ],
  );
  const words = INVOICE_LANGUAGES.flatMap((language) => Object.values<unknown>(WORDS[language]));
  assert.ok(words.length > 100);
  assert.ok(!words.join(" ").toLowerCase().includes("gutschrift"));
});

test("the tax has the name that the seller's country gives it", () => {
  const of = (language: (typeof INVOICE_LANGUAGES)[number], country_code: string | null) => {
    const { seller, ...body } = invoiceBody([]);
    return invoiceTaxName({ ...body, language, seller: { ...seller, country_code } });
  };
  assert.deepEqual(
    [of("de", "DE"), of("de", "CH"), of("en", "GB"), of("en", "US"), of("en", null)],
    ["USt.", "MWST", "VAT", "tax", "VAT"],
  );
  assert.deepEqual([of("fr", "FR"), of("nl", "NL")], ["TVA", "btw"]);
});

test("a country has a name in each language, and in English where none is known", () => {
  assert.deepEqual(
    inEach((language) => countryIn(language, "DE")),
    ["Germany", "Deutschland", "Allemagne", "Duitsland"],
  );
  assert.deepEqual(
    inEach((language) => countryIn(language, "BS")),
    ["Bahamas", "Bahamas", "Bahamas", "Bahamas"],
  );
  assert.equal(countryIn("de", "ZZ"), "ZZ");
});
