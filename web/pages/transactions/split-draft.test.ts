import assert from "node:assert/strict";
import { test } from "node:test";
import { blankPart, obstacleIn, restOf } from "./split-draft.ts";

test("what remains is the whole without its parts, of whatever sign", () => {
  assert.equal(restOf(-6000, parts(-4000, undefined)), -2000);
  assert.equal(restOf(-6000, parts(-7000, 1000)), 0);
});

test("parts are saved when nothing remains and none of them is nothing", () => {
  assert.equal(obstacleIn(-6000, parts(-4000, -2000)), null);
  assert.equal(obstacleIn(-6000, parts(-4000, -1999)), "rest");
  assert.equal(obstacleIn(-6000, parts(-6000, undefined)), "zero");
  assert.equal(obstacleIn(-6000, parts(-6000, 0)), "zero");
});

function parts(...amounts: readonly (number | undefined)[]) {
  return amounts.map((amount_minor, key) => ({ ...blankPart(key), amount_minor }));
}
