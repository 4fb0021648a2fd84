import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { day, limit, uuid } from "./fields.ts";
import { queryReader } from "./query.ts";

const Input = z.strictObject({
  q: z.string().optional(),
  limit: limit.default(50),
  rate: z.number().nullish(),
  isOpen: z.boolean().optional(),
  isLocked: z.boolean().default(false),
  days: z.literal([7, 30, null]).optional(),
  from: day.optional(),
  size: z.union([z.int(), z.literal("all")]).optional(),
  tags: z.array(uuid).optional(),
  months: z.array(z.int()).default([]),
  level: z
    .int()
    .pipe(z.transform((level) => level + 1))
    .optional(),
});

const read = queryReader(Input);

/** Reads a query string. */
function readText(query: string): unknown {
  return read(new URLSearchParams(query));
}

test("numbers and booleans come out typed, whatever stands around their schema", () => {
  assert.deepEqual(
    readText("limit=5&rate=-1.5&isOpen=true&isLocked=false&days=30&months=3&level=1"),
    { limit: 5, rate: -1.5, isOpen: true, isLocked: false, days: 30, months: [3], level: 1 },
  );
  assert.deepEqual(readText("rate=1e3"), { rate: 1000 });
});

test("a field that is given once or often is an array when its schema takes one", () => {
  assert.deepEqual(readText("tags=a"), { tags: ["a"] });
  assert.deepEqual(readText("tags=a&months=1&tags=b&months=12"), {
    tags: ["a", "b"],
    months: [1, 12],
  });
});

test("text stays text, also where it looks like something else", () => {
  assert.deepEqual(readText("q=5"), { q: "5" });
  assert.deepEqual(readText("q=true&from=2026-11-21&size=all"), {
    q: "true",
    from: "2026-11-21",
    size: "all",
  });
});

test("what is no value of its field stays a text, and the schema refuses it", () => {
  for (const query of [
    "limit=",
    "limit= 5",
    "limit=05",
    "limit=0x5",
    "limit=Infinity",
    "limit=1e999",
    "isOpen=1",
    "isOpen=TRUE",
    "isOpen=",
    "days=8",
    "months=x",
    "limit=1&limit=2",
    "q=a&q=b",
    "__proto__=1",
    "unknown=1",
  ])
    assert.equal(Input.safeParse(readText(query)).success, false, query);
});

test("nothing is given where nothing stands", () => {
  assert.deepEqual(readText(""), {});
});
