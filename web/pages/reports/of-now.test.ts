import assert from "node:assert/strict";
import { test } from "node:test";
import { priceChangeText, remaining } from "./of-now.ts";

test("cash goes down evenly by whole months, and ends with the runway", () => {
  assert.deepEqual(remaining(250, 100, 2.5), [
    { after: 0, cash: 250 },
    { after: 1, cash: 150 },
    { after: 2, cash: 50 },
    { after: 2.5, cash: 0 },
  ]);
  assert.deepEqual(remaining(200, 100, 2).at(-1), { after: 2, cash: 0 });
});

test("a runway longer than the chart has no end in it", () => {
  const left = remaining(3000, 100, 30);
  assert.deepEqual(left.at(-1), { after: 24, cash: 600 });
});

test("the newest change of a price is told, and amounts that vary are none", () => {
  const price_changes = [
    { changed_on: "2026-08-03", from: 10, to: 12 },
    { changed_on: "2026-09-03", from: 12, to: 15 },
  ];
  const text = priceChangeText({ price_currency: "USD", price_changes });
  assert.match(text, /12\.00 → .*15\.00, 3 Sep/);
  assert.equal(priceChangeText({ price_currency: "USD", price_changes: [] }), "the same");
  assert.equal(priceChangeText({ price_currency: "USD", price_changes: null }), "differs");
  assert.equal(priceChangeText({ price_currency: null, price_changes: null }), "");
});
