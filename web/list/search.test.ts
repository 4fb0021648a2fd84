import assert from "node:assert/strict";
import { test } from "node:test";
import { following, searchIn } from "./search.ts";

const FIELD = { label: "Search names" };

test("an address has the search of a list that searches, without spaces around it", () => {
  assert.deepEqual(searchIn(FIELD, { q: " acme gmbh " }), { q: "acme gmbh" });
  assert.deepEqual(searchIn(FIELD, { q: "  " }), {});
  assert.deepEqual(searchIn(FIELD, {}), {});
  assert.deepEqual(searchIn(undefined, { q: "acme" }), {});
});

test("what is typed stays when the search that was sent comes into the address", () => {
  const typing = { text: "acm", seen: "", sent: "ac" };
  assert.deepEqual(following(typing, ""), typing);
  assert.deepEqual(following(typing, "ac"), { text: "acm", seen: "ac", sent: "ac" });
});

test("a search from elsewhere replaces what is typed", () => {
  const typed = { text: "acme", seen: "acme", sent: "acme" };
  assert.deepEqual(following(typed, ""), { text: "", seen: "", sent: "" });
  assert.deepEqual(following(typed, "beta"), { text: "beta", seen: "beta", sent: "beta" });
});
