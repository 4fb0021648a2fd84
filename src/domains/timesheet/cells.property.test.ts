import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addProject, teamWithProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const DAYS = ["2026-10-24", "2026-10-25", "2026-11-20"];

const writes = fc.array(
  fc.record({
    project: fc.integer({ min: 0, max: 1 }),
    day: fc.constantFrom(...DAYS),
    seconds: fc.integer({ min: 0, max: 86_400 }),
  }),
  { maxLength: 12 },
);

onEachDatabase((world) => {
  test("cells have what was last written to them, and undoing all writes leaves nothing", async () => {
    const { team, project_id } = await teamWithProject(world);
    await team.setTimeZone("Europe/Berlin");
    const projects = [project_id, await addProject(team, { name: "Other" })];
    const app = await WebApp.of(team);
    const property = fc.asyncProperty(writes, async (writes) => {
      const cells = new Map<string, number>();
      const events: string[] = [];
      for (const { project, day, seconds } of writes) {
        const id = projects[project] ?? project_id;
        const seen = cells.get(`${id} ${day}`) ?? 0;
        const cell = { team: team.id, project: id, day, seen, seconds };
        const { event } = await app.ask("PUT /api/teams/:team/week/cell", cell);
        if (event !== null) events.push(event);
        cells.set(`${id} ${day}`, seconds);
      }
      const written = [...cells].filter(([, seconds]) => seconds > 0);
      assert.deepEqual(await shown(app, team.id), new Map(written));
      for (const id of events.toReversed())
        await app.ask("POST /api/teams/:team/activity/:id/undo", { team: team.id, id });
      assert.deepEqual((await team.state())["tracker_entries"], []);
    });
    await fc.assert(property, { numRuns: extent(8, 100) });
  });
});

async function shown(app: WebApp, team: string): Promise<ReadonlyMap<string, number>> {
  const cells = new Map<string, number>();
  for (const day of DAYS.slice(1)) {
    const { rows } = await app.ask("GET /api/teams/:team/week", { team, day });
    for (const { project, cells: days } of rows)
      for (const { day, seconds } of days) cells.set(`${project.id} ${day}`, seconds);
  }
  return cells;
}
