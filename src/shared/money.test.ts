import assert from "node:assert/strict";
import { test } from "node:test";
import { toMajor } from "./money.ts";

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
