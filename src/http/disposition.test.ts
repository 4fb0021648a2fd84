import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { dispositionOf } from "./disposition.ts";

test("a name stands in ASCII and in UTF-8", () => {
  assert.equal(
    dispositionOf("Rechnung Müller (März) 100%.pdf"),
    "attachment; filename=\"Rechnung M_ller (M_rz) 100_.pdf\"; filename*=UTF-8''Rechnung%20M%C3%BCller%20%28M%C3%A4rz%29%20100%25.pdf",
  );
});

test("no name gets out of its quotes or its line, and each comes back whole", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const header = dispositionOf(name);
      const [, ascii = "", encoded = ""] =
        /^attachment; filename="([^"]*)"; filename\*=UTF-8''([\w.~!%-]*)$/.exec(header) ?? [];
      assert.match(header, /^[ -~]+$/);
      assert.doesNotMatch(ascii, /[\\%]/);
      assert.equal(decodeURIComponent(encoded), name.toWellFormed());
      assert.equal(
        new Headers({ "Content-Disposition": header }).get("content-disposition"),
        header,
      );
    }),
  );
});
