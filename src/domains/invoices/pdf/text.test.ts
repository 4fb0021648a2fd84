import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { invoiceBody } from "../../../../test/invoice-bodies.ts";
import { FONT_FILES } from "./font-files.ts";
import { breakable, drawnText, FONT_RANGES, notDrawable } from "./text.ts";

/** Characters of a font's `cmap`, by its table for the Basic Multilingual Plane (OpenType, format 4). */
function charactersOf(file: string): ReadonlySet<number> {
  const font = readFileSync(file);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_table, at) => 12 + 16 * at);
  const record = tables.find((at) => font.toString("latin1", at, at + 4) === "cmap") ?? 0;
  const cmap = font.readUInt32BE(record + 8);
  const encodings = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_encoding, at) => {
    const start = cmap + 4 + 8 * at;
    return cmap + font.readUInt32BE(start + 4);
  });
  const map = encodings.find((at) => font.readUInt16BE(at) === 4) ?? 0;
  const size = font.readUInt16BE(map + 6);
  const found = new Set<number>();
  for (let at = 0; at < size; at += 2) {
    const end = font.readUInt16BE(map + 14 + at);
    const start = font.readUInt16BE(map + 16 + size + at);
    const delta = font.readUInt16BE(map + 16 + 2 * size + at);
    const place = map + 16 + 3 * size + at;
    const range = font.readUInt16BE(place);
    for (let code = start; code <= end; code += 1) {
      const glyph = range === 0 ? code : font.readUInt16BE(place + range + 2 * (code - start));
      if (glyph !== 0 && (glyph + delta) % 65_536 !== 0) found.add(code);
    }
  }
  return found;
}

test("the committed ranges are the visible characters of both weights of the font", () => {
  const [regular, bold] = [charactersOf(FONT_FILES.normal), charactersOf(FONT_FILES.bold)];
  const both = [...regular].filter((code) => bold.has(code));
  const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  const visible = both.filter((code) => !hidden.test(String.fromCodePoint(code)));
  const committed = FONT_RANGES.split(" ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_code, at) => first + at);
  });
  assert.deepEqual(
    committed,
    visible.toSorted((one, other) => one - other),
  );
  // A soft break needs the zero width space.
  assert.ok(both.includes(0x20_0b));
});

test("characters that the font lacks are named with their field", () => {
  const { buyer, ...body } = invoiceBody([
    { name: "Design", quantity: "1", price: "1" },
    { name: "名刺 名", description: "ok\nשלום 👍🏽", quantity: "1", price: "1" },
  ]);
  assert.deepEqual(notDrawable({ ...body, buyer: { ...buyer, name: "株式会社 Nord" } }), [
    { path: "lines.1.name", characters: ["名", "刺"] },
    { path: "lines.1.description", characters: ["ש", "ל", "ו", "ם", "👍", "🏽"] },
    { path: "buyer.name", characters: ["株", "式", "会", "社"] },
  ]);
});

test("European scripts, Vietnamese, Greek, Cyrillic and signs of money are drawn", () => {
  const texts = [
    "Zażółć gęślą jaźń, Příliš žluťoučký kůň, Ærøskøbing, Þorlákshöfn, Ĳssel, İstanbul",
    "Nguyễn Thị Ánh, Công ty Trách nhiệm hữu hạn",
    "Αθήνα, Ελληνική Εταιρεία Λογισμικού",
    "Общество «Ромашка», Київ, Ђорђе",
    "€ £ $ ¥ ₹ ₺ ₽ ₴ ₩ ₪ ₫ ₱ ₦ ₿ – — … „“ ‚‘ ’ « » • · × ÷ ± ½ % ‰ ° § ¶ © ® ™ №",
  ];
  assert.deepEqual(notDrawable(texts), []);
});

test("a letter with a mark apart is drawn as one, and what has no look is left out", () => {
  assert.equal(drawnText("Mu\u0308ller"), "Müller");
  assert.equal(drawnText("a\u00ad\u200b\u200d\u202e\u2066\ufeff\ufe0f\u0007b"), "ab");
  assert.equal(drawnText("a\r\nb\rc\u2028d\te"), "a\nb\nc\nd e");
  assert.deepEqual(notDrawable(["e\u0301", "x\u0302", "a\u200b\u202eb\r\nc\td"]), []);
  assert.deepEqual(notDrawable(["x\u0488"]), [{ path: "0", characters: ["\u0488"] }]);
});

test("a word of more than 30 characters may break after every 20, and never before a mark", () => {
  const word = "Donaudampfschifffahrtsgesellschaft";
  assert.equal(breakable(`a ${word} b`), `a ${word.slice(0, 20)}\u200b${word.slice(20)} b`);
  assert.equal(breakable("x".repeat(30)), "x".repeat(30));
  assert.equal(breakable("x".repeat(300)).length, 314);
  assert.ok(!breakable("x\u0302".repeat(40)).includes("\u200b\u0302"));
});
