import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fiscalYear,
  months,
  periodName,
  RANGE_PRESETS,
  rangePreset,
  progressOf,
  rangeIn,
} from "./ranges.ts";

const BOOKS = { today: "2026-11-18", fiscalYearStart: "01-01" };

function ranges(today: string) {
  return Object.fromEntries(
    RANGE_PRESETS.map(({ value, rangeOf }) => {
      const { from, to } = rangeOf({ ...BOOKS, today });
      return [value, `${from} ${to}`];
    }),
  );
}

test("each preset has its days, also over the turn of a year", () => {
  assert.deepEqual(ranges("2026-11-18"), {
    year: "2026-01-01 2026-11-30",
    month: "2026-11-01 2026-11-30",
    "last-month": "2026-10-01 2026-10-31",
    quarter: "2026-10-01 2026-11-30",
    "last-quarter": "2026-07-01 2026-09-30",
    "last-year": "2025-01-01 2025-12-31",
    "12-months": "2025-11-01 2026-10-31",
  });
  assert.deepEqual(ranges("2028-01-31"), {
    year: "2028-01-01 2028-01-31",
    month: "2028-01-01 2028-01-31",
    "last-month": "2027-12-01 2027-12-31",
    quarter: "2028-01-01 2028-01-31",
    "last-quarter": "2027-10-01 2027-12-31",
    "last-year": "2027-01-01 2027-12-31",
    "12-months": "2027-01-01 2027-12-31",
  });
});

test("a fiscal year that begins with a later month began in the year before", () => {
  const at = (today: string) => fiscalYear({ today, fiscalYearStart: "04-01" });
  assert.deepEqual(at("2026-03-31"), { from: "2025-04-01", to: "2026-03-31" });
  assert.deepEqual(at("2026-04-01"), { from: "2026-04-01", to: "2026-04-30" });
  const last = RANGE_PRESETS.find(({ value }) => value === "last-year");
  assert.deepEqual(last?.rangeOf({ today: "2026-04-01", fiscalYearStart: "04-01" }), {
    from: "2025-04-01",
    to: "2026-03-31",
  });
});

test("February has its last day", () => {
  assert.deepEqual(months("2028-03-31", -1, 1), { from: "2028-02-01", to: "2028-02-29" });
});

test("an address without two days in their order has the fiscal year", () => {
  const year = fiscalYear(BOOKS);
  assert.deepEqual(rangeIn({}, BOOKS), year);
  assert.deepEqual(rangeIn({ from: "2026-10-31", to: "2026-10-01" }, BOOKS), year);
  assert.deepEqual(rangeIn({ from: "October", to: "2026-10-01" }, BOOKS), year);
  const own = { from: "2026-10-02", to: "2026-10-03" };
  assert.deepEqual(rangeIn(own, BOOKS), own);
  assert.equal(rangePreset(own, BOOKS), null);
  assert.equal(rangePreset(months(BOOKS.today, -1, 1), BOOKS), "last-month");
});

test("a range is over on the day after its last", () => {
  const progress = (from: string, to: string) => progressOf({ from, to }, BOOKS.today);
  assert.equal(progress("2026-11-01", "2026-11-17"), null);
  assert.equal(progress("2026-11-01", "2026-11-18"), "so far");
  assert.equal(progress("2026-11-18", "2026-11-30"), "so far");
  assert.equal(progress("2026-11-19", "2026-11-30"), "not begun yet");
});

test("whole months are told by their names, other ranges by their days", () => {
  assert.equal(periodName({ from: "2026-09-01", to: "2026-09-30" }), "September 2026");
  assert.equal(periodName({ from: "2025-02-01", to: "2025-12-31" }), "Feb to Dec 2025");
  assert.equal(periodName({ from: "2025-10-01", to: "2026-03-31" }), "Oct 2025 to Mar 2026");
  assert.equal(periodName({ from: "2026-09-02", to: "2026-09-30" }), "2 Sept 2026 to 30 Sept 2026");
  assert.equal(periodName({ from: "2026-09-02", to: "2026-09-02" }), "2 Sept 2026");
});
