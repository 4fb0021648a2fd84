import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOf } from "./share.ts";

test("a share is never told as all or nothing unless it is", () => {
  for (const [part, whole, share] of [
    [0, 10, 0],
    [1, 1000, 1],
    [6, 10, 60],
    [996, 1000, 99],
    [1000, 1000, 100],
  ] as const)
    assert.equal(shareOf(part, whole), share, `${part} of ${whole}`);
});
