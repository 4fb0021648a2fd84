import assert from "node:assert/strict";
import { test } from "node:test";
import { withAmounts } from "./notice-amounts.ts";

test("amounts of a notice are written as on the rest of the page, and other numbers stay", () => {
  assert.equal(
    withAmounts("Left out: 44 transactions (54748.62 USD in, 1200 JPY out) of 2026."),
    "Left out: 44 transactions (US$54,748.62 in, JP¥1,200 out) of 2026.",
  );
});
