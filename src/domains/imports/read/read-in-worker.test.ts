import assert from "node:assert/strict";
import { test } from "node:test";
import { CAMT, OFX_1 } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { readFile } from "./read-file.ts";
import { readBankFile } from "./read-in-worker.ts";

const OPTIONS = { currency: "EUR", isCard: false, today: "2026-11-22", answers: {} };

async function refused(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.catch((error: unknown) => error);
  assert.ok(error instanceof Refusal, String(error));
  return error.sentence;
}

test("a thread reads the same as its caller would, and hands on a refusal", async () => {
  const bytes = Buffer.from(CAMT);
  assert.deepEqual(await readBankFile(bytes, OPTIONS), await readFile(bytes, OPTIONS));
  assert.match(
    await refused(readBankFile(Buffer.from("%PDF-1.4"), OPTIONS)),
    /PDF document.*; export/,
  );
  const large = Buffer.alloc(21 * 1024 * 1024);
  assert.match(await refused(readBankFile(large, OPTIONS)), /larger than 20 MiB/);
});

test("a reading that takes too long, or too much memory, is ended and refused", async () => {
  const late = readBankFile(Buffer.from(CAMT), OPTIONS, { milliseconds: 1, megabytes: 512 });
  assert.match(await refused(late), /too long or too much memory/);
  const row = "<STMTTRN><DTPOSTED>20261102<TRNAMT>-1<NAME>A name of some length</STMTTRN>";
  const full = Buffer.from(OFX_1.replace("<STMTTRN>", `${row.repeat(99_000)}<STMTTRN>`));
  const small = readBankFile(full, OPTIONS, { milliseconds: 30_000, megabytes: 16 });
  assert.match(await refused(small), /too long or too much memory/);
  const { statements } = await readBankFile(full, OPTIONS);
  assert.equal(statements[0]?.rows.length, 99_003);
});

test("two files are read at once, twenty wait for their turn, and the next is refused", async () => {
  const bytes = Buffer.from(CAMT);
  const readings = Array.from({ length: 22 }, async () => readBankFile(bytes, OPTIONS));
  assert.match(await refused(readBankFile(bytes, OPTIONS)), /reading many files/);
  const files = await Promise.all(readings);
  const read = await readFile(bytes, OPTIONS);
  for (const file of files) assert.deepEqual(file, read);
});
