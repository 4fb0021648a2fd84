import assert from "node:assert/strict";
import { test } from "node:test";
import { codes } from "currency-codes";
import { minorDigits as digitsOfServer } from "../src/core/money.ts";
import { minorDigits, money } from "./money.ts";

test("every currency has as many digits behind the point here as on the server", () => {
  const wrong = [...codes(), "XCG"].filter((code) => minorDigits(code) !== digitsOfServer(code));
  assert.deepEqual(wrong, []);
});

test("a sum is told whole, also where browsers leave digits out", () => {
  assert.equal(money(1_234_567, "EUR"), "€12,345.67");
  assert.equal(money(1_200_050, "HUF"), "HUF\u00a012,000.50");
  assert.equal(money(-500, "JPY"), "-JP¥500");
  assert.equal(money(1_005, "KWD"), "KWD\u00a01.005");
});
