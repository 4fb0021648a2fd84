import assert from "node:assert/strict";
import { test } from "node:test";
import { overlappingIn } from "./timed.ts";

const SECOND_MS = 1000;

function overlapping(...times: readonly (readonly [id: string, start: number, stop: number])[]) {
  const all = times.map(([id, start, stop]) => ({
    entry: { id },
    times: { start: start * SECOND_MS, stop: stop * SECOND_MS },
  }));
  return [...overlappingIn(all)].toSorted();
}

test("entries that share a second overlap, those that touch do not", () => {
  assert.deepEqual(overlapping(["a", 0, 60], ["b", 60, 120]), []);
  assert.deepEqual(overlapping(["b", 59, 120], ["a", 0, 60]), ["a", "b"]);
  assert.deepEqual(overlapping(["a", 0, 60], ["b", 59.5, 120]), []);
});

test("a long entry overlaps every one within it, also after a short one", () => {
  assert.deepEqual(overlapping(["long", 0, 100], ["short", 10, 20], ["late", 50, 60]), [
    "late",
    "long",
    "short",
  ]);
});
