import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken, spokenToTheSecond } from "./words.ts";

test("a sentence has hours and minutes, without seconds", () => {
  for (const [seconds, told] of [
    [0, "0 min"],
    [59, "< 1 min"],
    [60, "1 min"],
    [2700, "45 min"],
    [3600, "1 h"],
    [3907, "1 h 05"],
    [4_336_200, "1,204 h 30"],
  ] as const)
    assert.equal(spoken(seconds), told);
});

test("where nothing may be left out, the seconds are told too", () => {
  for (const [seconds, told] of [
    [0, "0 min"],
    [5400, "1 h 30"],
    [9, "9 s"],
    [3609, "1 h 9 s"],
    [7509, "2 h 5 min 9 s"],
  ] as const)
    assert.equal(spokenToTheSecond(seconds), told);
});
