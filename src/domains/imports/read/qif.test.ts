import assert from "node:assert/strict";
import { test } from "node:test";
import { QIF } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { readQif } from "./qif.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

function read(text: string, answers: Readonly<Record<string, string>> = {}) {
  return readQif(text, { ...OPTIONS, answers });
}

function bank(...records: readonly string[]): string {
  return `!Type:Bank\n${records.map((record) => `${record}\n^\n`).join("")}`;
}

test("bookings are read with their first day, splits and transfers; the opening balance is no row", () => {
  const { statements, errors, questions, notices } = read(QIF);
  assert.deepEqual([errors, questions], [[], []]);
  assert.deepEqual(notices, ["Records that are no bookings are skipped: 1 of Cat."]);
  const [statement] = statements;
  assert.deepEqual(statement?.opening, { minor: 10000, day: "2026-11-01", kind: "statement" });
  assert.deepEqual(
    statement?.rows.map(({ date, minor, name, reference, transferTo, isSplit }) => [
      date,
      minor,
      name,
      reference,
      transferTo,
      isSplit,
    ]),
    [
      ["2026-11-14", -125050, "Paper & Sons", "1007", null, false],
      ["2026-11-15", -1000, "Corner shop", null, null, true],
      ["2026-11-16", -700, "Cash machine", null, "Cash box", false],
    ],
  );
  assert.deepEqual(
    statement?.rows[1]?.details.map(({ minor, description }) => [minor, description]),
    [
      [-900, "Office Paper"],
      [-100, "[Cash box]"],
    ],
  );
});

test("a split whose parts do not add up is left out, with a notice", () => {
  const { statements, notices } = read(bank("D11/14'26\nT-10.00\nPA\nSX\n$-9.00\nSY\n$-2.00"));
  const [row] = statements[0]?.rows ?? [];
  assert.deepEqual([row?.minor, row?.details, row?.isSplit, notices.length], [-1000, [], false, 1]);
});

test("T counts before U, and U where there is no T", () => {
  const { statements } = read(bank("D11/14'26\nU-1.00\nPA", "D11/15'26\nT-3.00\nU-2.00\nPB"));
  assert.deepEqual(
    statements[0]?.rows.map(({ minor }) => minor),
    [-100, -300],
  );
});

test("the order of days is that of the whole file, else it is asked", () => {
  const dates = (...texts: readonly string[]) => bank(...texts.map((text) => `D${text}\nT-1\nPA`));
  const datesIn = (text: string, answers = {}) =>
    read(text, answers).statements[0]?.rows.map(({ date }) => date);
  assert.deepEqual(datesIn(dates("01/02/2026", "31/01/2026")), ["2026-02-01", "2026-01-31"]);
  assert.deepEqual(datesIn(dates("1/ 1'00", "12/31/1999")), ["2000-01-01", "1999-12-31"]);
  const open = dates("01/02/2026");
  assert.deepEqual(
    read(open).questions.map(({ id }) => id),
    ["date-order"],
  );
  assert.deepEqual(datesIn(open, { "date-order": "mdy" }), ["2026-01-02"]);
  assert.deepEqual(datesIn(open, { "date-order": "dmy" }), ["2026-02-01"]);
  assert.deepEqual(read(open, { "date-order": "dmy" }).questions, []);
});

test("the decimal mark is that of the whole file, else it is asked", () => {
  const amounts = (...texts: readonly string[]) =>
    bank(...texts.map((text) => `D31/01/2026\nT${text}\nPA`));
  const minors = (text: string, answers = {}) =>
    read(text, answers).statements[0]?.rows.map(({ minor }) => minor);
  assert.deepEqual(minors(amounts("-1.000", "-236,48")), [-100000, -23648]);
  assert.deepEqual(minors(amounts("1,000.00", "2,000")), [100000, 200000]);
  assert.deepEqual(
    read(amounts("1,000")).questions.map(({ id, choices }) => [
      id,
      choices.map(({ value }) => value),
    ]),
    [["decimal-mark", [",", "."]]],
  );
  assert.deepEqual(minors(amounts("1,000"), { "decimal-mark": "." }), [100000]);
  assert.deepEqual(minors(amounts("1,000"), { "decimal-mark": "," }), [100]);
});

test("a file of several accounts asks for one, and reads that one", () => {
  const account = (name: string, payee: string) =>
    `!Account\nN${name}\nTBank\n^\n!Type:Bank\nD31/01/2026\nT-1\nP${payee}\n^\n`;
  const text = account("Giro", "A") + account("NL92TEST0000123456", "B");
  assert.deepEqual(
    read(text).questions.map(({ id, choices }) => [id, choices.length]),
    [["account", 2]],
  );
  const { statements, questions } = read(text, { account: "NL92TEST0000123456" });
  assert.deepEqual(
    [questions, statements[0]?.accountNumber, statements[0]?.rows.map(({ name }) => name)],
    [[], "NL92TEST0000123456", ["B"]],
  );
});

test("what is no day, no amount or exact beyond cents is an error of its row; the end is told", () => {
  const { statements, errors, notices } = read(
    `${bank("D31/02/2026\nT-1\nPA", "D31/01/2026\nTx\nPA", "D31/01/2026\nT1.2345\nPA")}D30/01/2026\nT-2\nPB`,
  );
  assert.deepEqual(
    errors.map(({ column, text }) => [column, text]),
    [
      ["D", "31/02/2026"],
      ["T", "x"],
      ["T", "1.2345"],
    ],
  );
  assert.deepEqual([statements[0]?.rows.length, notices.length], [1, 1]);
});

test("a file without bookings is refused", () => {
  assert.throws(
    () => read("!Type:Invst\nD1/1'26\nNBuy\n^\n"),
    (error) => error instanceof Refusal && /it has Invst/.test(error.message),
  );
});

test("a record, and a file, has so many splits at most", () => {
  const split = "Sfood\n$1.00\n";
  const refusedAs = (text: string) => {
    try {
      read(text);
    } catch (error) {
      if (error instanceof Refusal) return error.sentence;
    }
    return "read";
  };
  const record = (splits: number) =>
    `D2/11/2026\nT${splits}.00\nPShop\n${split.repeat(splits)}`.trim();
  assert.equal(refusedAs(bank(record(1000))), "read");
  assert.match(refusedAs(bank("D2/11/2026\nT1", record(1001))), /line 5 .*more than 1,?000 splits/);
  assert.match(refusedAs(bank(record(1000)).repeat(101)), /more than 100,?000 rows/);
});
