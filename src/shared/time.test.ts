import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  addMilliseconds,
  dayIn,
  instantOf,
  isTimeZone,
  millisecondsBetween,
  millisecondsOf,
  toInstant,
} from "./time.ts";

const moment = fc.integer({ min: 0, max: Date.parse("9999-12-30T00:00:00Z") });

test("the day of a moment is the one on the wall of its time zone", () => {
  for (const [zone, instant, day] of [
    ["UTC", "2026-11-21T23:59:59.999Z", "2026-11-21"],
    ["Pacific/Kiritimati", "2026-11-21T09:59:59.999Z", "2026-11-21"],
    ["Pacific/Kiritimati", "2026-11-21T10:00:00.000Z", "2026-11-22"],
    ["Pacific/Niue", "2026-11-21T10:59:59.999Z", "2026-11-20"],
    ["America/St_Johns", "2026-11-21T03:29:59.999Z", "2026-11-20"],
    ["America/St_Johns", "2026-11-21T03:30:00.000Z", "2026-11-21"],
    ["Asia/Kathmandu", "2026-11-21T18:14:59.999Z", "2026-11-21"],
    ["Asia/Kathmandu", "2026-11-21T18:15:00.000Z", "2026-11-22"],
    ["Europe/Berlin", "2026-12-31T23:00:00.000Z", "2027-01-01"],
    ["Europe/Berlin", "2028-02-28T23:00:00.000Z", "2028-02-29"],
  ] as const) {
    assert.equal(dayIn(zone, instant), day, `${zone} ${instant}`);
  }
});

test("days follow the clocks when they change", () => {
  for (const [zone, instant, day] of [
    // Berlin is an hour ahead until 29 March 2026, two hours until 25 October.
    ["Europe/Berlin", "2026-03-28T22:59:59.999Z", "2026-03-28"],
    ["Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29T21:59:59.999Z", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29T22:00:00.000Z", "2026-03-30"],
    ["Europe/Berlin", "2026-10-25T22:59:59.999Z", "2026-10-25"],
    ["Europe/Berlin", "2026-10-25T23:00:00.000Z", "2026-10-26"],
    // In Santiago the clocks go forward at midnight, so that the day begins at one.
    ["America/Santiago", "2026-09-06T03:59:59.999Z", "2026-09-05"],
    ["America/Santiago", "2026-09-06T04:00:00.000Z", "2026-09-06"],
    // Samoa had no 30 December 2011.
    ["Pacific/Apia", "2011-12-30T09:59:59.999Z", "2011-12-29"],
    ["Pacific/Apia", "2011-12-30T10:00:00.000Z", "2011-12-31"],
  ] as const) {
    assert.equal(dayIn(zone, instant), day, `${zone} ${instant}`);
  }
});

test("a day is always written as YYYY-MM-DD, and never goes back as time goes on", () => {
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "Asia/Tehran",
    "Asia/Bangkok",
  );
  fc.assert(
    fc.property(zone, moment, fc.nat(), (zone, one, later) => {
      const days = [one, Math.min(one + later, Date.parse("9999-12-30T00:00:00Z"))].map((at) =>
        dayIn(zone, instantOf(at)),
      );
      for (const day of days) assert.match(day, /^\d{4}-\d\d-\d\d$/);
      assert.deepEqual(days.toSorted(), days);
    }),
  );
});

test("a moment is kept in UTC with milliseconds, whatever offset it is given with", () => {
  for (const [given, instant] of [
    ["2026-11-21T09:30:00+01:00", "2026-11-21T08:30:00.000Z"],
    ["2026-11-21T09:30:00.5-03:30", "2026-11-21T13:00:00.500Z"],
    ["2026-01-01T00:00:00+14:00", "2025-12-31T10:00:00.000Z"],
    ["2026-11-21T09:30:00.123999Z", "2026-11-21T09:30:00.123Z"],
    ["2026-11-21T09:30Z", "2026-11-21T09:30:00.000Z"],
  ] as const) {
    assert.equal(toInstant(given), instant);
  }
});

test("instants sort as text in the order of time", () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      assert.equal(instantOf(one) < instantOf(other), one < other);
      assert.equal(millisecondsOf(instantOf(one)), one);
    }),
  );
});

test("what lies between two moments takes one to the other", () => {
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [from, to] = [instantOf(one), instantOf(other)];
      assert.equal(addMilliseconds(from, millisecondsBetween(from, to)), to);
    }),
  );
});

test("a time zone is one that IANA knows", () => {
  for (const name of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])
    assert.ok(isTimeZone(name), name);
  for (const name of ["", "Berlin", "Europe/Atlantis", "constructor", "\0", "+02:00", "-0330"])
    assert.ok(!isTimeZone(name), name);
});

test("all spellings of a time zone share one format, so that they fill no memory", (t) => {
  const { DateTimeFormat } = Intl;
  const made = t.mock.method(
    Intl,
    "DateTimeFormat",
    function make(locale: string, options: object) {
      return new DateTimeFormat(locale, options);
    },
  );
  const name = "antarctica/mcmurdo";
  for (let at = 0; at < name.length; at += 1)
    assert.ok(isTimeZone(name.slice(0, at) + name.slice(at).toUpperCase()));
  // None when another file of this process has asked for the zone already.
  assert.ok(made.mock.callCount() <= 1);
});
