import assert from "node:assert/strict";
import { test } from "node:test";
import { accountTotals } from "./account.ts";

test("balances are summed by currency, the team's own first", () => {
  const accounts = [
    { currency: "CHF", balance_minor: 100 },
    { currency: "USD", balance_minor: -50 },
    { currency: "EUR", balance_minor: 7 },
    { currency: "USD", balance_minor: 20 },
  ];
  assert.deepEqual(accountTotals(accounts, "USD"), [
    { currency: "USD", minor: -30 },
    { currency: "CHF", minor: 100 },
    { currency: "EUR", minor: 7 },
  ]);
  assert.deepEqual(accountTotals([], "USD"), []);
});
