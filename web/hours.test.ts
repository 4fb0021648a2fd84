import assert from "node:assert/strict";
import { test } from "node:test";
import { chartHours, hours } from "./hours.ts";

test("tracked time in a list is hours and minutes, never seconds and never rounded up", () => {
  for (const [seconds, told] of [
    [0, "0:00"],
    [59, "< 0:01"],
    [60, "0:01"],
    [3607, "1:00"],
    [3659, "1:00"],
    [5400, "1:30"],
    [4_336_200, "1,204:30"],
  ] as const)
    assert.equal(hours(seconds), told);
});

test("a value of a chart is whole seconds first, so that 1.9999 hours are no minute less", () => {
  assert.deepEqual([0, 0.5, 1.9999, 12.25].map(chartHours), ["0:00", "0:30", "2:00", "12:15"]);
});
