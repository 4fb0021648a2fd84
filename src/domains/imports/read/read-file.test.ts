import assert from "node:assert/strict";
import { test } from "node:test";
import { BANK_FILES, CAMT, camt, MT940, OFX_1, QIF } from "../../../../test/bank-files.ts";
import { zipOf } from "../../../../test/zip.ts";
import { Refusal } from "../../../core/errors.ts";
import { readFile } from "./read-file.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

async function read(content: string | Uint8Array) {
  return readFile(Buffer.from(content), OPTIONS);
}

async function refused(content: string | Uint8Array): Promise<string> {
  const error: unknown = await read(content).catch((error: unknown) => error);
  assert.ok(error instanceof Refusal, String(error));
  assert.deepEqual([error.code, error.path], ["invalid_argument", "file"]);
  return error.sentence;
}

test("a file is known by its beginning, with or without a mark, blanks and frames", async () => {
  for (const [dialect, text] of Object.entries(BANK_FILES))
    for (const before of ["", "\uFEFF", "\n \n"])
      assert.equal((await read(before + text)).dialect, dialect, dialect + before);
  assert.equal((await read(CAMT.slice(CAMT.indexOf("<Document")))).format, "camt");
  assert.equal((await read(OFX_1.slice(OFX_1.indexOf("<OFX>")))).format, "ofx");
});

test("UTF-16 is known without a mark, UTF-8 before what a file names, and then by what it names", async () => {
  const nameOf = async (bytes: Uint8Array) => {
    const { encoding, statements } = await read(bytes);
    return [encoding, statements[0]?.rows[0]?.name];
  };
  const accented = OFX_1.replace("TEA", "THÉ");
  const wide = Buffer.from(accented, "utf16le");
  assert.deepEqual(await nameOf(wide), ["utf-16le", "THÉ <ROOM>"]);
  assert.deepEqual(await nameOf(Buffer.from(wide).swap16()), ["utf-16be", "THÉ <ROOM>"]);
  assert.deepEqual(await nameOf(Buffer.from(accented)), ["utf-8", "THÉ <ROOM>"]);
  assert.deepEqual(await nameOf(Buffer.from(accented, "latin1")), ["windows-1252", "THÉ <ROOM>"]);
  const polish = Buffer.from(
    OFX_1.replace("TEA", "\xA3").replace("CHARSET:1252", "CHARSET:1250"),
    "latin1",
  );
  assert.deepEqual(await nameOf(polish), ["windows-1250", "Ł <ROOM>"]);
  const xml = CAMT.replace('"UTF-8"', '"ISO-8859-2"').replace("Papier", "\xA3");
  assert.deepEqual(await nameOf(Buffer.from(xml.replace("ö", "o"), "latin1")), [
    "iso-8859-2",
    "Ł & Sohne",
  ]);
});

test("where a file names no encoding it is guessed by its letters, else it is Windows-1252", async () => {
  const nameOf = async (name: string) => {
    const bytes = Buffer.from(QIF.replace("Paper & Sons", name), "latin1");
    return (await read(bytes)).statements[0]?.rows[0]?.name;
  };
  assert.equal(await nameOf("M\xFCller"), "Müller");
  assert.equal(await nameOf("\x80 shop"), "€ shop");
  const polish = "Przelew \x9Crodk\xF3w, op\xB3ata za prowadzenie rachunku, \x9Fr\xF3d\xB3o";
  assert.equal(await nameOf(polish), "Przelew środków, opłata za prowadzenie rachunku, źródło");
});

test("files that are no text of a bank are refused with what to export", async () => {
  assert.match(await refused("%PDF-1.7 …"), /a PDF document.*CAMT\.053/);
  assert.match(await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1])), /Excel workbook/);
  assert.match(await refused("<!DOCTYPE html><html></html>"), /web page/);
  assert.match(await refused(""), /empty/);
  assert.match(await refused(" \n"), /empty/);
  assert.match(await refused(MT940.replace("STARTUMSE", "a\0b\0\0")), /not a text file/);
  assert.match(await refused(zipOf({ "[Content_Types].xml": "<a/>" })), /Excel workbook/);
  assert.match(await refused(zipOf({ mimetype: "x" })), /LibreOffice/);
});

test("statements in a ZIP archive are read as one", async () => {
  const next = CAMT.replace("BK0001", "BK0002");
  const { statements, notices, dialect } = await read(
    zipOf({ "one.xml": CAMT, "__MACOSX/._one.xml": "x", "two.xml": next }),
  );
  assert.equal(dialect, "CAMT.053");
  assert.deepEqual(
    statements.map(({ rows }) => rows[0]?.bankId),
    ["BK0001", "BK0002"],
  );
  assert.match(notices[0] ?? "", /2 files/);
  const alone = await read(zipOf({ a: CAMT }));
  assert.deepEqual(alone, await read(CAMT));
});

test("an archive that is dangerous, broken, mixed or empty is refused", async () => {
  const bomb = zipOf({ "a.xml": Buffer.alloc(5_000_000, 32) });
  assert.match(await refused(bomb), /more than a hundred times/);
  assert.match(await refused(zipOf({ "../../a.xml": CAMT })), /path of a file/);
  const many = Array.from({ length: 51 }, (_, index) => [`${index}.xml`, CAMT]);
  assert.match(await refused(zipOf(Object.fromEntries(many))), /more than 50 files/);
  const mixed = zipOf({ "a.xml": CAMT, "b.sta": MT940 });
  assert.match(await refused(mixed), /different kinds/);
  assert.match(await refused(zipOf({})), /archive is empty/);
  assert.match(await refused(zipOf({ a: CAMT }).subarray(0, 200)), /broken/);
  const inner = zipOf({ a: CAMT });
  assert.match(await refused(zipOf({ "b.zip": inner })), /archive in an archive/);
  const damaged = zipOf({ a: CAMT });
  damaged.fill(255, 60, 90);
  assert.match(await refused(damaged), /broken/);
});

test("a file has at most 20 MiB, and 100,000 rows over all of an archive", async () => {
  assert.match(await refused(Buffer.alloc(21 * 1024 * 1024, 65)), /larger than 20 MiB/);
  const rows = (count: number) => "<STMTTRN><DTPOSTED>20261102<TRNAMT>-1</STMTTRN>".repeat(count);
  const file = (count: number) => OFX_1.replace(/<STMTTRN>[\s\S]*<\/STMTTRN>/, rows(count));
  assert.match(await refused(file(100_001)), /more than 100,?000 rows/);
  const halves = [1, 2].map((part) => [`${part}.ofx`, `${part} ${file(1)}`]);
  assert.equal((await read(zipOf(Object.fromEntries(halves)))).statements.length, 2);
  const lines = ":61:2611021102D1,00NMSCNONREF\n".repeat(100_001);
  assert.match(await refused(MT940.replace(":61:", `${lines}:61:`)), /more than 100,?000 rows/);
  const records = "D11/14'26\nT-1\n^\n".repeat(100_001);
  assert.match(await refused(`!Type:Bank\n${records}`), /more than 100,?000 rows/);
});

test("the signature is the same for every file of one kind, and another for another", async () => {
  const signatures = await Promise.all(
    [...Object.values(BANK_FILES), camt("", "054"), camt("", "052")].map(
      async (text) => (await read(text)).signature,
    ),
  );
  assert.equal(new Set(signatures).size, signatures.length);
  assert.equal((await read(camt(""))).signature, (await read(CAMT)).signature);
});
