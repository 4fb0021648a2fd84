import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject, teamWithProject } from "../../../test/tracker.ts";

onEachDatabase((world) => {
  test("a page has 50 entries, or as many as limit says from 1 to 100", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let count = 1; count <= 101; count += 1) await addEntry(team, { project_id });
    for (const [args, length] of [
      [{}, 50],
      [{ limit: null }, 50],
      [{ limit: 1 }, 1],
      [{ limit: 100 }, 100],
    ] as const) {
      const list = await team.call("tracker_list_entries", args);
      assert.equal(list.items.length, length);
      assert.equal(list.total_duration, length * 3600);
      assert.equal(typeof list.nextCursor, "string");
      assert.equal(list.cursor, list.nextCursor);
    }
    for (const limit of [0, 101, -1, 1.5, "10"]) {
      const error = await team.refusedWithoutTrace("tracker_list_entries", { limit });
      assert.equal(error.path, "limit", String(limit));
    }
  });

  test("the pages together are the whole list, the last one has no cursor", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let count = 1; count <= 6; count += 1) await addEntry(team, { project_id });
    const whole = await idsOf(team);
    for (const limit of [1, 2, 3, 4, 6]) {
      const rows = await team.rows("tracker_list_entries", { limit });
      assert.deepEqual(
        rows.map(({ id }) => id),
        whole,
      );
    }
    const { nextCursor } = await team.call("tracker_list_entries", { limit: 6 });
    assert.equal(nextCursor, null);
  });

  test("total_duration is that of the page, running timers left out", async () => {
    const { team, project_id } = await teamWithProject(world);
    await addEntry(team, { project_id, date: "2026-11-19", duration: 1 });
    await addEntry(team, { project_id, date: "2026-11-20", duration: 20 });
    await addEntry(team, { project_id, duration: 300 });
    await team.call("tracker_start_timer", { project_id });
    const first = await team.call("tracker_list_entries", { limit: 3 });
    assert.equal(first.total_duration, 320);
    const args = { limit: 3, cursor: first.cursor };
    assert.equal((await team.call("tracker_list_entries", args)).total_duration, 1);
  });

  test("what is added or deleted while paging neither repeats nor hides another entry", async () => {
    const { team, project_id } = await teamWithProject(world, { destructive_ai_tools: true });
    for (let count = 1; count <= 6; count += 1) await addEntry(team, { project_id });
    const whole = await idsOf(team);
    const first = await team.call("tracker_list_entries", { limit: 3 });
    await addEntry(team, { project_id, date: "2026-11-22" });
    const older = await addEntry(team, { project_id, date: "2026-11-20" });
    await team.call("tracker_delete_entry", { id: first.items[2].id });
    const rest = await idsOf(team, { cursor: first.nextCursor });
    const seen = [...first.items.map(({ id }: any) => id), ...rest];
    assert.deepEqual(seen, [...whole, older]);
  });

  test("a cursor of other filters, another person, team or list is refused", async () => {
    const { team, project_id } = await teamWithProject(world);
    const mia = await team.member("member");
    const foreign = await teamWithProject(world);
    for (let count = 1; count <= 2; count += 1) await addEntry(team, { project_id });
    await addProject(team);
    const limit = 1;
    const range = { from: "2026-11-01", to: "2026-11-30" };
    const { cursor } = await team.call("tracker_list_entries", { limit });
    const ofRange = await team.call("tracker_list_entries", { limit, ...range });
    const ofProjects = await team.call("tracker_list_projects", { limit });
    for (const [caller, args] of [
      [team, { cursor, project_id }],
      [team, { cursor, assigned_id: null }],
      [team, { cursor, assigned_id: mia.userId }],
      [team, { cursor, ...range }],
      [team, { cursor: ofRange.cursor }],
      [team, { cursor: ofRange.cursor, ...range, to: "2026-11-29" }],
      [team, { cursor: ofRange.cursor, ...range, from: "2026-11-02" }],
      [team, { cursor: ofProjects.cursor }],
      [mia, { cursor }],
      [foreign.team, { cursor }],
      [foreign.team, { cursor, assigned_id: team.userId }],
    ] as const) {
      const error = await caller.refusedWithoutTrace("tracker_list_entries", args);
      assert.equal(error.code, "invalid_cursor", JSON.stringify(args));
      assert.equal(error.path, "cursor");
    }
    const args = { cursor, limit: 100, assigned_id: team.userId, project_id: null, from: null };
    assert.equal((await team.call("tracker_list_entries", args)).items.length, 1);
  });

  test("a broken cursor is refused, never an empty page", async () => {
    const { team, project_id } = await teamWithProject(world);
    for (let count = 1; count <= 2; count += 1) await addEntry(team, { project_id });
    const { cursor } = await team.call("tracker_list_entries", { limit: 1 });
    const [fingerprint] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const forged = [null, 5, {}, "x".repeat(201)].map((key) => write([fingerprint, key]));
    for (const broken of [" ", "x", cursor.slice(0, -4), write([fingerprint]), ...forged]) {
      const args = { cursor: broken };
      const error = await team.refusedWithoutTrace("tracker_list_entries", args);
      assert.equal(error.code, "invalid_cursor", broken);
    }
  });
});

async function idsOf(team: Team, args: object = {}): Promise<string[]> {
  const { items } = await team.call("tracker_list_entries", args);
  return items.map(({ id }: any) => id);
}

function write(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}
