import assert from "node:assert/strict";
import { test } from "node:test";
import { majorText, money } from "../numbers.ts";
import { piecesOf } from "./whole-amounts.ts";

for (const currency of ["EUR", "USD", "JPY", "CHF", "PLN", "AUD", "KWD"])
  test(`an amount in ${currency} is one piece of a sentence, with its sign`, () => {
    for (const amount of [
      `+${money(5, currency)}`,
      `−${money(123_456, currency)}`,
      money(1_234_500, currency),
      majorText(-1234.5, currency),
    ]) {
      const sentence = `The loss was ${amount}, and 12 rows are left.`;
      assert.deepEqual(
        piecesOf(sentence).map(({ text, isAmount }) => ({ text, isAmount })),
        [
          { text: "The loss was ", isAmount: false },
          { text: amount, isAmount: true },
          { text: ", and 12 rows are left.", isAmount: false },
        ],
      );
    }
  });

test("a sentence without an amount is one piece", () => {
  assert.deepEqual(piecesOf("3 rows of 2026-11-24"), [
    { text: "3 rows of 2026-11-24", isAmount: false, at: 0 },
  ]);
  assert.deepEqual(piecesOf(""), []);
});
