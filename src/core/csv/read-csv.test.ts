import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BYTE_ORDER_MARK, csvLine } from "../../shared/csv.ts";
import { Refusal } from "../errors.ts";
import { readCsv } from "./read-csv.ts";

const MOST = { mostRows: 1000 };

async function read(content: string | Uint8Array) {
  return readCsv(typeof content === "string" ? Buffer.from(content) : content, MOST);
}

async function refused(content: string | Uint8Array, mostRows = 1000): Promise<string> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const error: unknown = await readCsv(bytes, { mostRows }).catch((error: unknown) => error);
  assert.ok(error instanceof Refusal);
  assert.deepEqual([error.code, error.path], ["invalid_argument", "file"]);
  return error.sentence;
}

test("the delimiter is the one with which the lines agree", async () => {
  for (const [delimiter, content] of [
    [",", "name,email\nAcme; Sons,a@b.example\n"],
    [";", 'Name;Ort\n"Müller, Söhne";Köln\nA, B, C;Bonn\n'],
    ["\t", "Name\tCity\nAcme, Inc.\tParis\n"],
    ["|", "name|city\nAcme|Paris\n"],
    [",", "email\na@b.example\n"],
  ] as const) {
    const { dialect, header, rows } = await read(content);
    assert.equal(dialect.delimiter, delimiter, content);
    assert.ok(rows.every(({ cells }) => cells.length === header.length));
  }
  assert.equal((await read("sep=;\nname,x;city\nA,B;C\n")).dialect.delimiter, ";");
});

test("the encoding is that of the byte order mark, else UTF-8, else Windows-1252", async () => {
  const text = "Name;Ort\nMüller;Köln\n";
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const [encoding, bytes] of [
    ["utf-8", Buffer.from(text)],
    ["utf-8", Buffer.from(BYTE_ORDER_MARK + text)],
    ["utf-16le", utf16],
    ["utf-16be", Buffer.from(utf16).swap16()],
    ["windows-1252", Buffer.from(text, "latin1")],
    ["windows-1252", Buffer.from([...Buffer.from("Name;Ort\nM\xfcller;K\xf6ln\n", "latin1")])],
  ] as const) {
    const { dialect, header, rows } = await read(bytes);
    assert.equal(dialect.encoding, encoding);
    assert.deepEqual(
      [header, rows[0]?.cells],
      [
        ["Name", "Ort"],
        ["Müller", "Köln"],
      ],
    );
  }
  assert.deepEqual((await read(Buffer.from([0x61, 0x0a, 0x80]))).rows[0]?.cells, ["€"]);
});

test("each row knows the line on which it begins, behind empty lines and lines within quotes", async () => {
  const { rows } = await read('name,note\r\n\r\nA,"one\r\ntwo"\r\n,\r\nB,x\nC,y');
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells[0]]),
    [
      [3, "A"],
      [6, "B"],
      [7, "C"],
    ],
  );
  assert.equal((await read("sep=,\nname,note\nA,x\n")).rows[0]?.line, 3);
});

test("rows that are longer or shorter than the header, and stray quotes, are read", async () => {
  const { rows } = await read('name,city\nA\nB,C,D\nthe "best",E\n');
  assert.deepEqual(
    rows.map(({ cells }) => cells),
    [["A"], ["B", "C", "D"], ['the "best"', "E"]],
  );
});

test("a file that cannot be read is refused with the line", async () => {
  assert.match(await refused('name,city\nA,B\nC,"D\nE,F\n'), /^Line 3 has a quote that never ends/);
  assert.match(await refused(""), /empty/);
  assert.match(await refused("\n\n,,\n"), /empty/);
  assert.match(
    await refused("name\nA\nB\nC\n", 2),
    /more than 2 rows; split it into several files, each with the line of titles/,
  );
  assert.match(await refused(Buffer.from("PK\x03\x04\0\0")), /workbook/);
  assert.match(await refused(Buffer.from([0x61, 0, 0x62])), /not a text file/);
});

test("a file whose rows would fill the memory is refused before it is read whole", async () => {
  const long = 600 * 1024;
  assert.match(await refused(`name${",".repeat(long)}`), /too long/);
  assert.match(await refused(`name,city\nA,"${"x\n".repeat(long)}`), /^Line 2 is too long/);
  assert.match(await refused(`name${",".repeat(1000)}\n`), /^Line 1 has more than 1,?000 cells/);
  assert.match(await refused(`name${"\n".repeat(50_002)}`), /more than 50,?000 empty rows/);
});

test("a file tells its delimiter in its beginning, also when that ends within quotes", async () => {
  const { rows, dialect } = await read(`name;note\nA;"${"a, b\n".repeat(20_000)}"\nB;c\n`);
  assert.deepEqual([dialect.delimiter, rows.length], [";", 2]);
});

test("a table that this program saved reads back the same, formulas and line breaks included", async () => {
  const cell = fc.oneof(
    fc.constantFrom("=1+1", "+49 30 123", "@x", "a;=b", 'say "x"', "a\nb", "-5", "Ünï"),
    fc.stringMatching(/^[ -~]{0,20}$/).filter((text) => !/(^|;)\s*'/.test(text)),
  );
  const row = fc.tuple(cell, cell, fc.constant("x"));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (table) => {
      const saved = [["a", "b", "c"], ...table].map(csvLine).join("");
      const { rows } = await read(BYTE_ORDER_MARK + saved);
      const trimmed = table.map((cells) => cells.map((text) => text.trim()));
      assert.deepEqual(
        rows.map(({ cells }) => cells),
        trimmed,
      );
    }),
    { numRuns: 100 },
  );
});

test("a large file is read in slices, within whose ends no character is cut", async () => {
  const line = `${"ü€😀".repeat(20)},b\n`;
  const { rows } = await readCsv(Buffer.from(`a,b\n${line.repeat(3000)}`), { mostRows: 3000 });
  assert.equal(rows.length, 3000);
  assert.ok(rows.every(({ cells }) => cells[0] === "ü€😀".repeat(20)));
});
