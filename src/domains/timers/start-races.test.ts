import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { codesOf, together } from "../../../test/races.ts";
import { addEntry, runningIn, teamWithProject } from "../../../test/tracker.ts";

const ROUNDS = extent(12, 60);

onEachDatabase((world) => {
  test("twenty starts at once leave one running timer, and all of them succeed", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= 10; round += 1) {
      const starts = await together(20, () => team.attempt("tracker_start_timer", { project_id }));
      assert.deepEqual(codesOf(starts), {});
      const [running, ...others] = await runningIn(team);
      assert.deepEqual(others, []);
      const stopped = new Set(starts.map(({ answer }) => answer.stopped?.id));
      const open = starts.filter(({ answer }) => !stopped.has(answer.id));
      assert.deepEqual(
        open.map(({ answer }) => answer.id),
        [running],
      );
      world.pass(300_000);
    }
    assert.equal((await team.state())["tracker_entries"]?.length, 10);
  });

  test("twenty starts at once at different moments of the day leave one running timer", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= 10; round += 1) {
      const starts = await together(20, (index) => {
        const moment = Date.parse("2026-11-21T00:00:00Z") + ((index * 7) % 20) * 600_000;
        const start = new Date(moment).toISOString();
        return team.attempt("tracker_start_timer", { project_id, start });
      });
      assert.deepEqual(codesOf(starts), {});
      assert.equal((await runningIn(team)).length, 1);
    }
  });

  test("starts for two people at once leave one running timer each", async () => {
    const { team, project_id } = await teamWithProject(world);
    const mia = await team.member("member");
    const people = [team.userId, mia.userId];
    const starts = await together(20, (index) => {
      const assigned_id = people[index % 2];
      return team.attempt("tracker_start_timer", { project_id, assigned_id });
    });
    assert.deepEqual(codesOf(starts), {});
    assert.equal((await runningIn(team)).length, 2);
  });

  test("a start and a stop of its predecessor at once: the timer stops once, the start succeeds", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const timer = await team.call("tracker_start_timer", { project_id });
      world.pass(300_000);
      const [next, stop] = await Promise.all([
        team.attempt("tracker_start_timer", { project_id }),
        team.attempt("tracker_stop_timer", { entry_id: timer.id }),
      ]);
      assert.equal(next.refused, null);
      const stops = [next.answer.stopped, stop.answer].filter((entry) => entry?.id === timer.id);
      assert.equal(stops.length, 1);
      assert.deepEqual(await runningIn(team), [next.answer.id]);
    }
  });

  test("a start and a stop of whatever runs at once leave at most one running timer", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await team.call("tracker_start_timer", { project_id });
      world.pass(300_000);
      const [next, stop] = await Promise.all([
        team.attempt("tracker_start_timer", { project_id }),
        team.attempt("tracker_stop_timer"),
      ]);
      assert.deepEqual(codesOf([next, stop]), {});
      const hitNext = stop.answer.id === next.answer.id;
      assert.deepEqual(await runningIn(team), hitNext ? [] : [next.answer.id]);
    }
  });

  test("the database itself refuses a second running timer of a person and day", async () => {
    const { team, project_id } = await teamWithProject(world);
    const timer = await team.call("tracker_start_timer", { project_id });
    const second = { project_id, date: timer.date, start: timer.start, duration: null };
    const before = await team.state();
    await assert.rejects(addEntry(team, second), /unique/i);
    assert.deepEqual(await team.state(), before);
    const mia = await team.member("member");
    await addEntry(team, { ...second, assigned_id: mia.userId });
    await addEntry(team, { ...second, date: "2026-11-20" });
    await addEntry(team, { ...second, stop: timer.start, duration: 0 });
    await addEntry(team, { ...second, start: null });
    assert.equal((await team.state())["tracker_entries"]?.length, 5);
  });
});
