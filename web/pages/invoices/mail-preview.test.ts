import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { previewOfMail } from "./mail-preview.ts";

const VALUES = {
  number: "INV-2026-0042",
  customer: "Northwind",
  total: "€1,374.98",
  due_date: "24 December 2026",
  team: "Studio {number}",
  link: null,
} as const;

describe("the preview of an invoice's mail", () => {
  test("has the values in place of the names, and no line that names what there is not", () => {
    const preview = previewOfMail(
      {
        subject: "Invoice {number} from {team}",
        text: "Hello,\n\nplease pay {total} by {due_date}.\n\n{link}\n\nRegards",
      },
      VALUES,
    );
    assert.deepEqual(preview, {
      subject: "Invoice INV-2026-0042 from Studio {number}",
      text: "Hello,\n\nplease pay €1,374.98 by 24 December 2026.\n\nRegards",
    });
  });

  test("keeps braces that are no name", () => {
    const { text } = previewOfMail({ subject: "", text: "See {page}." }, VALUES);
    assert.equal(text, "See {page}.");
  });
});
