import assert from "node:assert/strict";
import { test } from "node:test";
import { calledRecently } from "./called-recently.ts";

test("what called in the last seven days is recent", () => {
  const times = [
    "2026-11-21T08:59:59.000Z",
    "2026-11-14T09:00:00.000Z",
    "2026-11-14T08:59:59.999Z",
    null,
  ].map((lastUsedAt) => ({ lastUsedAt }));
  assert.deepEqual(calledRecently(times, "2026-11-21T09:00:00.000Z"), times.slice(0, 2));
});
