import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted } from "./fit.ts";
import type { Column } from "./list.ts";

const cell = () => null;
const COLUMNS: readonly Column<string>[] = [
  { title: "Date", width: 6, narrow: "second", cell },
  { title: "Name", width: { least: 3, grow: 2 }, narrow: "first", isName: true, cell },
  { title: "Account", width: { least: 8, most: 12 }, leaves: 2, cell },
  { title: "Status", width: 6, leaves: 1, cell },
  { title: "Amount", width: 8, cell },
];

const shownIn = (room: number) => {
  const { form, columns } = fitted({ columns: COLUMNS }, room);
  return `${form}: ${columns.map(({ title }) => title).join(" ")}`;
};

test("columns leave in their order where the room is scarce, never the name", () => {
  // 6 + 9 + 8 + 6 + 8 and four gaps.
  assert.equal(shownIn(40), "table: Date Name Account Status Amount");
  assert.equal(shownIn(39), "table: Date Name Account Amount");
  assert.equal(shownIn(33), "table: Date Name Amount");
});

test("rows take two lines where the rest has no room, and keep what stands on these or is summed", () => {
  assert.equal(shownIn(24), "lines: Date Name Amount");
  assert.equal(shownIn(0), "lines: Date Name Amount");
});

test("a name keeps a width in which it can be read, whatever its column says", () => {
  const { tracks } = fitted({ columns: COLUMNS }, 60);
  assert.equal(tracks, "6rem minmax(9rem, 2fr) minmax(8rem, 12rem) 6rem 8rem");
});

test("the boxes of a selection take room too", () => {
  const selection = { Actions: () => null };
  const { form, tracks } = fitted({ columns: COLUMNS, selection }, 41);
  assert.equal(form, "table");
  assert.equal(tracks, "1.75rem 6rem minmax(9rem, 2fr) minmax(8rem, 12rem) 8rem");
});
