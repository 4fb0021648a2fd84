import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team, type World } from "../../../test/app.ts";
import { addProject, runningIn } from "../../../test/tracker.ts";

/** The last minute of 2026-11-21 in each zone, in UTC. */
const LAST_MINUTES = {
  UTC: "2026-11-21T23:59:00Z",
  "Pacific/Kiritimati": "2026-11-21T09:59:00Z",
  "Pacific/Pago_Pago": "2026-11-22T10:59:00Z",
  "Asia/Kolkata": "2026-11-21T18:29:00Z",
  "America/New_York": "2026-11-22T04:59:00Z",
} as const;

/** Timers across a clock change, with both moments in local time. */
const CHANGES = [
  ["Europe/Berlin", "2026-03-29T00:30:00+01:00", "2026-03-29T04:30:00+02:00", 3],
  ["Europe/Berlin", "2026-03-29T01:59:00+01:00", "2026-03-29T03:01:00+02:00", 2 / 60],
  ["Europe/Berlin", "2026-03-28T23:00:00+01:00", "2026-03-29T23:00:00+02:00", 23],
  ["Europe/Berlin", "2026-10-25T00:30:00+02:00", "2026-10-25T04:30:00+01:00", 5],
  ["Europe/Berlin", "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", 1],
  ["Europe/Berlin", "2026-10-24T23:00:00+02:00", "2026-10-25T23:00:00+01:00", 25],
  ["America/New_York", "2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00", 1],
  ["America/New_York", "2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", 1],
  ["America/New_York", "2026-10-31T22:00:00-04:00", "2026-11-01T06:00:00-05:00", 9],
] as const;

/** The first and last moment of days with a clock change. */
const EDGES = [
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.999Z"],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
] as const;

onAnyDatabase((world) => {
  for (const [zone, lastMinute] of Object.entries(LAST_MINUTES)) {
    test(`in ${zone} an entry's date is the day it is there, to the millisecond`, async () => {
      world.at(lastMinute);
      const team = await teamIn(world, zone);
      world.pass(59_999);
      const last = await start(team);
      assert.equal(last.date, "2026-11-21");
      assert.equal(last.timeZone, zone);
      world.pass(1);
      const first = await start(team);
      assert.equal(first.date, "2026-11-22");
    });

    test(`in ${zone} today's timer is one that began on the day it is there`, async () => {
      world.at(lastMinute);
      const team = await teamIn(world, zone);
      world.pass(-1_000_000);
      const timer = await start(team);
      world.pass(1_060_000);
      const error = await team.refusedWithoutTrace("tracker_stop_timer");
      assert.equal(error.code, "no_running_timer");
      assert.ok(error.sentence.includes(timer.id));
      world.pass(-1);
      assert.equal((await team.call("tracker_stop_timer")).id, timer.id);
    });

    test(`in ${zone} a start stops the timer of the day it is there, and no other`, async () => {
      world.at(lastMinute);
      const team = await teamIn(world, zone);
      world.pass(-1_000_000);
      const forgotten = await start(team);
      world.pass(1_060_000);
      const first = await start(team);
      assert.equal(first.stopped, null);
      assert.equal(first.notices.length, 1);
      assert.ok(first.notices[0].includes(forgotten.id));
      world.pass(86_399_999);
      const second = await start(team);
      assert.equal(second.stopped.id, first.id);
      assert.deepEqual(await runningIn(team), [second.id, forgotten.id]);
    });
  }

  test("a timer across midnight has its true length and keeps the day on which it began", async () => {
    world.at("2026-11-21T22:30:00Z");
    const team = await teamIn(world, "Europe/Berlin");
    const timer = await start(team);
    world.at("2026-11-22T01:45:30Z");
    const entry = await team.call("tracker_stop_timer", { entry_id: timer.id });
    assert.equal(entry.date, "2026-11-21");
    assert.equal(entry.duration, 3 * 3600 + 15 * 60 + 30);
  });

  for (const [zone, from, to, hours] of CHANGES) {
    test(`in ${zone} a timer from ${from} to ${to} has its true length`, async () => {
      world.at(to);
      const team = await teamIn(world, zone);
      const timer = await start(team, { start: from });
      assert.equal(timer.date, from.slice(0, 10));
      const entry = await team.call("tracker_stop_timer", { entry_id: timer.id, stop: to });
      assert.equal(entry.duration, Math.round(hours * 3600));
      assert.equal(entry.date, timer.date);
    });
  }

  for (const [zone, date, first, last] of EDGES) {
    test(`in ${zone} ${date}, when the clocks change, has the right first and last moment`, async () => {
      world.at("2026-12-01T00:00:00Z");
      const team = await teamIn(world, zone);
      for (const moment of [first, last]) {
        assert.equal((await start(team, { start: moment })).date, date);
      }
      for (const moment of [Date.parse(first) - 1, Date.parse(last) + 1]) {
        const entry = await start(team, { start: new Date(moment).toISOString() });
        assert.notEqual(entry.date, date);
      }
    });
  }

  test("the zone that counts is the assigned person's, not the caller's", async () => {
    world.at("2026-11-21T12:00:00Z");
    const team = await teamIn(world, "Pacific/Pago_Pago");
    const mia = await team.member("member");
    await mia.setTimeZone("Pacific/Kiritimati");
    const theirs = await start(team, { assigned_id: mia.userId });
    assert.equal(theirs.date, "2026-11-22");
    assert.equal(theirs.timeZone, "Pacific/Kiritimati");
    assert.equal((await start(team)).date, "2026-11-21");
    world.at("2026-11-22T09:59:59.999Z");
    const args = { assigned_id: mia.userId };
    assert.equal((await team.call("tracker_stop_timer", args)).id, theirs.id);
  });

  test("a new time zone leaves the entries of before as they were", async () => {
    world.at("2026-11-21T12:00:00Z");
    const team = await teamIn(world, "UTC");
    await start(team);
    const before = (await team.state())["tracker_entries"];
    await team.setTimeZone("Pacific/Kiritimati");
    assert.deepEqual((await team.state())["tracker_entries"], before);
    assert.equal((await start(team)).timeZone, "Pacific/Kiritimati");
  });

  test("a timer that a move to the east made one of yesterday is named, never silent", async () => {
    world.at("2026-11-21T12:00:00Z");
    const team = await teamIn(world, "UTC");
    const timer = await start(team);
    await team.setTimeZone("Pacific/Kiritimati");
    world.pass(300_000);
    const error = await team.refusedWithoutTrace("tracker_stop_timer");
    assert.ok(error.sentence.includes(timer.id));
    const { notices } = await team.call("tracker_list_entries");
    assert.ok(notices?.[0]?.includes(timer.id), "the list has a notice");
    const next = await start(team);
    assert.equal(next.date, "2026-11-22");
    assert.ok(next.notices?.[0]?.includes(timer.id), "the start has a notice");
  });

  test("a timer that a move to the west made one of tomorrow counts as today's", async () => {
    world.at("2026-11-21T12:00:00Z");
    const team = await teamIn(world, "Pacific/Kiritimati");
    const timer = await start(team);
    assert.equal(timer.date, "2026-11-22");
    await team.setTimeZone("UTC");
    world.pass(300_000);
    const next = await start(team);
    assert.equal(next.stopped?.id, timer.id);
    assert.equal(next.stopped.duration, 300);
    assert.deepEqual(await runningIn(team), [next.id]);
  });

  test("a timer that begins after the coming midnight can be stopped before it", async () => {
    world.at("2026-11-21T23:59:30Z");
    const team = await teamIn(world, "UTC");
    const timer = await start(team, { start: "2026-11-22T00:00:15Z" });
    const entry = await team.call("tracker_stop_timer");
    assert.equal(entry.id, timer.id);
    assert.equal(entry.discarded, true);
  });
});

async function teamIn(world: World, timeZone: string): Promise<Team> {
  const team = await world.team();
  await team.setTimeZone(timeZone);
  return team;
}

async function start(team: Team, args: object = {}): Promise<any> {
  const { items } = await team.call("tracker_list_projects");
  const project_id = items[0]?.id ?? (await addProject(team));
  return team.call("tracker_start_timer", { project_id, ...args });
}
