import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";

onEachDatabase((world) => {
  test("a page has 25 projects, or as many as limit says from 1 to 100", async () => {
    const team = await world.team();
    for (let count = 1; count <= 101; count += 1) await addProject(team);
    for (const [args, length] of [
      [{}, 25],
      [{ limit: null }, 25],
      [{ limit: 1 }, 1],
      [{ limit: 100 }, 100],
    ] as const) {
      const list = await team.call("tracker_list_projects", args);
      assert.equal(list.items.length, length);
      assert.equal(typeof list.nextCursor, "string");
      assert.equal(list.cursor, list.nextCursor);
    }
    for (const limit of [0, 101, -1, 1.5, "10"]) {
      const error = await team.refusedWithoutTrace("tracker_list_projects", { limit });
      assert.equal(error.path, "limit", String(limit));
    }
  });

  test("the pages together are the whole list, the last one has no cursor", async () => {
    const team = await world.team();
    for (let count = 1; count <= 6; count += 1) await addProject(team);
    const whole = await idsOf(team);
    for (const limit of [1, 2, 3, 4, 6]) {
      const rows = await team.rows("tracker_list_projects", { limit });
      assert.deepEqual(
        rows.map(({ id }) => id),
        whole,
      );
    }
    assert.equal((await team.call("tracker_list_projects", { limit: 6 })).nextCursor, null);
  });

  test("what is added while paging neither repeats nor hides another project", async () => {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    for (let count = 1; count <= 6; count += 1) await addProject(team);
    const whole = await idsOf(team);
    const first = await team.call("tracker_list_projects", { limit: 3 });
    await addProject(team, { created_at: "2026-11-21T09:00:00.001Z" });
    const older = await addProject(team, { created_at: "2026-11-21T08:59:59.999Z" });
    const rest = await idsOf(team, { cursor: first.nextCursor });
    const seen = [...first.items.map(({ id }: any) => id), ...rest];
    assert.deepEqual(seen, [...whole, older]);
  });

  test("a cursor of other filters, another team or list is refused, and so is a broken one", async () => {
    const team = await world.team();
    const foreign = await world.team();
    const project_id = await addProject(team);
    await addProject(team);
    for (let count = 1; count <= 2; count += 1) await addEntry(team, { project_id });
    const limit = 1;
    const { cursor } = await team.call("tracker_list_projects", { limit });
    const ofStatus = await team.call("tracker_list_projects", { limit, status: "in_progress" });
    const ofEntries = await team.call("tracker_list_entries", { limit });
    for (const [caller, args] of [
      [team, { cursor, status: "in_progress" }],
      [team, { cursor, customer_id: randomUUID() }],
      [team, { cursor: ofStatus.cursor }],
      [team, { cursor: ofStatus.cursor, status: "completed" }],
      [team, { cursor: ofEntries.cursor }],
      [team, { cursor: cursor.slice(0, -4) }],
      [team, { cursor: " " }],
      [foreign, { cursor }],
    ] as const) {
      const error = await caller.refusedWithoutTrace("tracker_list_projects", args);
      assert.equal(error.code, "invalid_cursor", JSON.stringify(args));
      assert.equal(error.path, "cursor");
    }
    assert.equal((await idsOf(team, { cursor, status: null, limit: 100 })).length, 1);
  });
});

async function idsOf(team: Team, args: object = {}): Promise<string[]> {
  const { items } = await team.call("tracker_list_projects", args);
  return items.map(({ id }: any) => id);
}
