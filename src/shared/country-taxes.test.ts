import assert from "node:assert/strict";
import { test } from "node:test";
import { all } from "iso-3166-1";
import {
  hasInvoiceRules,
  isInEu,
  offeredRates,
  ordersInvoiceDates,
  usesSepa,
} from "./country-taxes.ts";

test("each country's rates are offered with its own word for the tax", () => {
  for (const [country, names] of [
    ["DE", ["S 19 % USt", "S 7 % USt", "E Exempt, § 19 UStG"]],
    [
      "FR",
      ["S 20 % TVA", "S 10 % TVA", "S 5.5 % TVA", "S 2.1 % TVA", "E Exempt, art. 293 B du CGI"],
    ],
    ["NL", ["S 21 % btw", "S 9 % btw", "E Exempt, KOR"]],
    ["GB", ["S 20 % VAT", "S 5 % VAT", "Z 0 % VAT"]],
    ["CH", ["S 8.1 % MwSt.", "S 3.8 % MwSt.", "S 2.6 % MwSt."]],
    ["NO", ["S 25 % MVA", "S 15 % MVA", "S 12 % MVA"]],
    ["US", []],
    ["AT", []],
    ["ZZ", []],
    [null, []],
  ] as const)
    assert.deepEqual(
      offeredRates(country).map(({ category, name }) => `${category} ${name}`),
      names,
    );
  assert.deepEqual(
    offeredRates("FR").map(({ bp }) => bp),
    [2000, 1000, 550, 210, 0],
  );
});

test("a rate that charges no tax as an exemption has the reason that is printed", () => {
  for (const { alpha2 } of all())
    for (const { category, bp, reason } of offeredRates(alpha2)) {
      assert.equal(reason === null, category !== "E");
      assert.equal(bp === 0, category !== "S");
    }
});

test("27 countries are in the EU, all of them use SEPA, and some others do", () => {
  const codes = all().map(({ alpha2 }) => alpha2);
  const members = codes.filter(isInEu);
  assert.equal(members.length, 27);
  assert.ok(members.every(usesSepa));
  assert.deepEqual(["DE", "GR", "IE", "GB", "CH", "NO", "US"].filter(isInEu), ["DE", "GR", "IE"]);
  // With parts of members that have codes of their own.
  assert.equal(codes.filter(usesSepa).length, 41 + 13);
  assert.deepEqual(["GB", "RS", "US", "TR"].filter(usesSepa), ["GB", "RS"]);
  assert.ok(!isInEu(null) && !usesSepa(null));
});

test("countries whose law says what an invoice contains; France orders dates", () => {
  const countries = ["DE", "FR", "PL", "GB", "CH", "NO", "US", "JP", null];
  assert.deepEqual(countries.filter(hasInvoiceRules), ["DE", "FR", "PL", "GB", "CH", "NO"]);
  assert.deepEqual(countries.filter(ordersInvoiceDates), ["FR"]);
});
