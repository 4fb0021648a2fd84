import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, moveOf } from "./keys.ts";
import { type Line, linesOf } from "./lines.ts";

test("each group has its heading once, above its rows", () => {
  const list = {
    keyOf: (row: string) => row,
    groups: LETTERS,
  };
  const lines = linesOf(list, ["a1", "a2", "b1"], { timeZone: "UTC", today: "2026-11-22" });
  assert.deepEqual(lines.map(told), ["A", "a1", "a2", "B", "b1"]);
  assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
});

test("neighbours of a bundle stand between its lines, and a row without neighbours alone", () => {
  const drawn = (rows: readonly string[], hasMore: boolean) => {
    const lines = linesOf(BUNDLED, rows, READER, hasMore);
    assert.equal(new Set(lines.map(({ key }) => key)).size, lines.length);
    return lines.map(told);
  };
  const rows = ["ax1", "ax2", "ay3", "ax4", "ax5", "bx6", "bx7"];
  const first = ["A", "opening 2", "ax1", "ax2", "closing 2", "ay3"];
  const second = ["opening 2", "ax4", "ax5", "closing 2"];
  assert.deepEqual(drawn(rows, false), [
    ...first,
    ...second,
    "B",
    "opening 2",
    "bx6",
    "bx7",
    "closing 2",
  ]);
  assert.deepEqual(
    drawn(rows, true).slice(-4),
    ["B", "opening 2 or more", "bx6", "bx7"],
    "the last bundle stays open while rows can follow",
  );
  assert.deepEqual(drawn(rows.slice(0, 3), true), first);
});

const LETTERS = {
  of: (row: string) => row.charAt(0),
  titleOf: (group: string) => group.toUpperCase(),
};

const READER = { timeZone: "UTC", today: "2026-11-22" } as const;

/** Rows in groups by their first letter, and in bundles by their second. */
const BUNDLED = {
  keyOf: (row: string) => row,
  groups: LETTERS,
  bundles: {
    isOne: (above: string, below: string) => above.charAt(1) === below.charAt(1),
    Opening: () => null,
    Closing: () => null,
  },
};

function told(line: Line<string>): string {
  if (line.kind === "group") return line.title;
  if (line.kind === "row") return line.row;
  const { rows, isOpen } = line.bundle;
  return `${line.kind} ${rows.length}${isOpen ? " or more" : ""}`;
}

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
