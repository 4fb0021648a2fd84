import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addEntry, addProject, runningIn, teamWithTimer } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("the caller's running timer of today stops now", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:30:00.250Z");
    const { discarded, ...entry } = await team.call("tracker_stop_timer");
    assert.deepEqual(entry, { ...timer, stop: "2026-11-21T09:30:00.250Z", duration: 5400 });
    assert.equal(discarded, false);
    const { items } = await team.call("tracker_list_entries");
    assert.deepEqual(items, [entry]);
  });

  test("null for an optional argument is the same as leaving it out", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const nothing = { entry_id: null, stop: null, assigned_id: null };
    const entry = await team.call("tracker_stop_timer", nothing);
    assert.equal(entry.id, timer.id);
    assert.equal(entry.stop, "2026-11-21T09:00:00.000Z");
  });

  test("a timer of 59.999 s is deleted and reported as discarded", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.pass(59_999);
    const entry = await team.call("tracker_stop_timer");
    assert.equal(entry.id, timer.id);
    assert.equal(entry.discarded, true);
    assert.equal(entry.duration, 59);
    assert.deepEqual((await team.state())["tracker_entries"], []);
    const [change] = (await team.journal()).at(-1)?.changes ?? [];
    assert.equal(change?.subject_id, timer.id);
    assert.equal(change?.after, null);
  });

  test("a timer of 60.000 s is kept", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.pass(60_000);
    const entry = await team.call("tracker_stop_timer");
    assert.equal(entry.discarded, false);
    assert.equal(entry.duration, 60);
  });

  test("a duration is whole seconds, what is begun does not count", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00.700Z");
    const stop = "2026-11-21T09:00:00.699Z";
    world.at(stop);
    const entry = await team.call("tracker_stop_timer", { stop });
    assert.equal(entry.stop, stop);
    assert.equal(entry.duration, 3599);
  });

  test("a stop that is given counts, whatever its offset", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T12:00:00Z");
    const entry = await team.call("tracker_stop_timer", { stop: "2026-11-21T14:15:00+05:45" });
    assert.equal(entry.stop, "2026-11-21T08:30:00.000Z");
    assert.equal(entry.duration, 1800);
  });

  test("a stop before the start is refused", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const stop = "2026-11-21T08:59:59.999+01:00";
    const error = await team.refusedWithoutTrace("tracker_stop_timer", { stop });
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.path, "stop");
  });

  test("a stop at the very start discards the timer", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const entry = await team.call("tracker_stop_timer", { stop: timer.start });
    assert.equal(entry.discarded, true);
    assert.equal(entry.duration, 0);
  });

  test("a stop may be 60 s ahead of the server's clock, and not a millisecond more", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const early = { stop: "2026-11-21T09:01:00.001Z" };
    const error = await team.refusedWithoutTrace("tracker_stop_timer", early);
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.path, "stop");
    const entry = await team.call("tracker_stop_timer", { stop: "2026-11-21T09:01:00.000Z" });
    assert.equal(entry.duration, 3660);
  });

  test("an entry that the team does not have is refused", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const foreign = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    for (const entry_id of [foreign.timer.id, randomUUID()]) {
      const error = await team.refusedWithoutTrace("tracker_stop_timer", { entry_id });
      assert.equal(error.code, "not_found");
      assert.equal(error.path, "entry_id");
    }
    assert.deepEqual(await runningIn(foreign.team), [foreign.timer.id]);
  });

  test("an assigned_id that differs from the entry's is refused", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const mia = await team.member("member");
    const stranger = await world.team();
    world.at("2026-11-21T09:00:00Z");
    for (const assigned_id of [mia.userId, stranger.userId, randomUUID()]) {
      const args = { entry_id: timer.id, assigned_id };
      const error = await team.refusedWithoutTrace("tracker_stop_timer", args);
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "assigned_id");
    }
    const args = { entry_id: timer.id, assigned_id: team.userId };
    assert.equal((await team.call("tracker_stop_timer", args)).id, timer.id);
  });

  test("an entry that is stopped already is refused", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    await team.call("tracker_stop_timer");
    world.at("2026-11-21T10:00:00Z");
    const args = { entry_id: timer.id };
    const error = await team.refusedWithoutTrace("tracker_stop_timer", args);
    assert.equal(error.code, "already_stopped");
    assert.equal(error.path, "entry_id");
  });

  test("an entry without a start is refused", async () => {
    const team = await world.team();
    const entry_id = await addEntry(team, { project_id: await addProject(team) });
    const error = await team.refusedWithoutTrace("tracker_stop_timer", { entry_id });
    assert.equal(error.code, "entry_has_no_start");
    assert.equal(error.path, "entry_id");
  });

  test("without a running timer there is nothing to stop", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    await team.call("tracker_stop_timer");
    await addEntry(team, { project_id: await addProject(team) });
    const error = await team.refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "no_running_timer");
    assert.match(error.next, /tracker_start_timer/);
  });

  test("with only a timer of an earlier day the error names it, and that one can be stopped", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-20T22:00:00Z");
    world.at("2026-11-21T00:00:00.000Z");
    const error = await team.refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "no_running_timer");
    assert.ok(error.sentence.includes(timer.id));
    assert.ok(error.sentence.includes("2026-11-20"));
    const args = { entry_id: timer.id, stop: "2026-11-20T23:30:00Z" };
    const entry = await team.call("tracker_stop_timer", args);
    assert.equal(entry.duration, 5400);
  });

  test("of two running timers today's is stopped, and a notice names the other", async () => {
    const { team, timer: older } = await teamWithTimer(world, "2026-11-20T08:00:00Z");
    world.at("2026-11-21T08:00:00Z");
    const args = { project_id: older.project.id };
    const today = await team.call("tracker_start_timer", args);
    world.at("2026-11-21T09:00:00Z");
    const entry = await team.call("tracker_stop_timer");
    assert.equal(entry.id, today.id);
    assert.equal(entry.notices.length, 1);
    assert.ok(entry.notices[0].includes(older.id));
    assert.deepEqual(await runningIn(team), [older.id]);
  });

  test("assigned_id stops a teammate's timer, and the caller's runs on", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const mia = await team.member("member");
    const args = { project_id: timer.project.id, assigned_id: mia.userId };
    const theirs = await team.call("tracker_start_timer", args);
    world.at("2026-11-21T09:00:00Z");
    const entry = await team.call("tracker_stop_timer", { assigned_id: mia.userId });
    assert.equal(entry.id, theirs.id);
    assert.deepEqual(await runningIn(team), [timer.id]);
  });

  test("without assigned_id a teammate's timer is not touched", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const mia = await team.member("admin", { preset: "all" });
    world.at("2026-11-21T09:00:00Z");
    const error = await mia.refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "no_running_timer");
    assert.ok(!error.sentence.includes(timer.id));
  });

  test("a person who is not in the team is refused", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const foreign = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    for (const assigned_id of [foreign.team.userId, randomUUID()]) {
      const error = await team.refusedWithoutTrace("tracker_stop_timer", { assigned_id });
      assert.equal(error.code, "not_found");
      assert.equal(error.path, "assigned_id");
    }
    assert.deepEqual(await runningIn(foreign.team), [foreign.timer.id]);
  });

  test("a stop is journalled with what it changed, before and after", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    await team.call("tracker_stop_timer");
    const event = (await team.journal()).at(-1);
    assert.equal(event?.tool, "tracker_stop_timer");
    assert.equal(event?.actor_id, team.userId);
    assert.equal(event?.changes.length, 1);
    const [change] = event?.changes ?? [];
    assert.equal(change?.subject_id, timer.id);
    assert.deepEqual(change?.before, { stop: null, duration: null });
    assert.deepEqual(change?.after, { stop: world.now, duration: 3600 });
  });

  test("a credential that only reads stops nothing", async () => {
    const { team } = await teamWithTimer(world, "2026-11-21T08:00:00Z");
    const error = await (await team.as("read")).refusedWithoutTrace("tracker_stop_timer");
    assert.equal(error.code, "tool_not_available");
  });
});
