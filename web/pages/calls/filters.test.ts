import assert from "node:assert/strict";
import { test } from "node:test";
import { filtersOf, optionsOf, withFilter } from "./filters.ts";

test("an address means the filters in it, and what cannot be meant is left out", () => {
  const meant = { credential: "key:2", tool: "tags_list", outcome: "failed" } as const;
  assert.deepEqual(filtersOf({ ...meant, other: "4" }), meant);
  for (const odd of [{ credential: "web" }, { credential: "key:" }, { tool: "" }, { outcome: "x" }])
    assert.deepEqual(filtersOf(odd), {}, JSON.stringify(odd));
});

test("one filter is set or taken away, and the others stay", () => {
  const filters = { tool: "tags_list", outcome: "done" } as const;
  assert.deepEqual(withFilter(filters, "credential", "app:1"), { ...filters, credential: "app:1" });
  assert.deepEqual(withFilter(filters, "tool", ""), { outcome: "done" });
});

test("a filter that the team does not know is shown by what it is", () => {
  const labels = (
    filters: Parameters<typeof optionsOf>[1],
    known: Parameters<typeof optionsOf>[0],
  ) => optionsOf(known, filters).credential.map(({ label }) => label);
  assert.deepEqual(labels({ credential: "key:1" }, {}), ["…"]);
  assert.deepEqual(labels({ credential: "key:1" }, { keys: [], apps: [] }), ["A key"]);
  assert.deepEqual(labels({ credential: "app:1" }, { keys: [], apps: [] }), ["An app"]);
  const { tool } = optionsOf({ tools: [] }, { tool: "prompts/get review_my_week" });
  assert.deepEqual(
    tool.map(({ label }) => label),
    ["prompts/get review_my_week"],
  );
});
