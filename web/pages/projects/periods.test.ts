import assert from "node:assert/strict";
import { test } from "node:test";
import { periodPlace, rangeUntil } from "./periods.ts";

test("the last twelve weeks and months end with the one of today", () => {
  assert.deepEqual(rangeUntil("2026-11-21", "week"), { from: "2026-08-31", to: "2026-11-22" });
  assert.deepEqual(rangeUntil("2026-02-28", "month"), { from: "2025-03-01", to: "2026-02-28" });
});

test("a period is named by its days or its month, and is partial until it is over", () => {
  const week = { from: "2026-11-16", to: "2026-11-22" };
  assert.deepEqual(periodPlace(week, "week", "2026-11-22"), {
    label: "16 Nov",
    name: "16 to 22 Nov 2026",
    isPartial: true,
  });
  const month = { from: "2026-11-01", to: "2026-11-30" };
  assert.deepEqual(periodPlace(month, "month", "2026-12-01"), {
    label: "Nov",
    name: "November 2026",
    isPartial: false,
  });
});
