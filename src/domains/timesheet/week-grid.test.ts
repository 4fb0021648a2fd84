import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { duringWrite, together } from "../../../test/races.ts";
import { storedRows } from "../../../test/rows.ts";
import { addEntry, addProject, teamWithProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const CELL = "PUT /api/teams/:team/week/cell";
const WEEK = "GET /api/teams/:team/week";
const COPY = "POST /api/teams/:team/week/copy";
const PREVIEW = "GET /api/teams/:team/week/copy";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const MONDAY = "2026-11-16";
const DAY = "2026-11-18";

onEachDatabase((world) => {
  test("a cell gets a time, changes it and loses it, each time in one event that is undone", async () => {
    const { team, project, app } = await begin(world);
    const states = [await team.state()];
    const events: (string | null)[] = [];
    for (const [seen, seconds] of [
      [0, 5400],
      [5400, 3600],
      [3600, 0],
    ] as const) {
      const cell = { team: team.id, project, day: DAY, seen, seconds };
      const written = await app.ask(CELL, cell);
      assert.deepEqual([written.seconds, written.entries], [seconds, seconds === 0 ? 0 : 1]);
      states.push(await team.state());
      events.push(written.event);
    }
    assert.deepEqual(states[3]?.["tracker_entries"], []);
    for (const [index, id] of events.entries().toArray().toReversed()) {
      await app.ask(UNDO, { team: team.id, id: id ?? "" });
      assert.deepEqual(await team.state(), states[index]);
    }
  });

  test("of ten writes that have seen the same cell, one is made", async () => {
    const { team, project, app } = await begin(world);
    const replies = await together(10, (index) =>
      app.attempt(CELL, { team: team.id, project, day: DAY, seen: 0, seconds: 60 * (index + 1) }),
    );
    const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)]);
    assert.equal((await team.state())["tracker_entries"]?.length, 1);
  });

  test("a week is copied in one event; cells with time stay, and running timers are left out", async () => {
    const { team, project, app } = await begin(world);
    const other = await addProject(team, { name: "Other" });
    const timed = { start: "2026-11-09T08:00:00.000Z", stop: "2026-11-09T09:00:00.000Z" };
    await addEntry(team, { project_id: project, date: "2026-11-09", ...timed });
    await addEntry(team, { project_id: project, date: "2026-11-09", duration: 600 });
    await addEntry(team, { project_id: project, date: "2026-11-10", description: "Kept" });
    await addEntry(team, { project_id: other, date: "2026-11-10", description: "Copied" });
    const open = { start: "2026-11-11T08:00:00.000Z", duration: null };
    await addEntry(team, { project_id: other, date: "2026-11-11", ...open });
    await addEntry(team, { project_id: project, date: "2026-11-17", duration: 60 });
    const before = await team.state();
    const weeks = { team: team.id, from: "2026-11-10", to: DAY };
    const counts = { projects: 2, entries: 2, seconds: 4200 + 3600, kept: 1 };
    const preview = await app.ask(PREVIEW, weeks);
    assert.partialDeepStrictEqual(preview, counts);
    assert.deepEqual(new Set(preview.rows.map(({ name }) => name)), new Set(["Website", "Other"]));
    const { event, ...copied } = await app.ask(COPY, weeks);
    assert.deepEqual(copied, counts);
    const { rows } = await app.ask(WEEK, { team: team.id, day: DAY });
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ day, seconds }) => [day, seconds])),
      [
        [["2026-11-17", 3600]],
        [
          ["2026-11-16", 4200],
          ["2026-11-17", 60],
        ],
      ],
    );
    await app.ask(UNDO, { team: team.id, id: event ?? "" });
    assert.deepEqual(await team.state(), before);
  });

  test("two copies of a week at once add its time once", async () => {
    const { team, project, app } = await begin(world);
    await addEntry(team, { project_id: project, date: "2026-11-09" });
    const weeks = { team: team.id, from: "2026-11-09", to: MONDAY };
    const copies = await together(5, () => app.ask(COPY, weeks));
    assert.equal(copies.filter(({ event }) => event !== null).length, 1);
    assert.equal((await team.state())["tracker_entries"]?.length, 2);
    assert.deepEqual((await app.refused(COPY, { ...weeks, to: "2026-11-10" })).at, ["/from"]);
  });

  test("a copy that meets the deletion of its project is refused, or finds no time", async () => {
    const { team, project, app } = await begin(world);
    await addEntry(team, { project_id: project, date: "2026-11-09" });
    const copy = await app.ready(COPY, { team: team.id, from: "2026-11-09", to: MONDAY });
    const { status } = await duringWrite(
      world,
      async (db) => {
        await db.deleteFrom("tracker_entries").where("team_id", "=", team.id).execute();
        await db.deleteFrom("tracker_projects").where("team_id", "=", team.id).execute();
      },
      copy,
    );
    assert.equal(status, world.dialect === "postgres" ? 404 : 200);
    assert.equal((await team.state())["tracker_entries"]?.length, 0);
  });

  if (world.isSecond) return;

  test("a cell that was changed since it was shown is refused with what it has now", async () => {
    const { team, project, app } = await begin(world);
    await addEntry(team, { project_id: project, date: DAY, duration: 5400 });
    const cell = { team: team.id, project, day: DAY, seen: 0, seconds: 3600 };
    const { status, code, title } = await app.refused(CELL, cell);
    assert.deepEqual([status, code], [409, "changed_meanwhile"]);
    assert.match(title, /1 h 30 now/);
  });

  test("the difference goes to the newest of several entries, which keeps its start", async () => {
    const { team, project, app } = await begin(world);
    const at = (hour: string) => `${DAY}T${hour}:00:00.000Z`;
    const timed = { project_id: project, date: DAY, duration: 3600 };
    await addEntry(team, { ...timed, start: at("08"), stop: at("09") });
    const id = await addEntry(team, { ...timed, start: at("10"), stop: at("11") });
    const cell = { team: team.id, project, day: DAY };
    const written = await app.ask(CELL, { ...cell, seen: 7200, seconds: 9000 });
    assert.deepEqual([written.changed, written.entries], [id, 2]);
    const stops = storedRows(await team.state(), "tracker_entries");
    assert.equal(stops.find((row) => row.id === id)?.stop, `${DAY}T11:30:00.000Z`);
    for (const seconds of [0, 3600])
      assert.deepEqual((await app.refused(CELL, { ...cell, seen: 9000, seconds })).at, [
        "/seconds",
      ]);
  });

  test("a cell with a running timer is locked, and the week says since when it runs", async () => {
    const { team, project, app } = await begin(world);
    world.at(`${DAY}T09:00:00Z`);
    const { timer } = await app.ask("POST /api/teams/:team/timer", { team: team.id, project });
    const cell = { team: team.id, project, day: DAY, seen: 0, seconds: 60 };
    assert.equal((await app.refused(CELL, cell)).code, "timer_running");
    const { rows } = await app.ask(WEEK, { team: team.id, day: DAY });
    const shown = { day: DAY, seconds: 0, entries: 1, runningSince: timer.start, invoice: null };
    assert.deepEqual(rows[0]?.cells, [shown]);
  });

  test("a cell takes no more than its day has", async () => {
    const { team, project, app } = await begin(world);
    await team.setTimeZone("Europe/Berlin");
    const cell = { team: team.id, project, seen: 0 };
    const short = { ...cell, day: "2026-03-29" };
    assert.deepEqual((await app.refused(CELL, { ...short, seconds: 82_801 })).at, ["/seconds"]);
    await app.ask(CELL, { ...short, seconds: 82_800 });
    await app.ask(CELL, { ...cell, day: "2026-10-25", seconds: 90_000 });
    const { days } = await app.ask(WEEK, { team: team.id, day: "2026-10-25" });
    assert.deepEqual(
      days.map(({ length }) => length / 3600),
      [24, 24, 24, 24, 24, 24, 25],
    );
  });

  test("a week has a row for each project with time, by name, and today in the person's zone", async () => {
    const { team, project, app } = await begin(world);
    const beta = await addProject(team, { name: "Beta" });
    await addEntry(team, { project_id: project, date: MONDAY, duration: 60 });
    await addEntry(team, { project_id: beta, date: "2026-11-22", duration: 120 });
    await addEntry(team, { project_id: beta, date: "2026-11-23", duration: 120 });
    const week = await app.ask(WEEK, { team: team.id, day: DAY });
    assert.deepEqual([week.from, week.today], [MONDAY, "2026-11-21"]);
    assert.deepEqual(
      week.rows.map(({ project: { name }, cells }) => [name, cells.map(({ day }) => day)]),
      [
        ["Beta", ["2026-11-22"]],
        ["Website", [MONDAY]],
      ],
    );
  });

  test("everybody sees somebody else's week, and owners and admins change it", async () => {
    const { team, project, app } = await begin(world);
    const mia = await team.member("member");
    const member = await WebApp.of(mia);
    const person = team.userId;
    const cell = { team: team.id, project, day: DAY, seen: 0, seconds: 60 };
    for (const [path, given] of [
      [CELL, { ...cell, person }],
      [COPY, { from: "2026-11-09", to: DAY, person }],
      [PREVIEW, { from: "2026-11-09", to: DAY, person }],
    ] as const)
      assert.equal((await member.refused(path, { team: team.id, ...given })).code, "not_allowed");
    await app.ask(CELL, { ...cell, person: mia.userId });
    await app.ask(CELL, { ...cell, seconds: 120 });
    const theirs = await member.ask(WEEK, { team: team.id, day: DAY, person });
    assert.equal(theirs.rows[0]?.cells[0]?.seconds, 120);
    const { rows } = await member.ask(WEEK, { team: team.id, day: DAY });
    assert.equal(rows[0]?.cells[0]?.seconds, 60);
  });
});

async function begin(world: World): Promise<{ team: Team; project: string; app: WebApp }> {
  const { team, project_id: project } = await teamWithProject(world);
  return { team, project, app: await WebApp.of(team) };
}
