import assert from "node:assert/strict";
import { test } from "node:test";
import { nextByPattern } from "./numbers.ts";

const KIND = {
  type: "invoice",
  series: "invoice",
  pattern: "INV-{YYYY}-{####}",
  reset: "year",
  next_number: "INV-2026-0042",
  next_value: 42,
} as const;

test("the next number is told as it is typed, with the count of today's period", () => {
  const next = (pattern: string, reset: "never" | "year" | "month" = "year") =>
    nextByPattern(KIND, { pattern, reset }, "2026-11-24");
  assert.deepEqual(next("R{YY}-{###}"), {
    isRead: true,
    words: "The next number is R26-042.",
  });
  assert.equal(next("{YYYY}{MM}-{##}", "month").words, "The next number is 202611-01.");
  assert.deepEqual(next(""), { isRead: false, words: "Write a pattern." });
  assert.equal(next("R-{####}").isRead, false);
  assert.match(next("r-{YYYY}-{#}").words, /capital letters/);
});
