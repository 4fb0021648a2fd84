import assert from "node:assert/strict";
import { test } from "node:test";
import { reportCsv } from "./report-csv.ts";
import { amount, partOf } from "./view.ts";

test("an amount below zero stays a number, and a name that looks like a formula does not", () => {
  const table = {
    titles: ["Category", "Amount"],
    rows: [
      { key: "a", name: "=SUM(A1)", note: "only 1 Oct 2026", cells: [amount(-1200.5, "EUR")] },
    ],
    total: { key: "total", name: "Total", cells: [amount(-1200.5, "EUR")] },
  };
  assert.equal(
    reportCsv({ table, currency: "EUR" }),
    "Category,Amount,Note,Currency\r\n'=SUM(A1),-1200.50,only 1 Oct 2026,EUR\r\nTotal,-1200.50,,EUR\r\n",
  );
});

test("an amount of another currency than the report's is told with its own", () => {
  const cells = [amount(125, "USD"), amount(100, "EUR")];
  const table = {
    titles: ["Account", "Balance", "In EUR"],
    rows: [{ key: "a", name: "Dollars", currency: "USD", cells }],
  };
  assert.equal(
    reportCsv({ table, currency: "EUR" }),
    "Account,Balance,In EUR,Note,Currency\r\nDollars,125.00,100.00,,USD\r\n",
  );
});

test("balances are in the currency of their row, each with its decimals", () => {
  const table = {
    titles: ["Currency", "Balance"],
    rows: [{ key: "JPY", name: "JPY", cells: [amount(1500, "JPY")] }],
  };
  assert.equal(reportCsv({ table, currency: "EUR" }), "Currency,Balance,Note\r\nJPY,1500,\r\n");
});

test("a further table has its title, and rows under a head name it in a column of their own, as their sum does", () => {
  const cell = (major: number) => [amount(major, "EUR")];
  const none = { key: "uncategorized", name: "Uncategorized" };
  const table = {
    titles: ["Category", "Amount"],
    rows: [
      ...partOf("Revenue", [{ ...none, cells: cell(10) }], cell(10)),
      ...partOf("Expense", [{ ...none, cells: cell(4.5) }], cell(4.5)),
    ],
    total: { key: "total", name: "Result", cells: cell(5.5) },
  };
  assert.equal(new Set(table.rows.map(({ key }) => key)).size, 4);
  const first = { titles: ["Month", "Result"], rows: [{ ...none, cells: cell(5.5) }] };
  const further = [
    { title: "Nothing", table: { ...first, rows: [] } },
    { title: "By category", table },
  ];
  const [, , blank, ...lines] = reportCsv({ table: first, further, currency: "EUR" }).split("\r\n");
  assert.equal(blank, "");
  assert.deepEqual(lines, [
    "By category",
    "Kind,Category,Amount,Note,Currency",
    "Revenue,Uncategorized,10.00,,EUR",
    "Revenue,Total revenue,10.00,,EUR",
    "Expense,Uncategorized,4.50,,EUR",
    "Expense,Total expense,4.50,,EUR",
    ",Result,5.50,,EUR",
    "",
  ]);
});
