import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeLatest, withLatest } from "./fresh.ts";
import type { RowPage } from "./list.ts";

test("rows above the loaded ones are new, and come first on request", () => {
  const pages = [page("cd", "d"), page("ef")];
  const latest = page("abc", "c");
  assert.deepEqual(seen(pages, latest), ["cdef", "ab", false]);
  assert.deepEqual(shown(pages, latest), ["abcd", "ef"]);
});

test("rows between loaded ones are new too, and come between them", () => {
  const pages = [page("adg", "g"), page("hk")];
  assert.deepEqual(seen(pages, page("abd", "d")), ["adghk", "b", false]);
  assert.deepEqual(shown(pages, page("abd", "d")), ["abdg", "hk"]);
});

test("a row that moves up because another went is not new, and what went goes on request", () => {
  assert.deepEqual(seen([page("abc", "c")], page("acd", "d")), ["abc", "", false]);
  const pages = [page("abc", "c"), page("def")];
  assert.deepEqual(seen(pages, page("acd", "d")), ["abcdef", "", false]);
  assert.deepEqual(shown(pages, page("acd", "d")), ["acd", "ef"]);
});

test("at the end of a whole list a row below the others is new", () => {
  assert.deepEqual(seen([page("ab")], page("abc")), ["ab", "c", false]);
  assert.deepEqual(shown([page("ab")], page("abc")), ["abc"]);
});

test("when the whole polled page is new, there may be more, and the list begins anew", () => {
  const pages = [page("yz", "z")];
  assert.deepEqual(seen(pages, page("ab", "b")), ["yz", "ab", true]);
  assert.deepEqual(withLatest(keyOf, pages, page("ab", "b")), [page("ab", "b")]);
  assert.deepEqual(seen([page("")], page("a")), ["", "a", false], "the first row of all");
});

test("the cursor is that of the last row", () => {
  const pages = [page("cd", "d")];
  assert.equal(withLatest(keyOf, pages, page("abc", "c"))[0]?.nextCursor, "d");
  assert.equal(withLatest(keyOf, pages, page("cde", "e"))[0]?.nextCursor, "e");
});

test("loaded rows are told in their latest state", () => {
  const rows = [{ key: "a", name: "old" }];
  const latest = { rows: [{ key: "a", name: "new" }], nextCursor: null };
  const { rows: now } = mergeLatest(({ key }) => key, [{ rows, nextCursor: null }], latest);
  assert.deepEqual(now, latest.rows);
});

function keyOf(row: string): string {
  return row;
}

function page(rows: string, nextCursor: string | null = null): RowPage<string> {
  return { rows: rows.split(""), nextCursor };
}

function seen(pages: readonly RowPage<string>[], latest: RowPage<string>) {
  const { rows, fresh, isGap } = mergeLatest(keyOf, pages, latest);
  return [rows.join(""), fresh.join(""), isGap];
}

function shown(pages: readonly RowPage<string>[], latest: RowPage<string>) {
  return withLatest(keyOf, pages, latest).map(({ rows }) => rows.join(""));
}
