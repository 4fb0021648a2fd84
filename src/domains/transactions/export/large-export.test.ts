import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { sheetIn } from "../../../../test/xlsx.ts";
import { columnsFor } from "./columns.ts";
import type { Line, Lines } from "./lines.ts";
import { csvOf, xlsxOf } from "./write-files.ts";

const CHUNKS = 200;
const LINES_A_CHUNK = 500;
const COLUMNS = columnsFor("accountant", "EUR");

describe("an export of 100,000 transactions", () => {
  for (const [name, write, rowsIn] of [
    [
      "CSV",
      (lines: Lines) => csvOf(COLUMNS, lines, "csv"),
      async (bytes: Buffer) => bytes.toString("utf8").split("\r\n").length - 1,
    ],
    [
      "XLSX",
      (lines: Lines) => xlsxOf(COLUMNS, lines),
      async (bytes: Buffer) => (await sheetIn(bytes)).match(/<row /g)?.length ?? 0,
    ],
  ] as const)
    test(`is read only as fast as it is taken, as ${name}`, async () => {
      const read = { chunks: 0 };
      const file = write(linesOf(read))[Symbol.asyncIterator]();
      const parts: Uint8Array[] = [];
      for (let count = 0; count < 20; count += 1) parts.push((await file.next()).value);
      for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
      assert.ok(read.chunks <= 40, `${read.chunks} of ${CHUNKS} chunks were read before they went`);
      for (let part = await file.next(); part.done !== true; part = await file.next())
        parts.push(part.value);
      assert.equal(read.chunks, CHUNKS);
      // With the titles, an empty row, three totals, and that of a tax.
      assert.equal(await rowsIn(Buffer.concat(parts)), CHUNKS * LINES_A_CHUNK + 6);
    });
});

async function* linesOf(read: { chunks: number }): Lines {
  while (read.chunks < CHUNKS) {
    read.chunks += 1;
    yield Array.from({ length: LINES_A_CHUNK }, () => ({ ...LINE, row: { ...ROW } }));
  }
}

const TAX = { tax_rate_bp: 1900, tax_type: "VAT", tax_minor: -56 };

const ROW: Line["row"] = {
  team_id: "0198c5a0-7e57-7000-8000-000000000000",
  id: "0198c5a0-7e57-7000-8000-000000000001",
  bank_account_id: "0198c5a0-7e57-7000-8000-000000000002",
  account_name: "Giro",
  account_number: "DE•• 3000",
  date: "2026-11-02",
  value_date: "2026-11-03",
  name: "Coffee",
  bank_name: "COFFEE HOUSE 4711",
  description: "A text of the bank, as long as they are",
  reference: "RF18 5390 0754 7034",
  counterparty_hash: null,
  counterparty_masked: null,
  amount_minor: -350,
  currency: "EUR",
  original_minor: null,
  original_currency: null,
  details: null,
  status: "posted",
  category_slug: null,
  category_by: null,
  rule_id: null,
  is_split: false,
  transfer_id: null,
  ...TAX,
  note: null,
  source: "hand",
  signature: null,
  import_id: null,
  line: null,
  bank_id: null,
  row_key: null,
  created_at: "2026-11-02T12:00:00.000Z",
  updated_at: "2026-11-02T12:00:00.000Z",
  month: "2026-11",
  standing: "counted",
  base_minor: -350,
  rate_day: null,
  party_key: null,
  search_text: "coffee",
};

const LINE: Omit<Line, "row"> = {
  minor: -350,
  base: -350,
  tax: TAX,
  category: null,
  note: null,
  place: null,
  rate: null,
  tags: [],
  counts: true,
};
