import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../../test/app.ts";
import { planOf } from "../../../test/plan.ts";
import { runningTimers } from "./running.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

test("a person's running timers are found among those that run, without the history", async () => {
  const { auditContext, userId } = await world.team();
  const plan = await planOf(world, (db) => runningTimers({ ...auditContext, db }, userId));
  assert.match(plan, /SEARCH entry USING INDEX tracker_entries_running \(/);
  assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
});

test("a team's running timers are found among those that run, without the history", async () => {
  const { auditContext } = await world.team();
  const plan = await planOf(world, (db) => runningTimers({ ...auditContext, db }));
  assert.match(plan, /SEARCH entry USING INDEX tracker_entries_running_newest \(/);
  assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/);
});
