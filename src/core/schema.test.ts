import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import {
  countryCode,
  currency,
  day,
  email,
  instant,
  label,
  limit,
  text,
  uuid,
  webUrl,
} from "./fields.ts";
import { jsonSchemaOf } from "./schema.ts";

test("each kind of argument has the shortest schema that says what it is", () => {
  for (const [field, schema] of [
    [label(200), { type: "string" }],
    [text(10_000).nullish(), { type: "string" }],
    [uuid, { type: "string", format: "uuid" }],
    [uuid.nullish(), { type: "string", format: "uuid" }],
    [
      z
        .union([uuid, z.literal("all")])
        .nullish()
        .describe("d"),
      { type: "string", description: "d" },
    ],
    [day, { type: "string", format: "date" }],
    [
      instant.nullish().describe("default now"),
      { type: "string", format: "date-time", description: "default now" },
    ],
    [email, { type: "string", format: "email" }],
    [webUrl.nullish(), { type: "string", format: "uri" }],
    [currency, { type: "string" }],
    [countryCode.nullish(), { type: "string" }],
    [z.int(), { type: "integer" }],
    [
      z.int().min(0).max(9).nullish().describe("days"),
      { type: "integer", minimum: 0, maximum: 9, description: "days" },
    ],
    [limit.default(25), { type: "integer", minimum: 1, maximum: 100, default: 25 }],
    [z.boolean().optional(), { type: "boolean" }],
    [z.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    [z.enum(["a", "b"]).nullish(), { type: "string", enum: ["a", "b"] }],
    [z.array(uuid).max(100), { type: "array", items: { type: "string", format: "uuid" } }],
  ] as const) {
    assert.deepEqual(jsonSchemaOf(field, "input"), schema);
  }
});

test("the schema of arguments says which are required, and that there are no others", () => {
  const schema = jsonSchemaOf(
    z.strictObject({ id: uuid, limit: limit.default(25), name: z.string().optional() }),
    "input",
  );
  assert.deepEqual(schema["required"], ["id"]);
  assert.equal(schema["additionalProperties"], false);
  assert.equal(schema["$schema"], undefined);
});

test("the schema of an answer leaves it open to more fields", () => {
  const schema = jsonSchemaOf(
    z.object({ id: uuid, tags: z.array(z.object({ id: uuid })) }),
    "output",
  );
  assert.ok(!JSON.stringify(schema).includes("additionalProperties"));
});

test("a value of an answer that may be null is valid when it is null", () => {
  for (const field of [
    z.union([z.string(), z.array(z.string())]),
    z.literal("x"),
    z.enum(["a"]),
    z.string(),
    uuid,
  ]) {
    const validate = new Ajv2020({ formats: { uuid: true } }).compile(
      jsonSchemaOf(field.nullable(), "output"),
    );
    assert.equal(validate(null), true);
    assert.equal(validate(7), false);
  }
});

test("an object that may be null is typed as both", () => {
  const schema = jsonSchemaOf(z.object({ id: z.string() }).nullable(), "output");
  assert.deepEqual(schema["type"], ["object", "null"]);
  assert.deepEqual(schema["properties"], { id: { type: "string" } });
});
