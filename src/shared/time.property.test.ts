import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { dayIn, instantOf } from "./time.ts";

const DAY_MS = 86_400_000;

const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const years = fc.integer({ min: 1970, max: 2037 });

test("around each change of the clocks, in any zone and year, the day is the one on the wall", () => {
  fc.assert(
    fc.property(zones, years, fc.integer({ min: -DAY_MS, max: DAY_MS }), (zone, year, near) => {
      for (const change of changesIn(zone, year)) {
        for (const moment of [change - 1, change, change + near, ...midnightsAround(zone, change)])
          assert.equal(dayIn(zone, instantOf(moment)), dayOnWall(zone, moment));
      }
    }),
    { numRuns: 150 },
  );
});

/** Moments of a year at which a zone's UTC offset changes, to the millisecond. */
function changesIn(zone: string, year: number): readonly number[] {
  const days = Array.from({ length: 366 }, (_, day) => Date.UTC(year, 0, day + 1));
  return days
    .filter((day) => offsetAt(zone, day) !== offsetAt(zone, day + DAY_MS))
    .map((day) => {
      let [before, after] = [day, day + DAY_MS];
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (offsetAt(zone, middle) === offsetAt(zone, day)) before = middle;
        else after = middle;
      }
      return after;
    });
}

/** Last and first moments of the local days around a moment. */
function midnightsAround(zone: string, moment: number): readonly number[] {
  const wall = moment + offsetAt(zone, moment);
  return [-1, 0, 1, 2].flatMap((days) => {
    const midnight = (Math.floor(wall / DAY_MS) + days) * DAY_MS - offsetAt(zone, moment);
    return [midnight - 1, midnight];
  });
}

/** Another way than the code's: shifts the moment by the zone's offset, and reads it as UTC. */
function dayOnWall(zone: string, moment: number): string {
  return instantOf(moment + offsetAt(zone, moment)).slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a zone is ahead of UTC. */
function offsetAt(timeZone: string, moment: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(moment)) ?? [];
  const distance = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -distance : distance;
}
