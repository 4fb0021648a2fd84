import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { nearestSlugs, slugOf } from "./slug.ts";
import { SYSTEM_CATEGORIES, systemCategory } from "./system-categories.ts";

const SLUGS = SYSTEM_CATEGORIES.map(({ slug }) => slug);

test("a slug keeps letters and digits of any script, and an underscore for the rest", () => {
  for (const [name, slug] of [
    ["Trade fairs", "trade_fairs"],
    ["  Café & Bar -- 2 ", "cafe_bar_2"],
    ["Straßenbahn", "strassenbahn"],
    ["Командировки: отели", "командировки_отели"],
    ["出張費 (国内)", "出張費_国内"],
    ["हिन्दी खर्च", "हिन्दी_खर्च"],
    ["RENT", "rent"],
    ["—", ""],
    ["🦊", ""],
    [`${"x".repeat(63)} y`, "x".repeat(63)],
    ["𐐀".repeat(70), "𐐨".repeat(64)],
  ] as const) {
    assert.equal(slugOf(name), slug, name);
  }
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = slugOf(name);
      assert.match(slug, /^[\p{L}\p{M}\p{N}_]{0,64}$/u);
      assert.doesNotMatch(slug, /^_|_$|__/);
      assert.equal(slugOf(slug), slug);
    }),
  );
});

test("there are 60 system categories in two levels, each with the kind of its group", () => {
  assert.equal(SYSTEM_CATEGORIES.length, 60);
  assert.equal(new Set(SLUGS).size, 60);
  assert.equal(new Set(SYSTEM_CATEGORIES.map(({ name }) => name)).size, 60);
  for (const { id, slug, parentId, kind, color, description } of SYSTEM_CATEGORIES) {
    assert.match(slug, /^[a-z]+(-[a-z]+)*$/);
    assert.ok(description.length <= 60, description);
    assert.equal(systemCategory(id)?.slug, slug);
    assert.equal(systemCategory(slug)?.id, id);
    if (parentId === null) continue;
    const parent = systemCategory(parentId);
    assert.deepEqual([parent?.parentId, parent?.kind, parent?.color], [null, kind, color]);
  }
});

test("ids of system categories never change", () => {
  const ids = ["rent", "internal-transfer", "other"].map((slug) => systemCategory(slug)?.id);
  assert.deepEqual(ids, [
    "660c2d07-38b3-5679-85ca-79513cc19ea0",
    "4ac4b50c-3509-533e-8bd0-fcc9b2cf37c6",
    "9c9de123-19a5-561b-89d6-05df1a83eacf",
  ]);
});

test("the slugs nearest to a mistyped one come first", () => {
  for (const [typed, slug] of [
    ["travell", "travel"],
    ["bank-fees", "banking-fees"],
    ["Office supply", "office-supplies"],
    ["salaries", "salary"],
    ["ads", "advertising"],
    ["hosting_costs", "hosting"],
    ["vat", "vat-gst-pst-qst-payments"],
  ] as const) {
    assert.ok(nearestSlugs(typed, SLUGS, 5).includes(slug), typed);
  }
  assert.equal(nearestSlugs("travel", SLUGS, 1)[0], "travel");
  assert.equal(nearestSlugs("", SLUGS, 5).length, 5);
  assert.equal(nearestSlugs("🦊", SLUGS, 5).length, 5);
});
