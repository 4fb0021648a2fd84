import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { z } from "zod";
import { Refusal } from "./errors.ts";
import { listingOf, type Page, pageOf, readCursor } from "./page.ts";

/** A row's sort key: few moments, so that many rows share one, and an id. */
type Key = [moment: number, id: number];

const Key = z.tuple([z.int(), z.int()]);
const LISTING = listingOf({ tool: "rows_list", team: { id: "team" } }, {});

const moments = fc.array(fc.nat({ max: 3 }), { maxLength: 40 });
const sizes = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));

test("a walk with any sizes of pages meets each row once and in order, whatever keys they share", () => {
  fc.assert(
    fc.property(moments, sizes, (moments, sizes) => {
      const rows = moments.map((moment, id): Key => [moment, id]).toSorted(byKey);
      const seen: Key[] = [];
      let page: Page<Key> = { items: [], nextCursor: null };
      do {
        page = pageAfter(rows, page.nextCursor, sizes.next().value);
        seen.push(...page.items);
      } while (page.nextCursor !== null);
      assert.deepEqual(seen, rows);
    }),
  );
});

test("a cursor that was altered in what says of which list it is, is refused", () => {
  const cursor =
    pageAfter(
      [
        [0, 0],
        [1, 1],
      ],
      null,
      1,
    ).nextCursor ?? "";
  // `["` and the 12 characters of the fingerprint, in base64.
  for (let at = 0; at < Math.floor((14 * 4) / 3); at += 1) {
    for (const character of "AZaz09-_".replace(cursor.charAt(at), "")) {
      const altered = cursor.slice(0, at) + character + cursor.slice(at + 1);
      assert.equal(
        attempt(() => readCursor(Key, LISTING, altered)),
        "refused",
        altered,
      );
    }
  }
});

test("a cursor of a list with another filter is refused, however alike they are", () => {
  const value = fc.oneof(fc.string({ maxLength: 2 }), fc.nat(9), fc.boolean());
  const listOf = (filters: readonly unknown[]) =>
    listingOf({ tool: "rows_list", team: { id: "team" } }, Object.fromEntries(filters.entries()));
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 5 }),
      value,
      fc.nat(),
      (own, other, place) => {
        const at = place % own.length;
        const changed = own.with(at, other);
        fc.pre(JSON.stringify(changed) !== JSON.stringify(own));
        const leftOut = own.map((filter, index) => (index === at ? null : filter));
        const { nextCursor } = pageOf(listOf(own), ["last", "next"], 1, () => [1, 1]);
        for (const filters of [changed, leftOut, [...own, other]])
          assert.equal(
            attempt(() => readCursor(Key, listOf(filters), nextCursor)),
            "refused",
          );
      },
    ),
  );
});

function byKey([moment, id]: Key, [otherMoment, otherId]: Key): number {
  return moment - otherMoment || id - otherId;
}

/** Makes a page of the rows after a cursor, as a verb does. */
function pageAfter(rows: readonly Key[], cursor: string | null, size: number): Page<Key> {
  const after = readCursor(Key, LISTING, cursor);
  const rest = rows.filter((key) => after === null || byKey(key, after) > 0);
  return pageOf(LISTING, rest.slice(0, size + 1), size, (key) => key);
}

function attempt<T>(work: () => T): T | "refused" {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === "invalid_cursor", String(error));
    return "refused";
  }
}
