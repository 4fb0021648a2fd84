import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "./kept-totals.ts";

/** Days around which clocks change in one of the zones. */
const DAYS = ["2026-10-24", "2026-10-25", "2026-10-26", "2026-11-01", "2026-11-02"] as const;
const ZONES = ["Europe/Berlin", "America/New_York"] as const;

const verb = fc.record({
  what: fc.constantFrom(
    ...(["add", "timed", "cell", "move", "split", "remove", "start", "stop", "continue"] as const),
    ...(["copy", "merge", "import", "undo", "rename", "drop"] as const),
  ),
  who: fc.nat(1),
  day: fc.constantFrom(...DAYS),
  start: fc.nat(1439),
  seconds: fc.integer({ min: 60, max: 20 * 3600 }),
  pick: fc.nat(1000),
});

const CHANGE = "PATCH /api/teams/:team/entries/:id";

type Verb = typeof verb extends fc.Arbitrary<infer V> ? V : never;

onEachDatabase((world) => {
  test("after any changes of time all sums are those of the entries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(verb, { minLength: 8, maxLength: 25 }), async (verbs) => {
        world.at("2026-11-03T12:00:00Z");
        const play = await newPlay();
        for (const one of verbs) {
          world.pass(61_234);
          await play.act(one);
        }
        await play.check();
      }),
      { numRuns: extent(6, 100) },
    );
  });

  async function newPlay() {
    const team = await world.team();
    await team.setTimeZone(ZONES[0]);
    const mia = await team.member("admin");
    const app = await WebApp.of(team);
    const apps = [app, await WebApp.of(mia)] as const;
    await apps[1].ask("PATCH /api/me", { timeZone: ZONES[1] });
    for (const index of [1, 2, 3])
      await addProject(team, {
        name: `P${index}`,
        billable: index > 1,
        rate_minor: 100 * index,
        currency: "EUR",
      });
    const at = { team: team.id };

    async function act({ what, who, day, start, seconds, pick }: Verb): Promise<void> {
      const own = apps[who] ?? app;
      const rows = await stored(team);
      const entry = rows.entries[pick % Math.max(1, rows.entries.length)];
      const project = rows.projects[pick % rows.projects.length]?.id ?? "";
      const into = rows.projects[(pick + 1) % rows.projects.length]?.id ?? "";
      const send = async (path: string, input: object) => {
        const { status, body } = await own.attempt(path, { ...at, ...input });
        assert.ok(status < 500, `${path}: ${JSON.stringify(body)}`);
        return status;
      };
      const id = entry?.id;
      if (what === "add") await send("POST /api/teams/:team/entries", { project, day, seconds });
      if (what === "timed")
        await send("POST /api/teams/:team/entries", { project, day, start, seconds });
      if (what === "start")
        await send("POST /api/teams/:team/timer", { project, start: `${day}T10:00:00.500Z` });
      if (what === "merge" && rows.projects.length > 1)
        await send("POST /api/teams/:team/projects/:id/merge", { id: project, into });
      if (what === "drop" && rows.projects.length > 2)
        await send("DELETE /api/teams/:team/projects/:id", { id: project });
      if (what === "copy")
        await send("POST /api/teams/:team/week/copy", { from: day, to: "2026-10-20" });
      if (what === "cell") {
        const person = rows.people[who] ?? "";
        const seen = sum(
          rows.entries.filter(
            (row) => row.date === day && row.project_id === project && row.assigned_id === person,
          ),
        );
        await send("PUT /api/teams/:team/week/cell", { project, day, seconds, seen });
      }
      if (what === "import") {
        const csv = `Date,Start time,Duration,Project\n${day},${start % 24}:10,1:30,P${(pick % 5) + 1}\n${day},,0:10,P1\n`;
        const { status } = await own.sendFile(
          "POST /api/teams/:team/time/import",
          { ...at, overlaps: "add" },
          csv,
        );
        assert.equal(status, 200);
      }
      if (what === "undo") {
        const events = (await team.journal()).filter(({ changes }) => changes.length > 0);
        const event = events[pick % Math.max(1, events.length)];
        if (event !== undefined)
          await send("POST /api/teams/:team/activity/:id/undo", { id: event.id });
      }
      if (id === undefined) return;
      if (what === "remove") await send("POST /api/teams/:team/entries/delete", { ids: [id] });
      if (what === "split") {
        const { version: seen } = await own.ask("GET /api/teams/:team/entries/:id", { ...at, id });
        await send("POST /api/teams/:team/entries/:id/split", { id, seen });
      }
      if (what === "stop") await send("POST /api/teams/:team/timer/:id/stop", { id });
      if (what === "continue") await send("POST /api/teams/:team/entries/:id/continue", { id });
      if (what === "move" || what === "rename") {
        const shown = await own.ask("GET /api/teams/:team/entries/:id", { ...at, id });
        const change = what === "rename" ? { description: `d${pick}`, project } : { day };
        const input = { id, seen: shown.version, ...change };
        if ((await send(CHANGE, input)) !== 200) return;
        const now = await own.ask("GET /api/teams/:team/entries/:id", { ...at, id });
        const isStale = now.version !== shown.version;
        const again = await send(CHANGE, { ...input, description: "lost" });
        assert.equal(again, isStale ? 409 : 200);
      }
    }

    async function check(): Promise<void> {
      const { entries, projects, people } = await stored(team);
      assert.equal(await findWrongTotal(world.database.reader), null);
      for (const { start, stop, duration } of entries) {
        if (duration !== null) assert.ok(duration > 0, `a duration of ${duration}`);
        if (start !== null && stop !== null)
          assert.equal(duration, Math.floor((Date.parse(stop) - Date.parse(start)) / 1000));
      }
      const all = sum(entries);
      const range = { from: "2026-09-01", to: "2026-12-31" };
      for (const by of ["week", "month"] as const) {
        const totals = await app.ask("GET /api/teams/:team/projects/time", { ...at, ...range, by });
        assert.equal(totals.seconds, all);
        assert.equal(sumOf(totals.periods.map(({ seconds }) => seconds)), all);
        for (const project of totals.projects)
          assert.equal(
            project.seconds,
            sum(entries.filter((row) => row.project_id === project.id)),
          );
      }
      const sums = await app.ask("GET /api/teams/:team/projects/sums", at);
      assert.deepEqual([sums.tracked, sums.projects], [all, projects.length]);
      for (const person of people)
        for (const day of [...DAYS, "2026-10-20"]) {
          const week = await app.ask("GET /api/teams/:team/week", { ...at, day, person });
          const days = new Set(week.days.map(({ day }) => day));
          const cells = week.rows.flatMap(({ cells }) => cells.map(({ seconds }) => seconds));
          const mine = entries.filter((row) => row.assigned_id === person && days.has(row.date));
          assert.equal(sumOf(cells), sum(mine));
        }
      const overview = await app.ask("GET /api/teams/:team/overview", at);
      const shown = new Set(overview.week.days.map(({ date }) => date));
      assert.equal(
        sumOf(overview.week.days.map(({ seconds }) => seconds)),
        sum(entries.filter(({ date }) => shown.has(date))),
      );
      const money = projects.map(({ id, billable, rate_minor }) =>
        billable
          ? Math.floor(
              (2 * (rate_minor ?? 0) * sum(entries.filter((row) => row.project_id === id)) + 3600) /
                7200,
            )
          : 0,
      );
      assert.equal(overview.unbilled[0]?.minor ?? 0, sumOf(money));
    }
    return { act, check };
  }

  async function stored({ id }: Team) {
    const db = world.database.reader;
    const entries = await db
      .selectFrom("tracker_entries")
      .selectAll()
      .where("team_id", "=", id)
      .orderBy("id")
      .execute();
    const projects = await db
      .selectFrom("tracker_projects")
      .selectAll()
      .where("team_id", "=", id)
      .orderBy("id")
      .execute();
    const members = await db
      .selectFrom("memberships")
      .selectAll()
      .where("team_id", "=", id)
      .execute();
    const people = members
      .toSorted((one, other) => (one.role === "owner" ? -1 : 1) - (other.role === "owner" ? -1 : 1))
      .map(({ user_id }) => user_id);
    return { entries, projects, people };
  }
});

function sum(rows: readonly { readonly duration: number | null }[]): number {
  return sumOf(rows.map(({ duration }) => duration ?? 0));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
