import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_CHOICES, optionsOf } from "./import-choices.ts";

const DEFAULTS = { duplicates: "skip", overlaps: "skip", strangers: "skip" };

test("what is not decided is left out, and each address stands in the place of its customer", () => {
  assert.deepEqual(optionsOf(NO_CHOICES), DEFAULTS);
  const emails = { Acme: " a@acme.example ", Beta: "", Gamma: "g@gamma.example" };
  assert.deepEqual(
    optionsOf({ ...NO_CHOICES, dates: "day first", zone: "Europe/Berlin", emails }),
    {
      ...DEFAULTS,
      dates: "day first",
      zone: "Europe/Berlin",
      customers: ["Acme", "Gamma"],
      emails: ["a@acme.example", "g@gamma.example"],
    },
  );
});
