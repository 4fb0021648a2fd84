import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { z } from "zod";
import { Refusal } from "./errors.ts";
import { catalogueLimit, type Listing, listingOf, type Page, pageOf, readCursor } from "./page.ts";

const anyKey = z.unknown();
const key = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const context = (team: string) => ({ tool: "things_list", team: { id: team } });
const OURS = listingOf(context("team"), {});
const listing: fc.Arbitrary<Listing> = fc
  .tuple(
    fc.string(),
    fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
    ),
  )
  .map(([team, filters]) => listingOf(context(team), filters));

/** The cursor of a page whose last row has that key. */
function cursorAfter(listing: Listing, key: unknown): string {
  const { nextCursor } = pageOf(listing, ["last", "next"], 1, () => key);
  assert.ok(nextCursor !== null);
  return nextCursor;
}

function assertRefused(read: () => unknown): void {
  assert.throws(read, (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.code, error.path], ["invalid_cursor", "cursor"]);
    return true;
  });
}

test("a cursor gives back the key of the last row, for the same listing", () => {
  fc.assert(
    fc.property(listing, key, (listing, key) => {
      assert.deepEqual(readCursor(anyKey, listing, cursorAfter(listing, key)), key);
    }),
  );
});

test("a cursor of another listing is refused", () => {
  fc.assert(
    fc.property(listing, listing, key, (one, other, key) => {
      fc.pre(one !== other);
      assertRefused(() => readCursor(anyKey, other, cursorAfter(one, key)));
    }),
  );
});

test("whatever is no cursor is refused", () => {
  fc.assert(
    fc.property(listing, fc.string({ unit: "binary" }), (listing, cursor) => {
      assertRefused(() => readCursor(anyKey, listing, cursor));
    }),
  );
  fc.assert(
    fc.property(listing, key, (listing, value) => {
      const cursor = Buffer.from(JSON.stringify(value)).toString("base64url");
      assertRefused(() => readCursor(anyKey, listing, cursor));
    }),
  );
});

test("a cursor that was cut is refused", () => {
  fc.assert(
    fc.property(listing, key, fc.nat(), (listing, key, cut) => {
      const cursor = cursorAfter(listing, key);
      assertRefused(() => readCursor(anyKey, listing, cursor.slice(0, cut % cursor.length)));
    }),
  );
});

test("a cursor with anything around it or in it is refused", () => {
  const cursor = cursorAfter(OURS, 1);
  for (const odd of [
    `${cursor}\0`,
    ` ${cursor}`,
    `${cursor}=`,
    `${cursor.slice(0, 3)}\n${cursor.slice(3)}`,
  ])
    assertRefused(() => readCursor(anyKey, OURS, odd));
  assertRefused(() => readCursor(anyKey, OURS, cursor.repeat(10_000)));
});

test("a catalogue is answered whole unless a limit or a cursor is given", () => {
  const rows = Array.from({ length: 300 }, (_, index) => index);
  for (const [limit, after, count] of [
    [undefined, null, 300],
    [null, null, 300],
    [7, null, 7],
    [undefined, "a", 100],
    [7, "a", 7],
  ] as const) {
    const { items } = pageOf(OURS, rows, catalogueLimit(limit, after), (row) => row);
    assert.equal(items.length, count);
  }
});

test("a cursor whose key is not of the listing's kind is refused", () => {
  assertRefused(() =>
    readCursor(z.tuple([z.string(), z.int()]), OURS, cursorAfter(OURS, ["a", "b"])),
  );
  assert.deepEqual(readCursor(z.tuple([z.string(), z.int()]), OURS, cursorAfter(OURS, ["a", 1])), [
    "a",
    1,
  ]);
});

test("no cursor is the first page", () => {
  for (const cursor of [null, undefined]) assert.equal(readCursor(anyKey, OURS, cursor), null);
});

test("pages of any size, one after the other, are the whole list", () => {
  fc.assert(
    fc.property(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 12 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, index) => index);
      const pageAfter = (cursor: string | null): Page<number> => {
        const after = readCursor(z.int(), OURS, cursor);
        const from = after === null ? 0 : after + 1;
        return pageOf(OURS, all.slice(from, from + limit + 1), limit, (row) => row);
      };
      const seen: number[] = [];
      for (let page = pageAfter(null); ; page = pageAfter(page.nextCursor)) {
        assert.ok(page.items.length <= limit);
        seen.push(...page.items);
        if (page.nextCursor === null) break;
      }
      assert.deepEqual(seen, all);
    }),
  );
});

test("every filter tells lists apart, and so do the door and the team", () => {
  const base = { from: "2026-11-01", tags: ["a", "b"], open: false, cursor: "c", limit: 5 };
  const here = listingOf(context("team"), base);
  const others = [
    listingOf(context("other"), base),
    listingOf({ ...context("team"), tool: "others_list" }, base),
    ...[{ from: "2026-11-02" }, { tags: ["a"] }, { open: true }, { open: null }, { to: "x" }].map(
      (altered) => listingOf(context("team"), { ...base, ...altered }),
    ),
  ];
  assert.equal(new Set([here, ...others]).size, others.length + 1);
});

test("null, what is left out, another order, page and size are the same list", () => {
  const { from, to } = { from: "2026-11-01", to: "2026-11-30" };
  const lists = [
    { from, to },
    { to, from, project: null },
    { from, to, project: undefined, cursor: "c" },
    { from, to, limit: 7, cursor: null },
  ].map((input) => listingOf(context("team"), input));
  assert.equal(new Set(lists).size, 1);
});
