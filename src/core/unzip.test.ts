import assert from "node:assert/strict";
import { test } from "node:test";
import { zipOf } from "../../test/zip.ts";
import { isZip, unzipped } from "./unzip.ts";

const BOUNDS = { largest: 1000, mostFiles: 2 };

test("files come with their names, without folders", async () => {
  const archive = zipOf({ "a/": "", "a/one.csv": "Date,USD\n", "two.csv": "x".repeat(1000) });
  assert.ok(isZip(archive));
  const files = await unzipped(archive, BOUNDS);
  assert.ok(typeof files !== "string");
  assert.deepEqual(
    files.map(({ name, bytes }) => [name, bytes.toString()]),
    [
      ["a/one.csv", "Date,USD\n"],
      ["two.csv", "x".repeat(1000)],
    ],
  );
  assert.ok(!isZip(Buffer.from("Date,USD")));
});

test("an archive beyond the bounds, or that lies, or is damaged, gives the reason and no file", async () => {
  const dense = { huge: Buffer.alloc(1_000_000) };
  for (const [archive, fault] of [
    [zipOf({ one: "1", two: "2", three: "3" }), "too many files"],
    [zipOf({ large: "x".repeat(1001) }), "file too large"],
    [zipOf({ one: "x".repeat(900), two: "x".repeat(900) }), "too large"],
    [zipOf(dense), "too dense"],
    [zipOf({ bomb: "x".repeat(1_000_000) }, { size: 10 }), "damaged"],
    [zipOf({ other: "abc" }, { crc: 1 }), "damaged"],
    [zipOf({ "../up": "1" }), "path"],
    [zipOf({ one: "1" }).subarray(0, 40), "damaged"],
    [Buffer.from("PK\x03\x04"), "damaged"],
  ] as const)
    assert.equal(await unzipped(archive, { ...BOUNDS, mostBytes: 1500 }), fault);
});

test("files that are left out count for nothing", async () => {
  const archive = zipOf({ one: "1", two: "2", three: "3" });
  const files = await unzipped(archive, { ...BOUNDS, isLeftOut: (name) => name === "two" });
  assert.deepEqual(typeof files === "string" ? files : files.map(({ name }) => name), [
    "one",
    "three",
  ]);
});
