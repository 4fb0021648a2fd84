import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf, MINUTE_MS } from "./axis.ts";
import { withoutNight } from "./night.ts";

const day = axisOf("UTC", "2026-11-18");

const FOLDED = { morning: true, evening: true };

/** Hours between which the day is shown, with entries of these hours. */
function hoursShown(
  entries: readonly (readonly [number, number])[],
  { now = -1, folds = FOLDED } = {},
): readonly number[] {
  const at = (hour: number) => day.from + hour * 60 * MINUTE_MS;
  const timed = entries.map(([start, stop]) => ({ times: { start: at(start), stop: at(stop) } }));
  const { from, to } = withoutNight(day, timed, at(now), folds);
  return [from, to].map((moment) => (moment - day.from) / (60 * MINUTE_MS));
}

test("the hours before and after all entries are folded, and never an entry", () => {
  assert.deepEqual(hoursShown([]), [7, 20]);
  assert.deepEqual(hoursShown([[9, 10]]), [7, 20]);
  assert.deepEqual(
    hoursShown([
      [5.5, 6],
      [9, 21.25],
    ]),
    [5, 22],
  );
  assert.deepEqual(hoursShown([[-2, 1]]), [0, 20], "of the evening before");
  assert.deepEqual(hoursShown([[23, 26]]), [7, 24], "into the next morning");
  assert.deepEqual(
    hoursShown([
      [-3, -2],
      [30, 31],
    ]),
    [7, 20],
    "of other days",
  );
});

test("the present hour is never folded, nor what the reader has opened", () => {
  assert.deepEqual(hoursShown([], { now: 21.5 }), [7, 22]);
  assert.deepEqual(hoursShown([], { now: 6.5 }), [6, 20]);
  assert.deepEqual(hoursShown([], { folds: { morning: false, evening: true } }), [0, 20]);
  assert.deepEqual(hoursShown([], { folds: { morning: true, evening: false } }), [7, 24]);
});
