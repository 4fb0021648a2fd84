import assert from "node:assert/strict";
import { test } from "node:test";
import { dayAt, greetingAt } from "./greeting.ts";

for (const [at, timeZone, greeting] of [
  ["2026-11-21T01:00:00Z", "Europe/Berlin", "Hello"],
  ["2026-11-21T03:59:00Z", "Europe/Berlin", "Hello"],
  ["2026-11-21T04:00:00Z", "Europe/Berlin", "Good morning"],
  ["2026-11-21T10:59:00Z", "Europe/Berlin", "Good morning"],
  ["2026-11-21T11:00:00Z", "Europe/Berlin", "Good afternoon"],
  ["2026-11-21T17:00:00Z", "Europe/Berlin", "Good evening"],
  ["2026-11-21T22:59:00Z", "Europe/Berlin", "Good evening"],
  ["2026-11-21T23:00:00Z", "Europe/Berlin", "Hello"],
  ["2026-11-21T17:00:00Z", "America/New_York", "Good afternoon"],
] as const)
  test(`${at} is ${greeting} in ${timeZone}`, () => {
    assert.equal(greetingAt(at, timeZone), greeting);
  });

test("the day is the reader's own", () => {
  assert.match(dayAt("2026-11-21T23:30:00Z", "Asia/Tokyo"), /^Sunday,? 22 November 2026$/);
});
