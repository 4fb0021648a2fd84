import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn, dayWords } from "./dates.ts";

test("a moment falls on the day that it has where the reader is", () => {
  assert.equal(dayIn("UTC", "2026-11-21T23:30:00.000Z"), "2026-11-21");
  assert.equal(dayIn("Europe/Berlin", "2026-11-21T23:30:00.000Z"), "2026-11-22");
});

test("today and yesterday are called so", () => {
  assert.equal(dayWords("2026-11-22", "2026-11-22"), "Today, Sunday 22 November 2026");
  assert.equal(dayWords("2026-11-21", "2026-11-22"), "Yesterday, Saturday 21 November 2026");
  assert.equal(dayWords("2026-11-20", "2026-11-22"), "Friday 20 November 2026");
  assert.equal(dayWords("2026-10-31", "2026-11-01"), "Yesterday, Saturday 31 October 2026");
});
