import assert from "node:assert/strict";
import { test } from "node:test";
import { MT940, MT942 } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { readMt940 } from "./mt940.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

function read(text: string) {
  return readMt940(text, OPTIONS);
}

/** A statement of one account with these lines between its balances. */
function around(lines: string, closing = ":62F:C261105EUR1,00"): string {
  return `:20:S\n:25:1234567890\n:28C:1/1\n:60F:C261031EUR0,00\n${lines}\n${closing}\n-\n`;
}

function rowOf(lines: string) {
  const { statements, errors, notices } = read(around(lines));
  return { row: statements[0]?.rows[0], error: errors[0], notices };
}

test("pages are one statement; frames and lines outside are dropped; signs follow the marks", () => {
  const { dialect, statements, errors, notices } = read(MT940);
  assert.deepEqual([dialect, errors, notices, statements.length], ["MT940", [], [], 1]);
  const [statement] = statements;
  assert.deepEqual(
    [statement?.accountNumber, statement?.currency, statement?.number],
    ["99990000/1234567890", "EUR", "00012/001"],
  );
  assert.deepEqual(statement?.opening, { minor: 100000, day: "2026-10-31", kind: "statement" });
  assert.deepEqual(statement?.closing, { minor: 222250, day: "2026-11-05", kind: "statement" });
  assert.deepEqual(
    statement?.rows.map(({ date, minor, name, bankId }) => [date, minor, name, bankId]),
    [
      ["2026-11-02", -2500, "Papier und Soehne", "BK0001"],
      ["2026-11-03", 125000, "Northern Lights Ltd", null],
      ["2026-11-04", -500, "Refund taken back", null],
      ["2026-11-05", 250, "Bookshop", "BK0003"],
    ],
  );
  assert.match(statement?.infos[0]?.text ?? "", /A word about the statement/);
});

test("texts are read by numbered fields, words between slashes, or as they are", () => {
  const [one, two, three, four] = read(MT940).statements[0]?.rows ?? [];
  assert.deepEqual(
    [one?.description, one?.reference, one?.counterpartyNumber],
    ["Rechnung 188 vom zweiten November", "RE-88-2026", "DE96999900000001234567"],
  );
  assert.deepEqual(
    [two?.description, two?.reference, two?.counterpartyNumber],
    ["Order 4711", null, "NL92TEST0000123456"],
  );
  assert.equal(three?.description, "Refund taken back :12:30 is a time, :NS: no tag");
  assert.deepEqual(
    [four?.description, four?.valueDate, four?.original],
    ["Bookshop Paid online", "2026-11-04", { minor: 300, currency: "USD" }],
  );
});

test("other marks of numbered fields, long parts and the Dutch counterparty are read", () => {
  const tilde = rowOf(
    ":61:2611021102D1,00NTRFNONREF\n:86:020~00FEE~20Fee of~21November~32Test Bank",
  );
  assert.deepEqual([tilde.row?.name, tilde.row?.description], ["Test Bank", "Fee of November"]);
  const long = "SVWZ+abcdefghijklmnopqrstuv";
  const full = rowOf(`:61:2611021102D1,00NTRFNONREF\n:86:105?20${long}?21wxyz`);
  assert.equal(full.row?.description, "abcdefghijklmnopqrstuvwxyz");
  const dutch = rowOf(
    ":61:2611021102D1,00NTRFEREF//1\n:86:/CNTP/NL92TEST0000123456/TESTNL2A/Molen BV/Delft///REMI/USTD//Rent/",
  );
  assert.deepEqual(
    [dutch.row?.name, dutch.row?.counterpartyNumber, dutch.row?.description, dutch.row?.reference],
    ["Molen BV", "NL92TEST0000123456", "Rent", null],
  );
});

test("the entry date is of the year that is nearest to the value date", () => {
  for (const [line, date] of [
    ["2612310102", "2027-01-02"],
    ["2601021231", "2025-12-31"],
    ["261102", "2026-11-02"],
    ["261102    ", "2026-11-02"],
  ])
    assert.equal(rowOf(`:61:${line}D1,00NTRFNONREF`).row?.date, date);
});

test("30 February is the last day of its month, with a notice; 31 February is an error", () => {
  const { row, notices } = rowOf(":61:2602300301DR6,00N024NONREF");
  assert.deepEqual([row?.valueDate, row?.date, notices.length], ["2026-02-28", "2026-03-01", 1]);
  const none = rowOf(":61:260231D6,00N024NONREF");
  assert.deepEqual([none.row, none.error?.text], [undefined, "260231"]);
});

test("amounts may have leading zeros and no decimals; too many are an error; zero is an info", () => {
  assert.equal(rowOf(":61:261102C000000000025,NMSCNONREF").row?.minor, 2500);
  assert.match(rowOf(":61:261102C1,005NMSCNONREF").error?.why ?? "", /2 decimals/);
  const { statements, errors } = read(around(":61:261102C0,00NMSCNONREF"));
  assert.deepEqual([statements[0]?.rows, statements[0]?.infos.length, errors], [[], 1, []]);
  assert.equal(rowOf(":61:nonsense").error?.column, ":61:");
});

test("a type whose code is blank is one", () => {
  const { row, error } = rowOf(":61:2611051105D12,50S   X42//BANK1\n:86:Bakery Korn");
  assert.deepEqual([error, row?.minor, row?.bankId], [undefined, -1250, "BANK1"]);
});

test("an id of zeros, or the word for none, is none", () => {
  for (const id of ["", "0000", "NONREF", "NOTPROVIDED"])
    assert.equal(rowOf(`:61:261102C1,00NMSCX//${id}`).row?.bankId, null);
});

test("rows of an interim report are pending, and it has no balance", () => {
  const { dialect, statements, errors } = read(MT942);
  const [statement] = statements;
  assert.deepEqual(
    [dialect, errors, statement?.accountNumber, statement?.currency, statement?.closing],
    ["MT942", [], "NL92TEST0000123456", "EUR", null],
  );
  assert.deepEqual(
    statement?.rows.map(({ minor, isPending, bankId }) => [minor, isPending, bankId]),
    [[1, true, "BK0004"]],
  );
});

test("statements that follow each other stay apart; a gap between pages is told", () => {
  const one = around(":61:261102C1,00NMSCNONREF");
  assert.equal(read(one + one).statements.length, 2);
  const gap = read(MT940.replace(":60M:C261103EUR2225,00", ":60M:C261103EUR2000,00"));
  assert.deepEqual([gap.statements.length, gap.notices.length], [1, 1]);
});

test("a balance without a day has none, one that cannot be read is told, a missing one is an error", () => {
  const closing = (line: string) => read(around(":61:261102C1,00NMSCNONREF", line));
  const undated = closing(":62F:C000000EUR1,00").statements[0]?.closing;
  assert.deepEqual(undated, { minor: 100, day: null, kind: "statement" });
  assert.equal(closing(":62F:D261105EUR1,00").statements[0]?.closing?.minor, -100);
  assert.equal(closing(":62F:lost").notices.length, 1);
  assert.match(closing("").errors[0]?.why ?? "", /cut off/);
});

test("lines end in any way, and control characters are dropped", () => {
  const rows = read(MT940).statements[0]?.rows;
  for (const end of ["\r\n", "\r\r\n", "\r"])
    assert.deepEqual(
      read(`\x01${end}${MT940.replaceAll("\n", end)}\x03`).statements[0]?.rows.length,
      rows?.length,
    );
  assert.deepEqual(read(MT940.replaceAll("\n", "\r\n")).statements[0]?.rows, rows);
});

test("a text of very many fields is refused, and many remarks about a statement are read", () => {
  const many = ":86:x\n".repeat(200_000);
  const row = ":61:2611021102D1,00NMSCNONREF";
  assert.throws(
    () => read(around(`${row}\n${many.trimEnd()}`)),
    (error) => error instanceof Refusal && /text of more than 100 KB; ask/.test(error.sentence),
  );
  const { statements } = read(around(`${many}${row}`));
  assert.deepEqual([statements[0]?.rows.length, statements[0]?.infos.length], [1, 200_000]);
});
