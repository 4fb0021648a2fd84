import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { fold, foldCase } from "./fold.ts";

const text = fc.string({ unit: "binary", maxLength: 40 });

test("fold drops case, accents of Latin letters, and what makes a Latin letter special", () => {
  for (const [given, folded] of [
    ["", ""],
    ["Acme", "acme"],
    ["ÉÈêë e\u0301", "eeee e"],
    ["Tiếng Việt", "tieng viet"],
    ["İIıi i\u0307", "iiii i"],
    ["Straße ẞ", "strasse ss"],
    ["Łódź Øre Đuro Ħal Ŧ", "lodz ore duro hal t"],
    ["Ænima Œuvre Ǽ Ǿ", "aenima oeuvre ae o"],
  ] as const) {
    assert.equal(fold(given), folded);
  }
});

test("fold keeps the marks of other scripts, composed", () => {
  for (const [given, folded] of [
    ["Андрей Ё", "андрей ё"],
    ["и\u0306", "й"],
    ["Ά ΟΔΟΣ", "ά οδοσ"],
    ["한국".normalize("NFD"), "한국"],
    ["がぎ".normalize("NFD"), "がぎ"],
    ["हिन्दी", "हिन्दी"],
    ["🦊👩‍👩‍👧", "🦊👩‍👩‍👧"],
  ] as const) {
    assert.equal(fold(given), folded);
  }
});

test("foldCase drops case and keeps accents", () => {
  for (const [given, folded] of [
    ["CAFE\u0301", "café"],
    ["İ", "i\u0307"],
    ["ı", "ı"],
    ["Łódź", "łódź"],
    ["ΤΑΪ\u0301ΣΤΡΑΣ", "ταΐστρασ"],
    ["J\u030c", "ǰ"],
  ] as const) {
    assert.equal(foldCase(given), folded);
  }
});

for (const form of [fold, foldCase]) {
  test(`${form.name} of what is folded changes nothing more`, () => {
    fc.assert(fc.property(text, (text) => assert.equal(form(form(text)), form(text))));
  });

  test(`${form.name} is the same for composed, decomposed and lower case text`, () => {
    fc.assert(
      fc.property(text, (text) => {
        assert.equal(form(text.normalize("NFD")), form(text));
        assert.equal(form(text.normalize("NFC")), form(text));
        assert.equal(form(text.toLowerCase()), form(text));
      }),
    );
  });
}

test("foldCase tells apart whatever differs in more than case", () => {
  for (const [one, other] of [
    ["Cafe", "Café"],
    ["Łódź", "Lódź"],
    ["i", "ı"],
    ["Izmir", "İzmir"],
    ["и", "й"],
  ] as const) {
    assert.notEqual(foldCase(one), foldCase(other));
  }
});

test("a word is found in every text that it stands in", () => {
  fc.assert(
    fc.property(text, text, text, (before, word, after) => {
      assert.ok(fold(`${before} ${word} ${after}`).includes(fold(word)));
    }),
  );
});
