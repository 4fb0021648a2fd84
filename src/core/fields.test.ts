import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  countryCode,
  currency,
  email,
  emailList,
  instant,
  label,
  text,
  uuid,
  webUrl,
} from "./fields.ts";

test("text is kept as it is, but for lone surrogates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const parsed = text(1000).safeParse(value);
      const refused = Array.from(value).some(
        (one) => (one < " " && !"\t\n\r".includes(one)) || one === "\x7f",
      );
      assert.equal(parsed.data, refused ? undefined : value.toWellFormed());
    }),
  );
});

test("a label has a visible character", () => {
  for (const value of ["", " ", "\t\n", "\u00a0\u2003\ufeff"])
    assert.ok(!label(10).safeParse(value).success);
  assert.equal(label(10).parse("\u00a0a b\u2003"), "a b");
});

test("white space around a text that goes without it does not count", () => {
  const space = " ".repeat(2000);
  assert.equal(label(3).parse(`${space}abc${space}`), "abc");
  assert.ok(!label(3).safeParse("abcd").success);
  assert.equal(email.parse(`${space}anna@acme.example${space}`), "anna@acme.example");
  assert.equal(emailList.parse(`${space}anna@acme.example${space}`), "anna@acme.example");
  assert.equal(webUrl.parse(`${space}acme.example${space}`), "https://acme.example");
});

test("a code is taken in any case, and nothing else is one", () => {
  assert.equal(currency.parse("eur"), "EUR");
  assert.equal(countryCode.parse("de"), "DE");
  for (const code of ["", "E", "EU", "EURO", "constructor", "x".repeat(10_000), "1", "\0"]) {
    assert.ok(!currency.safeParse(code).success, code);
    assert.ok(code === "EU" || !countryCode.safeParse(code).success, code);
  }
});

test("an id is any UUID of RFC 9562, in lower case", () => {
  for (const id of [
    "0198C5A0-7E57-7000-8000-00000000ABCD",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ]) {
    assert.equal(uuid.parse(id), id.toLowerCase());
  }
  for (const id of [
    "",
    "0198c5a07e5770008000000000000000",
    "{0198c5a0-7e57-7000-8000-000000000000}",
    "0198c5a0-7e57-7000-8000-00000000000g",
  ]) {
    assert.ok(!uuid.safeParse(id).success, id);
  }
});

test("an instant names a moment that exists, between 1970 and 9999", () => {
  for (const [given, kept] of [
    ["1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"],
    ["9999-12-30T23:59:59.999Z", "9999-12-30T23:59:59.999Z"],
    ["2028-02-29T12:00:00+05:30", "2028-02-29T06:30:00.000Z"],
  ] as const) {
    assert.equal(instant.parse(given), kept);
  }
  const otherTimes = "1969-12-31T23:59:59.999Z 1970-01-01T00:00:00+00:01 9999-12-31T23:59:59-23:59";
  const noTimes =
    "0000-01-01T00:00:00Z 2026-02-29T00:00:00Z 2026-01-01T24:00:00Z 2026-01-01T00:00:60Z";
  const otherForms = "2026-01-01T00:00:00 2026-01-01 2026-01-01T00:00:00+1 now 1767225600";
  for (const given of ["", ...`${otherTimes} ${noTimes} ${otherForms}`.split(" ")]) {
    assert.ok(!instant.safeParse(given).success, given);
  }
});

test("a list of e-mail addresses is kept in one form", () => {
  fc.assert(
    fc.property(
      fc.array(fc.emailAddress().filter(isPlain), { minLength: 1, maxLength: 5 }),
      (addresses) => {
        assert.equal(emailList.parse(addresses.join(" , ")), addresses.join(", "));
      },
    ),
  );
});

/** Excludes quoted and otherwise rare local parts. */
function isPlain(address: string): boolean {
  return emailList.safeParse(address).success;
}

test("a web address is taken as it is, and taken again it is the same", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      assert.equal(webUrl.parse(address), address);
      const bare = address.replace(/^https?:\/\//, "");
      const { data } = webUrl.safeParse(bare);
      if (data !== undefined) assert.equal(webUrl.parse(data), data);
    }),
  );
});
