import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { withoutHidden } from "../core/visible.ts";
import { fileName, nameToSave } from "./file-name.ts";

test("a name has no folders, nothing in it that nobody sees, and an end", () => {
  for (const [given, name] of [
    ["../../x", "x"],
    ["C:\\Bills\\a.pdf", "a.pdf"],
    ["a\u202efdp.exe", "afdp.exe"],
    ["Mu\u0308ller.pdf", "M\u00fcller.pdf"],
    [" a \r\n b.pdf ", "a b.pdf"],
    [".pdf", "PDF.pdf"],
    ["..", "PDF.pdf"],
    ["", "PDF.pdf"],
    ["folder/", "PDF.pdf"],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(196)}.pdf`],
    ["\ud83d\ude00".repeat(201), "\ud83d\ude00".repeat(200)],
  ] as const)
    assert.equal(fileName(given, "pdf"), name);
});

test("every name becomes one that stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (given) => {
      const name = fileName(given, "text");
      assert.ok(name.length > 0 && Array.from(name).length <= 200);
      assert.doesNotMatch(name, /[/\\]|^\./);
      assert.equal(withoutHidden(name), name);
      assert.ok(name.isWellFormed());
      assert.equal(fileName(name, "text"), name);
    }),
  );
});

test("the ending of a file that is saved is that of its content", () => {
  for (const [name, kind, saved] of [
    ["a.pdf", "pdf", "a.pdf"],
    ["a.PDF", "pdf", "a.PDF"],
    ["afdp.exe", "pdf", "afdp.exe.pdf"],
    ["invoice", "xml", "invoice.xml"],
    ["photo.jpeg", "jpeg", "photo.jpeg"],
    ["a.js", "text", "a.js.txt"],
  ] as const)
    assert.equal(nameToSave(name, kind), saved);
});
