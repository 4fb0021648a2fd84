import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { z } from "zod";
import { parseArguments } from "./arguments.ts";
import { Refusal } from "./errors.ts";
import { day, instant, label, uuid } from "./fields.ts";

const ID = "0198c5a0-7e57-7000-8000-000000000000";

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

test("an empty text is null where null is a value, and as it is elsewhere", () => {
  const Empty = z.strictObject({
    note: z.string().nullish(),
    at: instant.nullish(),
    kind: z.enum(["a"]).nullish(),
    count: z.int().nullish(),
    part: z.string().optional(),
  });
  const given = { note: "", at: "", kind: "", count: "", part: "" };
  const nothing = { note: null, at: null, kind: null, count: null, part: "" };
  assert.deepEqual(parseArguments(Empty, given), nothing);
  for (const name of ["name", "id", "day", "tags", "flag"]) {
    const { path } = refusalOf({ name: "Acme", [name]: "" });
    assert.equal(path, name);
  }
});

test("each message says what the argument takes", () => {
  for (const [given, path, message] of [
    [{}, "name", "name is required"],
    [{ name: null }, "name", "name must be a string"],
    [{ name: 7 }, "name", "name must be a string"],
    [{ name: " " }, "name", "name must not be empty"],
    [{ name: "123456" }, "name", "name must have at most 5 characters"],
    [{ name: "a\0b" }, "name", "name must not contain control characters"],
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
    [{ name: "a", tags: [ID, ID, ID] }, "tags", "tags must have at most 2 items"],
    [[], null, "the arguments must be an object"],
    ["x", null, "the arguments must be an object"],
  ] as const) {
    const refusal = refusalOf(given);
    assert.equal(refusal.message, message);
    assert.equal(refusal.path, path);
  }
});

test("the next step after an unknown argument names those there are", () => {
  const { sentence, code } = refusalOf(
    { q: 1 },
    z.strictObject({ name: z.string().optional(), id: z.string().optional() }),
  );
  assert.equal(sentence, 'there is no argument "q"; known are name, id.');
  assert.equal(code, "unknown_argument");
  assert.equal(refusalOf({ q: 1 }, z.strictObject({})).next, "it takes no arguments");
  assert.equal(refusalOf({ nam: "Acme" }).message, 'name is required; there is no argument "nam"');
  assert.match(refusalOf({ nam: "Acme" }).next, /^known are name, id, /);
});

test("the next step after any other mistake is to correct it", () => {
  const next = "correct it and try again; nothing was done";
  for (const given of [{}, { name: 7 }, []]) assert.equal(refusalOf(given).next, next);
  assert.equal(refusalOf({ name: "a", tags: ["x"] }).next, `ids stand in lists; ${next}`);
});

test("each kind of rule that a schema can have is told in our own words", () => {
  for (const [rule, value, message] of [
    [z.union([instant, day]), "x", /^x must be an ISO 8601 .+, or must be a calendar day as/],
    [z.union([z.string(), z.string()]), 1, /^x must be a string$/],
    [
      z.discriminatedUnion("a", [z.object({ a: z.literal(1) })]),
      { a: 2 },
      /^x.a must have another/,
    ],
    [z.number().multipleOf(0.05), 0.01, /^x must be a multiple of 0.05$/],
    [z.number().gt(0), 0, /^x must be more than 0$/],
    [z.number().lt(1), 1, /^x must be less than 1$/],
    [z.int(), 1e300, /^x must be at most 9007199254740991$/],
    [z.literal("a"), "b", /^x must be a$/],
    [z.null(), 1, /^x must be null$/],
    [z.never(), 1, /^x must not be given$/],
    [z.object({ a: z.string() }), {}, /^x.a is required$/],
    [z.strictObject({}), { b: 1 }, /^there is no argument "x.b"$/],
    [
      z.record(z.string().max(1), z.int()),
      { bc: 1 },
      /^x.bc has a name that must have at most 1 cha/,
    ],
    [z.record(z.string(), z.int()), [], /^x must be an object$/],
    [z.tuple([z.int()]), {}, /^x must be an array$/],
    [z.tuple([z.int()]), [1, 2], /^x must have at most 1 item$/],
    [z.array(z.int()).min(1), [], /^x must not be empty$/],
    [z.array(z.int()).min(2), [1], /^x must have at least 2 items$/],
    [z.string().length(2), "a", /^x must have exactly 2 characters$/],
    [z.string().length(1), "ab", /^x must have exactly 1 character$/],
    [z.string().regex(/^a/), "b", /^x must have another form$/],
    [z.email(), "b", /^x must have another form$/],
    [z.string().refine(() => false), "b", /^x must have another form$/],
    [z.string().refine(() => false, "must be better"), "b", /^x must be better$/],
    [z.custom(() => false), "b", /^x must have another form$/],
  ] as const) {
    assert.match(refusalOf({ x: value }, z.strictObject({ x: rule })).message, message);
  }
});

test("a long list of mistakes is cut", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 1]));
  const Lines = z.strictObject({ lines: z.array(z.int()) });
  assert.ok(refusalOf(many).message.length < 300);
  const lines = Array.from({ length: 1000 }, () => "x");
  assert.match(refusalOf({ lines }, Lines).message, /; lines.9 must be a number; and 990 more$/);
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
      try {
        parseArguments(Input, given);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        assert.ok(error.sentence.length < 2000);
      }
    }),
  );
  const { message, path } = refusalOf({ name: "a", ["x".repeat(100_000)]: 1 });
  assert.ok(message.length < 200);
  assert.equal(path, "x".repeat(60));
});
