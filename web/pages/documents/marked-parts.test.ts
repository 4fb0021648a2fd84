import assert from "node:assert/strict";
import { test } from "node:test";
import { markedParts } from "./marked-parts.ts";

const found = (text: string, q: string) =>
  markedParts(text, q)
    .filter(({ isFound }) => isFound)
    .map(({ part }) => part);

test("words of a passage are marked that begin like what was searched for, whatever their accents", () => {
  const text = "Hetzner Online GmbH, Müller, RE-2026-0001 über 119,00 EUR";
  assert.deepEqual(found(text, "hetz muller"), ["Hetzner", "Müller"]);
  assert.deepEqual(found(text, "re-2026-0001"), ["RE", "2026", "0001"]);
  assert.deepEqual(found(text, "119,00"), ["119", "00"]);
  assert.deepEqual(found(text, " ,- "), []);
  assert.equal(
    markedParts(text, "online")
      .map(({ part }) => part)
      .join(""),
    text,
    "nothing is lost",
  );
});
