import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "./lines.ts";
import { moved, moveOf } from "./moves.ts";

test("each group has its heading once, above its rows", () => {
  const list = {
    keyOf: (row: string) => row,
    groupOf: (row: string) => row.charAt(0),
    titleOf: (group: string) => group.toUpperCase(),
  };
  const lines = linesOf(list, ["a1", "a2", "b1"], { timeZone: "UTC", today: "2026-11-22" });
  assert.deepEqual(
    lines.map((line) => (line.kind === "group" ? line.title : line.row)),
    ["A", "a1", "a2", "B", "b1"],
  );
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
});

test("arrows move within the list alone, letters anywhere unless they are switched off", () => {
  const inList = { isInList: true, areLettersOn: true };
  assert.equal(moveOf("ArrowDown", inList), "next");
  assert.equal(moveOf("k", inList), "previous");
  assert.equal(moveOf("x", inList), null);
  assert.equal(moveOf("ArrowDown", { ...inList, isInList: false }), null);
  assert.equal(moveOf("j", { ...inList, isInList: false }), "next");
  assert.equal(moveOf("j", { ...inList, areLettersOn: false }), null);
});

test("a move stays within the list", () => {
  assert.deepEqual([moved(0, "previous", 3), moved(2, "next", 3)], [0, 2]);
  assert.deepEqual([moved(1, "first", 3), moved(1, "last", 3)], [0, 2]);
  assert.deepEqual([moved(1, "previous", 3), moved(1, "next", 3)], [0, 2]);
});
