import assert from "node:assert/strict";
import { test } from "node:test";
import { withOthers } from "./spending.ts";

function bars(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    name: `Category ${at}`,
    value: at === count - 1 ? -0.3 : 100.1 - at,
    text: "",
  }));
}

test("the bars of a chart and that of the others come to the whole, refunds too", () => {
  const all = bars(15);
  const { ranking, others } = withOthers(all, "EUR");
  assert.deepEqual(ranking, all.slice(0, 10));
  assert.deepEqual([others?.name, others?.text], ["Others (5)", "€354.10"]);
  assert.deepEqual(others?.items, all.slice(10));
  assert.equal(others.value, 354.1);
});

test("no bar stands for one other", () => {
  assert.deepEqual(withOthers(bars(11), "EUR"), { ranking: bars(11) });
  assert.deepEqual(withOthers([], "EUR"), { ranking: [] });
});
