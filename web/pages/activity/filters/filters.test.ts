import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf, optionsOf } from "./filter-options.ts";
import { filtersOf, withFilter } from "./filters.ts";

test("an address means the filters in it, and what cannot be meant is left out", () => {
  const meant = { actor: "1", credential: "key:2", subject: "tag", outcome: "refused" } as const;
  const days = { from: "2026-11-01", to: "2026-11-30" };
  assert.deepEqual(filtersOf({ ...meant, ...days, event: "3", other: "4" }), { ...meant, ...days });
  for (const odd of [
    { actor: "" },
    { outcome: "both" },
    { from: "2026-02-30" },
    { from: "0202-01-01" },
    { to: "yesterday" },
  ])
    assert.deepEqual(filtersOf(odd), {}, JSON.stringify(odd));
});

test("one filter is set or taken away, and the others stay", () => {
  const filters = { actor: "1", from: "2026-11-01" };
  assert.deepEqual(withFilter(filters, "outcome", "done"), { ...filters, outcome: "done" });
  assert.deepEqual(withFilter(filters, "actor", "2"), { ...filters, actor: "2" });
  assert.deepEqual(withFilter(filters, "actor", ""), { from: "2026-11-01" });
});

test("filters are told by name, also one that the team no longer knows", () => {
  const known = {
    people: [{ id: "1", name: "Anna" }],
    credentials: [{ value: "key:2", label: "Key Laptop …ab12" }],
    subjects: [],
  };
  const told = (filters: Parameters<typeof chipsOf>[0], of: typeof known | undefined) =>
    chipsOf(filters, optionsOf(of, filters)).map(({ label, value }) => `${label}: ${value}`);
  const filters = { actor: "1", credential: "key:2", outcome: "done", to: "2026-11-30" } as const;
  assert.deepEqual(told(filters, known), [
    "Person: Anna",
    "Through: Key Laptop …ab12",
    "Outcome: Done",
    "To: 30 Nov 2026",
  ]);
  assert.deepEqual(told({ credential: "key:3" }, known), ["Through: A key or app"]);
  assert.deepEqual(told({ credential: "key:3" }, undefined), ["Through: …"]);
});
