import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { drawnBy, madePaper, NOBODY, pageOf, paperOf } from "../../../test/made-papers.ts";
import { PAPER_WORDS } from "../../../test/paper-words.ts";
import type { PaperFields } from "../../shared/paper.ts";
import type { Paper } from "../paper.ts";
import { readPaper } from "./read-paper.ts";

function read(text: string, rest: Partial<Paper> = {}): PaperFields {
  return readPaper(paperOf(text, rest)).fields;
}

function invoice(...lines: readonly string[]): string {
  return [
    "#Rechnung",
    "Rechnungsnummer: RE-2026-0001",
    "Rechnungsdatum: 31.10.2026",
    ...lines,
  ].join("\n");
}

describe("amounts", () => {
  for (const [printed, minor] of [
    ["1.234,56 EUR", 123_456],
    ["1,234.56 EUR", 123_456],
    ["1 234,56 EUR", 123_456],
    ["1'234.56 CHF", 123_456],
    ["EUR 1234,56", 123_456],
    ["12,34- EUR", -1234],
    ["(12.34) EUR", -1234],
    ["-12,34 EUR", -1234],
    ["12,34,567.00 INR", 123_456_700],
    ["1,234 JPY", 1234],
    ["12.345 KWD", 12_345],
    ["99,- EUR", 9900],
  ] as const)
    test(`${printed} is read`, () => {
      assert.equal(read(`Invoice total    ${printed}`).amount_minor?.value, minor);
    });

  test("a mark with three digits follows the other figures of the paper", () => {
    const german = "Artikel    9,90 EUR\nVersand    4,50 EUR\nGesamtbetrag    1.234 EUR";
    assert.equal(read(german).amount_minor?.value, 123_400);
  });

  test("letters like digits count within three digits of a scan, and not in a file", () => {
    const text = "SUMME EUR    1O5,20";
    assert.equal(read(text, { pages: [pageOf("", "ocr")] }).amount_minor?.value, 10_520);
    assert.notEqual(read(text).amount_minor?.value, 10_520);
  });

  test("no sign and no code, no currency", () => {
    assert.equal(read("Total    12.00").currency, undefined);
    assert.equal(read("Total    $12.00").currency, undefined);
    assert.equal(read("Total    US$12.00").currency?.value, "USD");
  });
});

describe("totals", () => {
  test("net and tax that make the total are sure, and no part of it is taken for it", () => {
    const fields = read(
      invoice(
        "Zwischensumme    100,00 EUR",
        "MwSt. 19 %    19,00 EUR",
        "Gesamtbetrag    119,00 EUR",
      ),
    );
    assert.deepEqual(
      [fields.amount_minor?.value, fields.amount_minor?.sure, fields.tax_minor?.value],
      [11_900, "high", 1900],
    );
    assert.deepEqual([fields.tax_rate_bp?.value, fields.tax_type?.value], [1900, "VAT"]);
  });

  test("sums that differ are told, and the total is in doubt", () => {
    const { fields, problem } = readPaper(
      paperOf(
        invoice(
          "Summe netto    1.420,00 EUR",
          "Umsatzsteuer 19%    269,80 EUR",
          "Rechnungsbetrag    1.589,80 EUR",
        ),
      ),
    );
    assert.equal(problem, "sums_differ");
    assert.deepEqual([fields.amount_minor?.value, fields.amount_minor?.sure], [158_980, "low"]);
  });

  test("cash that is given and comes back is no total", () => {
    const fields = read(
      "Muster Markt\nBrot    2,50\nSUMME EUR    12,50\nGegeben    20,00\nRückgeld    7,50",
    );
    assert.deepEqual([fields.amount_minor?.value, fields.amount_minor?.sure], [1250, "high"]);
    assert.equal(fields.type?.value, "expense");
  });

  test("what is payable differs from the total by what was paid before", () => {
    const fields = read(
      "Facture n° F-12\nTotal HT    559,29 €\nTVA 20 %    111,86 €\nTotal TTC    671,15 €\nAcompte    201,00 €\nNet à payer    470,15 €",
    );
    assert.deepEqual(
      [fields.amount_minor?.value, fields.payable_minor?.value, fields.prepaid_minor?.value],
      [67_115, 47_015, 20_100],
    );
  });

  test("points, savings and a balance of nothing are no totals", () => {
    const fields = read(
      "Total    24.20 EUR\nYou saved    99.00 EUR\nPoints balance    500.00\nBalance due    0.00 EUR",
    );
    assert.equal(fields.amount_minor?.value, 2420);
    assert.equal(read("Balance due    0.00 EUR").amount_minor, undefined);
  });

  test("a credit note is below zero, however it is printed", () => {
    for (const sign of ["", "-"]) {
      const fields = read(
        `#Gutschrift\nGutschrift Nr. G-17\nNettobetrag    ${sign}100,00 EUR\nMwSt. 19 %    ${sign}19,00 EUR\nGesamtbetrag    ${sign}119,00 EUR`,
      );
      assert.deepEqual([fields.amount_minor?.value, fields.tax_minor?.value], [-11_900, -1900]);
    }
  });

  test("several rates have their sum and no rate", () => {
    const fields = read(
      "SUMME EUR    22,60\nMwSt    NETTO    MwSt    UMSATZ\nA 19%    10,00    1,90    11,90\nB 7%    10,00    0,70    10,70",
    );
    assert.deepEqual(
      [fields.tax_minor?.value, fields.tax_rate_bp, fields.tax_type?.value],
      [260, undefined, "VAT"],
    );
    assert.equal(fields.taxes?.length, 2);
    assert.deepEqual([fields.amount_minor?.value, fields.amount_minor?.sure], [2260, "high"]);
  });

  test("reverse charge and small businesses have no tax", () => {
    for (const words of [
      "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)",
      "Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.",
    ])
      assert.equal(read(invoice("Gesamtbetrag    100,00 EUR", words)).tax_minor?.value, 0);
  });
});

describe("dates", () => {
  const dated = (text: string) => read(text).date;

  test("05/04 alone is in doubt, and beside 13/04 it is not", () => {
    assert.equal(dated("Invoice date: 05/04/2026\nTotal 10.00")?.sure, "low");
    const beside = dated("Invoice date: 05/04/2026\nDelivery date: 13/04/2026");
    assert.deepEqual([beside?.value, beside?.sure], ["2026-04-05", "medium"]);
    assert.equal(dated("Invoice date: 05/04/2026\nDelivery date: 04/13/2026")?.value, "2026-05-04");
  });

  for (const [printed, day] of [
    ["31.10.2026", "2026-10-31"],
    ["31.10.26", "2026-10-31"],
    ["2026-10-31", "2026-10-31"],
    ["31 October 2026", "2026-10-31"],
    ["October 31, 2026", "2026-10-31"],
    ["5 de marzo de 2026", "2026-03-05"],
    ["1er février 2026", "2026-02-01"],
    ["31-Oct-26", "2026-10-31"],
    ["2026年10月31日", "2026-10-31"],
    ["06.05.2009:49", "2020-05-06"],
  ] as const)
    test(`${printed} is read`, () => {
      assert.equal(dated(`Invoice date: ${printed}`)?.value, day);
    });

  test("the day of issue goes before those of order, delivery and payment", () => {
    const fields = read(
      "Bestelldatum: 01.10.2026\nLieferdatum: 05.10.2026\nFällig am: 14.11.2026\nRechnungsdatum: 31.10.2026",
    );
    assert.deepEqual([fields.date?.value, fields.due_date?.value], ["2026-10-31", "2026-11-14"]);
  });

  test("the receipt's day goes before that of the slip of a card", () => {
    const text =
      "Muster Markt\nSUMME EUR    12,50\n31.10.2026 17:45\nKartenzahlung girocard\nTerminal-ID 123\n01.11.2026 00:10";
    assert.equal(dated(text)?.value, "2026-10-31");
  });

  test("no day is made from 31.02.2026 or from a price", () => {
    assert.equal(dated("Datum: 31.02.2026\nSumme 10.20"), undefined);
  });
});

describe("number, vendor and what they are told by", () => {
  test("no customer's, order's or tax number, and no day, is the number", () => {
    const text =
      "Rechnung\nKundennummer: 4711\nBestellnummer: B-99\nSteuernummer: 12/345/678\nRechnungsnummer:\nRechnung 31.10.2026";
    assert.equal(read(text).number, undefined);
  });

  test("the team itself is not the vendor, nor is its VAT number the key", () => {
    const text =
      "#Eigene Firma GmbH\nUSt-IdNr. DE111111111\nRechnung an: Eigene Firma GmbH\nFremde Firma AG · Weg 1 · 12345 Ort\nUSt-IdNr. DE999999999";
    const own = { ...NOBODY, names: ["Eigene Firma GmbH"], vatNumbers: ["DE111111111"] };
    const fields = read(text, { own });
    assert.deepEqual(
      [fields.vendor?.value, fields.vendor_key?.value],
      ["Fremde Firma AG", "vat:DE999999999"],
    );
  });

  test("title and summary come from the fields", () => {
    const { title, summary } = readPaper(
      paperOf(
        `Hetzner Online GmbH · Weg 25 · 91710 Ort\n${invoice("Fällig am: 14.11.2026", "Nettobetrag    100,00 EUR", "MwSt. 19 %    19,00 EUR", "Gesamtbetrag    119,00 EUR")}`,
      ),
    );
    assert.equal(title, "Invoice RE-2026-0001 of Hetzner Online GmbH");
    assert.equal(
      summary,
      "Invoice RE-2026-0001 of Hetzner Online GmbH over 119.00 EUR, VAT 19 %, due 2026-11-14.",
    );
  });
});

describe("an e-invoice", () => {
  const xml = (minor: number): PaperFields => ({
    amount_minor: { value: minor, sure: "high", from: "xml", place: null },
    currency: { value: "EUR", sure: "high", from: "xml", place: null },
  });
  const text = invoice(
    "Nettobetrag    100,00 EUR",
    "MwSt. 19 %    19,00 EUR",
    "Gesamtbetrag    119,00 EUR",
  );

  test("is believed, and is surer where the page says the same", () => {
    const { fields, problem } = readPaper(paperOf(text, { xml: xml(11_900) }));
    assert.deepEqual([fields.amount_minor?.sure, problem], ["high", null]);
    assert.equal(fields.number?.value, "RE-2026-0001");
  });

  test("that differs from its page is told", () => {
    const { fields, problem } = readPaper(paperOf(text, { xml: xml(1900) }));
    assert.equal(problem, "xml_differs");
    assert.deepEqual([fields.amount_minor?.value, fields.amount_minor?.sure], [1900, "medium"]);
  });
});

describe("made papers", () => {
  for (const { language } of PAPER_WORDS)
    test(`in ${language} have their fields`, () => {
      const papers = Array.from({ length: 400 }, (_, seed) => madePaper(drawnBy(seed))).filter(
        ({ truth }) => truth.language === language,
      );
      assert.ok(papers.length > 10);
      for (const { text, truth } of papers) {
        const told = readPaper(paperOf(text));
        const { amount_minor, date, tax_minor } = told.fields;
        assert.deepEqual(
          [told.language, amount_minor?.value, date?.value, tax_minor?.value],
          [language, truth.amount, truth.date, truth.tax],
          text,
        );
      }
    });

  test("what is told as high is right", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
        const { text, truth } = madePaper(drawnBy(seed));
        const { fields } = readPaper(paperOf(text));
        for (const [field, value] of [
          [fields.amount_minor, truth.amount],
          [fields.payable_minor, truth.payable],
          [fields.tax_minor, truth.tax],
          [fields.tax_rate_bp, truth.rateBp],
          [fields.date, truth.date],
          [fields.due_date, truth.due],
        ] as const)
          if (field?.sure === "high") assert.equal(field.value, value, text);
      }),
      { numRuns: 200 },
    );
  });
});
