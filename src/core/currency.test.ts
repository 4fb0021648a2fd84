import assert from "node:assert/strict";
import { test } from "node:test";
import { code as currencyOf, codes } from "currency-codes";
import { minorDigits } from "../shared/money.ts";
import { isCurrency } from "./money.ts";

test("currencies are those of ISO 4217, in upper case", () => {
  for (const code of ["EUR", "USD", "JPY", "KWD", "CHF", "XCG", "XAU"])
    assert.ok(isCurrency(code), code);
  for (const code of ["", "ZZZ", "EURO", "toString", "constructor", "__proto__", "978"])
    assert.ok(!isCurrency(code), code);
});

test("every currency has the digits of ISO 4217", () => {
  const wrong = codes().filter((code) => minorDigits(code) !== currencyOf(code)?.digits);
  assert.deepEqual(wrong, []);
  assert.equal(minorDigits("XCG"), 2);
});

test("currencies that ended are known with their digits, whatever the package's list has", () => {
  for (const code of ["BGN", "CYP", "EEK", "HRK", "LTL", "LVL", "MTL", "SIT", "SKK"]) {
    assert.ok(isCurrency(code), code);
    assert.equal(minorDigits(code), 2);
  }
});
