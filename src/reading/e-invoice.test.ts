import assert from "node:assert/strict";
import { test } from "node:test";
import { ciiInvoice, ublInvoice } from "../../test/e-invoices.ts";
import type { PaperFields } from "../shared/paper.ts";
import { readEInvoice, readPlainXml } from "./e-invoice.ts";
import { UnreadableFile } from "./unreadable.ts";

const FORMATS = { cii: ciiInvoice, ubl: ublInvoice };

for (const [format, make] of Object.entries(FORMATS)) {
  test(`${format}: every field of an invoice is read, and all are sure`, () => {
    const fields = readFields(make());
    assert.deepEqual(valuesOf(fields), {
      type: "invoice",
      vendor: "Muster & Söhne GmbH",
      vendor_key: "vat:DE123456789",
      number: "RE-2026-0001",
      date: "2026-10-31",
      due_date: "2026-11-14",
      currency: "EUR",
      amount_minor: 11_900,
      tax_minor: 1900,
      tax_rate_bp: 1900,
      tax_type: "VAT",
      iban: "DE88200800000970375700",
      reference: "RF18 5390 0754",
    });
    assert.deepEqual(fields.taxes, [{ rate_bp: 1900, net_minor: 10_000, tax_minor: 1900 }]);
    assert.deepEqual(fields.amount_minor, {
      value: 11_900,
      sure: "high",
      from: "xml",
      place: null,
    });
  });

  test(`${format}: gross, payable and prepaid are three amounts`, () => {
    const { amount_minor, payable_minor, prepaid_minor } = valuesOf(
      readFields(make({ gross: "671.15", payable: "470.15", prepaid: "201.00" })),
    );
    assert.deepEqual([amount_minor, payable_minor, prepaid_minor], [67_115, 47_015, 20_100]);
  });

  test(`${format}: amounts of a credit note are below zero, also where it has minus signs`, () => {
    for (const sign of ["", "-"]) {
      const fields = readFields(
        make({
          type: "381",
          gross: `${sign}119.00`,
          taxes: [["S", "19.00", `${sign}100.00`, `${sign}19.00`]],
        }),
      );
      const { amount_minor, tax_minor } = valuesOf(fields);
      assert.deepEqual([amount_minor, tax_minor], [-11_900, -1900]);
      assert.deepEqual(fields.taxes, [{ rate_bp: 1900, net_minor: -10_000, tax_minor: -1900 }]);
    }
  });

  test(`${format}: several rates are summed and no rate stands for them`, () => {
    const fields = readFields(
      make({
        gross: "226.00",
        taxes: [
          ["S", "19.00", "100.00", "19.00"],
          ["S", "7.00", "60.00", "4.20"],
          ["S", "7.00", "40.00", "2.80"],
        ],
      }),
    );
    const { tax_minor, tax_rate_bp, tax_type } = valuesOf(fields);
    assert.deepEqual([tax_minor, tax_rate_bp, tax_type], [2600, undefined, "VAT"]);
    assert.deepEqual(fields.taxes, [
      { rate_bp: 1900, net_minor: 10_000, tax_minor: 1900 },
      { rate_bp: 700, net_minor: 10_000, tax_minor: 700 },
    ]);
  });

  test(`${format}: under reverse charge the tax is zero`, () => {
    const fields = readFields(make({ gross: "100.00", taxes: [["AE", "0", "100.00", "0.00"]] }));
    const { tax_minor, tax_rate_bp, tax_type } = valuesOf(fields);
    assert.deepEqual([tax_minor, tax_rate_bp, tax_type], [0, 0, "Reverse charge"]);
  });

  test(`${format}: amounts have the decimals of their currency`, () => {
    const yen = { currency: "JPY", gross: "1190", taxes: [["S", "10", "1082", "108"]] } as const;
    assert.equal(valuesOf(readFields(make(yen)))["amount_minor"], 1190);
    const dinar = make({ currency: "KWD", gross: "1.5", taxes: [] });
    assert.equal(valuesOf(readFields(dinar))["amount_minor"], 1500);
  });
}

test("other XML is no invoice", () => {
  for (const text of ["<a/>", "<Invoice><ID>1</ID></Invoice>", "<html><body/></html>"])
    assert.equal(readEInvoice(readPlainXml(text)), null);
});

test("XML that is broken, defines entities, names outside files, or is a bomb, is refused", () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "${"x".repeat(1000)}"><!ENTITY c "${"&b;".repeat(1000)}">]><a>&c;</a>`;
  const outside = `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`;
  const deep = "<a>".repeat(100) + "</a>".repeat(100);
  const wide = `<a>${"<b/>".repeat(500_001)}</a>`;
  for (const text of [bomb, outside, deep, wide, "<a>", "<a>&b;</a>", "no XML"])
    assert.throws(() => readPlainXml(text), UnreadableFile);
});

function readFields(text: string): PaperFields {
  const fields = readEInvoice(readPlainXml(text));
  assert.ok(fields);
  return fields;
}

function valuesOf({ taxes: _taxes, ...fields }: PaperFields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
}
