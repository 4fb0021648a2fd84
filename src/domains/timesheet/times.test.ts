import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { clock } from "../../../test/tracker.ts";
import { addDays, dayLength, momentsAt, shownIn } from "../../shared/calendar.ts";
import { millisecondsBetween } from "../../shared/time.ts";
import { timesOf } from "./times.ts";

const BERLIN = "Europe/Berlin";
/** Clocks go forward at 02:00, so that the day has 23 hours. */
const SHORT = "2026-03-29";
/** Clocks go back at 03:00, so that the day has 25 hours. */
const LONG = "2026-10-25";

test("a day has as many hours as pass in it", () => {
  for (const [zone, day, hours] of [
    ["UTC", SHORT, 24],
    [BERLIN, SHORT, 23],
    [BERLIN, LONG, 25],
    ["Australia/Lord_Howe", "2026-04-05", 24.5],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
    // Clocks go forward at midnight.
    ["America/Santiago", "2026-09-06", 23],
  ] as const)
    assert.equal(dayLength(zone, day) / 3600, hours, `${zone} ${day}`);
});

test("clocks show a time twice where they go back, and never where they skip it", () => {
  for (const [zone, day, time, moments] of [
    [BERLIN, LONG, "02:30", ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]],
    [BERLIN, LONG, "03:00", ["2026-10-25T02:00:00.000Z"]],
    [BERLIN, SHORT, "02:30", []],
    [BERLIN, SHORT, "03:00", ["2026-03-29T01:00:00.000Z"]],
    [
      "Australia/Lord_Howe",
      "2026-04-05",
      "01:45",
      ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"],
    ],
    ["America/Santiago", "2026-09-06", "00:30", []],
  ] as const)
    assert.deepEqual(momentsAt(zone, day, clock(time)), moments, `${zone} ${day} ${time}`);
});

test("an entry lasts as long as really passes between its times", () => {
  for (const [day, start, end, hours] of [
    ["2026-11-20", "09:00", "10:30", 1.5],
    [SHORT, "01:30", "03:30", 1],
    [LONG, "01:30", "03:30", 3],
    // The first 02:30 is meant; the end is the first after the start.
    [LONG, "02:30", "03:00", 1.5],
    [LONG, "01:30", "02:30", 1],
    [LONG, "02:45", "02:15", 0.5],
    // The next day.
    ["2026-11-20", "22:00", "01:00", 3],
    ["2026-03-28", "22:00", "04:00", 5],
    ["2026-10-24", "22:00", "04:00", 7],
    ["2026-10-24", "22:00", "00:00", 2],
    ["2026-10-24", "22:00", "24:00", 2],
    [LONG, "00:00", "24:00", 25],
  ] as const) {
    const { date, duration } = timesOf(BERLIN, { day, start: clock(start), end: clock(end) });
    assert.deepEqual([date, duration / 3600], [day, hours], `${day} ${start} ${end}`);
  }
});

test("a length alone has no start, and fits into its day", () => {
  assert.deepEqual(timesOf(BERLIN, { day: LONG, seconds: 90_000 }), {
    date: LONG,
    start: null,
    stop: null,
    duration: 90_000,
  });
  assert.throws(() => timesOf(BERLIN, { day: LONG, seconds: 90_001 }), { path: "seconds" });
  assert.throws(() => timesOf(BERLIN, { day: SHORT, seconds: 82_801 }), { path: "seconds" });
});

test("times that say too little, too much, or do not exist are refused beside their field", () => {
  const day = SHORT;
  for (const [given, path] of [
    [{ day }, "seconds"],
    [{ day, start: clock("09:00") }, "end"],
    [{ day, end: clock("09:00") }, "start"],
    [{ day, start: clock("09:00"), end: clock("09:00") }, "end"],
    [{ day, start: clock("09:00"), end: clock("10:00"), seconds: 60 }, "seconds"],
    [{ day, start: clock("02:30"), end: clock("04:00") }, "start"],
    [{ day, start: clock("01:30"), end: clock("02:30") }, "end"],
  ] as const)
    assert.throws(() => timesOf(BERLIN, given), { code: "invalid_argument", path });
});

const zones = fc.constantFrom(
  "UTC",
  BERLIN,
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
);
const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
/** Days around which clocks change somewhere, and others. */
const days = fc
  .tuple(
    fc.constantFrom(
      "2026-03-08",
      SHORT,
      "2026-04-05",
      "2026-09-06",
      "2026-10-04",
      LONG,
      "2026-11-01",
    ),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([day, past]) => addDays(day, past));

test("clocks show the given times at the entry's moments, less than a day apart", () => {
  fc.assert(
    fc.property(zones, days, minutes, minutes, (zone, day, start, end) => {
      fc.pre(start !== end);
      let times;
      try {
        times = timesOf(zone, { day, start, end });
      } catch {
        // One of them is skipped by the clocks.
        const ends = [day, addDays(day, 1)].map((day) => momentsAt(zone, day, end).length);
        assert.ok(momentsAt(zone, day, start).length === 0 || ends.includes(0));
        return;
      }
      assert.ok(times.start !== null && times.stop !== null);
      const shown = (at: string) => shownIn(zone, at).slice(0, 16);
      assert.equal(shown(times.start).slice(0, 10), day);
      assert.equal(clock(shown(times.start).slice(11)), start);
      assert.equal(clock(shown(times.stop).slice(11)), end);
      assert.equal(times.duration * 1000, millisecondsBetween(times.start, times.stop));
      assert.ok(times.duration > 0 && times.duration < 26 * 3600);
    }),
    { numRuns: 300 },
  );
});
