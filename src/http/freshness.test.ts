import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { freshMsOf } from "./freshness.ts";

const NOW = Date.parse("2026-11-21T09:00:00Z");

describe("an answer may be used again", () => {
  for (const [rule, headers, seconds] of [
    ["for an hour when nothing is said", {}, 3600],
    [
      "for an hour when nothing is said of time",
      { "cache-control": "public, must-revalidate" },
      3600,
    ],
    ["for its max-age", { "cache-control": "public, max-age=60" }, 60],
    ["for its max-age in any case, in quotes", { "cache-control": 'Max-Age="60"' }, 60],
    ["for its s-maxage before its max-age", { "cache-control": "max-age=60, s-maxage=120" }, 120],
    ["for the first max-age of two", { "cache-control": "max-age=60, max-age=120" }, 60],
    ["for a day at most", { "cache-control": "max-age=31536000" }, 86_400],
    ["not when its max-age is 0", { "cache-control": "max-age=0" }, 0],
    ["not when its max-age is nonsense", { "cache-control": "max-age=-5" }, 0],
    ["not when its max-age is empty", { "cache-control": "max-age" }, 0],
    ["not with no-store", { "cache-control": "no-store, max-age=60" }, 0],
    ["not with no-cache", { "cache-control": "max-age=60,No-Cache" }, 0],
    ["not when it is private", { "cache-control": 'private="x, max-age=9", max-age=60' }, 0],
    [
      "whatever stands in a quoted value",
      { "cache-control": 'x="no-store, max-age=1", max-age=60' },
      60,
    ],
    ["not when it varies by everything", { "cache-control": "max-age=60", vary: "*" }, 0],
    [
      "when it varies by what we never change",
      { "cache-control": "max-age=60", vary: "accept" },
      60,
    ],
    ["for what is left of its max-age", { "cache-control": "max-age=60", age: "50" }, 10],
    ["not when it is older than that", { "cache-control": "max-age=60", age: "70" }, 0],
    ["for its max-age when its age is nonsense", { "cache-control": "max-age=60", age: "-9" }, 60],
    ["until it expires", { expires: "Sat, 21 Nov 2026 09:10:00 GMT" }, 600],
    [
      "until it expires, by the clock of its server",
      { expires: "Sat, 21 Nov 2026 11:10:00 GMT", date: "Sat, 21 Nov 2026 11:00:00 GMT" },
      600,
    ],
    [
      "until it expires, by our clock when the server has none",
      { expires: "Sat, 21 Nov 2026 09:10:00 GMT", date: "nonsense" },
      600,
    ],
    ["not when it has expired", { expires: "Sat, 21 Nov 2026 08:00:00 GMT" }, 0],
    ["not when it expires at no time", { expires: "0" }, 0],
    ["not when it expires in a year", { expires: "2099" }, 0],
    ["not when it expires on no day", { expires: "Sat, 99 Nov 2026 09:10:00 GMT" }, 0],
    [
      "for its max-age before its expiry",
      { "cache-control": "max-age=60", expires: "Sat, 21 Nov 2026 08:00:00 GMT" },
      60,
    ],
  ] as const) {
    test(rule, () => assert.equal(freshMsOf(headers, NOW), seconds * 1000));
  }
});
