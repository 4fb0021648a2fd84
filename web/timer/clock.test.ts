import assert from "node:assert/strict";
import { test } from "node:test";
import { elapsedText, minutesIn, shortElapsed } from "./clock.ts";

test("elapsed time counts whole seconds, and never less than none", () => {
  for (const [seconds, text, short] of [
    [0, "0:00:00", "0:00"],
    [59.9, "0:00:59", "0:00"],
    [309, "0:05:09", "0:05"],
    [3909, "1:05:09", "1:05"],
    [360_000, "100:00:00", "100:00"],
    [-5, "0:00:00", "0:00"],
  ] as const)
    assert.deepEqual([elapsedText(seconds), shortElapsed(seconds)], [text, short]);
});

test("a moment is told in minutes of its time zone's clock", () => {
  assert.equal(minutesIn("Europe/Berlin", "2026-11-20T23:30:00.000Z"), 30);
  assert.equal(minutesIn("UTC", "2026-11-20T00:00:00.000Z"), 0);
});
