import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Chosen,
  headOf,
  headPressed,
  isChosen,
  NONE,
  stretched,
  stretchedBy,
  toggled,
} from "./selection.ts";

const ROWS = ["a", "b", "c", "d", "e"];

test("a row is added and taken out again", () => {
  const one = toggled(NONE, ROWS, "b");
  assert.deepEqual(keysOf(one), ["b"]);
  assert.deepEqual(keysOf(toggled(one, ROWS, "b")), []);
});

test("Shift selects from the last pressed row to this one, in both directions", () => {
  const from = toggled(NONE, ROWS, "c");
  const down = stretched(from, ROWS, "e");
  assert.deepEqual(keysOf(down), ["c", "d", "e"]);
  assert.deepEqual(keysOf(stretched(down, ROWS, "a")), ["a", "b", "c"]);
  assert.deepEqual(keysOf(stretched(NONE, ROWS, "d")), ["d"], "the first press has no range");
});

test("rows that were selected before stay beside a range", () => {
  const apart = toggled(toggled(NONE, ROWS, "a"), ROWS, "c");
  assert.deepEqual(keysOf(stretched(apart, ROWS, "d")), ["a", "c", "d"]);
});

test("Shift+J and Shift+K stretch a range by one row and shrink it again", () => {
  const down = stretchedBy(stretchedBy(NONE, ROWS, "b", "c"), ROWS, "c", "d");
  assert.deepEqual(keysOf(down), ["b", "c", "d"]);
  assert.deepEqual(keysOf(stretchedBy(down, ROWS, "d", "c")), ["b", "c"]);
  const elsewhere = stretchedBy(toggled(NONE, ROWS, "a"), ROWS, "d", "e");
  assert.deepEqual(keysOf(elsewhere), ["a", "d", "e"], "a range begins at the row with the focus");
});

test("the head selects the loaded rows, then none of them", () => {
  assert.equal(headOf(NONE, ROWS), "none");
  const some = toggled(NONE, ROWS, "b");
  assert.equal(headOf(some, ROWS), "some");
  const all = headPressed(some, ROWS);
  assert.equal(headOf(all, ROWS), "all");
  assert.equal(all.isAll, false, "what is not loaded is not selected by it");
  assert.deepEqual(headPressed(all, ROWS), NONE);
  assert.equal(headOf(all, [...ROWS, "f"]), "some", "further rows are not selected");
});

test("out of all matching rows, a row taken out leaves the other loaded ones", () => {
  const all: Chosen = { ...NONE, isAll: true };
  assert.equal(isChosen(all, "not loaded"), true);
  const rest = toggled(all, ROWS, "b");
  assert.deepEqual([rest.isAll, keysOf(rest)], [false, ["a", "c", "d", "e"]]);
  assert.deepEqual(headPressed(all, ROWS), NONE);
});

function keysOf({ keys }: Chosen): readonly string[] {
  return [...keys].toSorted();
}
