import assert from "node:assert/strict";
import { test } from "node:test";
import { saidOf } from "./selection.ts";
import { totalLines, totalsTitle } from "./totals.ts";

const WORDS = { one: "customer", many: "customers" };

test("totals say what they sum: all rows, or those that match", () => {
  assert.equal(totalsTitle({ count: 1312 }, WORDS, false), "All 1,312 customers");
  assert.equal(totalsTitle({ count: 3 }, WORDS, true), "All 3 customers that match");
  assert.equal(totalsTitle({ count: 1 }, WORDS, true), "The customer that matches");
  assert.equal(totalsTitle({ count: 1 }, WORDS, false), "The customer");
});

test("sums stand under their columns, those of several currencies on lines of their own", () => {
  const columns = [{ title: "Name" }, { title: "Hours" }, { title: "Value" }];
  const sums = { Hours: ["41 h"], Value: ["€ 5.00", "¥ 7"] };
  assert.deepEqual(
    totalLines({ count: 2, sums }, columns)?.map(({ lines }) => lines),
    [[], ["41 h"], ["€ 5.00", "¥ 7"]],
  );
  assert.equal(totalLines({ count: 2 }, columns), null);
  assert.equal(totalLines({ count: 0, sums }, columns), null);
});

test("a batch is told in one sentence, with what failed", () => {
  const result = { did: "archived", done: 310, failed: [], undo: null };
  assert.equal(saidOf(result, WORDS), "310 customers archived");
  const failed = { key: "1", name: "Acme", because: "It has open invoices." };
  assert.equal(
    saidOf({ ...result, done: 1, failed: [failed, { ...failed, key: "2" }] }, WORDS),
    "1 customer archived, 2 failed",
  );
});
