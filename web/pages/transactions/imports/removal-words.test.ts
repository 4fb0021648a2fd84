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
  paying: 0,
  put_back: 0,
  kept: 0,
  booked_later: 0,
};

const losses = (counts: Partial<typeof NONE>, knows_before = true, balances = 0) =>
  lossesOf({ counts: { ...NONE, ...counts }, balances, knows_before });

test("a removal tells what people did since, and nothing that did not happen", () => {
  assert.deepEqual(losses({ added: 1200, categorised: 2, exported: 1, put_back: 1 }), [
    "1,200 transactions will go.",
    "2 of them got a category from somebody.",
    "1 of them went to your accountant. Tell them.",
    "1 transaction that it updated will be as before.",
  ]);
  assert.deepEqual(losses({ added: 3, booked_later: 2 }), [
    "3 transactions will go.",
    "2 transactions that a later import booked will stay with that one.",
  ]);
  assert.deepEqual(losses({}), ["No transaction of it is left."]);
});

test("balances that go are told, and that one that the file replaced stays away", () => {
  assert.deepEqual(losses({ added: 1 }, true, 2), [
    "1 transaction will go.",
    "2 balances that the file stated will go. A balance that it replaced does not come back.",
  ]);
});

test("transactions that stay are told with the reason", () => {
  assert.deepEqual(losses({ added: 1, kept: 2 }), [
    "1 transaction will go.",
    "2 transactions that it updated were changed since, and will stay as they are.",
  ]);
  assert.deepEqual(losses({ added: 1, kept: 1 }, false), [
    "1 transaction will go.",
    "1 transaction that it updated will stay as it is: its earlier values were deleted after 30 days.",
  ]);
});

test("what keeps an import from being removed is told by its number", () => {
  assert.equal(stopsTitle(1), "A transaction that your accountant has keeps it from being removed");
  assert.equal(
    stopsTitle(1200),
    "1,200 transactions that your accountant has keep it from being removed",
  );
});
