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

/** Titles in thirteen languages: day, name, amount, money out, money in, balance. */
const LANGUAGES = [
  ["Booking date", "Payee", "Amount", "Debit", "Credit", "Balance"],
  ["Buchungstag", "Empfänger", "Betrag", "Soll", "Haben", "Saldo"],
  ["Date d'opération", "Nom", "Montant", "Débit", "Crédit", "Solde"],
  ["Fecha operación", "Beneficiario", "Importe", "Cargo", "Abono", "Saldo"],
  ["Data contabile", "Controparte", "Importo", "Uscite", "Entrate", "Saldo contabile"],
  ["Data do lançamento", "Beneficiário", "Montante", "Débito", "Crédito", "Saldo contabilístico"],
  ["Boekdatum", "Naam tegenpartij", "Bedrag", "Af", "Bij", "Saldo na mutatie"],
  ["Bogføringsdato", "Modtager", "Beløb", "Hævet", "Indsat", "Saldo"],
  ["Bokföringsdag", "Mottagare", "Belopp", "Uttag", "Insättning", "Saldo"],
  ["Bokføringsdato", "Mottaker", "Beløp", "Ut", "Inn", "Saldo"],
  ["Kirjauspäivä", "Saaja/Maksaja", "Määrä", "Panot ulos", "Panot", "Tilin saldo"],
  ["Data operacji", "Odbiorca", "Kwota", "Obciążenia", "Uznania", "Saldo po operacji"],
  ["Datum zaúčtování", "Název protiúčtu", "Částka", "Odepsáno", "Připsáno", "Zůstatek"],
] as const;

/** Titles that are left out, one bit each: of the amount or money out, of money in, and of the balance. */
type Hidden = { readonly amount: boolean; readonly credit: boolean; readonly balance: boolean };

const exported = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  isPair: fc.boolean(),
  balance: fc.constantFrom("none", "whole", "gaps", "wrong"),
  hidden: fc.record<Hidden>({ amount: fc.boolean(), credit: fc.boolean(), balance: fc.boolean() }),
  hasHeader: fc.boolean(),
  isNewestFirst: fc.boolean(),
});

type Exported = typeof exported extends fc.Arbitrary<infer One> ? One : never;

function exportOf(bookings: readonly Booking[], given: Exported) {
  const [day, payee, amount, debit, credit, balanceTitle] = given.language;
  const name = (title: string, isHidden: boolean) => (isHidden ? "" : title);
  const { hidden, isPair } = given;
  const titles = [
    day,
    payee,
    name(isPair ? debit : amount, hidden.amount),
    ...(isPair ? [name(credit, hidden.credit)] : []),
    ...(given.balance === "none" ? [] : [name(balanceTitle, hidden.balance)]),
  ];
  let balance = 10_000_000;
  const units = (minor: number) => (minor / 100).toFixed(2);
  const lines = bookings.map(({ date, minor, name }, index) => {
    balance += minor + (given.balance === "wrong" ? index * 7 : 0);
    const size = units(Math.abs(minor));
    const money = isPair ? (minor < 0 ? [size, ""] : ["", size]) : [units(minor)];
    const isShown = given.balance !== "gaps" || index % 3 === 2;
    const last = given.balance === "none" ? [] : [isShown ? units(balance) : ""];
    return [date, name, ...money, ...last];
  });
  const ordered = given.isNewestFirst ? lines.toReversed() : lines;
  const all = given.hasHeader ? [titles, ...ordered] : ordered;
  return all.map((cells) => cells.map(quoted).join(";")).join("\n");
}

/** The answer of a person who knows the account. */
function answerTo(id: string, bookings: readonly Booking[], { isPair }: Exported): string {
  const isOut = bookings.every(({ minor }) => minor < 0);
  if (id === "purchases") return isOut ? "out" : "in";
  return id === "amount-column" && isPair && !isOut ? "4" : "3";
}

test("each booking of an export is read to the cent, asked about, or an error of its line", () => {
  fc.assert(
    fc.property(book, exported, (bookings, given) => {
      const text = exportOf(bookings, given);
      let file = readCsvStatement(text, OPTIONS);
      const answers: Record<string, string> = {};
      for (let round = 0; file.questions.length > 0; round += 1) {
        assert.ok(round < 3, text);
        for (const { id, choices } of file.questions) {
          answers[id] = answerTo(id, bookings, given);
          assert.ok(
            choices.some(({ value }) => value === answers[id]),
            `${id}\n${text}`,
          );
        }
        file = readCsvStatement(text, { ...OPTIONS, answers });
      }
      const rows = file.statements.flatMap(({ rows }) => rows);
      const wrong = new Set(file.errors.map(({ line }) => line));
      const first = given.hasHeader ? 2 : 1;
      const ordered = given.isNewestFirst ? bookings.toReversed() : bookings;
      for (const [index, { date, minor }] of ordered.entries()) {
        const line = index + first;
        if (wrong.has(line)) continue;
        const found = rows.filter((row) => row.line === line);
        assert.deepEqual(
          found.map((row) => [row.date, row.minor]),
          [[date, minor]],
          text,
        );
      }
      assert.equal(rows.length + wrong.size, bookings.length, text);
    }),
    { numRuns: 400 },
  );
});
