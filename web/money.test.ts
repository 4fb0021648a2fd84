import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "./money.ts";

test("a sum is told whole, also where browsers leave digits out", () => {
  assert.equal(money(1_234_567, "EUR"), "€12,345.67");
  assert.equal(money(1_200_050, "HUF"), "HUF\u00a012,000.50");
  assert.equal(money(-500, "JPY"), "-JP¥500");
  assert.equal(money(1_005, "KWD"), "KWD\u00a01.005");
});
