import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { extent } from "../../../test/extent.ts";
import { Refusal } from "../../core/errors.ts";
import { addDays, daysBetween } from "../../shared/calendar.ts";
import { monthsOf, type Range, rangeBefore } from "./range.ts";

const LATER = "2199-12-31";

function before(from: string, to: string, compare: "previous" | "year", today = LATER): string {
  const range = rangeBefore({ from, to }, compare, today);
  return `${range.from} ${range.to}`;
}

test("whole months have as many before, from any day of a month on; other days have as many days", () => {
  assert.equal(before("2026-10-01", "2026-10-31", "previous"), "2026-09-01 2026-09-30");
  assert.equal(before("2026-02-01", "2026-03-31", "previous"), "2025-12-01 2026-01-31");
  assert.equal(before("2026-09-15", "2026-10-14", "previous"), "2026-08-15 2026-09-14");
  assert.equal(before("2026-10-02", "2026-10-31", "previous"), "2026-09-02 2026-10-01");
  assert.equal(before("2026-10-31", "2026-10-31", "previous"), "2026-10-30 2026-10-30");
});

test("a year earlier the last day of February stays the last one", () => {
  assert.equal(before("2028-02-01", "2028-02-29", "year"), "2027-02-01 2027-02-28");
  assert.equal(before("2029-02-01", "2029-02-28", "year"), "2028-02-01 2028-02-29");
});

test("a range that goes on is compared as far as it has gone", () => {
  const at = "2026-11-23";
  assert.equal(before("2026-11-01", "2026-11-30", "previous", at), "2026-10-01 2026-10-23");
  assert.equal(before("2026-01-01", "2026-11-30", "previous", at), "2025-02-01 2025-12-23");
  assert.equal(before("2026-01-01", "2026-11-30", "year", at), "2025-01-01 2025-11-23");
  assert.equal(before("2026-11-20", "2026-12-01", "previous", at), "2026-11-08 2026-11-11");
  assert.equal(
    before("2026-03-01", "2026-03-31", "previous", "2026-03-30"),
    "2026-02-01 2026-02-28",
  );
  // Over today, and not begun.
  assert.equal(before("2026-11-01", "2026-11-23", "previous", at), "2026-10-09 2026-10-31");
  assert.equal(before("2026-12-01", "2026-12-31", "previous", at), "2026-11-01 2026-11-30");
});

test("ten years of more leap days than those before are compared with ten years", () => {
  assert.equal(before("2008-02-10", "2018-02-09", "previous"), "1998-02-10 2008-02-09");
  assert.equal(before("2028-02-29", "2038-02-28", "previous"), "2018-03-01 2028-02-28");
});

test("the last years that there are have ranges before them", () => {
  assert.equal(before("9990-01-01", "9998-12-31", "year"), "9989-01-01 9997-12-31");
  assert.equal(before("9998-12-01", "9998-12-31", "previous"), "9998-11-01 9998-11-30");
});

test("a range that is refused has none to compare with", () => {
  for (const compare of ["previous", "year"] as const) {
    assert.throws(() => before("1900-01-01", "9998-12-31", compare), Refusal);
    assert.throws(() => before("2026-10-31", "2026-10-01", compare), Refusal);
  }
});

test("each range that is not refused has one to compare with that is not refused", () => {
  const day = fc.integer({ min: 0, max: 110_000 }).map((days) => addDays("1900-01-01", days));
  const rule = fc.property(
    day,
    fc.oneof(fc.integer({ min: 0, max: 3660 }), fc.integer({ min: 3640, max: 3653 })),
    fc.integer({ min: -10, max: 4000 }),
    fc.constantFrom("previous" as const, "year" as const),
    (from, length, gone, compare) => {
      const range = { from, to: addDays(from, length) };
      const today = addDays(from, gone);
      if (isRefused(range)) return;
      const { from: first, to: last } = rangeBefore(range, compare, today);
      assert.ok(!isRefused({ from: first, to: last }), `${first} ${last}`);
      assert.ok(last < range.to && first < range.from);
      if (compare === "previous") assert.ok(last < range.from, "they do not overlap");
      const days = gone >= 0 && gone < length ? gone : length;
      const isByMonths = addDays(range.to, 1).slice(8) === from.slice(8);
      if (compare === "previous" && isByMonths) {
        // Months differ in length: both ends are moved by the same number of them.
        const [oneEnd, end] =
          gone >= 0 && gone < length ? [last, today] : [addDays(last, 1), addDays(range.to, 1)];
        assert.equal(monthOf(from) - monthOf(first), monthOf(end) - monthOf(oneEnd));
      } else assert.ok(Math.abs(daysBetween(first, last) - days) <= 3, "it is as long as is over");
    },
  );
  fc.assert(rule, { numRuns: extent(2000, 100_000) });
});

/** Number of a day's month since the year 0. */
function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

function isRefused(range: Range): boolean {
  try {
    monthsOf(range, LATER);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
