import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { invoiceTotals } from "../../../../src/shared/invoice-totals.ts";
import {
  blankLine,
  copiedLine,
  discountColumns,
  discountOf,
  filledLine,
  isBlank,
  movedLine,
  pricedLines,
  withChangedLine,
  withoutLine,
} from "./lines.ts";

const RATES = [
  { id: "full", category: "S", bp: 1900 },
  { id: "reduced", category: "S", bp: 700 },
] as const;

function line(id: string, changes: Partial<ReturnType<typeof blankLine>> = {}) {
  return { ...blankLine(id, "full"), name: `Line ${id}`, ...changes };
}

const LINES = [
  line("a", { quantity: "12.5", price: "95" }),
  line("b", { quantity: "3", price: "19.99", tax_rate_id: "reduced" }),
  line("c", { price: "49.9", ...discountColumns({ bp: 1500 }) }),
];

function idsOf(lines: readonly { readonly id: string }[]): string {
  return lines.map(({ id }) => id).join("");
}

describe("the lines of an editor", () => {
  test("ids stay when a line moves, goes, or is written again", () => {
    assert.equal(idsOf(movedLine(LINES, "c", -1)), "acb");
    assert.equal(idsOf(movedLine(LINES, "a", 1)), "bac");
    assert.equal(idsOf(movedLine(LINES, "a", -1)), "abc");
    assert.equal(idsOf(movedLine(LINES, "c", 1)), "abc");
    assert.equal(idsOf(movedLine(LINES, "unknown", 1)), "abc");
    assert.equal(idsOf(withoutLine(LINES, "b")), "ac");
    assert.equal(idsOf(withChangedLine(LINES, line("b", { name: "Other" }))), "abc");
    assert.equal(idsOf(withChangedLine(LINES, line("d"))), "abcd");
    assert.equal(idsOf(copiedLine(LINES, "a", "n")), "anbc");
  });

  test("a line is blank until it has a name, a description or a price", () => {
    const blank = blankLine("n", null);
    assert.equal(isBlank(blank), true);
    assert.equal(isBlank({ ...blank, quantity: "4" }), true);
    assert.equal(isBlank({ ...blank, price: "5" }), false);
    assert.equal(isBlank({ ...blank, description: "As agreed" }), false);
    assert.equal(isBlank({ ...blank, name: "Design" }), false);
  });

  test("an earlier line gives all but the quantity", () => {
    const known = { name: "Design", description: null, unit: "h", price: "80", tax_rate_id: null };
    const filled = filledLine(line("a", { quantity: "7" }), known);
    assert.deepEqual(filled, { ...blankLine("a", null), ...known, quantity: "7" });
  });

  test("a discount is a share, an amount, or none", () => {
    for (const discount of [{ bp: 1000 }, { minor: 500 }, null])
      assert.deepEqual(discountOf(discountColumns(discount)), discount);
  });

  test("the totals are those of the document", () => {
    const reading = invoiceTotals({
      currency: "EUR",
      pricesIncludeTax: false,
      discount: { bp: 1000 },
      lines: pricedLines(LINES, RATES),
    });
    assert.ok(reading.state === "read");
    assert.equal(reading.value.total, 137_498);
  });
});
