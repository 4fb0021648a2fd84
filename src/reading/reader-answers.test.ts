import assert from "node:assert/strict";
import { test } from "node:test";
import { checkedDrawing, checkedReading, stepOf } from "./reader-answers.ts";

test("whatever a process that was taken over sends is no step, no reading and no picture", () => {
  for (const sent of [
    null,
    undefined,
    "step",
    5,
    [],
    {},
    { step: "forever" },
    { read: {} },
    { drawn: "x" },
  ]) {
    assert.equal(stepOf(sent), null);
    assert.throws(() => checkedReading(sent));
    assert.throws(() => checkedDrawing(sent));
  }
  assert.equal(stepOf({ step: "ocr" }), "ocr");
  assert.throws(() => checkedReading({ failed: "a bug" }), /could not be read: a bug/);
});
