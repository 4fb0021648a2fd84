import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf } from "../../list/filters.ts";
import { choicesIn, FILTERS } from "./filters.ts";

test("a filter that the team does not know is told by what it is", () => {
  const values = { credential: "key:1", tool: "prompts/get review_my_week" };
  const told = (known: Parameters<typeof choicesIn>[0]) =>
    chipsOf(FILTERS, values, choicesIn(known)).map(({ value }) => value);
  assert.deepEqual(told({ keys: undefined, apps: [], tools: undefined }), ["…", "…"]);
  assert.deepEqual(told({ keys: [], apps: [], tools: [] }), [
    "One that is gone",
    "prompts/get review_my_week",
  ]);
});
