import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { Refusal } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import { tools } from "./registry.ts";

/** Matches our own messages, which name the argument and its rule; Zod's default texts do not match. */
const CLAUSE =
  /^((the arguments|[\w.]+) (must (be|have|not) |is required$)|there is no argument NAME|and \d+ more$)/;
const OF_ZOD = /invalid|expected|received|unrecognized|too (small|big)|>=|<=/i;

/** Text around the limits of fields. */
const texts = fc.oneof(
  fc.constantFrom("", " ", "\0", "\ud800", "x".repeat(20_000), "2026-02-30", "2026-11-21", "EUR"),
  fc.constantFrom("a@b", "a@b.example, c", "https://", "0000-01-01T00:00:00Z", "1969-01-01T00:00Z"),
  fc.string({ unit: "binary" }),
  fc.uuid(),
);
const values = fc.oneof(
  texts,
  fc.constantFrom(null, true, -1, 0, 101, 1.5, 1e300, {}, []),
  fc.array(texts, { maxLength: 120 }),
  fc.jsonValue(),
);

for (const tool of tools) {
  test(`${tool.name} explains any wrong argument in our own words, not Zod's`, async () => {
    const names = Object.keys(Object(tool.inputSchema["properties"]));
    const fields = Object.fromEntries(names.map((name) => [name, values]));
    const known = new RegExp(`\\b(?:${names.join("|")})\\b`, "g");
    const args = fc.oneof(
      fc.record(fields, { requiredKeys: [] }),
      fc.tuple(fc.record(fields, { requiredKeys: [] }), fc.string(), values).map(withOneMore),
      values,
    );
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const refusal = await refusalOf(tool, given);
        if (refusal === null) return;
        const ours = refusal.message.replaceAll(/"(?:[^"\\]|\\.)*"/g, "NAME");
        for (const clause of ours.split("; ")) assert.match(clause, CLAUSE);
        assert.doesNotMatch(ours.replaceAll(known, "NAME"), OF_ZOD);
        assert.ok(refusal.path !== "" || refusal.code === "unknown_argument");
      }),
    );
  });
}

function withOneMore([args, name, value]: [object, string, unknown]): object {
  return Object.fromEntries([...Object.entries(args), [name, value]]);
}

/** Null when the arguments are valid: then the tool runs, and fails for lack of a context. */
async function refusalOf(tool: Tool<Context>, given: unknown): Promise<Refusal | null> {
  try {
    await tool.call({} as Context, given);
  } catch (error) {
    if (error instanceof Refusal) return error;
    assert.ok(error instanceof TypeError, String(error));
  }
  return null;
}
