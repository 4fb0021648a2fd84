import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, ordersOf, orderWords, pressed, sortIn } from "./sort.ts";

const NAME = { by: "name", first: "ascending", ascending: "A to Z", descending: "Z to A" } as const;
const HOURS = {
  by: "hours",
  first: "descending",
  ascending: "Fewest hours first",
  descending: "Most hours first",
} as const;
const LIST = { sort: "name", columns: [{ sort: NAME }, {}, { sort: HOURS }] };

test("an address has the order unless it is the default, without unknown ones", () => {
  assert.deepEqual(sortIn(LIST, { sort: "-hours" }), { sort: "-hours" });
  for (const sort of [undefined, "name", "age", "--hours", ""])
    assert.deepEqual(sortIn(LIST, { sort }), {}, String(sort));
  assert.deepEqual(sortIn({ columns: [{}] }, { sort: "name" }), {});
});

test("a press sorts by the column in its first direction, and then in the other", () => {
  assert.equal(pressed(HOURS, "name"), "-hours");
  assert.equal(pressed(HOURS, "-hours"), "hours");
  assert.equal(pressed(HOURS, "hours"), "-hours");
  assert.equal(pressed(NAME, "-hours"), "name");
});

test("a column that the route sorts in one direction alone stays in it", () => {
  const added = { by: "created", first: "descending", descending: "Last added first" } as const;
  assert.equal(pressed(added, "name"), "-created");
  assert.equal(pressed(added, "-created"), "-created");
  assert.deepEqual(ordersOf({ columns: [{ sort: added }] }), [
    { value: "-created", label: "Last added first" },
  ]);
});

test("only the column that sorts has a direction", () => {
  assert.equal(directionOf(HOURS, "-hours"), "descending");
  assert.equal(directionOf(HOURS, "hours"), "ascending");
  assert.equal(directionOf(NAME, "-hours"), "none");
});

test("every order has words, the default too", () => {
  assert.deepEqual(
    ordersOf(LIST).map(({ value }) => value),
    ["name", "-name", "-hours", "hours"],
  );
  assert.equal(orderWords(LIST, undefined), "A to Z");
  assert.equal(orderWords(LIST, "hours"), "Fewest hours first");
  assert.equal(orderWords({ columns: [] }, undefined), null);
});
