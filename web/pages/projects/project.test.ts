import assert from "node:assert/strict";
import { test } from "node:test";
import { hours } from "../../hours.ts";
import { estimated, isOver } from "./project.ts";

test("tracked time is told in hours and minutes", () => {
  for (const [seconds, told] of [
    [0, "0 min"],
    [30, "< 1 min"],
    [2700, "45 min"],
    [3600, "1 h"],
    [3900, "1 h 05"],
    [4_336_200, "1,204 h 30"],
  ] as const)
    assert.equal(hours(seconds), told);
  assert.deepEqual([estimated(40), estimated(2.5)], ["40 h", "2 h 30"]);
});

test("a project is over its estimate from the first second beyond it", () => {
  assert.equal(isOver({ estimate: 1, total_duration: 3600 }), false);
  assert.equal(isOver({ estimate: 1, total_duration: 3601 }), true);
  assert.equal(isOver({ estimate: null, total_duration: 3601 }), false);
});
