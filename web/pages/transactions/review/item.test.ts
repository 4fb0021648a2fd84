import assert from "node:assert/strict";
import { test } from "node:test";
import type { TransactionRow } from "../transaction.ts";
import { type Item, nextOf, staysFirst } from "./item.ts";

const ROW: TransactionRow = {
  id: "a",
  date: "2026-11-02",
  name: "Lunch",
  bank_name: null,
  amount_minor: -1990,
  currency: "EUR",
  base_minor: -1990,
  part_minor: null,
  taxed_minor: null,
  status: "posted",
  category_slug: null,
  category_by: null,
  rule_id: null,
  suggested: null,
  bank_account_id: "1",
  is_split: false,
  is_transfer: false,
  has_note: false,
  has_attachment: false,
  source: "hand",
  tags: [],
  updated_at: "2026-11-02T00:00:00.000Z",
};

function items(...keys: readonly string[]): readonly Item[] {
  return keys.map((key) => ({ key, kind: "stale", row: ROW }));
}

test("the next item follows what is done, and behind the last one the one before", () => {
  assert.equal(nextOf(items("a", "b", "c"), new Set(["b"]), "b"), "c");
  assert.equal(nextOf(items("a", "b", "c"), new Set(["a", "c"]), "c"), "b");
  assert.equal(nextOf(items("a", "b", "c"), new Set(["c"]), "c"), "b");
  assert.equal(nextOf(items("a"), new Set(["a"]), "a"), null);
  assert.equal(nextOf(items("a", "b"), new Set(), "not there"), "a");
});

test("when several are done, the next item follows the one from which that was said", () => {
  const all = items("a", "b", "c", "d", "e");
  assert.equal(nextOf(all, new Set(["b", "d"]), "b"), "c");
  assert.equal(nextOf(all, new Set(["b", "d"]), "d"), "e");
  assert.equal(nextOf(all, new Set(["b", "d"]), "a"), "a");
  assert.equal(nextOf(all, new Set(["d", "e"]), "e"), "c");
});

test("of two that are the same the one from the bank stays, unless the other cannot go", () => {
  const bank = { ...ROW, id: "bank", source: "csv" };
  const ids = (one: TransactionRow, other: TransactionRow) =>
    staysFirst([one, other]).map(({ id }) => id);
  assert.deepEqual(ids(ROW, bank), ["bank", "a"]);
  assert.deepEqual(ids(bank, ROW), ["bank", "a"]);
  assert.deepEqual(ids(bank, { ...ROW, status: "exported" }), ["a", "bank"]);
  assert.deepEqual(ids(bank, { ...bank, id: "later" }), ["bank", "later"]);
});
