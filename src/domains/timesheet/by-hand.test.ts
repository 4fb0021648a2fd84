import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { duringWrite, together } from "../../../test/races.ts";
import {
  addEntry,
  addProject,
  clock,
  storedEntry,
  teamWithProject,
} from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";

const ADD = "POST /api/teams/:team/entries";
const CHANGE = "PATCH /api/teams/:team/entries/:id";
const SPLIT = "POST /api/teams/:team/entries/:id/split";
const MOVE = "POST /api/teams/:team/entries/move";
const DELETE = "POST /api/teams/:team/entries/delete";
const LIST = "GET /api/teams/:team/entries";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const DAY = "2026-11-20";

onEachDatabase((world) => {
  test("an entry is added with its times on the person's clock, or with a length alone", async () => {
    const { team, project, app } = await begin(world);
    await team.setTimeZone("Europe/Berlin");
    const timed = { team: team.id, project, day: DAY, start: clock("22:00"), end: clock("01:30") };
    const { entry } = await app.ask(ADD, { ...timed, description: "  Late " });
    const { start, stop, seconds, description, day, timeZone } = entry;
    assert.deepEqual([start, stop], ["2026-11-20T21:00:00.000Z", "2026-11-21T00:30:00.000Z"]);
    assert.deepEqual([seconds, description, day], [12_600, "Late", DAY]);
    assert.equal(timeZone, "Europe/Berlin");
    const length = await app.ask(ADD, { team: team.id, project, day: DAY, seconds: 5400 });
    assert.deepEqual([length.entry.start, length.entry.seconds], [null, 5400]);
    const { entries } = await app.ask(LIST, { team: team.id, from: DAY, to: DAY });
    assert.equal(entries.length, 2);
  });

  test("of ten changes that have seen the same, one is made", async () => {
    const { team, project, app } = await begin(world);
    const { entry } = await app.ask(ADD, { team: team.id, project, day: DAY, seconds: 60 });
    const { id, version: seen } = entry;
    const replies = await together(10, (index) =>
      app.attempt(CHANGE, { team: team.id, id, seen, description: String(index) }),
    );
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test("many entries are deleted in one event, which brings all of them back", async () => {
    const { team, project, app } = await begin(world);
    const ids = await together(5, () => addEntry(team, { project_id: project, date: DAY }));
    const before = await team.state();
    const { deleted, event } = await app.ask(DELETE, { team: team.id, ids });
    assert.equal(deleted, 5);
    assert.deepEqual((await team.state())["tracker_entries"], []);
    await app.ask(UNDO, { team: team.id, id: event ?? "" });
    assert.deepEqual(await team.state(), before);
    const gone = await app.ask(DELETE, { team: team.id, ids: [team.id] });
    assert.deepEqual(gone, { deleted: 0, event: null });
  });

  test("a deletion waits for other changes of the person's time before it locks entries", async () => {
    const { team, project, app } = await begin(world);
    const id = await addEntry(team, { project_id: project });
    const remove = await app.ready(DELETE, { team: team.id, ids: [id] });
    const hold = (db: Db) =>
      lockForUpdate(
        db,
        db.selectFrom("memberships").select("user_id").where("team_id", "=", team.id),
      ).execute();
    const { body } = await duringWrite(world, hold, remove, async (db) => {
      const entry = db.selectFrom("tracker_entries").select("id").where("id", "=", id);
      await lockForUpdate(db, entry).execute();
    });
    assert.equal(body.deleted, 1);
  });

  if (world.isSecond) return;

  test("what cannot be an entry is refused beside its field, and nothing is written", async () => {
    const { team, project, app } = await begin(world);
    const other = await teamWithProject(world);
    for (const [given, at] of [
      [{ project, day: DAY }, "/seconds"],
      [{ project, day: DAY, start: clock("09:00"), end: clock("09:00") }, "/end"],
      [{ project, day: DAY, start: 1440, end: clock("10:00") }, "/start"],
      [{ project, day: DAY, seconds: 0 }, "/seconds"],
      [{ project, day: "2026-02-30", seconds: 60 }, "/day"],
      [{ project: other.project_id, day: DAY, seconds: 60 }, "/project"],
    ] as const)
      assert.deepEqual((await app.refused(ADD, { team: team.id, ...given })).at, [at]);
  });

  test("a change is made only to what was seen, and the other fields stay as they are", async () => {
    const { team, project, app } = await begin(world);
    const id = await addEntry(team, {
      project_id: project,
      start: "2026-11-21T08:00:12.345Z",
      stop: "2026-11-21T09:00:12.345Z",
    });
    const [entry] = (await app.ask(LIST, { team: team.id, from: DAY, to: "2026-11-21" })).entries;
    const seen = entry?.version ?? "";
    const text = { team: team.id, id, seen, description: "New" };
    const changed = await app.ask(CHANGE, text);
    assert.notEqual(changed.entry.version, seen);
    const { version: _version, ...rest } = { ...entry, description: "New" };
    assert.partialDeepStrictEqual(changed.entry, rest);
    const { status, code } = await app.refused(CHANGE, { ...text, description: "Newer" });
    assert.deepEqual([status, code], [409, "changed_meanwhile"]);
    const again = await app.ask(CHANGE, { ...text, seen: changed.entry.version });
    assert.equal(again.event, null, "nothing differs, so nothing is written");
  });

  test("a day moves an entry with its length, a start alone keeps the end", async () => {
    const { team, project, app } = await begin(world);
    await team.setTimeZone("Europe/Berlin");
    const given = {
      team: team.id,
      project,
      day: "2026-10-24",
      start: clock("01:00"),
      end: clock("04:00"),
    };
    const { entry } = await app.ask(ADD, given);
    const { id } = entry;
    const move = { team: team.id, id, seen: entry.version, day: "2026-10-25" };
    const moved = (await app.ask(CHANGE, move)).entry;
    // Three hours on the night when clocks go back end at 03:00.
    assert.deepEqual(
      [moved.start, moved.stop, moved.seconds, moved.day],
      ["2026-10-24T23:00:00.000Z", "2026-10-25T02:00:00.000Z", 10_800, "2026-10-25"],
    );
    const resize = { team: team.id, id, seen: moved.version, start: clock("00:30") };
    const resized = (await app.ask(CHANGE, resize)).entry;
    assert.deepEqual([resized.stop, resized.seconds], [moved.stop, 12_600]);
    const late = { team: team.id, id, seen: resized.version, start: clock("05:00") };
    assert.deepEqual((await app.refused(CHANGE, late)).at, ["/start"]);
  });

  test("of a time that the clock shows twice either can be meant", async () => {
    const { team, project, app } = await begin(world);
    await team.setTimeZone("Europe/Berlin");
    const half = {
      team: team.id,
      project,
      day: "2026-10-25",
      start: clock("02:30"),
      seconds: 3600,
    };
    const { entry } = await app.ask(ADD, half);
    assert.equal(entry.start, "2026-10-25T00:30:00.000Z");
    const second = (await app.ask(ADD, { ...half, isRepeated: true })).entry;
    assert.deepEqual(
      [second.start, second.stop],
      ["2026-10-25T01:30:00.000Z", "2026-10-25T02:30:00.000Z"],
    );
    const { id, version: seen } = entry;
    const again = { team: team.id, id, seen, start: clock("02:45"), seconds: 60, isRepeated: true };
    assert.equal((await app.ask(CHANGE, again)).entry.start, "2026-10-25T01:45:00.000Z");
    const once = await app.ask(ADD, { ...half, start: clock("05:00"), isRepeated: true });
    assert.equal(once.entry.start, "2026-10-25T04:00:00.000Z");
    const { timeZone } = await app.ask(LIST, { team: team.id, from: half.day, to: half.day });
    assert.equal(timeZone, "Europe/Berlin");
  });

  test("a length gets times, and a timed entry another length", async () => {
    const { team, project, app } = await begin(world);
    const { entry } = await app.ask(ADD, { team: team.id, project, day: DAY, seconds: 1800 });
    const timed = { team: team.id, id: entry.id, seen: entry.version, start: clock("09:00") };
    const { entry: one } = await app.ask(CHANGE, timed);
    assert.deepEqual([one.stop, one.seconds], ["2026-11-20T09:30:00.000Z", 1800]);
    const longer = { team: team.id, id: entry.id, seen: one.version, seconds: 3600 };
    const { entry: two } = await app.ask(CHANGE, longer);
    assert.deepEqual([two.stop, two.seconds], ["2026-11-20T10:00:00.000Z", 3600]);
  });

  test("a running timer is edited, and stopped by its end", async () => {
    const { team, project, app } = await begin(world);
    const other = await addProject(team, { name: "Other" });
    const { timer } = await app.ask("POST /api/teams/:team/timer", { team: team.id, project });
    const { id } = timer;
    const edit = { team: team.id, id, seen: timer.version, project: other, start: clock("08:00") };
    const { entry } = await app.ask(CHANGE, edit);
    assert.deepEqual([entry.project.name, entry.stop, entry.seconds], ["Other", null, null]);
    assert.equal(entry.start, "2026-11-21T08:00:00.000Z");
    const seen = entry.version;
    const future = { team: team.id, id, seen, start: clock("09:30") };
    assert.deepEqual((await app.refused(CHANGE, future)).at, ["/start"]);
    assert.deepEqual(
      (await app.refused(CHANGE, { team: team.id, id, seen, end: clock("09:30") })).at,
      ["/end"],
    );
    const stopped = await app.ask(CHANGE, { team: team.id, id, seen, end: clock("08:45") });
    assert.equal(stopped.entry.seconds, 2700);
  });

  test("a timer is not moved to a day on which another one runs", async () => {
    const { team, project, app } = await begin(world);
    const start = "2026-11-20T08:00:00.000Z";
    const id = await addEntry(team, { project_id: project, date: DAY, start, duration: null });
    const { timer } = await app.ask("POST /api/teams/:team/timer", { team: team.id, project });
    const move = {
      team: team.id,
      id: timer.id,
      seen: timer.version,
      day: DAY,
      start: clock("10:00"),
    };
    assert.equal((await app.refused(CHANGE, move)).code, "timer_running");
    assert.notEqual(id, timer.id);
  });

  test("an entry over midnights is split into one a day, and undone in one go", async () => {
    const { team, project, app } = await begin(world);
    await team.setTimeZone("Europe/Berlin");
    const night = {
      team: team.id,
      project,
      day: "2026-10-24",
      start: clock("22:00"),
      seconds: 32 * 3600,
    };
    const { entry } = await app.ask(ADD, night);
    const stored = await storedEntry(team, entry.id);
    const { entries, event } = await app.ask(SPLIT, {
      team: team.id,
      id: entry.id,
      seen: entry.version,
    });
    assert.deepEqual(
      entries.map(({ day, seconds }) => [day, (seconds ?? 0) / 3600]),
      [
        ["2026-10-24", 2],
        ["2026-10-25", 25],
        ["2026-10-26", 5],
      ],
    );
    await app.ask(UNDO, { team: team.id, id: event ?? "" });
    assert.deepEqual(await storedEntry(team, entry.id), stored);
    assert.equal((await team.state())["tracker_entries"]?.length, 1);
    const short = await app.ask(ADD, { team: team.id, project, day: DAY, seconds: 60 });
    assert.equal(
      (await app.ask(SPLIT, { team: team.id, id: short.entry.id, seen: short.entry.version }))
        .event,
      null,
    );
  });

  test("the last part of a split timer runs on", async () => {
    const { team, project, app } = await begin(world);
    const start = "2026-11-20T23:00:00.000Z";
    const id = await addEntry(team, { project_id: project, date: DAY, start, duration: null });
    const { version: seen } = await app.ask("GET /api/teams/:team/entries/:id", {
      team: team.id,
      id,
    });
    const { entries } = await app.ask(SPLIT, { team: team.id, id, seen });
    assert.deepEqual(
      entries.map(({ day, start, seconds }) => [day, start, seconds]),
      [
        [DAY, start, 3600],
        ["2026-11-21", "2026-11-21T00:00:00.000Z", null],
      ],
    );
  });

  test("a change is not undone when the length of the entry would not fit its start and stop any more", async () => {
    const { team, project, app } = await begin(world);
    const { timer } = await app.ask("POST /api/teams/:team/timer", { team: team.id, project });
    const moved = { team: team.id, id: timer.id, seen: timer.version, day: DAY };
    const { event: move } = await app.ask(CHANGE, moved);
    world.pass(600_000);
    const stop = { team: team.id, id: timer.id };
    const { event } = await app.ask("POST /api/teams/:team/timer/:id/stop", stop);
    const stopped = await storedEntry(team, timer.id);
    const undo = { team: team.id, id: move ?? "" };
    assert.equal((await app.refused(UNDO, undo)).code, "not_undoable");
    assert.deepEqual(await storedEntry(team, timer.id), stopped);
    // In the order in which it was done, both are.
    await app.ask(UNDO, { team: team.id, id: event });
    await app.ask(UNDO, undo);
    assert.partialDeepStrictEqual(await storedEntry(team, timer.id), { date: "2026-11-21" });
    world.pass(-600_000);
  });

  test("everybody sees all time; members change their own, owners and admins everybody's", async () => {
    const { team, project, app } = await begin(world);
    const mia = await team.member("member");
    const member = await WebApp.of(mia);
    const admin = await WebApp.of(await team.member("admin"));
    const { entry } = await app.ask(ADD, { team: team.id, project, day: DAY, seconds: 60 });
    const { id, version: seen } = entry;
    const person = team.userId;
    for (const [path, given] of [
      [ADD, { project, day: DAY, seconds: 60, person }],
      [CHANGE, { id, seen, description: "Mine" }],
      [SPLIT, { id, seen }],
      [MOVE, { ids: [id], project }],
      [DELETE, { ids: [id] }],
      ["POST /api/teams/:team/timer/:id/stop", { id }],
    ] as const)
      assert.equal((await member.refused(path, { team: team.id, ...given })).code, "not_allowed");
    const others = await member.ask(LIST, { team: team.id, from: DAY, to: DAY, person });
    assert.deepEqual(others.entries, [entry]);
    assert.deepEqual(
      await member.ask("GET /api/teams/:team/entries/:id", { team: team.id, id }),
      entry,
    );
    const own = { team: team.id, project, day: DAY, seconds: 60, person: mia.userId };
    await member.ask(ADD, own);
    assert.equal((await admin.ask(ADD, own)).entry.person.id, mia.userId);
    await admin.ask(CHANGE, { team: team.id, id, seen, description: "By the admin" });
    const list = { team: team.id, from: DAY, to: DAY };
    assert.equal((await member.ask(LIST, list)).entries.length, 2);
    assert.equal((await admin.ask(LIST, { ...list, person: mia.userId })).entries.length, 2);
  });

  test("a list has the overlaps of its days, and the day of the entry before them", async () => {
    const { team, project, app } = await begin(world);
    const at = (start: string, end: string, day = DAY) =>
      app.ask(ADD, { team: team.id, project, day, start: clock(start), end: clock(end) });
    const [{ entry: one }, { entry: two }] = [
      await at("09:00", "11:00"),
      await at("10:00", "12:00"),
    ];
    await at("09:00", "10:00", "2026-10-01");
    const list = await app.ask(LIST, { team: team.id, from: DAY, to: DAY });
    assert.deepEqual(list.overlaps, [{ entries: [one.id, two.id], seconds: 3600 }]);
    assert.equal(list.earlier, "2026-10-01");
    const wide = { team: team.id, from: "2026-01-01", to: DAY };
    assert.deepEqual((await app.refused(LIST, wide)).at, ["/to"]);
  });
});

async function begin(world: World): Promise<{ team: Team; project: string; app: WebApp }> {
  const { team, project_id: project } = await teamWithProject(world);
  return { team, project, app: await WebApp.of(team) };
}
