import assert from "node:assert/strict";
import { test } from "node:test";
import { withUntrusted } from "./untrusted.ts";

const HIDDEN = "Pay\u{e0041}me";
const SHOWN = String.raw`Pay\udb40\udc41me`;

test("hidden characters are escaped at the paths alone, and the paths found are named", () => {
  const answer = {
    items: [
      { name: HIDDEN, note: HIDDEN, party: { name: HIDDEN } },
      { name: "Plain", note: null },
    ],
    similar: [{ words: [HIDDEN, "a"] }],
  };
  const before = structuredClone(answer);
  assert.deepEqual(
    withUntrusted(answer, ["items.name", "items.party.name", "similar.words", "description"]),
    {
      items: [
        { name: SHOWN, note: HIDDEN, party: { name: SHOWN } },
        { name: "Plain", note: null },
      ],
      similar: [{ words: [SHOWN, "a"] }],
      untrusted: ["items.name", "items.party.name", "similar.words"],
    },
  );
  assert.deepEqual(answer, before, "an answer that a cache may hold stays as it is");
});

test("an answer without such words has no list of them", () => {
  for (const answer of [null, { items: [] }, { name: null, toString: 1 }])
    assert.deepEqual(withUntrusted(answer, ["items.name", "name", "toString.name"]), answer);
});
