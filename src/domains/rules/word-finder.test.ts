import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { inOneGo, sliced } from "../../../test/slices.ts";
import { WordFinder } from "./word-finder.ts";

test("the words found are those that the text includes", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "ß", "é", "😀", " ") });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 20 }), letters, (words, text) => {
      const given = new Set(words.filter((word) => word !== ""));
      const found = inOneGo(WordFinder.of(given)).wordsIn(text);
      assert.deepEqual(found, new Set([...given].filter((word) => text.includes(word))));
    }),
    { numRuns: 2000 },
  );
});

test("many long words are learnt in slices, and words in words are met once each", () => {
  const words = new Set(Array.from({ length: 100 }, (_, at) => "a".repeat(at + 1)));
  for (let number = 0; number < 4000; number += 1) words.add(`${number}`.padEnd(100, "x"));
  const { result, slices } = sliced(WordFinder.of(words));
  assert.ok(slices > 10);
  assert.equal(result.wordsIn("a".repeat(20_000)).size, 100);
});
