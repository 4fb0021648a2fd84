import assert from "node:assert/strict";
import { test } from "node:test";
import { type Choices, isDecided, NO_CHOICES, importOptions } from "./import-choices.ts";

const DEFAULTS = { duplicates: "skip", overlaps: "skip" };

test("each choice is one that the page asks about before it is left", () => {
  assert.equal(isDecided(NO_CHOICES), false);
  const choices: readonly Partial<Choices>[] = [
    { dates: "day first" },
    { zone: "Europe/Berlin" },
    { duplicates: "add" },
    { overlaps: "add" },
    { columns: new Map([[2, "project"]]) },
    { people: { Ann: "1" } },
    { emails: { Acme: "a" } },
  ];
  for (const choice of choices)
    assert.equal(isDecided({ ...NO_CHOICES, ...choice }), true, JSON.stringify(choice));
});

test("what is not decided is left out, and each address stands in the place of its customer", () => {
  assert.deepEqual(importOptions(NO_CHOICES), DEFAULTS);
  const emails = { Acme: " a@acme.example ", Beta: "", Gamma: "g@gamma.example" };
  assert.deepEqual(
    importOptions({
      ...NO_CHOICES,
      dates: "day first",
      zone: "Europe/Berlin",
      columns: new Map([[2, "project"]]),
      people: { Ann: "1", Ben: "2" },
      emails,
    }),
    {
      ...DEFAULTS,
      columns: ["3:project"],
      people: ["Ann", "Ben"],
      members: ["1", "2"],
      dates: "day first",
      zone: "Europe/Berlin",
      customers: ["Acme", "Gamma"],
      emails: ["a@acme.example", "g@gamma.example"],
    },
  );
});
