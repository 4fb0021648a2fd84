import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime } from "../../../moments.ts";
import { anEvent } from "../event-for-tests.ts";
import { byDay, dayWords } from "./days.ts";

test("events stand under the day on which they fell where the reader is", () => {
  const events = ["2026-11-21T23:30:00.000Z", "2026-11-21T22:30:00.000Z"].map((at) =>
    anEvent({ id: at, at }),
  );
  const days = (timeZone: string) =>
    byDay(events, timeZone).map(({ day, events }) => [day, events.length]);
  assert.deepEqual(days("UTC"), [["2026-11-21", 2]]);
  assert.deepEqual(days("Europe/Berlin"), [
    ["2026-11-22", 1],
    ["2026-11-21", 1],
  ]);
  assert.equal(clockTime("2026-11-21T23:30:00.000Z", "Asia/Kolkata"), "05:00");
});

test("today and yesterday are called so, by the reader's clock", () => {
  const now = "2026-11-21T23:30:00.000Z";
  assert.equal(dayWords("2026-11-22", now, "Europe/Berlin"), "Today, Sunday 22 November 2026");
  assert.equal(
    dayWords("2026-11-21", now, "Europe/Berlin"),
    "Yesterday, Saturday 21 November 2026",
  );
  assert.equal(dayWords("2026-11-20", now, "Europe/Berlin"), "Friday 20 November 2026");
  assert.equal(
    dayWords("2026-10-31", "2026-11-01T08:00:00.000Z", "UTC"),
    "Yesterday, Saturday 31 October 2026",
  );
});
