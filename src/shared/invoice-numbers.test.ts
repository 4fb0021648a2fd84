import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type NumberReset, invoiceNumber, periodOf, readNumberPattern } from "./invoice-numbers.ts";

test("a number follows its pattern and the day of issue", () => {
  for (const [pattern, sequence, number] of [
    ["INV-{YYYY}-{####}", 1, "INV-2026-0001"],
    ["INV-{YYYY}-{####}", 42, "INV-2026-0042"],
    ["INV-{YYYY}-{####}", 9999, "INV-2026-9999"],
    ["INV-{YYYY}-{####}", 10_000, "INV-2026-10000"],
    ["{YY}{MM}/{#}", 7, "2603/7"],
    ["{#}", 123, "123"],
    ["RE_{MM}.{YYYY}.{YY}-{##}", 5, "RE_03.2026.26-05"],
  ] as const) {
    assert.deepEqual(readNumberPattern(pattern, "never"), { state: "read", value: pattern });
    assert.equal(invoiceNumber(pattern, "2026-03-31", sequence), number);
  }
});

test("a series counts on within its period", () => {
  assert.equal(periodOf("never", "2026-11-24"), "");
  assert.equal(periodOf("year", "2026-11-24"), "2026");
  assert.equal(periodOf("month", "2026-11-24"), "2026-11");
});

test("a pattern is read without the spaces around it, and nothing is empty", () => {
  assert.deepEqual(readNumberPattern(" A{#} ", "never"), { state: "read", value: "A{#}" });
  assert.deepEqual(readNumberPattern("  ", "year"), { state: "empty" });
});

test("a pattern that makes no number is refused with the reason", () => {
  for (const [pattern, why] of [
    ["inv-{####}", "Write capital letters: I, not i."],
    ["INV {####}", "A number has letters A to Z, digits and / . _ - in it, not a space."],
    ["RÉ-{####}", "A number has letters A to Z, digits and / . _ - in it, not É."],
    ["INV-{####", "A number has letters A to Z, digits and / . _ - in it, not {."],
    ["INV-####", "A number has letters A to Z, digits and / . _ - in it, not #."],
    ["{DD}-{####}", "{DD} means nothing here. Write {YYYY}, {YY}, {MM} or {####}."],
    ["{yyyy}-{####}", "{yyyy} means nothing here. Write {YYYY}, {YY}, {MM} or {####}."],
    ["{#-#}", "{#-#} means nothing here. Write {YYYY}, {YY}, {MM} or {####}."],
    ["INV-{}{#}", "A number has letters A to Z, digits and / . _ - in it, not {}."],
    ["INV-{YYYY}", "Write the count once, as {####}: each # is a digit."],
    ["{##}-{##}", "Write the count once, as {####}: each # is a digit."],
    [`${"A".repeat(27)}{####}`, "A number has at most 30 characters. These would be 31."],
    [`{${"#".repeat(31)}}`, "A number has at most 30 characters. These would be 31."],
  ] as const)
    assert.deepEqual(readNumberPattern(pattern, "never"), { state: "refused", why, offers: [] });
  assert.equal(readNumberPattern(`${"A".repeat(26)}{####}`, "never").state, "read");
});

test("a series that starts again needs its period in the number", () => {
  const year = "A count that starts again each year needs {YYYY} or {YY}.";
  const month = "A count that starts again each month needs {MM}, and {YYYY} or {YY}.";
  for (const [pattern, reset, why] of [
    ["INV-{####}", "year", year],
    ["INV-{MM}-{####}", "year", year],
    ["INV-{YYYY}-{####}", "month", month],
    ["INV-{MM}-{####}", "month", month],
  ] as const)
    assert.deepEqual(readNumberPattern(pattern, reset), { state: "refused", why, offers: [] });
  for (const [pattern, reset] of [
    ["{YY}{####}", "year"],
    ["{YYYY}{MM}{####}", "month"],
    ["{MM}-{YY}-{####}", "month"],
  ] as const)
    assert.equal(readNumberPattern(pattern, reset).state, "read");
});

test("numbers of a pattern never repeat, whatever the period and the count", () => {
  const pattern = fc
    .array(fc.constantFrom("A", "1", "0", "-", "{YYYY}", "{YY}", "{MM}", "{#}", "{##}", "{####}"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(""));
  const issue = fc.record({
    day: fc.constantFrom("2026-01-31", "2026-11-01", "2026-12-24", "2027-01-01", "2031-11-30"),
    sequence: fc.integer({ min: 1, max: 120_000 }),
  });
  const resets = fc.constantFrom<NumberReset>("never", "year", "month");
  let compared = 0;
  fc.assert(
    fc.property(pattern, resets, issue, issue, (pattern, reset, one, other) => {
      if (readNumberPattern(pattern, reset).state !== "read") return;
      const [here, there] = [one, other].map(
        ({ day, sequence }) => `${periodOf(reset, day)} ${sequence}`,
      );
      if (here === there) return;
      compared += 1;
      assert.notEqual(
        invoiceNumber(pattern, one.day, one.sequence),
        invoiceNumber(pattern, other.day, other.sequence),
      );
    }),
    { numRuns: 2000 },
  );
  assert.ok(compared > 200, `${compared} of 2000`);
});
