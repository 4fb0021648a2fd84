import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { addProject } from "../../../test/tracker.ts";

const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const moments = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2037, 0, 1) });
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 120_000 }),
  fc.integer({ min: 0, max: 3 * 86_400_000 }),
);

onEachDatabase((world) => {
  test("in any zone a duration is the whole seconds that passed, and the date the day of the start there", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    const rule = fc.asyncProperty(zones, moments, lengths, async (zone, from, length) => {
      await team.setTimeZone(zone);
      world.at(new Date(from + length).toISOString());
      const start = new Date(from).toISOString();
      const timer = await team.call("tracker_start_timer", { project_id, start });
      assert.equal(timer.date, dayIn(zone, from));
      const entry = await team.call("tracker_stop_timer", { entry_id: timer.id });
      assert.equal(entry.duration, Math.floor(length / 1000));
      assert.equal(entry.discarded, length < 60_000);
      assert.equal(entry.date, timer.date);
    });
    await fc.assert(rule, { numRuns: 150 });
  });
});

/** Differs from the code's way: shifts the moment by the zone's offset and reads it as UTC. */
function dayIn(timeZone: string, moment: number): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const { value } = format.formatToParts(moment).find(({ type }) => type === "timeZoneName") ?? {};
  const [, sign, ...parts] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(value ?? "") ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const offset = ((hours * 60 + minutes) * 60 + seconds) * (sign === "-" ? -1000 : 1000);
  return new Date(moment + offset).toISOString().slice(0, 10);
}
