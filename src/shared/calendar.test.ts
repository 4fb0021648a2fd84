import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays, mondayOf, momentIn, shownIn, weekdayName, weekdayOf } from "./calendar.ts";
import { dayIn, instantOf, toInstant } from "./time.ts";

const moments = fc.integer({
  min: Date.parse("1973-01-01T00:00:00Z"),
  max: Date.parse("2099-12-31T00:00:00Z"),
});
const zones = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
);

test("a moment as a clock shows it is the same moment, on the day that it is there", () => {
  fc.assert(
    fc.property(moments, zones, (milliseconds, zone) => {
      const instant = instantOf(Math.floor(milliseconds / 1000) * 1000);
      const shown = shownIn(zone, instant);
      assert.match(shown, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      assert.equal(toInstant(shown), instant);
      assert.equal(shown.slice(0, 10), dayIn(zone, instant));
    }),
  );
});

test("clocks that change show their offset of before and after", () => {
  for (const [zone, instant, shown] of [
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59+01:00"],
    ["Europe/Berlin", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00+02:00"],
    ["Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30:00+02:00"],
    ["Europe/Berlin", "2026-10-25T01:30:00.000Z", "2026-10-25T02:30:00+01:00"],
    ["America/St_Johns", "2026-11-21T12:00:00.000Z", "2026-11-21T08:30:00-03:30"],
    ["UTC", "2026-11-21T12:00:00.000Z", "2026-11-21T12:00:00+00:00"],
  ] as const) {
    assert.equal(shownIn(zone, instant), shown);
  }
});

test("a day begins at the midnight of its clocks, also when they change on it", () => {
  for (const [zone, day, begins] of [
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ] as const) {
    assert.equal(momentIn(zone, day, 0), begins);
  }
});

test("a week begins on its Monday, across months, years and leap days", () => {
  for (const [day, monday] of [
    ["2026-11-16", "2026-11-16"],
    ["2026-11-22", "2026-11-16"],
    ["2026-03-01", "2026-02-23"],
    ["2028-03-01", "2028-02-28"],
    ["2027-01-03", "2026-12-28"],
  ] as const) {
    assert.equal(mondayOf(day), monday);
    assert.equal(weekdayName(monday), "Monday");
  }
  fc.assert(
    fc.property(moments, fc.integer({ min: -900, max: 900 }), (milliseconds, days) => {
      const day = instantOf(milliseconds).slice(0, 10);
      assert.equal(addDays(addDays(day, days), -days), day);
      assert.equal(weekdayOf(addDays(day, 7)), weekdayOf(day));
      const monday = mondayOf(day);
      assert.ok(monday <= day && day <= addDays(monday, 6));
    }),
  );
});
