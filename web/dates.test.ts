import assert from "node:assert/strict";
import { test } from "node:test";
import { dayWords, zoneWords } from "./dates.ts";

test("today and yesterday are called so", () => {
  assert.equal(dayWords("2026-11-22", "2026-11-22"), "Today, Sunday 22 November 2026");
  assert.equal(dayWords("2026-11-21", "2026-11-22"), "Yesterday, Saturday 21 November 2026");
  assert.equal(dayWords("2026-11-23", "2026-11-22"), "In the future, Monday 23 November 2026");
  assert.equal(dayWords("2026-11-20", "2026-11-22"), "Friday 20 November 2026");
  assert.equal(dayWords("2026-10-31", "2026-11-01"), "Yesterday, Saturday 31 October 2026");
});

test("a time zone is told by its place", () => {
  assert.equal(zoneWords("Europe/Berlin"), "Berlin time");
  assert.equal(zoneWords("America/New_York"), "New York time");
  assert.equal(zoneWords("UTC"), "UTC");
});
