import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { ticksFor } from "./ticks.ts";

test("an axis has few round values, zero among them, and reaches all data", () => {
  assert.deepEqual(ticksFor([0, 7.5]), [0, 2, 4, 6, 8]);
  assert.deepEqual(ticksFor([31]), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksFor([-3, 4]), [-4, -2, 0, 2, 4]);
  assert.deepEqual(ticksFor([]), [0, 0.5]);
  assert.deepEqual(ticksFor([0, 0]), [0, 0.5]);
});

test("whatever the data are", () => {
  const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const ticks = ticksFor(values);
      assert.ok(ticks.includes(0));
      assert.ok((ticks[0] ?? 0) <= Math.min(...values));
      assert.ok((ticks.at(-1) ?? 0) >= Math.max(...values));
      assert.ok(ticks.length >= 2 && ticks.length <= 7);
    }),
  );
});
