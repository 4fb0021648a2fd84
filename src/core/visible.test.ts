import assert from "node:assert/strict";
import { test } from "node:test";
import { quoted, visible, visibleLines } from "./visible.ts";

for (const [what, text] of Object.entries({
  "a mark of direction": "\u202e",
  "a tag": "\u{e0041}",
  "a variation selector that no font needs": "\u{e0101}",
  "a code point that is reserved beside the tags": "\u{e0002}",
  "a vowel that no Khmer font shows": "\u17b4",
  "a separator of lines": "\u2028",
  "a control character": "\u0085",
  "a letter that is blank": "\u3164",
  "joiners in a row": "\u200d\u200c\u200d",
  "joiners of graphemes in a row": "\u034f\u034f\u034f",
  "selectors in a row": "\ufe01\ufe0f\ufe0e",
})) {
  test(`${what} is escaped`, () => {
    const shown = visible(`a${text}b`);
    assert.match(shown, /^a(\\u[0-9a-f]{4})+b$/);
    assert.equal(JSON.parse(`"${shown}"`), `a${text}b`);
  });
}

for (const text of ["Käthe", "महाराष्ट्र", "می‌خواهم", "❤️‍🔥 👩‍👩‍👧", "東京", "a b-c_d"]) {
  test(`${text} stays as it is`, () => assert.equal(visible(text), text));
}

test("a name stands in quotes", () => {
  assert.equal(quoted('Acme "A"\u202e'), '"Acme \\"A\\"\\u202e"');
});

test("lines and tabs of a longer text stay, and what else is hidden is escaped", () => {
  assert.equal(visibleLines("Total\t9,90\nPaid\u202e\r\n"), "Total\t9,90\nPaid\\u202e\\u000d\n");
  assert.equal(visible("a\nb"), "a\\u000ab");
});
