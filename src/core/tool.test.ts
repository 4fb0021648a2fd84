import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Refusal } from "./errors.ts";
import { defineTool } from "./tool.ts";

const base = {
  name: "things_get",
  title: "Get thing",
  tier: "read",
  resource: "things",
  description: "Returns a thing.",
  input: z.strictObject({ count: z.int() }),
  output: z.object({ count: z.int() }),
  example: () => ({ count: 1 }),
  handler: async (_context: null, { count }: { count: number }) => ({ count, secret: "inner" }),
} as const;

test("arguments are parsed before the handler runs, and refused without it", async () => {
  let ran = false;
  const { call } = defineTool({
    ...base,
    handler: async (_context: null, { count }) => {
      ran = true;
      return { count };
    },
  });
  await assert.rejects(call(null, { count: "1" }), Refusal);
  assert.equal(ran, false);
});

test("an answer holds what its schema says, and nothing else", async () => {
  const { call } = defineTool(base);
  assert.deepEqual(await call(null, { count: 1 }), { count: 1 });
});

test("an answer that is not as its schema says is a bug, not a refusal", async () => {
  const { call } = defineTool({ ...base, handler: async (_context: null) => ({ count: 1.5 }) });
  await assert.rejects(call(null, { count: 1 }), (error) => !(error instanceof Refusal));
});

test("annotations follow from the tier", () => {
  const hintsOf = (more: object) => defineTool({ ...base, ...more }).annotations;
  const none = {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  };
  assert.deepEqual(hintsOf({}), { ...none, readOnlyHint: true, idempotentHint: true });
  assert.deepEqual(hintsOf({ tier: "write" }), none);
  assert.deepEqual(hintsOf({ tier: "write", idempotent: true }), { ...none, idempotentHint: true });
  assert.deepEqual(hintsOf({ tier: "write", openWorld: true }), { ...none, openWorldHint: true });
  assert.deepEqual(hintsOf({ tier: "destructive" }), { ...none, destructiveHint: true });
});
