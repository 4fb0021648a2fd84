import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../test/app.ts";
import { GENERATIONS } from "../../test/mcp.ts";
import { everything } from "./registry.ts";

const { prompts, resources } = everything;

const texts = fc.oneof(
  fc.constantFrom("", " ", "\0", "\ud800", "%", "%00", "%ff", "a".repeat(5000), "2026-11-21"),
  fc.constantFrom("../..", "{customer}", "9999-12-31", "0000-01-01", "last week", "\u{10ffff}"),
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.uuid(),
);
const values = fc.oneof({ weight: 4, arbitrary: texts }, fc.jsonValue());

onEachDatabase((world) => {
  test("any argument of a prompt, template or completion gets a valid protocol answer", async () => {
    const team = await world.team();
    await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const given = fc.oneof(
      fc.record({
        method: fc.constant("prompts/get"),
        params: fc.record({
          name: fc.constantFrom(...prompts.map(({ name }) => name)),
          arguments: fc.oneof(
            fc.dictionary(fc.constantFrom("week", "day", "notes", "customer"), values),
            values,
          ),
        }),
      }),
      fc.record({
        method: fc.constant("resources/read"),
        params: fc.record({
          uri: fc
            .tuple(fc.constantFrom(...resources.map(({ uri }) => uri)), texts, fc.boolean())
            .map(([uri, value, raw]) =>
              uri.replace(/\{\w+\}/, () =>
                raw ? value : encodeURIComponent(value.toWellFormed()),
              ),
            ),
        }),
      }),
      fc.record({
        method: fc.constant("completion/complete"),
        params: fc.record({
          ref: fc.constantFrom(
            ...prompts.map(({ name }) => ({ type: "ref/prompt", name })),
            ...resources.map(({ uri }) => ({ type: "ref/resource", uri })),
          ),
          argument: fc.record({
            name: fc.constantFrom("week", "day", "notes", "customer", "project", "toString"),
            value: texts,
          }),
          context: fc.record({ arguments: fc.dictionary(texts, texts) }),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(given, async ({ method, params }) => {
        const response = await GENERATIONS.legacy(team, method, params);
        const { result, error } = (await response.json()) as any;
        assert.equal(response.status, 200, JSON.stringify(error));
        assert.ok(result !== undefined || error.code === -32602, JSON.stringify(error));
      }),
      { numRuns: 300 },
    );
  });
});
