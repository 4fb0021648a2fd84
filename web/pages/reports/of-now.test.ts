import assert from "node:assert/strict";
import { test } from "node:test";
import { remaining } from "./of-now.ts";

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
