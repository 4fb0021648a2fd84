import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf } from "./columns.ts";

const NAMES = {
  name: ["name", "company"],
  email: ["email", "e-mail address", "Courriel"],
} as const;

test("a column is found by its title without case, accents and signs", () => {
  const found = columnsOf(["ID", "Company *", "E-Mail_Address", "courriel"], NAMES);
  assert.deepEqual(
    [...found],
    [
      ["name", 1],
      ["email", 2],
    ],
  );
});

test("an earlier name of a field counts before a later one", () => {
  assert.deepEqual([...columnsOf(["Company", "Name"], NAMES)], [["name", 1]]);
  assert.deepEqual([...columnsOf(["x"], NAMES)], []);
});
