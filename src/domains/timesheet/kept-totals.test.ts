import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { lives, take } from "../../../test/life.ts";
import { codesOf, together } from "../../../test/races.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { findWrongTotal } from "./kept-totals.ts";

const LIVES = extent(5, 200);
const UNDO = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  test("whatever is done and undone, every kept total is the sum of its entries", async () => {
    const undos = fc.array(fc.nat(1000), { maxLength: 5 });
    const rule = fc.asyncProperty(lives(25), undos, async (life, undos) => {
      const team = await world.team({ destructive_ai_tools: true });
      for (const step of life) {
        await take(team, step);
        await assertTotals(team);
      }
      const app = await WebApp.of(team);
      for (const number of undos) {
        const events = await team.journal();
        await app.attempt(UNDO, { team: team.id, id: events[number % events.length]?.id });
        await assertTotals(team);
      }
    });
    await fc.assert(rule, { numRuns: LIVES });
  });

  test("whichever rows a statement adds, moves or deletes, every kept total is the sum of its entries", async () => {
    const [which, seconds] = [fc.nat(2), fc.option(fc.nat(3))];
    const change = fc.record({
      kind: fc.constantFrom("add", "move", "give", "set", "delete"),
      project: which,
      person: which,
      seconds,
    });
    const rule = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const team = await world.team();
      const projects = await together(3, () => addProject(team));
      const people = [team, await team.member("member"), await team.member("member")];
      for (const { kind, project, person, seconds } of changes) {
        const project_id = projects[project] ?? "";
        const assigned_id = people[person]?.userId ?? "";
        const entries = world.database.begin;
        if (kind === "add") await addEntry(team, { project_id, assigned_id, duration: seconds });
        else if (kind === "delete")
          await entries((db) =>
            db.deleteFrom("tracker_entries").where("project_id", "=", project_id).execute(),
          );
        else {
          const values = {
            move: { project_id },
            give: { assigned_id },
            set: { duration: seconds },
          };
          await entries((db) =>
            db
              .updateTable("tracker_entries")
              .set(values[kind])
              .where("team_id", "=", team.id)
              .where(kind === "move" ? "assigned_id" : "project_id", "in", [
                kind === "move" ? assigned_id : project_id,
              ])
              .execute(),
          );
        }
        await assertTotals(team);
      }
    });
    await fc.assert(rule, { numRuns: LIVES });
  });

  test("timers that several people start and stop at once on one project add up, beside a deletion", async () => {
    world.at("2026-11-21T08:00:00Z");
    const team = await world.team({ destructive_ai_tools: true, member_full_access: true });
    const customer = await team.call("customers_create", { name: "A", email: "a@acme.example" });
    const project_id = await addProject(team);
    const other = await addProject(team, { customer_id: customer.id });
    const people = await together(6, async () => team.member("member", { preset: "all" }));
    const running = await Promise.all(
      people.map((person, index) =>
        person.call("tracker_start_timer", { project_id: index % 3 === 0 ? other : project_id }),
      ),
    );
    world.pass(3_600_000);
    const attempts = await Promise.all([
      ...people.map((person) => person.attempt("tracker_start_timer", { project_id })),
      ...running.map(({ id }) => team.attempt("tracker_stop_timer", { entry_id: id })),
      team.attempt("customers_delete", { id: customer.id }),
    ]);
    assert.ok(!("busy" in codesOf(attempts)));
    await assertTotals(team);
    const { items } = await team.call("tracker_list_projects");
    assert.deepEqual(
      items.map(({ id, total_duration }: any) => [id, total_duration]),
      [[project_id, 4 * 3600]],
    );
  });

  test("a total answers as before: everybody's time, without running timers", async () => {
    world.at("2026-11-21T08:00:00Z");
    const team = await world.team();
    const mia = await team.member("member");
    const project_id = await addProject(team);
    await addEntry(team, { project_id, duration: 3600 });
    await addEntry(team, { project_id, duration: 0, assigned_id: mia.userId });
    await addEntry(team, { project_id, duration: 60, assigned_id: mia.userId });
    await team.call("tracker_start_timer", { project_id });
    const { items } = await team.call("tracker_list_projects");
    assert.equal(items[0].total_duration, 3660);
  });
});

/** Compares the team's kept totals with its entries, one by one. */
async function assertTotals(team: Team): Promise<void> {
  const { tracker_entries = [], tracker_totals = [] } = (await team.state()) as Tables;
  const sums = new Map<string, number>();
  for (const { project_id, assigned_id, duration } of tracker_entries) {
    const key = `${project_id} ${assigned_id}`;
    if (duration) sums.set(key, (sums.get(key) ?? 0) + duration);
  }
  const kept = tracker_totals.map(
    ({ project_id, assigned_id, seconds }) => [`${project_id} ${assigned_id}`, seconds] as const,
  );
  assert.deepEqual(new Map(kept), sums);
  assert.equal(await findWrongTotal(team.world.database.reader), null);
}

type Tables = Record<string, any[]>;
