import assert from "node:assert/strict";
import { test } from "node:test";
import { zipOf } from "../../test/zip.ts";
import { isZip, unzipped } from "./unzip.ts";

const BOUNDS = { largest: 1000, mostFiles: 2 };

test("files come with their names, without folders", async () => {
  const archive = zipOf({ "a/": "", "a/one.csv": "Date,USD\n", "two.csv": "x".repeat(1000) });
  assert.ok(isZip(archive));
  const files = await unzipped(archive, BOUNDS);
  assert.deepEqual(
    files?.map(({ name, bytes }) => [name, bytes.toString()]),
    [
      ["a/one.csv", "Date,USD\n"],
      ["two.csv", "x".repeat(1000)],
    ],
  );
  assert.ok(!isZip(Buffer.from("Date,USD")));
});

test("an archive beyond the bounds, or that lies, or is damaged, gives nothing", async () => {
  for (const archive of [
    zipOf({ one: "1", two: "2", three: "3" }),
    zipOf({ large: "x".repeat(1001) }),
    zipOf({ bomb: "x".repeat(1_000_000) }, { size: 10 }),
    zipOf({ other: "abc" }, { crc: 1 }),
    zipOf({ "../up": "1" }),
    zipOf({ one: "1" }).subarray(0, 40),
    Buffer.from("PK\x03\x04"),
  ])
    assert.equal(await unzipped(archive, BOUNDS), null);
});
