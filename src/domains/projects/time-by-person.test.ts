import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { timeByPerson } from "./time-by-person.ts";

const PEOPLE = "GET /api/teams/:team/projects/time/people";
const WEEK = { from: "2026-11-02", to: "2026-11-08" };

onEachDatabase((world) => {
  test("owners get the hours of each person, and the entries behind them come to the same", async () => {
    const { team, app, mia, a, b } = await filled();
    const at = { team: team.id, ...WEEK };
    const all = await app.ask(PEOPLE, at);
    assert.deepEqual(
      all.people.map(({ id, seconds, billable }) => [id, seconds, billable]),
      [
        [mia.userId, 1100, 1000],
        [team.userId, 10, 0],
      ],
    );
    assert.partialDeepStrictEqual(all, {
      others: { people: 0, seconds: 0, billable: 0 },
      seconds: 1110,
      billable: 1000,
      project: null,
    });
    const byProject = await app.ask("GET /api/teams/:team/projects/time", { ...at, by: "week" });
    const billed = byProject.projects.filter(({ billable }) => billable);
    assert.equal(
      billed.reduce((sum, { seconds }) => sum + seconds, 0),
      all.billable,
      "by person and by project",
    );
    const ofProject = await app.ask(PEOPLE, { ...at, project_id: a });
    assert.deepEqual(ofProject.project, { id: a, name: "A" });
    for (const [project, sums] of [
      [undefined, all],
      [a, ofProject],
      [b, await app.ask(PEOPLE, { ...at, project_id: b })],
    ] as const)
      for (const { id, seconds, billable } of sums.people) {
        const only = project === undefined ? {} : { project };
        const { entries } = await app.ask("GET /api/teams/:team/entries", {
          ...at,
          ...only,
          person: id,
        });
        assert.equal(
          entries.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0),
          seconds,
        );
        const billed = entries.filter((entry) => entry.project.id === b);
        assert.equal(
          billed.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0),
          billable,
        );
      }
  });

  test("members get their own hours and the sum of the others, without names", async () => {
    const { team, mia } = await filled();
    const own = await (await WebApp.of(mia)).ask(PEOPLE, { team: team.id, ...WEEK });
    assert.deepEqual(
      [own.people.map(({ id, seconds, billable }) => [id, seconds, billable]), own.others],
      [[[mia.userId, 1100, 1000]], { people: 1, seconds: 10, billable: 0 }],
    );
  });

  test("days the wrong way round, too many days and another team's project are refused", async () => {
    const { app, team } = await filled();
    const foreign = await addProject(await world.team());
    for (const [bad, at] of [
      [{ from: "2026-11-02", to: "2026-11-01" }, "/from"],
      [{ from: "2020-11-02", to: "2026-11-01" }, "/from"],
    ] as const)
      assert.deepEqual((await app.refused(PEOPLE, { team: team.id, ...bad })).at, [at]);
    const { status } = await app.refused(PEOPLE, { team: team.id, ...WEEK, project_id: foreign });
    assert.equal(status, 404);
  });

  async function filled() {
    const team = await world.team();
    const mia = await team.member("member");
    const [a, b] = [
      await addProject(team, { name: "A" }),
      await addProject(team, { name: "B", billable: true }),
    ];
    for (const [project_id, date, duration, person] of [
      [a, "2026-11-01", 1, mia],
      [a, "2026-11-02", 10, team],
      [a, "2026-11-02", 100, mia],
      [b, "2026-11-08", 1000, mia],
      [b, "2026-11-08", null, mia],
      [b, "2026-11-09", 10_000, team],
    ] as const)
      await addEntry(team, { project_id, date, duration, assigned_id: person.userId });
    return { team, mia, a, b, app: await WebApp.of(team) };
  }
});

onEachSize((world) => {
  test("the hours of people come from an index alone", async () => {
    const { auditContext } = await world.team();
    const actor = { id: auditContext.team.id, role: "owner" };
    const plan = await planOf(world, (db) =>
      timeByPerson({ ...auditContext, db, actor } as never, WEEK),
    );
    assert.match(plan, /COVERING INDEX/);
    assertSearches(plan, { entry: "tracker_entries_by_day (team_id=? AND date>? AND date<?)" });
  });
});
