import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { codesOf, duringWrite, together } from "../../../test/races.ts";
import { runningIn, teamWithProject } from "../../../test/tracker.ts";
import type { Db } from "../../db/schema/schema.ts";
import { millisecondsBetween } from "../../shared/time.ts";

onEachDatabase((world) => {
  test("of ten stops of one entry at once exactly one succeeds", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= 10; round += 1) {
      const timer = await team.call("tracker_start_timer", { project_id });
      world.pass(60_000);
      const args = { entry_id: timer.id };
      const stops = await together(10, () => team.attempt("tracker_stop_timer", args));
      assert.deepEqual(codesOf(stops), { already_stopped: 9 });
    }
    assert.equal((await team.journalOf("tracker_stop_timer")).length, 10);
  });

  test("of ten stops that discard one entry at once exactly one succeeds", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= 10; round += 1) {
      const timer = await team.call("tracker_start_timer", { project_id });
      const args = { entry_id: timer.id };
      const stops = await together(10, () => team.attempt("tracker_stop_timer", args));
      assert.deepEqual(codesOf(stops), { not_found: 9 });
    }
    assert.equal((await team.journalOf("tracker_stop_timer")).length, 10);
  });

  test("of ten stops of today's timer at once exactly one succeeds", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= 10; round += 1) {
      await team.call("tracker_start_timer", { project_id });
      world.pass(60_000);
      const stops = await together(10, () => team.attempt("tracker_stop_timer"));
      assert.deepEqual(codesOf(stops), { no_running_timer: 9 });
    }
  });

  test("a start waits for whoever is stopping its predecessor, and then succeeds", async () => {
    const { team, project_id } = await teamWithProject(world);
    const timer = await team.call("tracker_start_timer", { project_id });
    world.pass(300_000);
    const next = await duringWrite(
      world,
      (db) => finish(db, timer.id, world.now),
      () => team.call("tracker_start_timer", { project_id }),
    );
    assert.equal(next.stopped, null);
    assert.deepEqual(await runningIn(team), [next.id]);
  });

  test("a stop that comes second says what the first has done", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (const [write, code] of [
      [finish, "already_stopped"],
      [remove, "not_found"],
    ] as const) {
      const timer = await team.call("tracker_start_timer", { project_id });
      world.pass(300_000);
      const error = await duringWrite(
        world,
        (db) => write(db, timer.id, world.now),
        () => team.refused("tracker_stop_timer", { entry_id: timer.id }),
      );
      assert.equal(error.code, code);
    }
  });

  test("a stop counts from the start that another call gives the timer meanwhile", async () => {
    const { team, project_id } = await teamWithProject(world);
    const start = "2026-11-21T08:00:00.000Z";
    for (const milliseconds of [300_000, 30_000]) {
      const timer = await team.call("tracker_start_timer", { project_id });
      world.pass(milliseconds);
      const stopped = await duringWrite(
        world,
        (db) =>
          db.updateTable("tracker_entries").set({ start }).where("id", "=", timer.id).execute(),
        () => team.call("tracker_stop_timer", { entry_id: timer.id }),
      );
      assert.equal(stopped.discarded, false);
      assert.deepEqual(
        [stopped.start, stopped.duration],
        [start, millisecondsBetween(start, world.now) / 1000],
      );
    }
  });
});

function finish(db: Db, id: string, stop: string): Promise<unknown> {
  return db
    .updateTable("tracker_entries")
    .set({ stop, duration: 300 })
    .where("id", "=", id)
    .execute();
}

function remove(db: Db, id: string): Promise<unknown> {
  return db.deleteFrom("tracker_entries").where("id", "=", id).execute();
}
