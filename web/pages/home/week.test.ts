import assert from "node:assert/strict";
import { test } from "node:test";
import { billableShare, chartOf, finding, weekSums, type Week } from "./week.ts";

const DATES = ["16", "17", "18", "19", "20", "21", "22"].map((day) => `2026-11-${day}`);

function weekOf(seconds: readonly number[], own: readonly number[] = []): Week {
  const days = DATES.map((date, index) => ({
    date,
    seconds: seconds[index] ?? 0,
    own: own[index] ?? 0,
    billable: (seconds[index] ?? 0) / 2,
  }));
  return { from: "2026-11-16", to: "2026-11-22", today: "2026-11-18", days };
}

test("a week is told by its sum and the day with most of it", () => {
  assert.equal(finding(weekOf([])), "No time is tracked this week yet");
  assert.equal(finding(weekOf([3600, 5400])), "2 h 30 this week, most on Tuesday");
  assert.equal(finding(weekOf([0, 0, 60])), "1 min this week, all on Wednesday");
});

test("the share of billable time has no number without time", () => {
  assert.equal(billableShare(weekSums(weekOf([]))), null);
  assert.equal(billableShare(weekSums(weekOf([3600]))), 50);
});

test("hours of others stand beside the reader's only where there are any, and today is not over", () => {
  const alone = chartOf(weekOf([3600], [3600]));
  assert.deepEqual(alone.series, [{ name: "You", values: [1, 0, 0, 0, 0, 0, 0] }]);
  const [own, others] = chartOf(weekOf([3600, 7200], [1800])).series;
  assert.deepEqual(own, { name: "You", values: [0.5, 0, 0, 0, 0, 0, 0] });
  assert.deepEqual(others, { name: "Others", values: [0.5, 2, 0, 0, 0, 0, 0] });
  assert.deepEqual(
    alone.places.map(({ label, isPartial }) => [label, isPartial]),
    [
      ["Mon", false],
      ["Tue", false],
      ["Wed", true],
      ["Thu", false],
      ["Fri", false],
      ["Sat", false],
      ["Sun", false],
    ],
  );
  assert.equal(alone.places[0]?.name, "Monday 16 November");
});
