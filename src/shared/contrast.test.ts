import assert from "node:assert/strict";
import { test } from "node:test";
import { contrastOnWhite } from "./contrast.ts";

test("contrast with white is that of WCAG", () => {
  assert.equal(contrastOnWhite("#000000"), 21);
  assert.equal(contrastOnWhite("#ffffff"), 1);
  // Published values: https://webaim.org/resources/contrastchecker/
  for (const [color, contrast] of [
    ["#777777", 4.48],
    ["#0000ff", 8.59],
    ["#ff0000", 4],
    ["#ffff00", 1.07],
  ] as const)
    assert.equal(Math.round(contrastOnWhite(color) * 100) / 100, contrast, color);
});
