import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf, type Filter, following, searchIn, valuesIn, withValue } from "./filters.ts";

const FILTERS: readonly Filter[] = [
  { name: "person", label: "Person", kind: "loaded choice", all: "Anybody", unknown: "Another" },
  {
    name: "outcome",
    label: "Outcome",
    kind: "choice",
    all: "Any",
    choices: [
      { value: "done", label: "Done" },
      { value: "refused", label: "Refused" },
    ],
  },
  { name: "from", label: "From", kind: "day" },
];

test("an address has the values of the declared filters, without invalid ones", () => {
  const valid = { person: "1", outcome: "refused", from: "2026-11-01" };
  assert.deepEqual(valuesIn(FILTERS, { ...valid, event: "3", other: "4" }), valid);
  for (const odd of [
    { person: "" },
    { outcome: "both" },
    { from: "2026-02-30" },
    { from: "0202-01-01" },
    { from: "yesterday" },
  ])
    assert.deepEqual(valuesIn(FILTERS, odd), {}, JSON.stringify(odd));
});

test("one filter is set or removed, and the others stay", () => {
  const values = { person: "1", from: "2026-11-01" };
  assert.deepEqual(withValue(values, "outcome", "done"), { ...values, outcome: "done" });
  assert.deepEqual(withValue(values, "person", "2"), { ...values, person: "2" });
  assert.deepEqual(withValue(values, "person", ""), { from: "2026-11-01" });
});

test("set filters are told by the names of their choices, also before and without them", () => {
  const values = { person: "1", outcome: "done", from: "2026-11-30" };
  const told = (loaded: Parameters<typeof chipsOf>[2]) =>
    chipsOf(FILTERS, values, loaded).map(({ label, value }) => `${label}: ${value}`);
  const rest = ["Outcome: Done", "From: 30 Nov 2026"];
  assert.deepEqual(told({ person: [{ value: "1", label: "Anna" }] }), ["Person: Anna", ...rest]);
  assert.deepEqual(told({ person: [] }), ["Person: Another", ...rest]);
  assert.deepEqual(told({}), ["Person: …", ...rest]);
});

const FIELD = { label: "Search names" };

test("an address has the search of a list that searches, without spaces around it", () => {
  assert.deepEqual(searchIn(FIELD, { q: " acme gmbh " }), { q: "acme gmbh" });
  assert.deepEqual(searchIn(FIELD, { q: "  " }), {});
  assert.deepEqual(searchIn(FIELD, {}), {});
  assert.deepEqual(searchIn(undefined, { q: "acme" }), {});
});

test("what is typed stays when the search that was sent comes into the address", () => {
  const typing = { text: "acm", seen: "", sent: "ac" };
  assert.deepEqual(following(typing, ""), typing);
  assert.deepEqual(following(typing, "ac"), { text: "acm", seen: "ac", sent: "ac" });
});

test("a search from elsewhere replaces what is typed", () => {
  const typed = { text: "acme", seen: "acme", sent: "acme" };
  assert.deepEqual(following(typed, ""), { text: "", seen: "", sent: "" });
  assert.deepEqual(following(typed, "beta"), { text: "beta", seen: "beta", sent: "beta" });
});
