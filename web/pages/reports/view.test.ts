import assert from "node:assert/strict";
import { test } from "node:test";
import { besideBefore, asOnPages } from "./view.ts";

test("amounts, days and months of a notice are written as on the rest of the page, and other numbers stay", () => {
  assert.equal(
    asOnPages("Left out: 44 transactions (54748.62 USD in, 1200 JPY out) of 2026."),
    "Left out: 44 transactions (US$54,748.62 in, JP¥1,200 out) of 2026.",
  );
  assert.equal(
    asOnPages("From 2026-05-01 to 2026-10-31; the books begin in 2024-11."),
    "From 1 May 2026 to 31 Oct 2026; the books begin in November 2024.",
  );
  const others = "INV-2026-11, 2026-0037, 2026-13 and 2026-13-40.";
  assert.equal(asOnPages(others), others);
});

function category(category_slug: string, amount: number) {
  const list = { figure: "burn", from: "2026-10-01", to: "2026-10-31", category: category_slug };
  return { category_slug, name: category_slug, amount, list };
}

test("a category of only one range stands beside the others, so that each column sums up", () => {
  const now = [category("rent", 1200), category("travel", 80), category("refunds", -20)];
  const before = [category("training", 300), category("rent", 1100)];
  assert.deepEqual(
    besideBefore(now, before).map(({ key, now, before }) => [key, now?.amount, before?.amount]),
    [
      ["rent", 1200, 1100],
      ["travel", 80, undefined],
      ["training", undefined, 300],
      ["refunds", -20, undefined],
    ],
  );
});

test("without a range to compare with the categories keep their order", () => {
  const now = [category("rent", 10), category("travel", 10), category("refunds", -20)];
  assert.deepEqual(
    besideBefore(now).map(({ key }) => key),
    ["rent", "travel", "refunds"],
  );
});
