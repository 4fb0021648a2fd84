import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { runningIn, teamWithTimer } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("a timer runs on when the clock was set back behind its start, until the clock has passed", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T07:00:00Z");
    for (const args of [{}, { entry_id: timer.id }]) {
      const error = await team.refusedWithoutTrace("tracker_stop_timer", args);
      assert.equal(error.code, "clock_behind");
      assert.ok(error.sentence.includes(timer.id) && error.sentence.includes(world.now));
    }
    world.at("2026-11-21T09:00:00Z");
    assert.equal((await team.call("tracker_stop_timer")).duration, 3600);
  });

  test("a timer is not discarded because the clock was set back by some seconds", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    for (const now of ["2026-11-21T07:59:59.999Z", "2026-11-21T07:59:30Z"]) {
      world.at(now);
      assert.equal((await team.refusedWithoutTrace("tracker_stop_timer")).code, "clock_behind");
    }
    world.at("2026-11-21T08:30:00Z");
    const { id, duration } = await team.call("tracker_stop_timer");
    assert.deepEqual([id, duration], [timer.id, 1800]);
  });

  test("no timer is started over one of its day that the clock was set back behind", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T07:00:00Z");
    for (const args of [{}, { start: "2026-11-21T06:00:00Z" }]) {
      const given = { project_id, ...args };
      const error = await team.refusedWithoutTrace("tracker_start_timer", given);
      assert.equal(error.code, "clock_behind");
    }
    assert.deepEqual(await runningIn(team), [timer.id]);
  });

  test("a timer that began before the clock's new time, though it was made later, is not discarded either", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T11:00:00Z");
    await team.call("tracker_stop_timer");
    const start = "2026-11-21T09:00:00Z";
    const given = { project_id: timer.project.id, start };
    const { id } = await team.call("tracker_start_timer", given);
    world.at("2026-11-21T09:00:30Z");
    const error = await team.refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "clock_behind");
    const stop = "2026-11-21T09:00:59Z";
    const stopped = await team.call("tracker_stop_timer", { entry_id: id, stop });
    assert.equal(stopped.discarded, true, "the caller's own word counts");
  });

  test("a timer from a clock that was weeks ahead neither stops work of today nor is lost by it", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-12-31T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const today = await team.call("tracker_start_timer", { project_id });
    assert.equal(today.stopped, null);
    assert.deepEqual(new Set(await runningIn(team)), new Set([timer.id, today.id]));
    world.at("2026-11-21T10:00:00Z");
    const stopped = await team.call("tracker_stop_timer");
    assert.deepEqual([stopped.id, stopped.duration], [today.id, 3600]);
    const error = await team.refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "clock_behind");
  });
});
