import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChosenColumns, fieldAt, sentColumns, withField } from "./chosen-columns.ts";

type Field = "name" | "email" | "contact";

const COLUMNS = [
  { title: "Name", guessed: "name", values: [] },
  { title: "Firm", guessed: null, values: [] },
  { title: "Mail", guessed: "email", values: [] },
] as const satisfies readonly { title: string; guessed: Field | null; values: [] }[];

const NONE: ChosenColumns<Field> = new Map();

test("a field that a column gets is taken from the column that had it, so that none has it twice", () => {
  const chosen = withField<Field>(COLUMNS, NONE, 1, "name");
  const fields = COLUMNS.map((_, place) => fieldAt<Field>(COLUMNS, chosen, place));
  assert.deepEqual(fields, [null, "name", "email"]);
  assert.deepEqual(new Set(sentColumns(chosen)), new Set(["1:none", "2:name"]));
});

test("choices that come back to what was guessed are none", () => {
  const away = withField<Field>(COLUMNS, NONE, 1, "name");
  const back = withField<Field>(COLUMNS, away, 0, "name");
  assert.deepEqual([...back], []);
  assert.deepEqual(sentColumns(withField<Field>(COLUMNS, NONE, 2, null)), ["3:none"]);
});
