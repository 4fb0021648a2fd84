import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  billedSeconds,
  codeOfRounding,
  hoursText,
  readRounding,
  ROUNDING_CODES,
  ROUNDING_NAMES,
  trackedWords,
} from "./time-rounding.ts";

const MINUTE = 60;
const DAY = "2026-10-01";

function billed(code: string, seconds: readonly number[]): number {
  const entries = seconds.map((seconds) => ({ date: DAY, seconds }));
  return billedSeconds(readRounding(code), entries).reduce((sum, part) => sum + part, 0);
}

test("ninety minutes are 1.5 hours, also up to a quarter: what is round already stays", () => {
  for (const code of ["none", "up-15-entry", "up-15-day", "nearest-30-entry", "down-1-day"])
    assert.equal(billed(code, [90 * MINUTE]), 90 * MINUTE, code);
  assert.equal(hoursText(90 * MINUTE), "1.5");
});

test("ten entries of seven minutes are 2.5 hours each for itself, and 1.25 as a day", () => {
  const ten = Array.from({ length: 10 }, () => 7 * MINUTE);
  assert.equal(hoursText(billed("up-15-entry", ten)), "2.5");
  assert.equal(hoursText(billed("up-15-day", ten)), "1.25");
  assert.equal(hoursText(billed("down-15-entry", ten)), "0");
  assert.equal(hoursText(billed("nearest-15-day", ten)), "1.25");
});

test("hours have two decimals, halves up", () => {
  assert.equal(hoursText(37 * 3600 + 40 * MINUTE), "37.67");
  assert.equal(hoursText(18), "0.01");
  assert.equal(hoursText(17), "0");
  assert.equal(hoursText(100 * 3600), "100");
});

test("a half step goes up to the nearest one", () => {
  assert.equal(billed("nearest-15-entry", [7.5 * MINUTE]), 15 * MINUTE);
  assert.equal(billed("nearest-15-entry", [7.5 * MINUTE - 1]), 0);
});

test("each code reads back as itself, has words of its own, and other text is no rule", () => {
  for (const code of ROUNDING_CODES) assert.equal(codeOfRounding(readRounding(code)), code);
  assert.equal(ROUNDING_CODES.length, 1 + 3 * 7 * 2);
  assert.equal(new Set(Object.values(ROUNDING_NAMES)).size, ROUNDING_CODES.length);
  for (const code of ["up-20-entry", "up-15", "round-15-day", ""])
    assert.equal(readRounding(code), null);
});

test("a line tells true time and rule in each language", () => {
  const told = (code: string) =>
    (["en", "de", "fr", "nl"] as const).map((language) =>
      trackedWords(language, 37 * 3600 + 40 * MINUTE, readRounding(code)),
    );
  assert.deepEqual(told("none"), [
    "37:40 h tracked",
    "37:40 h erfasst",
    "37:40 h enregistrées",
    "37:40 h geregistreerd",
  ]);
  assert.deepEqual(told("up-15-entry"), [
    "37:40 h tracked, rounded up to 15 minutes per entry",
    "37:40 h erfasst, je Eintrag auf 15 Minuten aufgerundet",
    "37:40 h enregistrées, arrondies aux 15 minutes supérieures par saisie",
    "37:40 h geregistreerd, per registratie naar boven afgerond op 15 minuten",
  ]);
  assert.deepEqual(told("nearest-1-day"), [
    "37:40 h tracked, rounded to the nearest minute per day",
    "37:40 h erfasst, je Tag auf volle Minuten gerundet",
    "37:40 h enregistrées, arrondies à la minute la plus proche par jour",
    "37:40 h geregistreerd, per dag afgerond op hele minuten",
  ]);
});

test("whatever is rounded, each entry or day is a multiple of the step, and nearer than one step", () => {
  const entry = fc.record({
    date: fc.constantFrom("2026-10-01", "2026-10-02", "2026-10-03"),
    seconds: fc.integer({ min: 1, max: 100_000 }),
  });
  const rule = fc.property(
    fc.constantFrom(...ROUNDING_CODES.slice(1)),
    fc.array(entry, { maxLength: 20 }),
    (code, entries) => {
      const rounding = readRounding(code) ?? assert.fail(code);
      const parts = billedSeconds(rounding, entries);
      const rows = entries.map((entry, index) => ({
        ...entry,
        billed: parts[index] ?? Number.NaN,
      }));
      const groups =
        rounding.span === "entry"
          ? rows.map((row) => [row])
          : [...Map.groupBy(rows, ({ date }) => date).values()];
      for (const group of groups) {
        const step = rounding.minutes * MINUTE;
        const [total, billed] = [sum(group, "seconds"), sum(group, "billed")];
        assert.equal(billed % step, 0);
        const off = billed - total;
        if (rounding.way === "up") assert.ok(off >= 0 && off < step);
        else if (rounding.way === "down") assert.ok(off <= 0 && off > -step);
        else assert.ok(off > -step / 2 && off <= step / 2);
      }
      assert.ok(parts.every((part) => part >= 0 && Number.isInteger(part)));
    },
  );
  fc.assert(rule);
});

type Row = { readonly seconds: number; readonly billed: number };

function sum(rows: readonly Row[], of: keyof Row): number {
  return rows.reduce((sum, row) => sum + row[of], 0);
}
