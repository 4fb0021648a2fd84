import assert from "node:assert/strict";
import { test } from "node:test";
import { codes } from "currency-codes";
import * as fc from "fast-check";
import { minorOf, MOST_MINOR, sameFigure, toMajor } from "./money.ts";

test("minor units are told in major units with the digits of their currency", () => {
  for (const [minor, currency, major] of [
    [1999, "EUR", 19.99],
    [1999, "JPY", 1999],
    [1999, "KWD", 1.999],
    [1999, "CLF", 0.1999],
    [0, "EUR", 0],
    [-5, "USD", -0.05],
    [1, "BHD", 0.001],
  ] as const) {
    assert.equal(toMajor(minor, currency), major);
  }
});

test("an amount is the nearest number to what people write", () => {
  for (let minor = 0; minor < 10_000; minor += 1) {
    const [whole, cents] = [Math.floor(minor / 100), String(minor % 100).padStart(2, "0")];
    assert.equal(toMajor(minor, "EUR"), Number(`${whole}.${cents}`));
  }
});

test("an amount in major units is read exactly, as text or as a number", () => {
  for (const [given, currency, minor] of [
    ["1250.00", "EUR", 125_000],
    ["-3.77000", "USD", -377],
    [-3.77, "USD", -377],
    [19.99, "EUR", 1999],
    [0.1 + 0.7, "KWD", null],
    [0.29, "EUR", 29],
    [1.005, "KWD", 1005],
    ["115.8331", "USD", null],
    [115.8331, "CLF", 1_158_331],
    [".5", "EUR", 50],
    ["5.", "EUR", 500],
    ["+5", "EUR", 500],
    [1500, "JPY", 1500],
    ["1500.0", "JPY", 1500],
    [0.5, "JPY", null],
    [1e-7, "EUR", null],
    ["1e3", "EUR", 100_000],
    ["-1.5e1", "EUR", -1500],
    [1e21, "EUR", null],
    [-0, "EUR", 0],
    ["-0.00", "EUR", 0],
    ["-0.00", "JPY", 0],
    ["999999999999.99", "EUR", MOST_MINOR],
    [-999_999_999_999.99, "EUR", -MOST_MINOR],
    ["1000000000000", "EUR", null],
    ["1,50", "EUR", null],
    ["1 000", "EUR", null],
    ["€5", "EUR", null],
    ["--5", "EUR", null],
    [".", "EUR", null],
    ["e5", "EUR", null],
    [Number.NaN, "EUR", null],
    [Infinity, "EUR", null],
  ] as const) {
    const read = minorOf(given, currency);
    if (minor === null) assert.equal(read.state, "refused", `${given} ${currency}`);
    else assert.deepEqual(read, { state: "read", value: minor }, `${given} ${currency}`);
  }
  assert.deepEqual(minorOf(" ", "EUR"), { state: "empty" });
});

test("an amount that is told in major units reads back the same, in every currency", () => {
  const currency = fc.constantFrom(...codes(), "HRK", "LTL", "LVL", "EEK", "SKK", "XCG");
  const minor = fc.oneof(fc.integer({ min: -MOST_MINOR, max: MOST_MINOR }), fc.integer());
  fc.assert(
    fc.property(currency, minor, (currency, minor) => {
      const major = toMajor(minor, currency);
      for (const given of [major, String(major)])
        assert.deepEqual(minorOf(given, currency), { state: "read", value: minor });
      assert.equal(toMajor(BigInt(minor), currency), major);
    }),
    { numRuns: 1000 },
  );
});

test("an amount keeps its figure in another currency, whatever the digits of that", () => {
  for (const [minor, from, to, other] of [
    [500, "EUR", "JPY", 5],
    [5, "JPY", "EUR", 500],
    [1050, "EUR", "KWD", 10_500],
    [1050, "EUR", "USD", 1050],
    [50, "EUR", "JPY", 1],
    [null, "EUR", "JPY", null],
  ] as const)
    assert.equal(sameFigure(minor, from, to), other, `${minor} ${from} in ${to}`);
});
