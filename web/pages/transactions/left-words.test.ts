import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedWords, leftWords } from "./left-words.ts";

test("what a batch leaves out is told beforehand by its number and reason", () => {
  assert.equal(fixedWords({ split: 0, exported: 0 }), "");
  assert.equal(fixedWords({ split: 0, exported: 1 }), "1 of them is exported, and stays as it is.");
  assert.equal(fixedWords({ split: 2, exported: 0 }), "2 of them are split, and stay as they are.");
  assert.equal(
    fixedWords({ split: 200, exported: 1000 }),
    "1,200 of them are split or exported, and stay as they are.",
  );
});

test("what a batch left out is told afterwards by the name of one", () => {
  const left = { name: "Halves", is_split: true };
  assert.equal(leftWords(null), "");
  assert.equal(leftWords({ ...left, count: 1 }), "; Halves stays, which is split");
  assert.equal(
    leftWords({ ...left, count: 3 }),
    "; Halves and 2 others stay, which are split or exported",
  );
  assert.equal(leftWords({ ...left, count: 1 }, "exported"), "; Halves stays, which is exported");
});
