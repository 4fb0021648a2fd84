import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const ENTRIES = "GET /api/teams/:team/projects/:id/entries";
const GET = "GET /api/teams/:team/projects/:id";

onAnyDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const mia = await team.member("member", { name: "Mia Member" });
    const id = await addProject(team, { name: "Website" });
    for (let day = 1; day <= 9; day += 1)
      await addEntry(team, {
        project_id: id,
        date: `2026-11-0${day}`,
        duration: day === 8 ? null : day * 60,
        assigned_id: day === 9 ? mia.userId : team.userId,
      });
    await addEntry(team, { project_id: await addProject(team), date: "2026-11-05" });
    return { team, app: await WebApp.of(team), at: { team: team.id, id } };
  }

  test("all entries of a project are listed, and come to the total that the project tells", async () => {
    const { app, at } = await opened();
    const { project, time } = await app.ask(GET, at);
    const { totals, items, ...page } = await app.ask(ENTRIES, at);
    assert.deepEqual(totals, { entries: time.entries, seconds: project.total_duration });
    assert.deepEqual(totals, { entries: 9, seconds: 37 * 60 });
    assert.deepEqual(page, { nextCursor: null });
    assert.equal(
      items.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
      project.total_duration,
    );
    assert.deepEqual(
      items.map(({ date, assigned }) => [Number(date.slice(8)), assigned.name]).slice(0, 2),
      [
        [9, "Mia Member"],
        [8, "Olga Owner"],
      ],
    );
  });

  test("the pages together are the whole list, and days narrow entries and totals alike", async () => {
    const { app, at } = await opened();
    for (const [days, wanted, minutes] of [
      [{}, 9, 37],
      [{ from: "2026-11-03" }, 7, 34],
      [{ to: "2026-11-03" }, 3, 6],
      [{ from: "2026-11-03", to: "2026-11-05" }, 3, 12],
    ] as const) {
      const first = await app.ask(ENTRIES, { ...at, ...days, limit: 2 });
      assert.deepEqual(first.totals, { entries: wanted, seconds: minutes * 60 });
      const ids = first.items.map(({ id }) => id);
      for (let cursor = first.nextCursor; cursor !== null;) {
        const next = await app.ask(ENTRIES, { ...at, ...days, limit: 2, cursor });
        assert.equal(next.totals, null);
        ids.push(...next.items.map(({ id }) => id));
        cursor = next.nextCursor;
      }
      assert.deepEqual([ids.length, new Set(ids).size], [wanted, wanted]);
    }
  });

  test("a project of another team does not exist", async () => {
    const { app, at } = await opened();
    const id = await addProject(await world.team());
    assert.equal((await app.refused(ENTRIES, { ...at, id })).status, 404);
  });
});
