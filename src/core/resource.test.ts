import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { jsonContents, uriOf } from "./resource.ts";

const READER = {
  actor: { name: "Olga", timeZone: "Europe/Berlin" },
  now: "2026-11-21T09:00:00.000Z",
};

function textOf(data: object): string {
  const contents = jsonContents(READER, data);
  return "text" in contents ? contents.text : "";
}

test("data says when, where and for whom it was read", () => {
  assert.deepEqual(JSON.parse(textOf({ a: 1 })), {
    as_of: "2026-11-21T10:00:00+01:00",
    time_zone: "Europe/Berlin",
    read_by: "Olga",
    a: 1,
  });
});

test("what cannot be seen stands there escaped, and the data stays the same", () => {
  const name = "Acme\u202e\u2066 \u{e0041}\u{e0042} \u200b\u00ad\ufeff";
  const text = textOf({ name });
  assert.match(text, /Acme\\u202e\\u2066 \\udb40\\udc41\\udb40\\udc42 \\u200b\\u00ad\\ufeff/);
  assert.equal(JSON.parse(text).name, name);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const text = textOf({ name });
      assert.equal(JSON.parse(text).name, name);
      assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
    }),
    { examples: [["\u{e0002}"]] },
  );
});

test("letters and emoji that are joined by what cannot be seen stay readable", () => {
  for (const name of ["می‌خواهم", "👩‍💻", "क्‍ष"]) assert.ok(textOf({ name }).includes(name));
});

test("an address holds any value in its place", () => {
  const template = "ledgerport://customers/{customer}";
  assert.equal(
    uriOf(template, { customer: "Ä/b?c#d%e{f} g" }),
    "ledgerport://customers/%C3%84%2Fb%3Fc%23d%25e%7Bf%7D%20g",
  );
  assert.equal(uriOf("ledgerport://team", {}), "ledgerport://team");
});
