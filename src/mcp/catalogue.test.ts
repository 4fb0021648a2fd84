import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ALL_SCOPES } from "../accounts/scopes.ts";
import { lists, toolEntry } from "./lists.ts";
import { tools } from "./registry.ts";

/** Rules for every tool; new tools are covered without a change here. */

const DESTRUCTIVE = /_delete$|_delete_entry$|^invoices_void$/;

for (const tool of tools) {
  test(`${tool.name} is listed as its committed snapshot says`, async () => {
    const snapshot = await readFile(
      new URL(`snapshots/${tool.name}.json`, import.meta.url),
      "utf8",
    );
    assert.deepEqual(
      toolEntry("modern", tool),
      JSON.parse(snapshot),
      "run npm run docs, and look at the diff",
    );
  });

  test(`${tool.name} has a name, a title and a description that an assistant can use`, () => {
    assert.match(tool.name, /^[a-z][a-z_]{2,63}$/);
    assert.match(tool.title, /^[A-Z][a-z ]+$/);
    assert.ok(
      tool.description.length >= 80 && tool.description.length <= 320,
      String(tool.description.length),
    );
    assert.match(tool.description, /\.$/);
    assert.doesNotMatch(
      tool.description,
      /\b(must|always|never|please|you should|do not|don't)\b/i,
      "facts, never orders",
    );
  });

  test(`${tool.name} has annotations that follow from its tier`, () => {
    assert.equal(tool.annotations.readOnlyHint, tool.tier === "read");
    assert.equal(tool.annotations.destructiveHint, tool.tier === "destructive");
    assert.equal(tool.annotations.destructiveHint, DESTRUCTIVE.test(tool.name));
    if (tool.tier !== "write") assert.equal(tool.annotations.idempotentHint, true);
    assert.equal(tool.annotations.openWorldHint, tool.name === "invoices_send");
    assert.equal(tool.lossOf !== null, tool.tier === "destructive", "what is lost is asked first");
  });

  test(`${tool.name} has schemas of JSON Schema 2020-12 with an object at the root`, () => {
    const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
    for (const schema of [tool.inputSchema, tool.outputSchema]) ajv.compile(schema ?? false);
    assert.equal(tool.inputSchema["type"], "object");
    assert.equal(tool.inputSchema["additionalProperties"], false);
    assert.doesNotMatch(
      JSON.stringify([tool.inputSchema, tool.outputSchema]),
      /\$ref|\$schema|"pattern"|"anyOf"/,
    );
  });
}

/**
 * Keywords of input schemas that Gemini (Schema), Anthropic (input_schema) and OpenAI (functions that are
 * not strict) take. Of a type each takes one word only, of an enum only texts.
 */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ["type", "properties", "required", "additionalProperties", "description"],
  array: ["type", "items", "description", "minItems", "default"],
  string: ["type", "format", "enum", "description", "default"],
  integer: ["type", "minimum", "maximum", "description", "default"],
  number: ["type", "minimum", "maximum", "description", "default"],
  boolean: ["type", "description", "default"],
};

function assertPlain(schema: Record<string, unknown>, place: string): void {
  const { type, properties = {}, required = [], items, enum: words = [] } = schema;
  const keywords = KEYWORDS[String(type)];
  assert.ok(typeof type === "string" && keywords !== undefined, `${place}: ${String(type)}`);
  for (const keyword of Object.keys(schema))
    assert.ok(keywords.includes(keyword), `${place}: ${keyword}`);
  const names = Object.keys(Object(properties));
  for (const name of names) {
    assert.match(name, /^[a-zA-Z_][\w.-]{0,63}$/);
    assertPlain(Object(Object(properties)[name]), `${place}.${name}`);
  }
  for (const name of required as string[]) assert.ok(names.includes(name), `${place}.${name}`);
  for (const word of words as unknown[]) assert.ok(typeof word === "string" && word !== "", place);
  if (type === "array") assertPlain(Object(items), `${place}[]`);
}

test("input schemas hold only what Gemini, Anthropic and OpenAI take", () => {
  for (const { name, inputSchema } of tools) {
    assertPlain(inputSchema, name);
    assert.equal(typeof inputSchema["properties"], "object", name);
  }
});

test("every list takes a cursor and a limit, and answers items and nextCursor", () => {
  for (const tool of tools.filter(({ name }) => /_list(_|$)/.test(name))) {
    const { inputSchema, outputSchema } = tool;
    for (const name of ["cursor", "limit"])
      assert.ok(name in Object(inputSchema["properties"]), `${tool.name} ${name}`);
    for (const name of ["items", "nextCursor"])
      assert.ok(name in Object(outputSchema?.["properties"]), `${tool.name} ${name}`);
  }
});

test("the OAuth server grants the scope of every tool", () => {
  for (const { name, scope } of tools) assert.ok(ALL_SCOPES.includes(scope), `${name} ${scope}`);
});

test("names are unique", () => {
  assert.equal(new Set(tools.map(({ name }) => name)).size, tools.length);
});

/** Bytes of the list of all tools, 45 in the end. */
const MOST = 43_000;
const TOOLS_IN_THE_END = 45;

test("the list stays within what an assistant can afford to read, and leaves room for later tools", () => {
  const listOf = lists("tools", tools, toolEntry);
  const most = (MOST / TOOLS_IN_THE_END) * Math.min(tools.length, TOOLS_IN_THE_END);
  for (const generation of ["legacy", "modern"] as const) {
    const size = listOf(generation, "destructive").bytes.length;
    assert.ok(size <= most, `${size} of ${most} bytes`);
  }
});

test("a tier lists its own tools and those of lower tiers, always in the same bytes", () => {
  const [listOf, again] = [lists("tools", tools, toolEntry), lists("tools", tools, toolEntry)];
  const names = (tier: "read" | "write" | "destructive" | null) =>
    JSON.parse(listOf("modern", tier).text).tools.map(({ name }: { name: string }) => name);
  const of = (...tiers: string[]) =>
    tools.filter(({ tier }) => tiers.includes(tier)).map(({ name }) => name);
  assert.deepEqual(names(null), []);
  assert.deepEqual(names("read"), of("read"));
  assert.deepEqual(names("write"), of("read", "write"));
  assert.deepEqual(names("destructive"), of("read", "write", "destructive"));
  assert.equal(listOf("legacy", "write").text, again("legacy", "write").text);
});
