import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BANK_FILES, CAMT } from "../../../../test/bank-files.ts";
import { extent } from "../../../../test/extent.ts";
import { type Booked, ofx, RENDERED, two } from "../../../../test/rendered-files.ts";
import { zipOf } from "../../../../test/zip.ts";
import { Refusal } from "../../../core/errors.ts";
import { toMajor } from "../../../shared/money.ts";
import { readFile } from "./read-file.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

const words = fc
  .stringMatching(/^[A-Za-zÀ-ÿ0-9&<>"'.,;()=@ -]{1,60}$/)
  .map((text) => `A${text.replaceAll(/\s+/g, " ").trim()}`)
  .filter((text) => !/&\S*;/.test(text));
const booked: fc.Arbitrary<Booked> = fc.record({
  date: fc
    .tuple(
      fc.integer({ min: 2001, max: 2026 }),
      fc.integer({ min: 1, max: 11 }),
      fc.integer({ min: 1, max: 28 }),
    )
    .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`),
  minor: fc
    .integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 })
    .filter((minor) => minor !== 0),
  name: words,
  text: words,
});

for (const [format, rendered] of Object.entries(RENDERED))
  test(`statements that are written as ${format} are read back equal`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(booked, { maxLength: 8 }), async (rows) => {
        const { statements, errors, questions } = await readFile(
          Buffer.from(rendered(rows)),
          OPTIONS,
        );
        const read = statements.flatMap(({ rows }) => rows);
        assert.deepEqual([errors, questions], [[], []]);
        assert.deepEqual(
          read.map(({ date, minor, name, description }) => [date, minor, name, description]),
          rows.map(({ date, minor, name, text }) => [date, minor, name, text]),
        );
      }),
      { numRuns: extent(60, 1000) },
    );
  });

test("every amount that a currency can have is read exactly", async () => {
  const currency = fc.constantFrom("JPY", "EUR", "KWD", "CLF");
  await fc.assert(
    fc.asyncProperty(
      currency,
      fc.integer({ min: 1, max: 9_999_999_999 }),
      async (currency, minor) => {
        const text = toMajor(minor, currency).toFixed({ JPY: 0, EUR: 2, KWD: 3, CLF: 4 }[currency]);
        const file = ofx([{ date: "2026-11-02", minor: 1, name: "A", text: "B" }], true, ".")
          .replace("0.01", text)
          .replace("EUR", currency);
        const { statements } = await readFile(Buffer.from(file), OPTIONS);
        assert.equal(statements[0]?.rows[0]?.minor, minor);
      },
    ),
    { numRuns: extent(60, 1000) },
  );
});

const FILES = [...Object.values(BANK_FILES).map((text) => Buffer.from(text)), zipOf({ a: CAMT })];

const DAMAGE = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(...Buffer.from("<>&:/-^!\n,.0")),
    ),
    kind: fc.constantFrom("flip", "cut", "drop", "double"),
  }),
  { minLength: 1, maxLength: 6 },
);

function damaged(file: Buffer, damage: ReturnType<typeof DAMAGE.generate>["value"]): Buffer {
  return damage.reduce((bytes, { at, byte, kind }) => {
    const place = Math.floor(at * bytes.length);
    const [before, behind] = [bytes.subarray(0, place), bytes.subarray(place)];
    if (kind === "cut") return Buffer.from(before);
    if (kind === "drop") return Buffer.concat([before, behind.subarray(byte)]);
    if (kind === "double") return Buffer.concat([before, behind.subarray(0, byte), behind]);
    return Buffer.concat([before, Buffer.from([byte]), behind.subarray(1)]);
  }, file);
}

test("a damaged file is read or refused, and never a fault; what is read holds whole amounts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES), DAMAGE, async (file, damage) => {
      const read = await readFile(damaged(file, damage), OPTIONS).catch((error: unknown) => {
        assert.ok(error instanceof Refusal, error instanceof Error ? (error.stack ?? "") : "");
        return null;
      });
      for (const { rows } of read?.statements ?? [])
        for (const { date, minor, name } of rows) {
          assert.ok(Number.isSafeInteger(minor) && minor !== 0 && !Object.is(minor, -0));
          assert.match(date, /^\d{4}-\d\d-\d\d$/);
          assert.ok(name !== "" && name.isWellFormed() && !name.includes("\0"));
        }
    }),
    { numRuns: extent(1500, 50_000) },
  );
});
