import assert from "node:assert/strict";
import { test } from "node:test";
import { estimated, isOver } from "./project.ts";

test("an estimate is written like tracked time, also a fraction of an hour", () => {
  assert.deepEqual([estimated(40), estimated(2.5), estimated(1.15)], ["40:00", "2:30", "1:09"]);
});

test("a project is over its estimate from the first second beyond it", () => {
  assert.equal(isOver({ estimate: 1, total_duration: 3600 }), false);
  assert.equal(isOver({ estimate: 1, total_duration: 3601 }), true);
  assert.equal(isOver({ estimate: null, total_duration: 3601 }), false);
});
