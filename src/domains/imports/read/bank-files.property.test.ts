import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BANK_FILES, CAMT, camt, camtBalance, camtEntry } from "../../../../test/bank-files.ts";
import { extent } from "../../../../test/extent.ts";
import { zipOf } from "../../../../test/zip.ts";
import { Refusal } from "../../../core/errors.ts";
import { toMajor } from "../../../shared/money.ts";
import { readFile } from "./read-file.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

type Booked = { date: string; minor: number; name: string; text: string };

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

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function amount({ minor }: Pick<Booked, "minor">, mark = "."): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

function signed(row: Booked, mark?: string): string {
  return (row.minor < 0 ? "-" : "") + amount(row, mark);
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function ofx(rows: readonly Booked[], isClosed: boolean, mark: string): string {
  const field = (tag: string, text: string) =>
    `<${tag}>${xml(text)}${isClosed ? `</${tag}>` : "\n"}`;
  const entries = rows.map(
    (row) =>
      `<STMTTRN>${field("DTPOSTED", row.date.replaceAll("-", ""))}${field("TRNAMT", signed(row, mark))}` +
      `${field("NAME", row.name)}${field("MEMO", row.text)}</STMTTRN>`,
  );
  return `<OFX><STMTRS><CURDEF>EUR</CURDEF><BANKTRANLIST>${entries.join("")}</BANKTRANLIST></STMTRS></OFX>`;
}

function qif(rows: readonly Booked[]): string {
  // Days above 12 in the first record tell the order.
  const records = rows.map((row) => {
    const [year = "", month, day] = row.date.split("-");
    return `D${month}/${day}'${year.slice(2)}\nT${signed(row)}\nP${row.name}\nM${row.text}\n^\n`;
  });
  return `!Type:Bank\nD01/31'26\nT100.00\nPOpening Balance\n^\n${records.join("")}`;
}

function mt940(rows: readonly Booked[]): string {
  const day = ({ date }: Booked) => date.replaceAll("-", "").slice(2);
  const entries = rows.map((row) => {
    const text = `/NAME/${row.name}/REMI/${row.text}/`;
    const lines = text.match(/.{1,65}/g) ?? [];
    return `:61:${day(row)}${day(row).slice(2)}${row.minor < 0 ? "D" : "C"}${amount(row, ",")}NTRFNONREF\n:86:${lines.join("\n")}\n`;
  });
  return `:20:S\n:25:1234567890\n:28C:1/1\n:60F:C261031EUR0,00\n${entries.join("")}:62F:C261105EUR1,00\n-\n`;
}

function camtFile(rows: readonly Booked[]): string {
  const entries = rows.map((row) => {
    const isOut = row.minor < 0;
    const side = isOut ? "Cdtr" : "Dbtr";
    const party = `<RltdPties><${side}><Nm>${xml(row.name)}</Nm></${side}></RltdPties>`;
    return camtEntry({
      amount: amount(row),
      sign: isOut ? "DBIT" : "CRDT",
      dates: `<BookgDt><Dt>${row.date}</Dt></BookgDt>`,
      rest: `<NtryDtls><TxDtls>${party}<RmtInf><Ustrd>${xml(row.text)}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
    });
  });
  return camt(camtBalance("OPBD", "0.00") + entries.join(""));
}

const FORMATS: Readonly<Record<string, (rows: readonly Booked[]) => string>> = {
  "OFX with end tags": (rows) => ofx(rows, true, "."),
  "OFX without end tags": (rows) => ofx(rows, false, ","),
  QIF: qif,
  MT940: mt940,
  CAMT: camtFile,
};

for (const [format, rendered] of Object.entries(FORMATS))
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
