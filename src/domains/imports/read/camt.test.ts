import assert from "node:assert/strict";
import { test } from "node:test";
import { CAMT, camt, camtBalance, camtEntry, camtPayment } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { readCamt } from "./camt.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

function read(text: string) {
  return readCamt(text, OPTIONS);
}

function rowsOf(...entries: readonly string[]) {
  return read(camt(entries.join(""))).statements[0]?.rows ?? [];
}

function refused(text: string): string {
  try {
    read(text);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.message;
  }
  return assert.fail("it was read");
}

test("a statement has its account, balances and entries, with the other side of each", () => {
  const { dialect, statements, errors, notices } = read(CAMT);
  assert.deepEqual([dialect, errors, notices], ["CAMT.053", [], []]);
  const [statement] = statements;
  assert.deepEqual(
    [statement?.accountNumber, statement?.currency, statement?.number],
    ["DE96999900000001234567", "EUR", "12"],
  );
  assert.deepEqual(statement?.opening, { minor: 10000, day: "2026-11-02", kind: "statement" });
  assert.deepEqual(statement?.closing, { minor: 8050, day: "2026-11-02", kind: "statement" });
  const [row] = statement?.rows ?? [];
  assert.deepEqual(
    [row?.line, row?.date, row?.valueDate, row?.minor, row?.name, row?.counterpartyNumber],
    [14, "2026-11-02", "2026-11-03", -1950, "Papier & Söhne", "NL92TEST0000123456"],
  );
  assert.deepEqual(
    [row?.description, row?.reference, row?.bankId, row?.details],
    ["Invoice 88", "RE-88", "BK0001", []],
  );
});

test("every version and prefix is read, with states and parties where each version has them", () => {
  const newer = CAMT.replace("053.001.02", "053.001.12")
    .replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>")
    .replace(
      "<Cdtr><Nm>Papier &amp; Söhne</Nm></Cdtr>",
      "<Cdtr><Pty><Nm>Papier &amp; Söhne</Nm></Pty></Cdtr>",
    );
  const prefixed = CAMT.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1c:").replace("xmlns=", "xmlns:c=");
  const [expected, ...others] = [CAMT, newer, prefixed].map((text) => read(text).statements);
  for (const statements of others) assert.deepEqual(statements, expected);
});

test("reports and notifications say so: their balances may change", () => {
  const content = camtBalance("CLBD", "5.00") + camtEntry({ amount: "5", sign: "CRDT" });
  for (const message of ["052", "054"]) {
    const { dialect, statements } = read(camt(content, message));
    assert.equal(dialect, `CAMT.${message}`);
    assert.equal(statements[0]?.closing?.kind, "intraday");
    assert.equal(statements[0]?.rows.length, 1);
  }
});

test("booked entries are rows, pending ones too, and the rest is no booking", () => {
  const states = ["BOOK", "PDNG", "INFO", "FUTR"];
  const entries = states.map((status) => camtEntry({ amount: "1.00", sign: "CRDT", status }));
  const { statements } = read(camt(entries.join("") + camtEntry({ amount: "0.00", sign: "CRDT" })));
  assert.deepEqual(
    statements[0]?.rows.map(({ isPending }) => isPending),
    [false, true],
  );
  assert.equal(statements[0]?.infos.length, 3);
});

test("the date is the booking day as printed, without its time zone, else the value day", () => {
  const dated = (dates: string) => rowsOf(camtEntry({ amount: "1", sign: "CRDT", dates }))[0]?.date;
  const late = "2026-06-21T23:59:33.115965-11:00";
  assert.equal(dated(`<BookgDt><DtTm>${late}</DtTm></BookgDt>`), "2026-06-21");
  assert.equal(dated("<ValDt><Dt>2026-06-20+02:00</Dt></ValDt>"), "2026-06-20");
  const none = read(camt(camtEntry({ amount: "1", sign: "CRDT", dates: "" })));
  assert.deepEqual([none.statements[0]?.rows, none.errors[0]?.column], [[], "BookgDt"]);
});

test("a collective entry is one row; its payments are a split when they add up to it", () => {
  const batch = (amount: string, more = "") =>
    rowsOf(
      camtEntry({
        amount,
        sign: "DBIT",
        rest: `${more}<NtryDtls>${camtPayment("3.50", "A")}${camtPayment("2.50", "B")}</NtryDtls>`,
      }),
    )[0];
  const exact = batch("6.00");
  assert.deepEqual([exact?.minor, exact?.isSplit], [-600, true]);
  assert.deepEqual(
    exact?.details.map(({ minor, name, description }) => [minor, name, description]),
    [
      [-350, "Papier & Söhne", "A"],
      [-250, "Papier & Söhne", "B"],
    ],
  );
  const charges = '<Chrgs><Rcrd><Amt Ccy="EUR">0.40</Amt></Rcrd></Chrgs>';
  const charged = batch("6.40", charges);
  assert.deepEqual(
    [charged?.isSplit, charged?.details.map(({ minor, category }) => [minor, category])],
    [
      true,
      [
        [-350, null],
        [-250, null],
        [-40, "banking-fees"],
      ],
    ],
  );
  const other = batch("7.00");
  assert.deepEqual([other?.minor, other?.isSplit, other?.details.length], [-700, false, 2]);
});

test("money in from which charges were taken is split into the payment and the charges", () => {
  const charges = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">3.00</TtlChrgsAndTaxAmt></Chrgs>';
  const rest = `<NtryDtls>${camtPayment("100.00", "Order", charges)}</NtryDtls>`;
  const [row] = rowsOf(camtEntry({ amount: "97.00", sign: "CRDT", rest }));
  assert.deepEqual([row?.isSplit, row?.details.map(({ minor }) => minor)], [true, [10000, -300]]);
});

test("the amount is the entry's, and the one that was paid in another currency stands beside it", () => {
  const paid = camtPayment("9.20", "Book").replace(
    "<AmtDtls>",
    '<AmtDtls><InstdAmt><Amt Ccy="USD">10.00</Amt></InstdAmt>',
  );
  const [row] = rowsOf(
    camtEntry({ amount: "9.20", sign: "DBIT", rest: `<NtryDtls>${paid}</NtryDtls>` }),
  );
  assert.deepEqual([row?.minor, row?.original], [-920, { minor: -1000, currency: "USD" }]);
  const foreign = `<NtryDtls>${camtPayment("3.1", "A").replaceAll("EUR", "CHF").repeat(2)}</NtryDtls>`;
  const [whole] = rowsOf(camtEntry({ amount: "6.20", sign: "DBIT", rest: foreign }));
  assert.deepEqual([whole?.minor, whole?.details, whole?.isSplit], [-620, [], false]);
});

test("an entry in another currency than the account's is an error; balances in another are ignored", () => {
  const { statements, errors } = read(
    camt(
      camtBalance("CLBD", "1.00", "CRDT", "CHF") +
        camtEntry({ amount: "1.00", sign: "CRDT", currency: "CHF" }) +
        camtEntry({ amount: "1.00", sign: "CRDT" }),
    ),
  );
  assert.deepEqual([statements[0]?.closing, statements[0]?.rows.length], [null, 1]);
  assert.match(errors[0]?.why ?? "", /not in EUR/);
});

test("the sign is that of the entry; a mark of a reversal turns it only where the balances say so", () => {
  const entries =
    camtEntry({ amount: "10.00", sign: "CRDT" }) +
    camtEntry({ amount: "4.00", sign: "CRDT", reversal: true });
  const between = (closing: string) =>
    read(camt(camtBalance("OPBD", "0.00") + camtBalance("CLBD", closing) + entries));
  const minorsOf = ({ statements }: ReturnType<typeof between>) =>
    statements[0]?.rows.map(({ minor }) => minor);
  const [plain, turned, odd] = ["14.00", "6.00", "99.00"].map(between);
  assert.ok(plain && turned && odd);
  assert.deepEqual([minorsOf(plain), plain.notices.length], [[1000, 400], 0]);
  assert.deepEqual([minorsOf(turned), turned.notices.length], [[1000, -400], 1]);
  assert.deepEqual([minorsOf(odd), odd.notices.length], [[1000, 400], 0]);
  assert.deepEqual(minorsOf(read(camt(entries))), [1000, 400]);
});

test("the balance before counts as the opening one, and a debt is below zero", () => {
  const { statements } = read(camt(camtBalance("PRCD", "5.00", "DBIT")));
  assert.equal(statements[0]?.opening?.minor, -500);
});

test("too many decimals, and an entry without its direction, are errors of their row", () => {
  const { errors } = read(
    camt(
      camtEntry({ amount: "1.005", sign: "CRDT" }) +
        camtEntry({ amount: "1.00", sign: "CRDT" }).replace("CRDT", "X"),
    ),
  );
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [8, "Amt"],
      [13, "Amt"],
    ],
  );
  assert.equal(rowsOf(camtEntry({ amount: "3.77000", sign: "CRDT" }))[0]?.minor, 377);
});

test("a DOCTYPE, unknown entities, deep elements and long texts are refused", () => {
  const bomb = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  assert.match(refused(CAMT.replace("<Document", `${bomb}<Document`)), /DOCTYPE/);
  assert.match(refused(CAMT.replace("Invoice 88", "&b;")), /not well-formed/);
  assert.match(refused(`<a>${"<b>".repeat(10_000)}`), /more than 32 levels/);
  assert.match(refused(CAMT.replace("Invoice 88", "x".repeat(103_000))), /more than 100 KB/);
  assert.match(refused(CAMT.slice(0, -30)), /not well-formed/);
  assert.match(
    refused(camt(camtEntry({ amount: "1", sign: "CRDT" }).repeat(100_001))),
    /100,?000 rows/,
  );
});

test("other XML is refused by the name of its element", () => {
  assert.match(refused("<Document><CstmrCdtTrfInitn/></Document>"), /CstmrCdtTrfInitn/);
});
