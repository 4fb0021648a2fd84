import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntryRow } from "./entry.ts";
import { overlapsOf } from "./list-time.ts";

const NOW = "2026-11-21T12:00:00.000Z";

type Hours = readonly [start: number | null, stop?: number];

/** Entries of a day by their hours; without a stop, a running timer. */
function entries(hours: readonly Hours[]) {
  const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`;
  return hours.map(
    ([start, stop], index) =>
      ({
        id: String(index),
        start: start === null ? null : at(start),
        stop: stop === undefined ? null : at(stop),
      }) as EntryRow,
  );
}

function found(...hours: readonly Hours[]) {
  return overlapsOf(entries(hours), NOW).map(({ entries, seconds }) => [
    ...entries,
    seconds / 3600,
  ]);
}

test("entries overlap for as long as both last", () => {
  assert.deepEqual(found([1, 3], [2, 5], [4, 6]), [
    ["0", "1", 1],
    ["1", "2", 1],
  ]);
  assert.deepEqual(found([1, 9], [2, 3], [4, 5]), [
    ["0", "1", 1],
    ["0", "2", 1],
  ]);
});

test("entries that only touch, and those without a start, do not overlap", () => {
  assert.deepEqual(found([1, 3], [3, 5], [null], [null], [5, 6]), []);
});

test("a timer that runs overlaps until now", () => {
  assert.deepEqual(found([9], [10, 11], [11]), [
    ["0", "1", 1],
    ["0", "2", 1],
  ]);
});

test("of many overlaps the first are told", () => {
  const same = Array.from({ length: 100 }, () => [1, 2] as const);
  assert.equal(found(...same).length, 20);
});
