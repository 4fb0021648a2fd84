import assert from "node:assert/strict";
import { test } from "node:test";
import { tools } from "../../../../src/mcp/registry.ts";
import { COMING_TOOLS } from "./coming-tools.ts";

test("with those to come there are eight tools that delete", () => {
  const built = tools.filter(({ tier }) => tier === "destructive").map(({ name }) => name);
  const names = [...built, ...COMING_TOOLS.map(({ name }) => name)];
  assert.equal(new Set(names).size, 8, names.join(", "));
});

test("no tool that is built is still said to come", () => {
  const built = new Set(tools.map(({ name }) => name));
  assert.deepEqual(
    COMING_TOOLS.filter(({ name }) => built.has(name)),
    [],
  );
});
