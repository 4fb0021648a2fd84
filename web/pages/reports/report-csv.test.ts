import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./report-csv.ts";
import { amount } from "./view.ts";

test("an amount below zero stays a number, and a name that looks like a formula does not", () => {
  const table = {
    titles: ["Category", "Amount"],
    rows: [
      { key: "a", name: "=SUM(A1)", note: "only 1 Oct 2026", cells: [amount(-1200.5, "EUR")] },
    ],
    total: { key: "total", name: "Total", cells: [amount(-1200.5, "EUR")] },
  };
  assert.equal(
    csvOf({ table, currency: "EUR" }),
    "Category,Amount,Note,Currency\r\n'=SUM(A1),-1200.50,only 1 Oct 2026,EUR\r\nTotal,-1200.50,,EUR\r\n",
  );
});

test("balances are in the currency of their row, each with its decimals", () => {
  const table = {
    titles: ["Currency", "Balance"],
    rows: [{ key: "JPY", name: "JPY", cells: [amount(1500, "JPY")] }],
  };
  assert.equal(csvOf({ table, currency: "EUR" }), "Currency,Balance,Note\r\nJPY,1500,\r\n");
});
