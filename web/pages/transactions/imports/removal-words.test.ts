import assert from "node:assert/strict";
import { test } from "node:test";
import { lossesOf, stopsTitle } from "./removal-words.ts";

const NONE = {
  added: 0,
  categorised: 0,
  split: 0,
  linked: 0,
  noted: 0,
  exported: 0,
  put_back: 0,
  kept: 0,
  booked_later: 0,
};

test("a removal tells what people did since, and nothing that did not happen", () => {
  assert.deepEqual(lossesOf({ ...NONE, added: 1200, categorised: 2, exported: 1, put_back: 1 }), [
    "1,200 transactions will go.",
    "2 of them got a category from somebody.",
    "1 of them went to your accountant. Tell them.",
    "1 transaction that it updated will be as before.",
  ]);
  assert.deepEqual(lossesOf({ ...NONE, added: 3, booked_later: 2 }), [
    "3 transactions will go.",
    "2 transactions that a later import booked will stay with that one.",
  ]);
  assert.deepEqual(lossesOf(NONE), ["No transaction of it is left."]);
});

test("what keeps an import from being removed is told by its number", () => {
  assert.equal(stopsTitle(1), "A transaction that your accountant has keeps it from being removed");
  assert.equal(
    stopsTitle(1200),
    "1,200 transactions that your accountant has keep it from being removed",
  );
});
