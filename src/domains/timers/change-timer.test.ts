import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import {
  addEntry,
  addProject,
  runningIn,
  storedEntry,
  teamWithTimer,
} from "../../../test/tracker.ts";

onEachDatabase((world) => {
  test("with entry_id the running timer gets what is given, and nothing starts or stops", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const shop = await addProject(team, { name: "Shop", status: "completed" });
    world.at("2026-11-21T10:00:00Z");
    const entry_id = timer.id;
    const worded = await team.call("tracker_start_timer", {
      entry_id,
      project_id,
      description: "Logo",
    });
    assert.deepEqual(worded, { ...timer, description: "Logo", stopped: null });
    const moved = await team.call("tracker_start_timer", {
      entry_id,
      project_id: shop,
      description: null,
      start: "2026-11-20T23:30:00Z",
    });
    const expected = {
      ...timer,
      description: "Logo",
      project: { id: shop, name: "Shop" },
      date: "2026-11-20",
      start: "2026-11-20T23:30:00.000Z",
    };
    assert.deepEqual(moved, {
      ...expected,
      stopped: null,
      notices: [`The project "Shop" is completed.`],
    });
    const { items } = await team.call("tracker_list_entries");
    assert.deepEqual(items, [expected]);
  });

  test("a change of a running timer is told in the journal, and can be undone", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const before = await storedEntry(team, timer.id);
    const rows = await team.state();
    world.at("2026-11-21T10:00:00Z");
    const args = {
      entry_id: timer.id,
      project_id,
      description: "Logo",
      start: "2026-11-20T23:00:00Z",
    };
    await team.call("tracker_start_timer", args);
    const activity = await Activity.of(team);
    const event = await activity.latest("tracker_start_timer");
    assert.deepEqual(
      event.deed.filter((piece) => typeof piece === "string" || "name" in piece),
      [
        "set day of a time entry on ",
        { name: "Website" },
        " from ",
        " to ",
        ", start from ",
        " to ",
        ", and 1 more",
      ],
    );
    await activity.undo(event);
    assert.deepEqual(await storedEntry(team, timer.id), before);
    assert.deepEqual((await team.state())["tracker_entries"], rows["tracker_entries"]);
  });

  test("a new start leaves a minute of the time that a stop would otherwise delete", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const args = { entry_id: timer.id, project_id };
    world.at("2026-11-21T12:00:00Z");
    const late = { ...args, start: "2026-11-21T11:59:01Z" };
    const error = await team.refusedWithoutTrace("tracker_start_timer", late);
    assert.deepEqual([error.code, error.path], ["invalid_argument", "start"]);
    await team.call("tracker_start_timer", { ...args, start: "2026-11-21T11:59:00Z" });
    const stopped = await team.call("tracker_stop_timer");
    assert.deepEqual([stopped.duration, stopped.discarded], [60, false]);
  });

  test("a change that changes nothing is no event", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const events = (await team.journal()).length;
    const args = { entry_id: timer.id, project_id, start: timer.start };
    const same = await team.call("tracker_start_timer", args);
    assert.deepEqual(same, { ...timer, stopped: null });
    assert.equal((await team.journal()).length, events);
  });

  test("a start that is moved over other time tells the overlap", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const other = await addEntry(team, {
      project_id,
      start: "2026-11-21T08:00:00.000Z",
      stop: "2026-11-21T09:00:00.000Z",
    });
    world.at("2026-11-21T10:00:00Z");
    const start = "2026-11-21T08:30:00Z";
    const args = { entry_id: timer.id, project_id, start };
    const { notices } = await team.call("tracker_start_timer", args);
    const overlap = `The time overlaps by 30 min with entry ${other} on `;
    assert.ok(notices[0].startsWith(overlap) && notices.length === 1, notices);
  });

  test("an entry that does not run, a stop beside it, and a start in the future are refused", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const finished = await addEntry(team, {
      project_id,
      start: "2026-11-20T08:00:00.000Z",
      stop: "2026-11-20T09:00:00.000Z",
    });
    const untimed = await addEntry(team, { project_id });
    const foreign = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const running = { entry_id: timer.id, description: "New" };
    for (const [code, path, given] of [
      ["already_stopped", "entry_id", { entry_id: finished }],
      ["entry_has_no_start", "entry_id", { entry_id: untimed }],
      ["not_found", "entry_id", { entry_id: foreign.timer.id }],
      ["not_found", "project_id", { ...running, project_id: foreign.project_id }],
      ["invalid_argument", "stop", { ...running, stop: "2026-11-21T09:00:00Z" }],
      ["invalid_argument", "start", { ...running, start: "2026-11-21T09:01:00.001Z" }],
      ["invalid_argument", "assigned_id", { ...running, assigned_id: foreign.team.userId }],
    ] as const) {
      const args = { project_id, ...given };
      const refused = await team.refusedWithoutTrace("tracker_start_timer", args);
      assert.deepEqual([refused.code, refused.path], [code, path]);
    }
  });

  test("a stop beside a finished entry is told that the entry is finished, with a way out that the caller has", async () => {
    const { team, project_id } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    world.at("2026-11-21T10:00:00Z");
    const { id: entry_id } = await team.call("tracker_stop_timer");
    const start = { project_id, entry_id, stop: "2026-11-21T09:45:00Z" };
    const nextOf = async (name: string, args: object) => {
      const { code, path, next } = await team.refusedWithoutTrace(name, args);
      assert.deepEqual([code, path], ["already_stopped", "entry_id"]);
      return next;
    };
    const person = "a person changes or deletes it on the page Time of the web app";
    const shows = "tracker_list_entries shows its stop and duration";
    for (const isOn of [false, true]) {
      await team.set({ destructive_ai_tools: isOn });
      const replaced =
        "tracker_delete_entry with a new tracker_start_timer (start and stop) replaces it, or ";
      const next = `${isOn ? replaced : ""}${person}; ${shows}`;
      assert.equal(await nextOf("tracker_start_timer", start), next);
      assert.equal(await nextOf("tracker_start_timer", { ...start, dry_run: true }), next);
      assert.equal(await nextOf("tracker_stop_timer", { entry_id }), next);
    }
  });

  test("a timer is not moved to a day on which another of the person runs", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-20T09:00:00Z");
    world.at("2026-11-21T09:00:00Z");
    const today = await team.call("tracker_start_timer", { project_id });
    const start = "2026-11-20T10:00:00Z";
    const args = { entry_id: today.id, project_id, start };
    const refused = await team.refusedWithoutTrace("tracker_start_timer", args);
    assert.deepEqual([refused.code, refused.path], ["timer_running", "start"]);
    assert.deepEqual(await runningIn(team), [today.id, timer.id]);
  });

  test("an unknown timer to change is refused, and no advice of it starts another", async () => {
    const { team, project_id } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const args = { entry_id: team.id, project_id };
    const { next } = await team.refusedWithoutTrace("tracker_start_timer", args);
    assert.equal(
      next,
      "see tracker_list_entries; tracker_stop_timer without entry_id stops today's running timer",
    );
  });

  test("a member changes only timers of their own, an owner those of everybody", async () => {
    const { team, project_id, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const { userId } = await team.member("member");
    const key = await team.mint("restricted", ["tracker-entries.write"], userId);
    const mia = team.withKey(key, userId);
    const args = { entry_id: timer.id, project_id, description: "New" };
    const refused = await mia.refusedWithoutTrace("tracker_start_timer", args);
    assert.equal(refused.code, "not_allowed");
    for (const given of [{ description: "New" }, { start: "2026-11-21T02:00:00Z" }]) {
      const asked = { entry_id: timer.id, ...given };
      const { code } = await mia.refusedWithoutTrace("tracker_stop_timer", asked);
      assert.equal(code, "not_allowed");
    }
    const theirs = await mia.call("tracker_start_timer", { project_id });
    const changed = await team.call("tracker_start_timer", { ...args, entry_id: theirs.id });
    assert.deepEqual([changed.description, changed.assigned.id], ["New", mia.userId]);
    world.pass(3_600_000);
    const stopped = await mia.call("tracker_stop_timer", { entry_id: timer.id });
    assert.deepEqual([stopped.description, stopped.duration], [null, 3600]);
  });

  test("a stop writes a description and a start of its own in the same event, which is undone whole", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    const before = await storedEntry(team, timer.id);
    world.at("2026-11-21T10:00:00Z");
    const events = (await team.journal()).length;
    const stopped = await team.call("tracker_stop_timer", {
      description: "Logo",
      start: "2026-11-20T23:00:00Z",
    });
    assert.deepEqual(stopped, {
      ...timer,
      date: "2026-11-20",
      start: "2026-11-20T23:00:00.000Z",
      stop: "2026-11-21T10:00:00.000Z",
      duration: 11 * 3600,
      description: "Logo",
      discarded: false,
    });
    const { discarded: _no, ...entry } = stopped;
    assert.deepEqual((await team.call("tracker_list_entries")).items, [entry]);
    assert.equal((await team.journal()).length, events + 1);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("tracker_stop_timer"));
    assert.deepEqual(await storedEntry(team, timer.id), before);
  });

  test("a stop counts from the start that is given with it", async () => {
    const { team, timer } = await teamWithTimer(world, "2026-11-21T09:00:00Z");
    world.at("2026-11-21T10:00:00Z");
    for (const [path, given] of [
      ["start", { start: "2026-11-21T10:01:00.001Z" }],
      ["stop", { start: "2026-11-21T09:30:00Z", stop: "2026-11-21T09:29:00Z" }],
      ["start", { start: "2026-11-21T09:59:30Z" }],
    ] as const) {
      const refused = await team.refusedWithoutTrace("tracker_stop_timer", given);
      assert.deepEqual([refused.code, refused.path], ["invalid_argument", path]);
    }
    const late = { start: "2026-11-21T09:59:00Z", description: "Logo" };
    const { id, duration } = await team.call("tracker_stop_timer", late);
    assert.deepEqual([id, duration], [timer.id, 60]);
  });
});
