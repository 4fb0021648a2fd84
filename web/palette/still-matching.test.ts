import assert from "node:assert/strict";
import { test } from "node:test";
import { stillMatching } from "./still-matching.ts";

test("rows of the answer before stay while they may have the typed words", () => {
  const items = ["Sørensen & Døtre", "Søren", "Café Nord", "Bakery"].map((name) => ({
    id: name,
    name,
  }));
  const none = { items: [], hasMore: false };
  const others = {
    projects: none,
    transactions: none,
    invoices: none,
    documents: none,
    receipts: none,
  };
  const found = { customers: { items, hasMore: false }, ...others };
  const kept = (typed: string) =>
    stillMatching(found, typed).customers.items.map(({ name }) => name);
  assert.deepEqual(kept("sorensen"), ["Sørensen & Døtre", "Søren"]);
  assert.deepEqual(kept("cafe n"), ["Sørensen & Døtre", "Søren", "Café Nord"]);
});
