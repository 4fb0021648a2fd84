import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onAnyDatabase } from "../../../test/app.ts";
import { addProject, runningIn, storedEntry } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("a timer starts now, for the caller, on the day it is in UTC", async () => {
    world.at("2026-11-21T09:00:00.123Z");
    const team = await world.team();
    const project_id = await addProject(team, { name: "Website" });
    const { stopped, ...entry } = await team.call("tracker_start_timer", { project_id });
    assert.deepEqual(entry, {
      id: entry.id,
      date: "2026-11-21",
      start: "2026-11-21T09:00:00.123Z",
      stop: null,
      duration: null,
      description: null,
      project: { id: project_id, name: "Website" },
      assigned: { id: team.userId, name: "Olga Owner" },
      timeZone: "UTC",
    });
    assert.equal(stopped, null);
    const { items } = await team.call("tracker_list_entries");
    assert.deepEqual(items, [entry]);
  });

  test("with a stop finished time is written on the start's day, and the running timer goes on", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const [website, shop] = [
      await addProject(team, { name: "Website" }),
      await addProject(team, { name: "Shop", status: "completed" }),
    ];
    const running = await team.call("tracker_start_timer", { project_id: website });
    world.pass(1);
    const yesterday = { start: "2026-11-20T09:00:00Z", stop: "2026-11-20T11:30:00Z" };
    const entry = await team.call("tracker_start_timer", { project_id: shop, ...yesterday });
    assert.deepEqual(
      [entry.date, entry.stop, entry.duration, entry.stopped, entry.notices],
      ["2026-11-20", "2026-11-20T11:30:00.000Z", 9000, null, [`The project "Shop" is completed.`]],
    );
    assert.equal((await runningIn(team))[0], running.id);
    const event = await (await Activity.of(team)).latest("tracker_start_timer");
    assert.deepEqual(event.deed, ["added 2 h 30 on ", { name: "Shop" }]);
  });

  test("time that is written with start and stop tells what it overlaps with", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    const first = await team.call("tracker_start_timer", {
      project_id,
      start: "2026-11-20T09:00:00Z",
      stop: "2026-11-20T11:30:00Z",
    });
    assert.equal(first.notices, undefined);
    const second = await team.call("tracker_start_timer", {
      project_id,
      start: "2026-11-20T11:00:00Z",
      stop: "2026-11-20T12:00:00Z",
    });
    const overlap = `The time overlaps by 30 min with entry ${first.id} on "Website", 2026-11-20T09:00:00.000Z to 2026-11-20T11:30:00.000Z.`;
    assert.deepEqual(second.notices, [overlap]);
    const again = await team.call("tracker_start_timer", {
      project_id,
      start: "2026-11-20T11:00:00Z",
      stop: "2026-11-20T12:00:00Z",
    });
    assert.deepEqual(again.notices, [
      `Entry ${second.id} has the same time on the same project: one of the two may be written twice.`,
      overlap,
    ]);
    const timer = { project_id, start: "2026-11-20T10:00:00Z" };
    const third = await team.call("tracker_start_timer", timer);
    assert.match(third.notices[0], /overlaps by 1 h 30 with entry .* and with 2 other entries\.$/);
  });

  test("time that overlaps with much is told, with time that began days before", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    const long = { start: "2026-11-17T08:00:00Z", stop: "2026-11-21T08:00:00Z" };
    const first = await team.call("tracker_start_timer", { project_id, ...long });
    const written = async (minute: number) =>
      team.call("tracker_start_timer", {
        project_id,
        start: `2026-11-20T09:${String(minute).padStart(2, "0")}:00Z`,
        stop: "2026-11-20T12:00:00Z",
      });
    for (let minute = 0; minute < 20; minute += 1) await written(minute);
    assert.deepEqual((await written(20)).notices, [
      `The time overlaps by 2 h 40 with entry ${first.id} on "Website", 2026-11-17T08:00:00.000Z to 2026-11-21T08:00:00.000Z, and with at least 20 other entries.`,
    ]);
  });

  test("a stop without a start, in the future, under a minute or over 100 hours away is refused", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    for (const [path, given] of [
      ["start", { stop: "2026-11-20T09:00:00Z" }],
      ["stop", { start: "2026-11-20T09:00:00Z", stop: "2026-11-21T09:02:00Z" }],
      ["stop", { start: "2026-11-20T09:00:00Z", stop: "2026-11-20T09:00:59Z" }],
      ["stop", { start: "2026-11-20T09:00:00Z", stop: "2026-11-19T09:00:00Z" }],
      ["stop", { start: "2026-11-16T09:00:00Z", stop: "2026-11-20T13:00:01Z" }],
    ] as const) {
      const refused = await team.refusedWithoutTrace("tracker_start_timer", {
        project_id,
        ...given,
      });
      assert.deepEqual([refused.code, refused.path], ["invalid_argument", path]);
    }
  });

  test("null for an optional argument is the same as leaving it out", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    const nothing = { description: null, start: null, assigned_id: null };
    const entry = await team.call("tracker_start_timer", { project_id, ...nothing });
    assert.equal(entry.start, world.now);
    assert.equal(entry.description, null);
    assert.equal(entry.assigned.id, team.userId);
  });

  test("a description is kept as it is written, up to 2000 characters", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    for (const description of [" Entwurf für İzmir 🧭\n2. Zeile ", " ", "x".repeat(2000)]) {
      const entry = await team.call("tracker_start_timer", { project_id, description });
      assert.equal(entry.description, description);
    }
    const tooLong = { project_id, description: "x".repeat(2001) };
    const error = await team.refusedWithoutTrace("tracker_start_timer", tooLong);
    assert.equal(error.path, "description");
  });

  test("a start with an offset is kept in UTC, in whole milliseconds", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    for (const [given, kept] of [
      ["2026-11-21T08:30:00Z", "2026-11-21T08:30:00.000Z"],
      ["2026-11-21T09:30:00.5+01:00", "2026-11-21T08:30:00.500Z"],
      ["2026-11-21T14:15:00+05:45", "2026-11-21T08:30:00.000Z"],
      ["2026-11-20T22:30:00-10:00", "2026-11-21T08:30:00.000Z"],
      ["2026-11-21T08:30:00.999999Z", "2026-11-21T08:30:00.999Z"],
    ] as const) {
      const { start } = await team.call("tracker_start_timer", { project_id, start: given });
      assert.equal(start, kept, given);
    }
  });

  test("a start in the past counts for the day it was then", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    const start = "2026-11-18T23:59:59.999Z";
    const entry = await team.call("tracker_start_timer", { project_id, start });
    assert.equal(entry.date, "2026-11-18");
    assert.equal(entry.start, start);
    assert.deepEqual(await runningIn(team), [entry.id]);
  });

  test("a start may be 60 s ahead of the server's clock, and not a millisecond more", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const project_id = await addProject(team);
    const early = { project_id, start: "2026-11-21T09:01:00.001Z" };
    const error = await team.refusedWithoutTrace("tracker_start_timer", early);
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.path, "start");
    const start = "2026-11-21T09:01:00.000Z";
    const entry = await team.call("tracker_start_timer", { project_id, start });
    assert.equal(entry.start, start);
  });

  test("a start that names no moment is refused", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    for (const start of [
      "2026-11-21T09:00:00",
      "2026-11-21",
      "2026-02-29T09:00:00Z",
      "2026-11-21T24:00:00Z",
      "2026-11-21T09:00:00 Europe/Berlin",
      "1969-12-31T23:59:59Z",
      "yesterday",
      " ",
      1_795_000_000_000,
    ]) {
      const error = await team.refusedWithoutTrace("tracker_start_timer", { project_id, start });
      assert.equal(error.code, "invalid_argument", String(start));
      assert.equal(error.path, "start", String(start));
    }
  });

  test("a project that the team does not have is refused, and the running timer goes on", async () => {
    const team = await world.team();
    await team.call("tracker_start_timer", { project_id: await addProject(team) });
    world.pass(300_000);
    const foreign = await addProject(await world.team());
    for (const project_id of [foreign, randomUUID()]) {
      const error = await team.refusedWithoutTrace("tracker_start_timer", { project_id });
      assert.equal(error.code, "not_found");
      assert.equal(error.path, "project_id");
      assert.match(error.next, /tracker_list_projects/);
    }
  });

  test("a person who is not in the team is refused", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    const stranger = await world.team();
    for (const assigned_id of [stranger.userId, randomUUID()]) {
      const args = { project_id, assigned_id };
      const error = await team.refusedWithoutTrace("tracker_start_timer", args);
      assert.equal(error.code, "not_found");
      assert.equal(error.path, "assigned_id");
    }
    assert.deepEqual(await runningIn(stranger), []);
  });

  test("a timer for a teammate is theirs, and the caller's own runs on", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const mia = await team.member("member");
    await mia.setTimeZone("Asia/Tokyo");
    const project_id = await addProject(team);
    const own = await team.call("tracker_start_timer", { project_id });
    world.at("2026-11-21T15:00:00Z");
    const args = { project_id, assigned_id: mia.userId };
    const theirs = await team.call("tracker_start_timer", args);
    assert.deepEqual(theirs.assigned, { id: mia.userId, name: "Mia Member" });
    assert.equal(theirs.timeZone, "Asia/Tokyo");
    assert.equal(theirs.date, "2026-11-22");
    assert.equal(theirs.stopped, null);
    assert.deepEqual(await runningIn(team), [theirs.id, own.id]);
  });

  test("a teammate is named by name or e-mail address too, where one member has it", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const mia = await team.member("member");
    const project_id = await addProject(team);
    const own = await team.call("tracker_start_timer", { project_id });
    const theirs = await team.call("tracker_start_timer", { project_id, assigned_id: "mia" });
    assert.equal(theirs.assigned.id, mia.userId);
    world.pass(60_000);
    const named = { entry_id: theirs.id, project_id, description: "Logo" };
    const changed = await team.call("tracker_start_timer", { ...named, assigned_id: "Mia Member" });
    assert.equal(changed.description, "Logo");
    const wrong = await team.refusedWithoutTrace("tracker_stop_timer", {
      entry_id: own.id,
      assigned_id: "Mia",
    });
    assert.deepEqual([wrong.code, wrong.path], ["invalid_argument", "assigned_id"]);
    for (const [tool, args] of [
      ["tracker_start_timer", { project_id }],
      ["tracker_stop_timer", {}],
    ] as const) {
      const error = await team.refusedWithoutTrace(tool, { ...args, assigned_id: "Nobody" });
      assert.deepEqual([error.code, error.path], ["not_found", "assigned_id"]);
      assert.ok(error.sentence.includes(mia.userId));
    }
    const upper = { assigned_id: ` ${mia.userId.toUpperCase()} ` };
    assert.equal((await team.call("tracker_stop_timer", upper)).id, theirs.id);
    assert.deepEqual(await runningIn(team), [own.id]);
    const people = world.database.reader.selectFrom("users").select("email");
    const { email } = await people.where("id", "=", mia.userId).executeTakeFirstOrThrow();
    const again = await team.call("tracker_start_timer", { project_id, assigned_id: email });
    assert.equal(again.assigned.id, mia.userId);
    await team.member("member", { name: "Mia Other" });
    const twice = { project_id, assigned_id: "Mia" };
    assert.equal((await team.refusedWithoutTrace("tracker_start_timer", twice)).code, "not_found");
  });

  test("one person has timers of their own in each of two teams", async () => {
    const team = await world.team();
    const other = await world.team();
    const both = await other.member("admin", { preset: "all" });
    await world.database.begin((db) =>
      db
        .insertInto("memberships")
        .values({ team_id: team.id, user_id: both.userId, role: "member", created_at: world.now })
        .execute(),
    );
    const there = await both.call("tracker_start_timer", { project_id: await addProject(other) });
    const args = { project_id: await addProject(team), assigned_id: both.userId };
    const here = await team.call("tracker_start_timer", args);
    assert.equal(here.stopped, null);
    assert.deepEqual(await runningIn(other), [there.id]);
    assert.deepEqual(await runningIn(team), [here.id]);
  });

  test("a start is journalled with the entry", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    world.pass(1);
    const entry = await team.call("tracker_start_timer", { project_id });
    const event = (await team.journal()).at(-1);
    assert.equal(event?.tool, "tracker_start_timer");
    assert.equal(event?.outcome, "done");
    assert.equal(event?.actor_id, team.userId);
    assert.equal(event?.changes.length, 1);
    const [change] = event?.changes ?? [];
    assert.equal(change?.subject_type, "tracker_entry");
    assert.equal(change?.subject_id, entry.id);
    assert.equal(change?.before, null);
    assert.deepEqual(change?.after, await storedEntry(team, entry.id));
  });

  test("a credential that only reads starts nothing", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    for (const reader of [await team.as("read"), await team.as("restricted", ["tags.read"])]) {
      const error = await reader.refusedWithoutTrace("tracker_start_timer", { project_id });
      assert.equal(error.code, "tool_not_available");
    }
  });
});
