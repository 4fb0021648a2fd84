import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

test("members stand in one order at every depth, and items in their own", () => {
  const value = { b: [{ d: 1, c: 2 }, 0], a: { f: null, e: "x" } };
  assert.equal(canonicalJson(value), '{"a":{"e":"x","f":null},"b":[{"c":2,"d":1},0]}');
});

test("equal values have one text, and different ones have not", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.equal(canonicalJson(reversed(one)), canonicalJson(one));
      assert.deepEqual(JSON.parse(canonicalJson(one)), JSON.parse(JSON.stringify(one)));
      const same = JSON.stringify(one) === JSON.stringify(other);
      if (same) assert.equal(canonicalJson(one), canonicalJson(other));
    }),
  );
});

/** The same value with the members of its objects in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, reversed(part)])
      .toReversed(),
  );
}
