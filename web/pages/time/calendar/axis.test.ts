import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  axisLength,
  axisOf,
  hourMarks,
  MINUTE_MS,
  placed,
  snapped,
  stepped,
  withoutNight,
} from "./axis.ts";

describe("a day of the calendar", () => {
  test("has its true length and the hours that its clocks show", () => {
    const labels = (day: string) =>
      hourMarks(axisOf("Europe/Berlin", day), "Europe/Berlin").map(({ label }) => label);
    assert.equal(axisLength(axisOf("Europe/Berlin", "2026-03-28")), 24 * 60);
    assert.equal(axisLength(axisOf("Europe/Berlin", "2026-03-29")), 23 * 60);
    assert.equal(axisLength(axisOf("Europe/Berlin", "2026-10-25")), 25 * 60);
    assert.deepEqual(labels("2026-03-29").slice(0, 4), ["00:00", "01:00", "03:00", "04:00"]);
    assert.deepEqual(labels("2026-10-25").slice(0, 5), [
      "00:00",
      "01:00",
      "02:00",
      "02:00",
      "03:00",
    ]);
    assert.equal(labels("2026-10-25").length, 25);
  });

  test("begins when its clocks do, where midnight is skipped", () => {
    const axis = axisOf("Africa/Cairo", "2026-04-24");
    assert.equal(axisLength(axis), 23 * 60);
    assert.equal(hourMarks(axis, "Africa/Cairo")[0]?.label, "01:00");
  });
});

const AXIS = axisOf("Europe/Berlin", "2026-11-18");
const at = (minutes: number) => AXIS.from + minutes * MINUTE_MS;

describe("steps", () => {
  test("a moment goes to the nearest step", () => {
    assert.equal(snapped(AXIS, at(67), 15), at(60));
    assert.equal(snapped(AXIS, at(68), 15), at(75));
    assert.equal(snapped(AXIS, at(67.4), 1), at(67));
    assert.equal(snapped(AXIS, at(-8), 15), at(-15));
  });

  test("a step goes on to the next line of the grid, also from between two", () => {
    assert.equal(stepped(AXIS, at(60), 15), at(75));
    assert.equal(stepped(AXIS, at(61), 15), at(75));
    assert.equal(stepped(AXIS, at(60), -15), at(45));
    assert.equal(stepped(AXIS, at(61), -15), at(60));
  });
});

describe("blocks", () => {
  const lay = (...times: readonly (readonly [string, number, number])[]) =>
    placed(
      AXIS,
      times.map(([name, start, stop]) => [name, { start: at(start), stop: at(stop) }] as const),
    ).map(({ item, start, end, lane, lanes }) => [item, start, end, lane, lanes]);

  test("that touch stand below each other, those that overlap side by side", () => {
    assert.deepEqual(lay(["a", 60, 120], ["b", 120, 180]), [
      ["a", 60, 120, 0, 1],
      ["b", 120, 180, 0, 1],
    ]);
    assert.deepEqual(lay(["a", 60, 180], ["b", 90, 120], ["c", 120, 200], ["d", 200, 240]), [
      ["a", 60, 180, 0, 2],
      ["b", 90, 120, 1, 2],
      ["c", 120, 200, 1, 2],
      ["d", 200, 240, 0, 1],
    ]);
  });

  test("short ones are as high as they can be read, and hide none", () => {
    assert.deepEqual(lay(["a", 60, 61], ["b", 62, 63]), [
      ["a", 60, 90, 0, 2],
      ["b", 62, 92, 1, 2],
    ]);
    assert.deepEqual(lay(["a", 1439, 1440]), [["a", 1410, 1440, 0, 1]]);
  });

  test("are cut at the midnights, and left out on other days", () => {
    assert.deepEqual(lay(["a", -60, 60], ["b", 1400, 1500], ["c", -60, 0], ["d", 1440, 1500]), [
      ["a", 0, 60, 0, 1],
      ["b", 1400, 1440, 0, 1],
    ]);
  });
});

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
