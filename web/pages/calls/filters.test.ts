import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf } from "../../list/filters.ts";
import { callChoices, CALL_FILTERS } from "./filters.ts";

test("a filter that the team does not know is told by what it is", () => {
  const values = { credential: "key:1", tool: "prompts/get review_my_week" };
  const told = (known: Parameters<typeof callChoices>[0]) =>
    chipsOf(CALL_FILTERS, values, callChoices(known)).map(({ value }) => value);
  assert.deepEqual(told({ keys: undefined, apps: [], tools: undefined }), ["…", "…"]);
  assert.deepEqual(told({ keys: [], apps: [], tools: [] }), [
    "One that is gone",
    "prompts/get review_my_week",
  ]);
});
