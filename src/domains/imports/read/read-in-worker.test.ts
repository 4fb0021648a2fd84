import assert from "node:assert/strict";
import { test } from "node:test";
import { CAMT, OFX_1 } from "../../../../test/bank-files.ts";
import { Refusal } from "../../../core/errors.ts";
import { isLargeFile, readInThread, THREADS_AT_ONCE } from "../../../core/file-thread.ts";
import { readFile } from "./read-file.ts";
import { readBankFile } from "./read-in-worker.ts";
import type { ReadFile, ReadOptions } from "./statement.ts";

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
  const read = async (bytes: Uint8Array, milliseconds: number, megabytes: number) =>
    readInThread<ReadOptions, ReadFile>(
      new URL("read-thread.ts", import.meta.url),
      { bytes, options: OPTIONS },
      { milliseconds, megabytes },
    );
  const late = read(Buffer.from(CAMT), 1, 512);
  assert.match(await refused(late), /too long or too much memory/);
  const row = "<STMTTRN><DTPOSTED>20261102<TRNAMT>-1<NAME>A name of some length</STMTTRN>";
  const full = Buffer.from(OFX_1.replace("<STMTTRN>", `${row.repeat(99_000)}<STMTTRN>`));
  const small = read(full, 30_000, 16);
  assert.match(await refused(small), /too long or too much memory/);
  const { statements } = await readBankFile(full, OPTIONS);
  assert.equal(statements[0]?.rows.length, 99_003);
});

test("two files are read at once; a large one, and an archive, may take the memory of three", () => {
  assert.equal(THREADS_AT_ONCE, 2);
  assert.deepEqual(
    [CAMT, "PK\x03\x04", "x".repeat(2 ** 20 - 1), "x".repeat(2 ** 20)].map((text) =>
      isLargeFile(Buffer.from(text)),
    ),
    [false, true, false, true],
  );
});
