import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { offered, prompt, resource } from "../../../test/content.ts";
import { GENERATIONS, read } from "../../../test/mcp.ts";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import type { Db } from "../../db/schema/schema.ts";
import { sortKeyOf } from "./entry.ts";
import { findDays, findMonthPairs, findPeople, findSpanSums } from "./team-month.ts";

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const TEMPLATE = "ledgerport://tracker/months/{month}";
const NOVEMBER = "ledgerport://tracker/months/2026-11";
/** A token has about three characters of such JSON at least. */
const MOST_BYTES = 60_000;

onEachDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS))
    test(`a month has everybody's time by person, project and day, ${generation}`, async () => {
      world.at("2026-11-20T10:00:00Z");
      const team = await world.team();
      const mia = await team.member("member");
      const acme = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
      const site = await addProject(team, { name: "Site", customer_id: acme.id, billable: true });
      const office = await addProject(team, { name: "Office" });
      const foreign = await world.team();
      await addEntry(foreign, { project_id: await addProject(foreign), date: "2026-11-02" });
      for (const [project_id, assigned_id, date, duration] of [
        [site, team.userId, "2026-11-01", 3600],
        [site, team.userId, "2026-11-30", 1800],
        [site, team.userId, "2026-10-31", 3600],
        [office, mia.userId, "2026-11-02", 7200],
        [office, mia.userId, "2026-11-02", 600],
        [office, mia.userId, "2026-12-01", 600],
      ] as const)
        await addEntry(team, { project_id, assigned_id, date, duration });
      const timer = await team.call("tracker_start_timer", { project_id: site });
      const month = await resource(team, NOVEMBER, send);
      assert.deepEqual(month.month, { from: "2026-11-01", to: "2026-11-30", today: "2026-11-20" });
      assert.deepEqual([month.total_duration, month.entry_count], [13_200, 4]);
      assert.equal(month.billable.total_duration, 5400);
      assert.deepEqual(
        month.people.map(({ id, total, projects }: any) => [
          id,
          total,
          projects.map(({ id, by_day }: any) => [id, by_day]),
        ]),
        [
          [mia.userId, "2 h 10", [[office, { "2026-11-02": "2 h 10" }]]],
          [team.userId, "1 h 30", [[site, { "2026-11-01": "1 h", "2026-11-30": "30 min" }]]],
        ],
      );
      assert.deepEqual(
        month.customers.map(({ customer, total }: any) => [customer?.name, total]),
        [
          [undefined, "2 h 10"],
          ["Acme", "1 h 30"],
        ],
      );
      assert.deepEqual(
        month.running.map(({ id }: any) => id),
        [timer.id],
      );
      assert.match(month.notices[0], /descriptions are left out; tracker_list_entries/);
      const member = await resource(mia, NOVEMBER, send);
      assert.equal(member.total_duration, month.total_duration);
    });

  test("only a month is one, and the last ones are offered", async () => {
    world.at("2026-11-20T10:00:00Z");
    const team = await world.team();
    for (const month of ["2026", "2026-13", "2026-11-01", "now"]) {
      const { error } = await read(
        GENERATIONS.legacy(team, "resources/read", { uri: `ledgerport://tracker/months/${month}` }),
      );
      assert.match(error.message, /month/, month);
    }
    const { values: months } = await offered(
      team,
      { type: "ref/resource", uri: TEMPLATE },
      "month",
      "2026-1",
    );
    assert.deepEqual(months, ["2026-11", "2026-10"]);
  });

  test("a week is one call, and a month of ten people with 2,000 entries at most three", async () => {
    world.at("2026-11-30T10:00:00Z");
    const team = await world.team();
    await fill(team, { people: 10, projects: 8, entries: 2000 });
    let calls = 0;
    const counting: typeof GENERATIONS.legacy = async (...asked) => {
      calls += 1;
      return GENERATIONS.legacy(...asked);
    };
    const { attached } = await prompt(team, "review_my_week", {}, counting);
    assert.equal(calls, 1);
    assert.ok(Object.values(attached).every((week: any) => week.days.length === 7));
    calls = 0;
    const month = await resource(team, NOVEMBER, counting);
    assert.ok(calls <= 3);
    assert.equal(month.entry_count, 2000);
    assert.equal(month.people.length, 10);
    // All of it: the days of each project of each person come to the month.
    for (const person of month.people) {
      const listed = person.projects.reduce((sum: number, one: any) => sum + one.total_duration, 0);
      assert.equal(listed, person.total_duration);
      assert.ok(person.projects.every(({ by_day }: any) => Object.keys(by_day).length > 0));
    }
    assert.equal(month.notices.length, 1);
    assert.ok(JSON.stringify(month).length < MOST_BYTES, String(JSON.stringify(month).length));
  });

  test("a larger month stays as short, and says what it leaves out", async () => {
    world.at("2026-11-30T10:00:00Z");
    const team = await world.team();
    await fill(team, { people: 60, projects: 90, entries: 9000 });
    const month = await resource(team, NOVEMBER);
    assert.equal(month.entry_count, 9000);
    assert.ok(JSON.stringify(month).length < MOST_BYTES, String(JSON.stringify(month).length));
    assert.equal(month.people.length, 50);
    assert.equal(month.notices.length, 4, JSON.stringify(month.notices));
  });

  async function fill(team: Team, size: { people: number; projects: number; entries: number }) {
    const people = [team.userId];
    while (people.length < size.people)
      people.push((await team.member("member", { name: `Person ${people.length}` })).userId);
    const projects: string[] = [];
    while (projects.length < size.projects)
      projects.push(await addProject(team, { name: `Project ${projects.length}` }));
    const rows = Array.from({ length: size.entries }, (_, index) => {
      const id = team.auditContext.newId();
      const date = `2026-11-${String(1 + (index % 28)).padStart(2, "0")}`;
      const assigned_id = people[index % size.people] ?? "";
      const project_id = projects[Math.floor(index / size.people) % size.projects] ?? "";
      const entry = {
        team_id: team.id,
        id,
        project_id,
        assigned_id,
        date,
        start: null,
        stop: null,
      };
      const at = world.now;
      const rest = { duration: 60 + index, description: null, time_zone: "UTC", created_at: at };
      return { ...entry, ...rest, sort_key: sortKeyOf({ date, at, id }) };
    });
    await world.database.begin(async (db) => {
      for (let start = 0; start < rows.length; start += 500)
        await db
          .insertInto("tracker_entries")
          .values(rows.slice(start, start + 500))
          .execute();
    });
  }
});

onEachSize((world) => {
  test("a team's month comes from an index alone, and names only what it lists", async () => {
    const { auditContext, id: team_id } = await world.team();
    const span = { team_id, first: "2026-11-01", last: "2026-11-30" };
    const pair = { person_id: ID, project_id: ID, project_name: "", seconds: 1, projects: 1 };
    const of = (db: Db) => ({ ...auditContext, db }) as never;
    for (const read of [
      (db: Db) => findSpanSums(db, { ...span, rows: 50 }),
      (db: Db) => findPeople(db, span),
      (db: Db) => findMonthPairs(of(db), span, { people: [ID], most: 20 }),
      (db: Db) => findDays(of(db), span, [pair]),
    ]) {
      const plan = await planOf(world, read);
      assert.match(plan, /entry USING COVERING INDEX/);
      assertSearches(plan, { entry: "tracker_entries_by_day (team_id=? AND date>? AND date<?)" });
      assert.doesNotMatch(plan, /SCAN (project|person|customer)\b/);
    }
  });
});
