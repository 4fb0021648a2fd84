import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { z } from "zod";
import { parseArguments } from "./arguments.ts";
import { Refusal } from "./errors.ts";
import { day, instant, label, uuid } from "./fields.ts";

const Input = z.strictObject({
  name: label(5),
  id: uuid.optional(),
  day: day.optional(),
  at: instant.optional(),
  count: z.int().min(1).max(9).optional(),
  rate: z.number().optional(),
  flag: z.boolean().optional(),
  kind: z.enum(["a", "b"]).optional(),
  tags: z.array(uuid).max(2).optional(),
  note: z.string().nullish(),
  limit: z.int().default(25),
});

function refusalOf(given: unknown, schema: z.ZodObject = Input): Refusal {
  try {
    parseArguments(schema, given);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("the arguments were taken");
}

test("arguments are taken, with their standards", () => {
  assert.deepEqual(parseArguments(Input, { name: " Acm " }), { name: "Acm", limit: 25 });
});

test("arguments that are not there are none", () => {
  const Empty = z.strictObject({ limit: z.int().default(25) });
  for (const given of [undefined, null, {}])
    assert.deepEqual(parseArguments(Empty, given), { limit: 25 });
});

test("null is left out where it cannot be a value, and kept where it can", () => {
  const nulls = {
    id: null,
    day: null,
    count: null,
    flag: null,
    kind: null,
    tags: null,
    limit: null,
    note: null,
  };
  assert.deepEqual(parseArguments(Input, { name: "Acme", ...nulls }), {
    name: "Acme",
    note: null,
    limit: 25,
  });
});

test("each message says what the argument takes", () => {
  for (const [given, path, message] of [
    [{}, "name", "name is required"],
    [{ name: null }, "name", "name must be a string"],
    [{ name: 7 }, "name", "name must be a string"],
    [{ name: " " }, "name", "name must have at least 1 characters"],
    [{ name: "123456" }, "name", "name must have at most 5 characters"],
    [{ name: "a\0b" }, "name", "name must not hold control characters"],
    [
      { name: "a", id: "x" },
      "id",
      "id must be a UUID, such as 0198c5a0-7e57-7000-8000-000000000000",
    ],
    [{ name: "a", day: "2026-02-30" }, "day", "day must be a calendar day as YYYY-MM-DD"],
    [
      { name: "a", at: "2026-11-21T09:30:00" },
      "at",
      "at must be an ISO 8601 date-time with Z or an offset, such as 2026-11-21T09:30:00+01:00",
    ],
    [{ name: "a", at: "0000-01-01T00:00:00Z" }, "at", "at must be between the years 1970 and 9999"],
    [{ name: "a", count: 0 }, "count", "count must be at least 1"],
    [{ name: "a", count: 10 }, "count", "count must be at most 9"],
    [{ name: "a", count: 1.5 }, "count", "count must be a whole number"],
    [{ name: "a", count: "1" }, "count", "count must be a number"],
    [{ name: "a", rate: "1" }, "rate", "rate must be a number"],
    [{ name: "a", flag: "yes" }, "flag", "flag must be a boolean"],
    [{ name: "a", kind: "c" }, "kind", "kind must be one of a, b"],
    [{ name: "a", tags: {} }, "tags", "tags must be an array"],
    [
      { name: "a", tags: ["x"] },
      "tags.0",
      "tags.0 must be a UUID, such as 0198c5a0-7e57-7000-8000-000000000000",
    ],
    [{ name: "a", nam: 1 }, "nam", 'there is no argument "nam"'],
    [{ name: "a", nam: 1, b: null }, "nam", 'there is no argument "nam", "b"'],
    [[], "", "the arguments must be a JSON object"],
    ["x", "", "the arguments must be a JSON object"],
  ] as const) {
    const refusal = refusalOf(given);
    assert.equal(refusal.message, message);
    assert.equal(refusal.path, path);
  }
});

test("the next step names the arguments there are", () => {
  const { sentence, code } = refusalOf(
    { q: 1 },
    z.strictObject({ name: z.string().optional(), id: z.string().optional() }),
  );
  assert.equal(sentence, 'there is no argument "q"; the arguments are name, id.');
  assert.equal(code, "unknown_argument");
  assert.equal(refusalOf({ q: 1 }, z.strictObject({})).next, "this tool takes no arguments");
});

test("a name that every object inherits is unknown like any other", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty", "__proto__"]) {
    for (const value of [null, 1]) {
      const { code, path } = refusalOf(
        Object.fromEntries([
          ["name", "a"],
          [name, value],
        ]),
      );
      assert.deepEqual([code, path], ["unknown_argument", name]);
    }
  }
});

test("whatever is sent, it is taken or refused, and the refusal is short", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const given = JSON.parse(JSON.stringify(value)) as unknown;
      assert.ok(refusalOf(given).sentence.length < 20_000);
    }),
  );
  assert.ok(refusalOf({ ["x".repeat(100_000)]: 1 }).message.length < 200);
});
