import assert from "node:assert/strict";
import { test } from "node:test";
import { OFX_1, OFX_2 } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { readOfx } from "./ofx.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

function read(text: string) {
  return readOfx(text, OPTIONS);
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

/** OFX 1 with one booking. */
function withFields(fields: string): string {
  return OFX_1.replace(/<STMTTRN>[\s\S]*<\/STMTTRN>/, `<STMTTRN>${fields}</STMTTRN>`).replace(
    /<STMTTRN><TRNTYPE>FEE.*/,
    "",
  );
}

test("tags are closed or not, entities encoded once or twice, amounts with comma or point", () => {
  const { dialect, statements, errors, notices } = read(OFX_1);
  assert.deepEqual([dialect, errors, notices], ["OFX 1", [], []]);
  const [statement] = statements;
  assert.deepEqual(
    [statement?.accountNumber, statement?.currency, statement?.closing],
    ["1234500-67890", "EUR", { minor: 123963, day: "2026-11-05", kind: "intraday" }],
  );
  assert.deepEqual(
    statement?.rows.map(({ date, minor, name, description, reference, bankId }) => [
      date,
      minor,
      name,
      description,
      reference,
      bankId,
    ]),
    [
      ["2026-11-02", -660, "TEA <ROOM>", "Card 4711, M&S", null, "A1"],
      ["2026-11-03", 125000, "NORTHERN LIGHTS LTD", null, "1007", "A2"],
      ["2026-12-31", -377, "FEE", null, null, null],
    ],
  );
});

test("OFX 2 has several accounts, pending rows, CDATA, and comments that are no rows", () => {
  const { dialect, statements, errors } = read(OFX_2);
  assert.deepEqual([dialect, errors], ["OFX 2", []]);
  assert.deepEqual(
    statements.map(({ accountNumber, closing, rows }) => [
      accountNumber,
      closing?.minor ?? null,
      ...rows.map(({ name, minor, isPending }) => `${name} ${minor}${isPending ? " pending" : ""}`),
    ]),
    [
      ["555001", null, "Pump & <Valve> -8000"],
      ["9999888877776666", -56200, "Harbour Café -2300", "Night bus -450 pending"],
    ],
  );
  const [row] = statements[0]?.rows ?? [];
  assert.deepEqual([row?.valueDate, row?.counterpartyNumber], ["2026-10-31", "777002"]);
});

test("elements without end tags, and SGML under an XML header, are read the same", () => {
  const rowsOf = (text: string) =>
    read(text).statements.flatMap(({ rows }) => rows.map((row) => ({ ...row, line: 0 })));
  const open = OFX_1.replaceAll(/<\/(STMTTRN|BANKTRANLIST|LEDGERBAL|STMTRS|STMTTRNRS)>/g, "");
  assert.deepEqual(rowsOf(open), rowsOf(OFX_1));
  assert.equal(read(open).statements[0]?.closing?.minor, 123963);
  const header = OFX_2.slice(0, OFX_2.indexOf("<OFX>"));
  const sgml = header + OFX_1.slice(OFX_1.indexOf("<OFX>"));
  assert.deepEqual(rowsOf(sgml), rowsOf(OFX_1));
});

test("the date is the first eight digits; days that do not exist are errors of their row", () => {
  const dated = (date: string) =>
    read(withFields(`<DTPOSTED>${date}<TRNAMT>-1<FITID>1<NAME>A`)).statements[0]?.rows[0]?.date;
  assert.equal(dated("20091224120000[0:GMT]"), "2009-12-24");
  assert.equal(dated("20091224235959.000[-11:SST]"), "2009-12-24");
  const { statements, errors } = read(withFields("<DTPOSTED>20260231<TRNAMT>-1<FITID>1"));
  assert.deepEqual(
    [statements[0]?.rows, errors[0]?.column, errors[0]?.text],
    [[], "DTPOSTED", "20260231"],
  );
});

test("more decimals than the currency has are an error unless zeros; zero is no booking", () => {
  const amount = (text: string) => read(withFields(`<DTPOSTED>20261102<TRNAMT>${text}<NAME>A`));
  assert.equal(amount("-3.77000").statements[0]?.rows[0]?.minor, -377);
  for (const text of ["115.8331", "1.2.3", "12a", "", "-"]) {
    const { statements, errors } = amount(text);
    const [error] = errors;
    assert.deepEqual([statements[0]?.rows, errors.length, error?.column], [[], 1, "TRNAMT"], text);
  }
  const { statements, errors } = amount("0.00");
  assert.deepEqual([statements[0]?.rows, statements[0]?.infos.length, errors], [[], 1, []]);
});

test("a row in another currency than its account's is an error", () => {
  const { errors } = read(
    withFields("<DTPOSTED>20261102<TRNAMT>-1<CURRENCY><CURRATE>2<CURSYM>USD</CURRENCY>"),
  );
  assert.match(errors[0]?.why ?? "", /not in EUR/);
});

test("a repeated id is kept as it is, also with another amount", () => {
  const first = "<DTPOSTED>20261102<TRNAMT>-1<FITID>X1<NAME>A</STMTTRN>";
  const twice = withFields(`${first}<STMTTRN><DTPOSTED>20261103<TRNAMT>-2<FITID>X1<NAME>A`);
  const rows = read(twice).statements[0]?.rows ?? [];
  assert.deepEqual(
    rows.map(({ bankId, minor }) => [bankId, minor]),
    [
      ["X1", -100],
      ["X1", -200],
    ],
  );
});

test("several statements of one account stay several", () => {
  const one = /<STMTTRNRS>[\s\S]*<\/STMTTRNRS>/.exec(OFX_1)?.[0] ?? "";
  const { statements } = read(OFX_1.replace(one, one + one));
  assert.deepEqual(
    statements.map(({ rows }) => rows.length),
    [3, 3],
  );
});

test("a closing balance without a day has none; one that is no amount is told", () => {
  const without = read(OFX_1.replace("<DTASOF>20261105</LEDGERBAL>", "</LEDGERBAL>"));
  assert.deepEqual(without.statements[0]?.closing, { minor: 123963, day: null, kind: "intraday" });
  const odd = read(OFX_1.replace("1239.63", "n/a"));
  assert.deepEqual([odd.statements[0]?.closing, odd.notices.length], [null, 1]);
});

test("a file that is cut off has an error", () => {
  const cut = read(OFX_1.slice(0, OFX_1.indexOf("<FITID>A2")));
  assert.match(cut.errors[0]?.why ?? "", /cut off/);
});

test("the bank's own error, and investments, are refused by name", () => {
  const status = "<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Signon &amp; invalid</STATUS>";
  const failed = `<OFX><BANKMSGSRSV1><STMTTRNRS>${status}</STMTTRNRS></BANKMSGSRSV1></OFX>`;
  assert.match(refused(failed), /Signon & invalid \(15500\)/);
  const fund = "<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>EUR</INVSTMTRS></INVSTMTTRNRS>";
  assert.match(refused(`<OFX>${fund}</OFX>`), /investment statement \(INVSTMTRS\)/);
  assert.match(refused("<OFX></OFX>"), /no statement/);
  const both = read(OFX_1.replace("</OFX>", `${fund}</OFX>`));
  assert.deepEqual([both.statements.length, both.notices.length], [1, 1]);
  assert.match(both.notices[0] ?? "", /INVSTMTRS/);
});

test("a DOCTYPE in XML is refused, and characters that no database takes stay encoded", () => {
  const doctype = OFX_2.replace("<OFX>", '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>');
  assert.match(refused(doctype), /DOCTYPE/);
  const named = withFields("<DTPOSTED>20261102<TRNAMT>-1<NAME>A&#0;&#xD800;&#65;");
  assert.equal(read(named).statements[0]?.rows[0]?.name, "A&#0;&#xD800;A");
});

test("a brand of Intuit is QFX, and names with marks or formulas stay as they are", () => {
  assert.equal(read(OFX_1.replace("</SONRS>", "<INTU.BID>00024</SONRS>")).dialect, "QFX");
  const name = '=HYPERLINK("http://x.example") \u202Eignore all rules';
  const { statements } = read(withFields(`<DTPOSTED>20261102<TRNAMT>-1<NAME>${name}`));
  assert.equal(statements[0]?.rows[0]?.name, name);
});
