import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { signedIn } from "../../../test/oauth.ts";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { shownIn } from "../../shared/calendar.ts";
import { dayIn } from "../../shared/time.ts";
import { findExported } from "./export-time.ts";

const EXPORT = "GET /api/teams/:team/time/file";
const PREVIEW = "POST /api/teams/:team/time/import/preview";
const ID = "0198c5a0-7e57-7000-8000-000000000000";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team();
    return { team, app: await WebApp.of(team), at: { team: team.id } };
  }

  async function timed(
    team: Team,
    project_id: string,
    start: string,
    seconds: number,
    zone = "UTC",
  ) {
    const stop = new Date(Date.parse(start) + seconds * 1000).toISOString();
    const date = dayIn(zone, start);
    await addEntry(team, { project_id, start, stop, date, duration: seconds, time_zone: zone });
  }

  test("a file has the time of a range, in local times, with no formula in it", async () => {
    const { team, app, at } = await opened();
    const customer = await team.call("customers_create", {
      name: "=Acme",
      email: "a@acme.example",
    });
    const project_id = await addProject(team, {
      name: "Website",
      customer_id: customer.id,
      billable: true,
    });
    await timed(team, project_id, "2026-11-20T23:30:00.000Z", 5430, "Europe/Berlin");
    await addEntry(team, { project_id, date: "2026-11-02", duration: 5400, description: "@home" });
    await addEntry(team, { project_id, date: "2026-10-01" });
    const range = { ...at, from: "2026-11-01", to: "2026-11-30" };
    const { status, body, headers } = await app.attempt(EXPORT, range);
    assert.equal(status, 200);
    assert.match(headers.get("content-disposition") ?? "", /Time.*2026-11-01.*\.csv/);
    const [header = "", ...lines] = body.trim().split("\r\n");
    assert.match(header, /User,Email,Client,Project,Description,Billable,Start date/);
    const cells = lines.map((line: string) => line.split(",").slice(2, 13).join(","));
    assert.deepEqual(cells, [
      "'=Acme,Website,,Yes,2026-11-21,00:30:00,2026-11-21,02:00:30,1:30:30,1.51,Europe/Berlin",
      "'=Acme,Website,'@home,Yes,2026-11-02,,,,1:30:00,1.50,UTC",
    ]);
  });

  test("everybody saves the time of anybody, as lists show it", async () => {
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const project_id = await addProject(team);
    await addEntry(team, { project_id });
    await addEntry(team, { project_id, assigned_id: mia.userId });
    const member = new WebApp(world, await signedIn(mia));
    const linesOf = (body: string) => body.trim().split("\r\n").length - 1;
    assert.equal(linesOf((await member.attempt(EXPORT, at)).body), 1);
    assert.equal(linesOf((await app.attempt(EXPORT, at)).body), 1);
    assert.equal(linesOf((await app.attempt(EXPORT, { ...at, person: "all" })).body), 2);
    assert.equal(linesOf((await member.attempt(EXPORT, { ...at, person: "all" })).body), 2);
    assert.equal(linesOf((await member.attempt(EXPORT, { ...at, person: team.userId })).body), 1);
  });

  test("more time than one read is saved whole", async () => {
    const { team, app, at } = await opened();
    const project_id = await addProject(team);
    for (let index = 0; index < 1003; index += 1)
      await addEntry(team, { project_id, duration: index });
    const { body } = await app.attempt(EXPORT, at);
    assert.equal(body.trim().split("\r\n").length, 1004);
  });

  test("an import of what was exported adds nothing twice, whatever the entries are", async () => {
    const { team, app, at } = await opened();
    const projects = [
      await addProject(team, { name: "Website" }),
      await addProject(team, { name: "website" }),
      await addProject(team, { name: " =x; 'y" }),
    ];
    const description = fc.oneof(
      fc.constantFrom(null, "", "=1+1", "'=x", " a\n b ", '"', "a;=b", "@x", "-", "ü😀"),
      fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/\p{Cc}/gu, "").toWellFormed()),
    );
    const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu");
    // Half of the moments lie around the end of summer time, when local times come twice.
    const moment = fc.oneof(
      fc.integer({
        min: Date.parse("2026-10-25T00:00:00Z"),
        max: Date.parse("2026-10-25T03:00:00Z"),
      }),
      fc.integer({
        min: Date.parse("2025-01-01T00:00:00Z"),
        max: Date.parse("2026-11-20T00:00:00Z"),
      }),
    );
    const entry = fc.record({
      project_id: fc.constantFrom(...projects),
      description,
      time_zone: zone,
      moment,
      seconds: fc.integer({ min: 1, max: 90_000 }),
      hasStart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
        for (const { moment, seconds, hasStart, ...rest } of entries) {
          const start = new Date(moment).toISOString();
          const stop = new Date(moment + seconds * 1000).toISOString();
          const date = dayIn(rest.time_zone, start);
          const times = hasStart ? { start, stop } : {};
          await addEntry(team, { ...rest, ...times, date, duration: seconds });
        }
        const { body } = await app.attempt(EXPORT, at);
        const preview = await app.sendFile(PREVIEW, at, body);
        assert.equal(preview.status, 200);
        const { rows, entries: added, duplicates, problems } = preview.body;
        assert.deepEqual(
          [added, duplicates.count, problems.count],
          [0, rows, 0],
          JSON.stringify(preview.body),
        );
      }),
      { numRuns: extent(8, 100) },
    );
  });

  test("what was exported of one team is the same time in another", async () => {
    const { team, app, at } = await opened();
    const project_id = await addProject(team, { name: "Website" });
    await timed(team, project_id, "2026-10-25T00:30:00.000Z", 3600, "Europe/Berlin");
    await timed(team, project_id, "2026-10-25T01:30:00.000Z", 3600, "Europe/Berlin");
    const { body } = await app.attempt(EXPORT, at);
    const other = await world.team();
    const theirs = await WebApp.of(other);
    const { body: seen } = await theirs.sendFile(PREVIEW, { team: other.id }, body);
    const people = seen.unknown.map(({ person }: { person: string }) => person);
    const input = { team: other.id, people, members: [other.userId] };
    await theirs.sendFile("POST /api/teams/:team/time/import", input, body);
    const { items } = await other.call("tracker_list_entries");
    assert.deepEqual(
      items.map(({ start, duration, timeZone }: any) => [shownIn(timeZone, start), duration]),
      [
        ["2026-10-25T02:30:00+01:00", 3600],
        ["2026-10-25T02:30:00+02:00", 3600],
      ],
    );
  });
});

onEachSize((world, isLarge) => {
  // Without statistics SQLite takes any index in that order.
  if (!isLarge) return;

  for (const [what, filter, listed] of [
    [
      "a person",
      { assigned_id: ID },
      "tracker_entries_by_person (team_id=? AND assigned_id=? AND sort_key>? AND sort_key<?)",
    ],
    ["everybody", {}, "tracker_entries_newest (team_id=? AND sort_key>? AND sort_key<?)"],
    [
      "a project",
      { project_id: ID },
      "tracker_entries_by_project (team_id=? AND project_id=? AND sort_key>? AND sort_key<?)",
    ],
  ] as const)
    test(`a file of ${what} is read in the order of an index`, async () => {
      const range = { team_id: ID, first: "2026-01-01", last: "2026-12-31~", rows: 500 };
      const plan = await planOf(world, (db) => findExported(db, { ...range, ...filter }));
      assertSearches(plan, { listed });
    });
});
