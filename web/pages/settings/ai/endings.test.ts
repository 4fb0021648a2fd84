import assert from "node:assert/strict";
import { test } from "node:test";
import { endingsAt } from "./endings.ts";

test("each end is told as a moment where its reader is", () => {
  assert.deepEqual(
    endingsAt("2026-11-21T22:30:00.000Z", "Europe/Berlin").map(({ until }) => until),
    ["until 22 Nov 2026, 00:30", "until midnight in Europe/Berlin", "until somebody turns it off"],
  );
});
