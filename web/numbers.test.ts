import assert from "node:assert/strict";
import { test } from "node:test";
import { chartHours, currencies, hours, money, moreWords, shareOf } from "./numbers.ts";

test("a sum is told whole, also where browsers leave digits out", () => {
  assert.equal(money(1_234_567, "EUR"), "€12,345.67");
  assert.equal(money(1_200_050, "HUF"), "HUF\u00a012,000.50");
  assert.equal(money(-500, "JPY"), "-JP¥500");
  assert.equal(money(1_005, "KWD"), "KWD\u00a01.005");
});

test("tracked time in a list is hours and minutes, never seconds and never rounded up", () => {
  for (const [seconds, told] of [
    [0, "0:00"],
    [59, "< 0:01"],
    [60, "0:01"],
    [3607, "1:00"],
    [3659, "1:00"],
    [5400, "1:30"],
    [4_336_200, "1,204:30"],
  ] as const)
    assert.equal(hours(seconds), told);
});

test("a value of a chart is whole seconds first, so that 1.9999 hours are no minute less", () => {
  assert.deepEqual([0, 0.5, 1.9999, 12.25].map(chartHours), ["0:00", "0:30", "2:00", "12:15"]);
});

test("a share is never told as all or nothing unless it is", () => {
  for (const [part, whole, share] of [
    [0, 10, 0],
    [1, 1000, 1],
    [6, 10, 60],
    [996, 1000, 99],
    [1000, 1000, 100],
  ] as const)
    assert.equal(shareOf(part, whole), share, `${part} of ${whole}`);
});

test("currencies are offered that somebody pays in, and no metals or test codes", () => {
  const codes = new Set(currencies().map(({ value }) => value));
  for (const code of ["EUR", "USD", "XOF"]) assert.ok(codes.has(code), code);
  for (const code of ["XTS", "XXX", "XAU", "XAG", "XPT"]) assert.ok(!codes.has(code), code);
});

test("a button for more rows tells their number once where these are all", () => {
  assert.equal(moreWords(120, 50), "Show 50 more of 120");
  assert.equal(moreWords(5, 50), "Show the other 5");
});
