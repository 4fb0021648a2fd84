import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "../timesheet/kept-totals.ts";

const MERGE = "POST /api/teams/:team/projects/:id/merge";
const DELETE = "DELETE /api/teams/:team/projects/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const ROUNDS = extent(8, 60);

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team({ destructive_ai_tools: true });
    const app = await WebApp.of(team);
    const [a, b] = [await addProject(team, { name: "A" }), await addProject(team, { name: "B" })];
    return { team, app, at: { team: team.id }, a, b };
  }

  async function assertTotals(): Promise<void> {
    assert.equal(await findWrongTotal(world.database.reader), null);
  }

  async function placesOf(team: Team): Promise<string[]> {
    const entries = (await team.state())["tracker_entries"] ?? [];
    return entries.map((entry: any) => entry.project_id);
  }

  test("all time moves, running timers too; the project goes, and undo brings all back", async () => {
    const { team, app, at, a, b } = await opened();
    const mia = await team.member("member");
    for (const duration of [60, 120, null]) await addEntry(team, { project_id: a, duration });
    await addEntry(team, { project_id: b, duration: 600, assigned_id: mia.userId });
    await team.call("tracker_start_timer", { project_id: a });
    const before = await team.state();
    const merged = await app.ask(MERGE, { ...at, id: a, into: b });
    assert.deepEqual([merged.into, merged.moved_entries], [b, 4]);
    assert.deepEqual(new Set(await placesOf(team)), new Set([b]));
    await assertTotals();
    const [event, ...others] = await team.journalOf(MERGE);
    assert.deepEqual([event?.id, event?.changes.length, others], [merged.event, 5, []]);
    await app.ask(UNDO, { ...at, id: event?.id ?? "" });
    const after = await team.state();
    for (const table of ["tracker_projects", "tracker_entries", "tracker_totals"])
      assert.deepEqual(after[table], before[table]);
  });

  test("more time than one chunk moves and comes back, without one entry of another project", async () => {
    const { team, app, at, a, b } = await opened();
    const many = 1203;
    await world.database.begin(async (db) => {
      const { newId } = team.auditContext;
      const rows = Array.from({ length: many }, (_, index) => {
        const id = newId();
        const date = `2026-10-${String(1 + (index % 28)).padStart(2, "0")}`;
        return {
          team_id: team.id,
          id,
          project_id: a,
          assigned_id: team.userId,
          date,
          start: null,
          stop: null,
          duration: 60,
          description: null,
          time_zone: "UTC",
          sort_key: `${date} ${world.now} ${id}`,
          created_at: world.now,
        };
      });
      for (let start = 0; start < many; start += 400)
        await db
          .insertInto("tracker_entries")
          .values(rows.slice(start, start + 400))
          .execute();
    });
    await addEntry(team, { project_id: b, duration: 7 });
    const before = await team.state();
    const merged = await app.ask(MERGE, { ...at, id: a, into: b });
    assert.equal(merged.moved_entries, many);
    await assertTotals();
    const [event] = await team.journalOf(MERGE);
    await app.ask(UNDO, { ...at, id: event?.id ?? "" });
    const after = await team.state();
    for (const table of ["tracker_projects", "tracker_entries", "tracker_totals"])
      assert.deepEqual(after[table], before[table]);
    await assertTotals();
  });

  test("a project is not merged with itself, nor with one of another team", async () => {
    const { team, app, at, a } = await opened();
    const foreign = await addProject(await world.team());
    await addEntry(team, { project_id: a });
    assert.deepEqual((await app.refused(MERGE, { ...at, id: a, into: a })).at, ["/into"]);
    const refused = await app.refused(MERGE, { ...at, id: a, into: foreign });
    assert.deepEqual([refused.status, refused.at], [404, ["/into"]]);
    assert.equal((await app.refused(MERGE, { ...at, id: foreign, into: a })).status, 404);
  });

  test("of two merges that cross one is done, and no time is lost", async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { team, app, at, a, b } = await opened();
      await addEntry(team, { project_id: a });
      await addEntry(team, { project_id: b });
      const [one, other] = [
        await app.ready(MERGE, { ...at, id: a, into: b }),
        await app.ready(MERGE, { ...at, id: b, into: a }),
      ];
      const replies = await Promise.all([one(), other()]);
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      assert.equal(replies.filter(({ status }) => status === 404).length, 1);
      assert.equal(new Set(await placesOf(team)).size, 1);
      assert.equal((await placesOf(team)).length, 2);
      await assertTotals();
    }
  });

  for (const [what, path] of [
    ["merge", MERGE],
    ["deletion", DELETE],
  ] as const)
    test(`a timer that starts during a ${what} moves or goes with the project, or finds none`, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { team, app, at, a, b } = await opened();
        await addEntry(team, { project_id: a });
        const send = await app.ready(path, {
          ...at,
          id: a,
          ...(path === MERGE ? { into: b } : {}),
        });
        const [reply, start] = await Promise.all([
          send(),
          team.attempt("tracker_start_timer", { project_id: a }),
        ]);
        assert.equal(reply.status, 200);
        const isIn = start.refused === null;
        if (!isIn) assert.equal(start.refused?.code, "not_found");
        const places = await placesOf(team);
        assert.ok(!places.includes(a));
        const left = path === MERGE ? 1 + Number(isIn) : 0;
        assert.equal(places.length, left);
        await assertTotals();
      }
    });

  test("a timer that stops and an entry that goes during a merge leave right totals", async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { team, app, at, a, b } = await opened();
      const gone = await addEntry(team, { project_id: a });
      await addEntry(team, { project_id: a });
      await team.call("tracker_start_timer", { project_id: a });
      world.pass(600_000);
      const send = await app.ready(MERGE, { ...at, id: a, into: b });
      const [reply, stop, deletion] = await Promise.all([
        send(),
        team.attempt("tracker_stop_timer"),
        team.attempt("tracker_delete_entry", { id: gone }),
      ]);
      assert.equal(reply.status, 200);
      assert.deepEqual([stop.refused, deletion.refused], [null, null]);
      assert.deepEqual(await placesOf(team), [b, b]);
      await assertTotals();
    }
  });
});
