import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf } from "../../list/filters.ts";
import { callChoices, CALL_FILTERS, type Call, callsCsv } from "./call.ts";

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

const CALL: Call = {
  id: "1",
  at: "2026-11-22T09:00:00.000Z",
  via: { kind: "key", name: "=Laptop", id: "2", hint: "aB3d" },
  holder: { id: "3", name: "Olga Owner", isYou: true },
  client: null,
  tool: "tags_create",
  title: "Create tag",
  outcome: "refused",
  because: "it exists already",
  rows: null,
  milliseconds: 4,
  calls: 1,
};

test("a call is one line, and a name that looks like a formula is none", () => {
  const [titles, line, end] = callsCsv([CALL]).split("\r\n");
  assert.match(titles ?? "", /^When \(UTC\),Tool,Through,/);
  assert.equal(
    line,
    "2026-11-22T09:00:00.000Z,tags_create,key,'=Laptop,Olga Owner,,refused,it exists already,,4,1,1",
  );
  assert.equal(end, "");
});

test("calls that were only counted tell their number", () => {
  const many = { ...CALL, tool: null, title: null, outcome: null, because: null, calls: 40 };
  assert.match(callsCsv([many]), /,counted only,,,4,40,1\r\n$/);
});
