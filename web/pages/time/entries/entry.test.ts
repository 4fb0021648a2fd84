import assert from "node:assert/strict";
import { test } from "node:test";
import { movedWords } from "./entry.ts";

test("moved entries, those that were there already, and those deleted meanwhile are told apart", () => {
  const to = "Books";
  assert.equal(movedWords(2, { moved: 2, gone: 0, to }), "2 entries are moved to Books.");
  assert.equal(movedWords(1, { moved: 0, gone: 0, to }), "1 entry is on Books already.");
  assert.equal(movedWords(1, { moved: 0, gone: 1, to }), "1 entry was deleted meanwhile.");
  assert.equal(
    movedWords(6, { moved: 1, gone: 2, to }),
    "1 entry is moved to Books. 3 entries are on Books already. 2 entries were deleted meanwhile.",
  );
});
