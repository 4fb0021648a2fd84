import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { differing } from "./differing.ts";

test("what differs between two texts is whole words, with what they share around it", () => {
  assert.deepEqual(differing("pays late, always", "pays on time, always"), {
    start: "pays ",
    before: "late,",
    after: "on time,",
    end: " always",
  });
  assert.deepEqual(differing("a a", "a a a"), { start: "a a", before: "", after: " a", end: "" });
});

test("put together again the parts are the two texts", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n", "word"))
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = differing(before, after);
      assert.equal(parts.start + parts.before + parts.end, before);
      assert.equal(parts.start + parts.after + parts.end, after);
    }),
  );
});
