import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";

/** More than SQLite allows as parameters of a statement. */
const PROJECTS = 33_000;
const AT_ONCE = 3000;

onEachDatabase((world) => {
  test("a customer goes with however many projects it has", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    await world.database.begin(async (db) => {
      for (let made = 0; made < PROJECTS; made += AT_ONCE) {
        const projects = Array.from({ length: AT_ONCE }, (_, index) => ({
          team_id: team.id,
          id: team.auditContext.newId(),
          name: `Project ${made + index}`,
          name_folded: `project ${made + index}`,
          customer_id: customer.id,
          status: "completed" as const,
          billable: false,
          created_at: world.now,
          updated_at: world.now,
        }));
        await db.insertInto("tracker_projects").values(projects).execute();
      }
    });
    const answer = await team.call("customers_delete", { id: customer.id });
    assert.deepEqual([answer.deleted, answer.deleted_projects], [true, PROJECTS]);
    const state = await team.state();
    assert.deepEqual([state["customers"], state["tracker_projects"]], [[], []]);
    const [event] = await team.journalOf("customers_delete");
    assert.equal(event?.changes.length, PROJECTS + 1);
  });
});
