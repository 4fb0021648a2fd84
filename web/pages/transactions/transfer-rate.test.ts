import assert from "node:assert/strict";
import { test } from "node:test";
import { transferRate } from "./transfer-rate.ts";

const euros = { amount_minor: -80_000, currency: "EUR", base_minor: -80_000 };

test("a rate is told in the direction in which it is above one", () => {
  const dollars = { amount_minor: 97_100, currency: "USD", base_minor: 77_680 };
  const told = "1 EUR = 1.21375 USD, 2.9 % less than at the rates of the day";
  assert.equal(transferRate(euros, dollars), told);
  assert.equal(transferRate(dollars, euros), told);
  const yen = { amount_minor: 130_000, currency: "JPY", base_minor: 80_800 };
  assert.equal(
    transferRate(yen, euros),
    "1 EUR = 162.5 JPY, 1.0 % more than at the rates of the day",
  );
});

test("without rates of the day only the rate of the two amounts is told", () => {
  const pounds = { amount_minor: 64_000, currency: "GBP", base_minor: null };
  assert.equal(transferRate(euros, pounds), "1 GBP = 1.25 EUR");
  assert.equal(
    transferRate(euros, { ...pounds, base_minor: 80_000 }),
    "1 GBP = 1.25 EUR, as on the day",
  );
});

test("two amounts in one currency have no rate", () => {
  assert.equal(transferRate(euros, { ...euros, amount_minor: 80_000 }), null);
});
