import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { runningTimers } from "./running.ts";

onEachSize((world) => {
  test("a person's running timers are found among those that run, without the history", async () => {
    const { auditContext, userId } = await world.team();
    const plan = await planOf(world, (db) => runningTimers({ ...auditContext, db }, userId));
    assertSearches(plan, {
      tracker_entries: "tracker_entries_running (team_id=? AND assigned_id=?)",
    });
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
  });

  test("a team's running timers are found among those that run, without the history", async () => {
    const { auditContext } = await world.team();
    const plan = await planOf(world, (db) => runningTimers({ ...auditContext, db }));
    assertSearches(plan, { tracker_entries: "tracker_entries_running_newest (team_id=?)" });
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
  });
});
