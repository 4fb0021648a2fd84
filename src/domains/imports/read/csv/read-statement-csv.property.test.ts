import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { Refusal } from "../../../../core/errors.ts";
import { addDays } from "../../../../shared/calendar.ts";
import { readCsvStatement } from "./read-statement-csv.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

type Booking = {
  readonly date: string;
  readonly minor: number;
  readonly name: string;
  readonly text: string;
};

const NAMES = [
  "Anna Adler",
  "Bäckerei Müller",
  "Çelik & Söhne",
  "O'Neil; Books",
  "Ünal, Ada",
  '"Zum Hirsch"',
];

/** A book whose first day is after the twelfth of its month, so that the order of days is never open. */
const book = fc
  .array(
    fc.record({
      step: fc.nat(9),
      minor: fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((minor) => minor % 100 !== 0),
      name: fc.constantFrom(...NAMES),
      text: fc.stringMatching(/^[A-Z][a-z]{3,8}( [a-z]{2,8}){0,3}$/),
    }),
    { minLength: 3, maxLength: 40 },
  )
  .map((rows) => {
    let date = "2024-01-27";
    return rows.map(({ step, minor, name, text }, index): Booking => {
      date = addDays(date, index === 0 ? 0 : step);
      return { date, minor, name, text: `Buying ${text}` };
    });
  });

type Dialect = {
  readonly delimiter: string;
  readonly day: (date: string) => string;
  readonly decimal: "." | ",";
  readonly group: string;
  readonly isNewestFirst: boolean;
  readonly title: readonly string[];
  readonly end: string;
  readonly sides: "sign" | "columns" | "words" | "balance";
  readonly above: readonly string[];
};

const dialect: fc.Arbitrary<Dialect> = fc
  .record({
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    day: fc.constantFrom<Dialect["day"]>(
      (date) => date,
      (date) => date.split("-").toReversed().join("."),
      (date) => date.replaceAll("-", ""),
      (date) => date.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1"),
    ),
    decimal: fc.constantFrom(".", ","),
    group: fc.constantFrom("", "mark", " ", "'"),
    isNewestFirst: fc.boolean(),
    end: fc.constantFrom("\n", "\r\n", "\r\r\n"),
    sides: fc.constantFrom<Dialect["sides"]>("sign", "columns", "words", "balance"),
    above: fc.constantFrom<Dialect["above"]>([], ["Umsätze"], ["Kontonummer:", "Zeitraum: alle"]),
  })
  .map((parts): Dialect => ({
    ...parts,
    decimal: parts.decimal === "," ? "," : ".",
    title: TITLES[parts.sides],
  }));

const TITLES: Readonly<Record<Dialect["sides"], readonly string[]>> = {
  columns: ["Datum", "Name", "Verwendungszweck", "Soll", "Haben"],
  words: ["Date", "Payee", "Description", "Debit/Credit", "Amount"],
  balance: ["Datum", "Naam", "Omschrijving", "Bedrag", "Saldo"],
  sign: ["Date", "Nom", "Libellé", "Montant"],
};

function rendered(bookings: readonly Booking[], style: Dialect): string {
  let balance = 100_000;
  const lines = bookings.map(({ date, minor, name, text }) => {
    balance += minor;
    return [style.day(date), name, text, ...amountCells(minor, balance, style)];
  });
  const ordered = style.isNewestFirst ? lines.toReversed() : lines;
  const all = [...style.above.map((line) => [line]), style.title, ...ordered];
  return all.map((cells) => cells.map(quoted).join(style.delimiter)).join(style.end);
}

function amountCells(minor: number, balance: number, style: Dialect): readonly string[] {
  const size = written(Math.abs(minor), style);
  const cells: Readonly<Record<Dialect["sides"], readonly string[]>> = {
    columns: minor < 0 ? [size, ""] : ["", size],
    words: [minor < 0 ? "D" : "C", size],
    balance: [written(minor, style), written(balance, style)],
    sign: [written(minor, style)],
  };
  return cells[style.sides];
}

function written(minor: number, { decimal, group }: Dialect): string {
  const mark = group === "mark" ? (decimal === "." ? "," : ".") : group;
  const digits = String(Math.abs(minor)).padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, mark);
  return `${minor < 0 ? "-" : ""}${whole}${decimal}${digits.slice(-2)}`;
}

function quoted(cell: string): string {
  return /[";,\t|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test("a book reads back the same, in whatever dialect it was written", () => {
  fc.assert(
    fc.property(book, dialect, (bookings, style) => {
      const text = rendered(bookings, style);
      const { statements, errors, questions } = readCsvStatement(text, OPTIONS);
      assert.deepEqual([errors, questions], [[], []], text);
      const read = statements.flatMap(({ rows }) => rows);
      const key = ({ date, minor, name }: Pick<Booking, "date" | "minor" | "name">) =>
        `${date} ${minor} ${name}`;
      assert.deepEqual(read.map(key).toSorted(), bookings.map(key).toSorted(), text);
      assert.deepEqual(
        read.map(({ date }) => date),
        bookings.map(({ date }) => date),
      );
      if (style.sides !== "balance") return;
      const total = bookings.reduce((sum, { minor }) => sum + minor, 100_000);
      assert.equal(statements[0]?.closing?.minor, total, text);
    }),
    { numRuns: 300 },
  );
});

test("a damaged file ends in rows, errors of rows, questions or a refusal, and each line is accounted for", () => {
  const damage = fc.record({
    at: fc.nat(),
    length: fc.nat(30),
    put: fc.string({ maxLength: 12, unit: "binary" }),
  });
  fc.assert(
    fc.property(book, dialect, fc.array(damage, { maxLength: 6 }), (bookings, style, places) => {
      let text = rendered(bookings, style);
      for (const { at, length, put } of places) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + put + text.slice(from + length);
      }
      try {
        const { statements, errors } = readCsvStatement(text, OPTIONS);
        for (const { minor, date, name } of statements.flatMap(({ rows }) => rows)) {
          assert.ok(Number.isSafeInteger(minor) && minor !== 0 && name !== "");
          assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
        }
        assert.ok(errors.every(({ line, why }) => line > 0 && why !== ""));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
