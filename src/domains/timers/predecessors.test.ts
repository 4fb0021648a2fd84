import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addEntry, runningIn, teamWithTimer, storedEntry } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("today's timer is stopped when another starts, at that moment", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:30:00.500Z");
    const next = await team.call("tracker_start_timer", { project_id });
    assert.deepEqual(next.stopped, {
      ...timer,
      stop: "2026-11-21T09:30:00.500Z",
      duration: 5400,
      discarded: false,
    });
    assert.equal(next.notices, undefined);
    assert.deepEqual(await runningIn(team), [next.id]);
    const { items } = await team.call("tracker_list_entries");
    const { discarded: _discarded, ...stored } = next.stopped;
    assert.deepEqual(items[1], stored);
  });

  test("today's timer is stopped at a start that was given, when that is after its own", async () => {
    const { team, project_id } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T10:00:00Z");
    const start = "2026-11-21T10:15:00+01:00";
    const next = await team.call("tracker_start_timer", { project_id, start });
    assert.equal(next.start, "2026-11-21T09:15:00.000Z");
    assert.equal(next.stopped.stop, "2026-11-21T09:15:00.000Z");
    assert.equal(next.stopped.duration, 4500);
  });

  for (const [when, start] of [
    ["before", "2026-11-21T07:00:00Z"],
    ["exactly at", "2026-11-21T08:00:00Z"],
  ] as const) {
    test(`today's timer is stopped now by a start ${when} its own`, async () => {
      const { team, project_id } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
      world.at("2026-11-21T10:00:00Z");
      const next = await team.call("tracker_start_timer", { project_id, start });
      assert.equal(next.stopped.stop, "2026-11-21T10:00:00.000Z");
      assert.equal(next.stopped.duration, 7200);
      assert.deepEqual(await runningIn(team), [next.id]);
    });
  }

  test("a predecessor under 60 s is deleted, and the answer says so", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T08:00:59.999Z");
    const next = await team.call("tracker_start_timer", { project_id });
    assert.equal(next.stopped.id, timer.id);
    assert.equal(next.stopped.discarded, true);
    const { items } = await team.call("tracker_list_entries");
    assert.deepEqual(
      items.map(({ id }: any) => id),
      [next.id],
    );
  });

  test("a predecessor of 60.000 s is kept", async () => {
    const { team, project_id } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T08:01:00.000Z");
    const next = await team.call("tracker_start_timer", { project_id });
    assert.equal(next.stopped.discarded, false);
    assert.equal(next.stopped.duration, 60);
  });

  test("a predecessor runs on where the server's clock was set back behind it", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T07:59:30Z");
    const { sentence } = await team.refusedWithoutTrace("tracker_start_timer", { project_id });
    assert.match(sentence, /clock was set back/);
    assert.deepEqual(await runningIn(team), [timer.id]);
  });

  test("the timer of the start's own day is stopped, though that day has passed", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-18T08:00:00Z");
    world.at("2026-11-21T10:00:00Z");
    const start = "2026-11-18T12:00:00Z";
    const next = await team.call("tracker_start_timer", { project_id, start });
    assert.equal(next.stopped.id, timer.id);
    assert.equal(next.stopped.stop, "2026-11-18T12:00:00.000Z");
    assert.equal(next.stopped.duration, 14_400);
    assert.deepEqual(await runningIn(team), [next.id]);
  });

  test("today's timer and that of the start's own day are both stopped", async () => {
    const { team, project_id, timer: older } = await teamWithTimer(world, "2026-11-18T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const today = await team.call("tracker_start_timer", { project_id });
    world.at("2026-11-21T10:00:00Z");
    const start = "2026-11-18T12:00:00Z";
    const next = await team.call("tracker_start_timer", { project_id, start });
    assert.equal(next.stopped.id, today.id);
    assert.equal(next.stopped.stop, "2026-11-21T10:00:00.000Z");
    assert.ok(
      next.notices.some((notice: string) => notice.includes(older.id)),
      "a notice names the other one",
    );
    assert.deepEqual(await runningIn(team), [next.id]);
    const { items } = await team.call("tracker_list_entries");
    const stored = items.find(({ id }: any) => id === older.id);
    assert.equal(stored.stop, "2026-11-18T12:00:00.000Z");
    assert.equal(stored.duration, 14_400);
  });

  test("a timer forgotten on an earlier day runs on, and a notice names it", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-20T08:00:00Z");
    world.at("2026-11-21T10:00:00Z");
    const next = await team.call("tracker_start_timer", { project_id });
    assert.equal(next.stopped, null);
    assert.equal(next.notices.length, 1);
    assert.ok(next.notices[0].includes(timer.id));
    assert.ok(next.notices[0].includes("2026-11-20"));
    assert.deepEqual(await runningIn(team), [next.id, timer.id]);
  });

  test("what does not run, or is not the person's own, is no predecessor", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const mia = await team.member("member");
    world.at("2026-11-21T09:00:00Z");
    await team.call("tracker_stop_timer", { entry_id: timer.id });
    await addEntry(team, { project_id });
    const args = { project_id, assigned_id: mia.userId };
    const theirs = await team.call("tracker_start_timer", args);
    const before = (await team.state())["tracker_entries"];
    const next = await team.call("tracker_start_timer", { project_id });
    assert.equal(next.stopped, null);
    assert.deepEqual(new Set(await runningIn(team)), new Set([next.id, theirs.id]));
    const after = (await team.state())["tracker_entries"] ?? [];
    assert.deepEqual(
      after.filter(({ id }: any) => id !== next.id),
      before,
    );
  });

  test("the stop and the start are one event of the journal", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const next = await team.call("tracker_start_timer", { project_id });
    const changes = (await team.journal()).at(-1)?.changes ?? [];
    assert.deepEqual(
      changes.map((change) => change.subject_id),
      [timer.id, next.id],
    );
    assert.deepEqual(changes[0]?.before, { stop: null, duration: null });
    assert.deepEqual(changes[0]?.after, { stop: world.now, duration: 3600 });
    assert.deepEqual(changes[1]?.after, await storedEntry(team, next.id));
  });

  test("a discarded predecessor is journalled as gone", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T08:00:30Z");
    await team.call("tracker_start_timer", { project_id });
    const [change] = (await team.journal()).at(-1)?.changes ?? [];
    assert.equal(change?.subject_id, timer.id);
    assert.equal(change?.after, null);
  });
});
