import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { addDays, mondayOf } from "../../../../src/shared/calendar.ts";
import {
  mondayOfWeek,
  movedTo,
  weekRows,
  totalsOf,
  type Week,
  weekNameOf,
  withCell,
} from "./week-model.ts";

const WEBSITE = { id: "1", name: "Website", customer: null };
const ADS = { id: "2", name: "Ads", customer: "Acme" };
const DAYS = ["2026-11-16", "2026-11-17"];

const week: Week = {
  from: "2026-11-16",
  today: "2026-11-17",
  person: { id: "3", name: "Olga", timeZone: "UTC" },
  days: DAYS.map((day) => ({ day, length: 86_400 })),
  rows: [
    {
      project: WEBSITE,
      cells: [{ day: "2026-11-16", seconds: 3600, entries: 2, runningSince: null, invoice: null }],
    },
  ],
  now: "2026-11-17T09:00:00.000Z",
};

test("weeks are named as ISO 8601 counts them", () => {
  for (const [day, name, monday] of [
    ["2026-11-22", "2026-W47", "2026-11-16"],
    ["2027-01-01", "2026-W53", "2026-12-28"],
    ["2024-12-30", "2025-W01", "2024-12-30"],
    ["2026-01-01", "2026-W01", "2025-12-29"],
  ] as const)
    assert.deepEqual(
      [weekNameOf(day), mondayOfWeek(name), mondayOfWeek(day)],
      [name, monday, monday],
    );
  for (const text of ["", "2026-W00", "2026-W54", "2025-W53", "2026-47", "26-W47", "2026-11-31"])
    assert.equal(mondayOfWeek(text), null, text);
});

test("the Monday of a week's name is the week's", () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((past) => addDays("1990-01-01", past));
  fc.assert(fc.property(days, (day) => assert.equal(mondayOfWeek(weekNameOf(day)), mondayOf(day))));
});

test("rows are by name, and added ones stand once", () => {
  const names = weekRows(week, [ADS, WEBSITE]).map(({ project }) => project.name);
  assert.deepEqual(names, ["Ads", "Website"]);
});

test("a written cell takes its place, and an empty one goes", () => {
  const cell = { day: "2026-11-17", seconds: 60, entries: 1 };
  const more = withCell(withCell(week, WEBSITE, cell), ADS, cell);
  const rows = weekRows(more, []);
  const secondsOf = (row: Week["rows"][number], day: string) =>
    row.cells.find((cell) => cell.day === day)?.seconds ?? 0;
  const totals = totalsOf(rows, DAYS, secondsOf);
  assert.deepEqual([totals.byDay, totals.all], [[3600, 120], 3720]);
  assert.deepEqual(rows.map(totals.byRow), [60, 3660]);
  const none = withCell(more, ADS, { day: "2026-11-17", seconds: 0, entries: 0 });
  assert.deepEqual(
    none.rows.map(({ project }) => project.name),
    ["Website"],
  );
});

test("keys move along the lines, and the keys that commit go on to the next line", () => {
  const size = { rows: 2, columns: 7 };
  for (const [from, key, to] of [
    [[0, 6], "ArrowRight", [0, 6]],
    [[0, 6], "Tab", [1, 0]],
    [[1, 6], "Tab", [1, 6]],
    [[1, 0], "Shift+Tab", [0, 6]],
    [[0, 3], "Enter", [1, 3]],
    [[1, 3], "Enter", [0, 4]],
    [[1, 6], "Enter", [1, 6]],
    [[0, 4], "Shift+Enter", [1, 3]],
    [[1, 3], "Control+Home", [0, 0]],
    [[0, 3], "End", [0, 6]],
  ] as const) {
    const [row, column] = to;
    assert.deepEqual(movedTo({ row: from[0], column: from[1] }, key, size), { row, column }, key);
  }
  assert.equal(movedTo({ row: 0, column: 0 }, "x", size), null);
});
