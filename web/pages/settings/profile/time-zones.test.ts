import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "../../../../src/shared/time-zones.ts";
import { clockIn, timeZoneOptions } from "./time-zones.ts";

test("zones stand under their part of the world, by the names of their places", () => {
  const given = ["Europe/Oslo", "EST", "America/Argentina/Buenos_Aires", "Europe/Berlin", "UTC"];
  assert.deepEqual(timeZoneOptions([...given, "Europe/Oslo"]), [
    { value: "UTC", label: "UTC" },
    {
      label: "America",
      options: [{ value: "America/Argentina/Buenos_Aires", label: "Buenos Aires, Argentina" }],
    },
    {
      label: "Europe",
      options: [
        { value: "Europe/Berlin", label: "Berlin" },
        { value: "Europe/Oslo", label: "Oslo" },
      ],
    },
    { label: "Other", options: [{ value: "EST", label: "EST" }] },
  ]);
});

test("a place without a part of the world keeps its name", () => {
  assert.equal(placeOf("UTC"), "UTC");
});

test("a clock shows the day and the time that it is there", () => {
  const now = "2026-11-21T23:30:00.000Z";
  assert.equal(clockIn("Europe/Berlin", now), "Sunday, 22 November 2026 at 00:30");
  assert.equal(clockIn("America/New_York", now), "Saturday, 21 November 2026 at 18:30");
});
