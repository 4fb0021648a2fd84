import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { addProject } from "../../../test/tracker.ts";

type Step = "start" | "stop" | { readonly pass: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom("start", "stop"),
  fc.oneof(fc.nat(120_000), fc.nat(10 * 3_600_000)).map((pass) => ({ pass })),
);
const zones = fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/New_York");
/** Two are a few hours before a clock change, in Europe and in America. */
const moments = fc.constantFrom(
  "2026-03-28T20:00:00Z",
  "2026-11-01T03:00:00Z",
  "2026-11-21T09:00:00Z",
);

onEachDatabase((world) => {
  test("whatever is started and stopped, entries are those of a stopwatch with a calendar", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    const life = fc.array(steps, { maxLength: 12 });
    const rule = fc.asyncProperty(zones, moments, life, async (zone, moment, life) => {
      const { userId: assigned_id } = await team.member("member");
      await team.withKey(team.key, assigned_id).setTimeZone(zone);
      const stopwatch = new Stopwatch(zone);
      world.at(moment);
      for (const step of life) {
        const now = Date.parse(world.now);
        if (step === "start") {
          const timer = await team.call("tracker_start_timer", { project_id, assigned_id });
          assert.equal(timer.stopped?.duration ?? null, stopwatch.start(now));
        } else if (step === "stop") {
          const { answer } = await team.attempt("tracker_stop_timer", { assigned_id });
          assert.equal(answer?.duration ?? null, stopwatch.stop(now));
        } else world.pass(step.pass);
      }
      const entries = await team.rows("tracker_list_entries", { assigned_id });
      const found = entries.map(({ date, duration }) => ({ date, duration }));
      assert.deepEqual(found, stopwatch.entries.toReversed());
    });
    await fc.assert(rule, { numRuns: 60 });
  });
});

type Entry = { readonly date: string; readonly duration: number | null };

/** Model: one timer a day; under a minute counts as never started. */
class Stopwatch {
  readonly entries: Entry[] = [];
  readonly #days: Intl.DateTimeFormat;
  #startedAt = 0;

  constructor(timeZone: string) {
    // Canadian dates have the format of ISO 8601.
    this.#days = new Intl.DateTimeFormat("en-CA", { timeZone });
  }

  /** Returns the seconds of the timer that it stops. */
  start(now: number): number | null {
    const stopped = this.stop(now);
    this.entries.push({ date: this.#days.format(now), duration: null });
    this.#startedAt = now;
    return stopped;
  }

  /** Returns the seconds of today's timer; one of an earlier day is forgotten and keeps running. */
  stop(now: number): number | null {
    const date = this.#days.format(now);
    const last = this.entries.at(-1);
    if (last?.date !== date || last.duration !== null) return null;
    const duration = Math.floor((now - this.#startedAt) / 1000);
    this.entries.pop();
    if (duration >= 60) this.entries.push({ date, duration });
    return duration;
  }
}
