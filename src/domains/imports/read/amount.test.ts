import assert from "node:assert/strict";
import { test } from "node:test";
import { readAmount } from "./amount.ts";

const minor = (text: string, currency = "EUR") => {
  const read = readAmount(text, currency);
  return "minor" in read ? read.minor : null;
};

test("amounts are read with either mark, and thousands in groups", () => {
  for (const [text, expected] of [
    ["5", 500],
    ["-6,60", -660],
    ["−6.60", -660],
    ["+1,250.00", 125_000],
    ["1.250,00", 125_000],
    ["1.250.000", 125_000_000],
    ["1 250,00", 125_000],
    ["1'250.00", 125_000],
    ["12,34,567.50", 123_456_750],
    ["- 5", -500],
    [",50", 50],
    ["5,", 500],
    ["-3.77000", -377],
    ["0,00", 0],
  ] as const)
    assert.equal(minor(text), expected, text);
  assert.equal(minor("1.250", "KWD"), 1250);
  assert.equal(minor("250", "JPY"), 250);
});

test("what is no amount, or not exact, is told and not guessed", () => {
  for (const text of ["", "-", ".", "1.2.3", "1,25,0", "1.25.000", "12 34", "1,2.3,4", "1-", "(5)"])
    assert.equal(minor(text), null, text);
  assert.equal(minor("1.234,5,6"), null);
  assert.equal(minor("115.8331", "USD"), null);
  assert.equal(minor("2.5", "JPY"), null);
  assert.equal(minor("9".repeat(41)), null);
  assert.equal(minor("999999999999.99"), 99_999_999_999_999);
  assert.equal(minor("1000000000000.00"), null);
});
