import assert from "node:assert/strict";
import { test } from "node:test";
import { actionWords, conditionWords, movedRule } from "./rule.ts";

const NAMES = {
  account: () => "Giro",
  category: () => "Hosting",
  tag: () => "Berlin",
};

test("a rule is told in words", () => {
  const conditions = {
    texts: [{ in: "text" as const, how: "contains_any" as const, words: ["hetzner", "hcloud"] }],
    counterparties: [],
    direction: "out" as const,
    max: 100,
    bank_account_id: "1",
  };
  assert.equal(
    conditionWords(conditions, NAMES),
    "any text contains hetzner or hcloud · money out · up to 100 · on Giro",
  );
  assert.equal(
    actionWords({ category_slug: "hosting", tag_ids: ["1"], tax_rate_bp: 1900 }, NAMES),
    "Hosting · tag Berlin · 19 % tax",
  );
});

test("the first rule does not move up, nor the last one down", () => {
  assert.deepEqual(movedRule(["a", "b", "c"], "b", -1), ["b", "a", "c"]);
  assert.deepEqual(movedRule(["a", "b", "c"], "b", 1), ["a", "c", "b"]);
  assert.deepEqual(movedRule(["a", "b"], "a", -1), ["a", "b"]);
  assert.deepEqual(movedRule(["a", "b"], "b", 1), ["a", "b"]);
});
