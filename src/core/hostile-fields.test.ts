import assert from "node:assert/strict";
import { test } from "node:test";
import { email, emailList, label, webUrl } from "./fields.ts";

test("a web address is one that a browser opens as it stands", () => {
  for (const address of [
    "https://acme.example",
    "http://acme.example:8080/a?b=c#d",
    "https://müller.example/ä",
    "https://localhost:3000",
    "https://192.0.2.1/",
  ]) {
    assert.equal(webUrl.parse(address), address);
  }
  assert.equal(webUrl.parse(" acme.example/shop "), "https://acme.example/shop");
  assert.equal(webUrl.parse("acme.example:8080"), "https://acme.example:8080");
  for (const wrong of [
    "acme",
    "https:acme.example",
    "https:\\\\acme.example",
    "https://x\t.example/\r\nSet-Cookie: a",
    "https://acme.example/a b",
    "https://.",
    "https://",
    "https://user:secret@acme.example",
    "javascript:alert(1)",
    "ftp://acme.example",
    "https://acme\u202e.example",
  ]) {
    assert.equal(webUrl.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});

test("an e-mail address has a name and a host that can exist, and nothing that cannot be seen", () => {
  for (const address of ["a@b.cc", "anna.b+c@acme.co.uk", "müller@straße.example", "a_b@x-y.io"]) {
    assert.equal(email.parse(address), address);
  }
  for (const wrong of [
    "a@b",
    "@b.cc",
    "a@b..cc",
    ".a@b.cc",
    "a..b@c.dd",
    "a@.b.cc",
    "a@-b.cc",
    "a@b-.cc",
    "a@b.c",
    "a b@c.dd",
    "a\u202eb@c.dd",
    "a@c\u202e.dd",
    "a@c.dd\u200b",
    "a@b@c.dd",
    "a,b@c.dd",
    "<a@b.cc>",
    `${"a".repeat(65)}@b.cc`,
    `a@${"b".repeat(64)}.cc`,
  ]) {
    assert.equal(email.safeParse(wrong).success, false, JSON.stringify(wrong));
    assert.equal(emailList.safeParse(`a@b.cc, ${wrong}`).success, false, JSON.stringify(wrong));
  }
});

test("a name has a character that can be seen", () => {
  for (const blank of ["", "  ", "\u200b", "\u2060\u00ad", "\u2800", "\u3164"]) {
    assert.equal(label(10).safeParse(blank).success, false, JSON.stringify(blank));
  }
  assert.equal(label(10).parse(" 🧾 "), "🧾");
});

test("a name stands on one line", () => {
  for (const [given, name] of [
    ["Acme\nkey: svc_forged", "Acme key: svc_forged"],
    ["Acme\r\n\r\n\tGmbH", "Acme GmbH"],
    ["Acme\u2028GmbH\u2029\u0085", "Acme GmbH"],
    ["\u0085Acme", "Acme"],
    ["בית\u200f קפה", "בית\u200f קפה"],
  ] as const)
    assert.equal(label(100).parse(given), name);
  for (const wrong of ["a\u001bb", "a\u009bb", "a\vb", "\u0085"])
    assert.equal(label(100).safeParse(wrong).success, false, JSON.stringify(wrong));
});

test("what is too long is refused before anything else looks at it", () => {
  for (const [field, text] of [
    [webUrl, `${"a.".repeat(500_000)}@`],
    [email, `${"a.".repeat(500_000)}@`],
    [emailList, ",".repeat(1_000_000)],
    [label(200), "\u200b".repeat(1_000_000)],
  ] as const) {
    const { error } = field.safeParse(text);
    assert.deepEqual(
      error?.issues.map(({ code }) => code),
      ["too_big"],
    );
  }
});
