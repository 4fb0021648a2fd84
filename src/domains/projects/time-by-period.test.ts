import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { addDays, mondayOf } from "../../shared/calendar.ts";
import { listProjects, type ProjectQuery } from "./list-projects.ts";
import { sumProjects } from "./sum-projects.ts";
import { periodsOf, timeByPeriod } from "./time-by-period.ts";

const TIME = "GET /api/teams/:team/projects/time";
const ID = "0198c5a0-7e57-7000-8000-000000000000";

test("the periods of a range are its days without a gap, each within one week or month", () => {
  const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays("2024-01-01", days));
  fc.assert(
    fc.property(day, day, fc.constantFrom("week", "month"), (one, other, by) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const periods = periodsOf({ from, to, by });
      assert.equal(periods[0]?.from, from);
      assert.equal(periods.at(-1)?.to, to);
      for (const [index, period] of periods.entries()) {
        assert.ok(period.from <= period.to);
        const begins = (day: string) => (by === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`);
        assert.equal(begins(period.from), begins(period.to));
        const next = periods[index + 1];
        if (next !== undefined) assert.equal(addDays(period.to, 1), next.from);
      }
    }),
  );
});

onEachDatabase((world) => {
  test("time is summed by week and month, of the team and of a project", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const foreign = await world.team();
    await addEntry(foreign, { project_id: await addProject(foreign), date: "2026-11-10" });
    const a = await addProject(team, { name: "A", billable: true });
    const b = await addProject(team, { name: "B" });
    for (const [project_id, date, duration] of [
      [a, "2026-10-31", 1],
      [a, "2026-11-01", 10],
      [a, "2026-11-02", 100],
      [b, "2026-11-08", 1000],
      [b, "2026-11-09", 10_000],
      [b, "2026-12-01", 100_000],
      [b, "2026-11-09", null],
    ] as const)
      await addEntry(team, { project_id, date, duration });
    const range = { team: team.id, from: "2026-10-31", to: "2026-11-30" };
    const weeks = await app.ask(TIME, { ...range, by: "week" });
    assert.deepEqual(
      weeks.periods.map(({ from, to, seconds }) => [from, to, seconds]),
      [
        ["2026-10-31", "2026-11-01", 11],
        ["2026-11-02", "2026-11-08", 1100],
        ["2026-11-09", "2026-11-15", 10_000],
        ["2026-11-16", "2026-11-22", 0],
        ["2026-11-23", "2026-11-29", 0],
        ["2026-11-30", "2026-11-30", 0],
      ],
    );
    assert.deepEqual(
      weeks.projects.map(({ id, seconds, billable, by_period }) => [
        id,
        seconds,
        billable,
        by_period,
      ]),
      [
        [b, 11_000, false, [0, 1000, 10_000, 0, 0, 0]],
        [a, 111, true, [11, 100, 0, 0, 0, 0]],
      ],
    );
    assert.deepEqual([weeks.seconds, weeks.others.seconds], [11_111, 0]);
    const months = await app.ask(TIME, { ...range, by: "month", project_id: a });
    assert.deepEqual(
      months.periods.map(({ seconds }) => seconds),
      [1, 110],
    );
    assert.deepEqual(
      months.projects.map(({ id }) => id),
      [a],
    );
    for (const bad of [
      { from: "2026-11-02", to: "2026-11-01", by: "week" },
      { from: "2020-01-01", to: "2026-11-01", by: "week" },
    ])
      assert.deepEqual((await app.refused(TIME, { team: team.id, ...bad })).at, ["/from"]);
  });

  test("projects beyond the fifty with the most time are summed together", async () => {
    const team = await world.team();
    for (let index = 1; index <= 53; index += 1)
      await addEntry(team, {
        project_id: await addProject(team, { name: `P ${index}` }),
        date: "2026-11-02",
        duration: index,
      });
    const app = await WebApp.of(team);
    const range = { team: team.id, from: "2026-11-01", to: "2026-11-30", by: "month" } as const;
    const totals = await app.ask(TIME, range);
    assert.equal(totals.projects.length, 50);
    assert.deepEqual(totals.others, { projects: 3, seconds: 6, by_period: [6] });
    assert.equal(totals.seconds, (53 * 54) / 2);
  });
});

onEachSize((world) => {
  const range = { from: "2026-01-01", to: "2026-12-31", by: "week" } as const;
  test("the team's totals of a range come from an index alone, a project's from its own entries", async () => {
    const { auditContext } = await world.team();
    const plans = (input: object) =>
      plansOf(world, (db) =>
        timeByPeriod({ ...auditContext, db } as never, { ...range, ...input }),
      );
    for (const plan of await plans({})) {
      assert.match(plan, /COVERING INDEX/);
      assertSearches(plan, { entry: "tracker_entries_by_day (team_id=? AND date>? AND date<?)" });
    }
    for (const plan of await plans({ project_id: ID }))
      assertSearches(plan, {
        entry:
          "tracker_entries_by_project (team_id=? AND project_id=? AND sort_key>? AND sort_key<?)",
      });
  });

  const TOTAL = "PRIMARY KEY (team_id=? AND project_id=?)";
  for (const [what, filter, project] of [
    ["all projects", {}, "tracker_projects_newest (team_id=?)"],
    ["a status", { status: "in_progress" }, "tracker_projects_by_status (team_id=? AND status=?)"],
    [
      "a customer",
      { customer_id: ID },
      "tracker_projects_by_customer (team_id=? AND customer_id=?)",
    ],
    ["all by status", { sort: "status" }, "tracker_projects_by_status (team_id=?)"],
    ["all from the other status", { sort: "-status" }, "tracker_projects_by_status (team_id=?)"],
    ["all by name", { sort: "name" }, "tracker_projects_by_name (team_id=?)"],
    ["all from the last name", { sort: "-name" }, "tracker_projects_by_name (team_id=?)"],
    ["a search by name", { sort: "name", q: "a" }, "tracker_projects_by_name (team_id=?)"],
  ] as const)
    test(`a page of ${what} comes from an index in its order, with kept totals`, async () => {
      const { auditContext } = await world.team();
      const input: ProjectQuery = { limit: 50, ...filter };
      const plan = await planOf(world, (db) =>
        listProjects({ ...auditContext, db } as never, input),
      );
      assertSearches(plan, { project, total: TOTAL, rest: TOTAL });
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    });

  test("the tool's list and the sums read kept totals, never entries", async () => {
    const { auditContext } = await world.team();
    const asked = (db: object) => ({ ...auditContext, db }) as never;
    const list = await planOf(world, (db) => listProjects(asked(db), { limit: 100 }));
    const sums = await planOf(world, (db) => sumProjects(asked(db), {}).catch(() => null));
    assert.match(list, /SEARCH total/);
    assert.match(sums, /SEARCH rest/);
    assertSearches(list, { total: TOTAL });
    assertSearches(sums, { rest: TOTAL });
    for (const plan of [list, sums]) assert.doesNotMatch(plan, /tracker_entries/);
  });
});
