import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { zipOf } from "../../../test/zip.ts";
import { Refusal } from "../../core/errors.ts";
import { readEcbFile } from "./ecb-file.ts";

const TODAY = "2026-11-20";
const read = (file: string | Uint8Array) => readEcbFile(Buffer.from(file), TODAY);

async function refused(file: string | Uint8Array): Promise<string> {
  const error: unknown = await read(file).catch((error: unknown) => error);
  assert.ok(error instanceof Refusal, String(file));
  assert.deepEqual([error.code, error.path], ["invalid_argument", "file"]);
  return error.message;
}

const HISTORY = `Date,USD,JPY,BGN,RUB,\n2026-11-20,1.1523,180.50,N/A,N/A,\n2025-12-31,1.1750,184.09,1.9558,N/A,\n`;
const DAILY = "Date, USD, JPY, \n20 November 2026, 1.1523, 180.50, \n";

test("the history is read as it is: commas at the ends of lines, N/A, rates as text", async () => {
  const rates = [
    { currency: "USD", day: "2026-11-20", rate: "1.1523" },
    { currency: "JPY", day: "2026-11-20", rate: "180.50" },
    { currency: "USD", day: "2025-12-31", rate: "1.1750" },
    { currency: "JPY", day: "2025-12-31", rate: "184.09" },
    { currency: "BGN", day: "2025-12-31", rate: "1.9558" },
  ];
  assert.deepEqual(await read(HISTORY), rates);
  assert.deepEqual(await read(HISTORY.replaceAll("\n", "\r\n")), rates);
  assert.deepEqual(await read(zipOf({ "eurofxref-hist.csv": HISTORY })), rates);
});

test("the file of one day has blanks, and its day in words", async () => {
  const rates = [
    { currency: "USD", day: "2026-11-20", rate: "1.1523" },
    { currency: "JPY", day: "2026-11-20", rate: "180.50" },
  ];
  assert.deepEqual(await read(DAILY), rates);
  assert.deepEqual(await read(zipOf({ "eurofxref.csv": DAILY })), rates);
  const early = await read("Date, USD, \n3 June 2021, 1.2187, \n");
  assert.deepEqual(early, [{ currency: "USD", day: "2021-06-03", rate: "1.2187" }]);
});

test("a file that is something else is refused with the reason", async () => {
  for (const [file, reason] of [
    ["", /empty/],
    ["<html>", /“Date”/],
    ["Datum,USD\n2026-11-20,1.1\n", /“Date”/],
    ["Date,USD\n", /no rates/],
    ["Date,USD\n2026-11-20,N/A\n", /no rates/],
    ["Date,Dollar\n2026-11-20,1.1\n", /Dollar/],
    ["Date,USD,USD\n2026-11-20,1.1,1.1\n", /another currency/],
    ["Date,EUR\n2026-11-20,1\n", /another currency/],
    ["Date,USD\n20.11.2026,1.1\n", /Line 2 has no day/],
    ["Date,USD\n2026-02-30,1.1\n", /Line 2 has no day/],
    ["Date,USD\n31 November 2026,1.1\n", /Line 2 has no day/],
    ["Date,USD\n20 Nov 2026,1.1\n", /Line 2 has no day/],
    ["Date,USD\n2026-11-23,1.1\n", /2026-11-23, on which there are no rates/],
    ["Date,USD\n1998-12-31,1.1\n", /1998-12-31, on which/],
    ["Date,USD\n2026-11-14,1.1\n", /a Saturday/],
    ["Date,USD\n2026-11-15,1.1\n", /a Sunday/],
    ["Date,USD\n2026-11-20,1.1\n2026-11-20,1.2\n", /second time/],
    ["Date,USD\n2026-11-20,0\n", /Line 2 has .*“0”|Line 2 has "0"/],
    ["Date,USD\n2026-11-20,-1.1\n", /Line 2/],
    ["Date,USD\n2026-11-20,1e3\n", /Line 2/],
    ["Date,USD\n2026-11-20,NaN\n", /Line 2/],
    ['Date,USD\n2026-11-20,"1,1"\n', /Line 2/],
    ["Date,USD\n2026-11-20,1.1,1.2\n", /Line 2 has .*1\.2/],
    [zipOf({ a: HISTORY, b: HISTORY }), /ZIP archive/],
    [zipOf({ a: "x".repeat(17 * 2 ** 20) }), /ZIP archive/],
    [zipOf({ a: HISTORY }).subarray(0, 50), /ZIP archive/],
  ] as const)
    assert.match(await refused(file), reason);
});

test("whatever the file is, it is read or refused", async () => {
  const cell = fc.constantFrom("Date", "USD", "1.1", "2026-11-20", "", "N/A", ",", "\n", '"', "\0");
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(cell, { maxLength: 30 }).map((cells) => Buffer.from(cells.join(","))),
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc
          .uint8Array({ maxLength: 50 })
          .map((bytes) => Buffer.concat([Buffer.from("PK\x03\x04"), bytes])),
      ),
      async (file) => {
        const outcome: unknown = await read(file).catch((error: unknown) => error);
        assert.ok(Array.isArray(outcome) || outcome instanceof Refusal, String(outcome));
      },
    ),
    { numRuns: 300 },
  );
});
