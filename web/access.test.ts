import assert from "node:assert/strict";
import { test } from "node:test";
import { accessWords } from "./access.ts";

for (const [read, write, destructive, words] of [
  [true, true, true, "may read, change and delete"],
  [true, true, false, "may read and change"],
  [true, false, false, "may read"],
  [false, false, false, "may do nothing at present"],
] as const)
  test(`it is said that a key ${words}`, () => {
    assert.equal(accessWords({ read, write, destructive }), words);
  });
