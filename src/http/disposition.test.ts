import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { withoutHidden } from "../core/visible.ts";
import { dispositionOf } from "./disposition.ts";

test("a name stands in ASCII and in UTF-8", () => {
  assert.equal(
    dispositionOf("Rechnung Müller (März) 100%.pdf"),
    "attachment; filename=\"Rechnung M_ller (M_rz) 100_.pdf\"; filename*=UTF-8''Rechnung%20M%C3%BCller%20%28M%C3%A4rz%29%20100%25.pdf",
  );
});

test("a name has no folders, and nothing in it that nobody sees", () => {
  for (const [name, plain] of [
    ["../../etc/passwd", ".._.._etc_passwd"],
    ["C:\\Users\\a.csv", "C:_Users_a.csv"],
    ["report\u202egpj.exe", "reportgpj.exe"],
    ["a\r\nb\t\u2028c\u0085\u200f.pdf", "abc.pdf"],
    ["\u202e", "file"],
  ] as const)
    assert.equal(
      dispositionOf(name),
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(plain)}`,
    );
});

test("no name gets out of its quotes or its line, and every other character comes back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const header = dispositionOf(name);
      const [, ascii = "", encoded = ""] =
        /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w.~!%-]*)$/.exec(header) ?? [];
      assert.match(header, /^[ -~]+$/);
      assert.doesNotMatch(ascii, /[\\%]/);
      const kept = withoutHidden(name.toWellFormed()).replaceAll(/[/\\]/g, "_");
      assert.equal(decodeURIComponent(encoded), kept || "file");
      assert.equal(
        new Headers({ "Content-Disposition": header }).get("content-disposition"),
        header,
      );
    }),
  );
});
