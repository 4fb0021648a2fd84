import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { codesOf } from "../../../test/races.ts";
import { addProject, runningIn, teamWithProject } from "../../../test/tracker.ts";

const ROUNDS = extent(12, 60);
const OPEN = { destructive_ai_tools: true };

onEachDatabase((world) => {
  test("a start succeeds while its predecessor is deleted", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const timer = await team.call("tracker_start_timer", { project_id });
      world.pass(300_000);
      const [next, gone] = await Promise.all([
        team.attempt("tracker_start_timer", { project_id }),
        team.attempt("tracker_delete_entry", { id: timer.id }),
      ]);
      assert.deepEqual(codesOf([next, gone]), {});
      assert.equal(gone.answer.deleted, true);
      assert.deepEqual(await runningIn(team), [next.answer.id]);
    }
  });

  test("a start on a project whose customer is deleted either came before, or finds no project", async () => {
    const { team } = await teamWithProject(world, OPEN);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const customer = await team.call("customers_create", {
        name: "Acme",
        email: "a@acme.example",
      });
      const project_id = await addProject(team, { customer_id: customer.id });
      const [next, gone] = await Promise.all([
        team.attempt("tracker_start_timer", { project_id }),
        team.attempt("customers_delete", { id: customer.id }),
      ]);
      assert.equal(gone.answer?.deleted, true);
      if (next.refused !== null) assert.equal(next.refused.path, "project_id");
      assert.equal(gone.answer.deleted_entries, next.refused === null ? 1 : 0);
      const state = await team.state();
      assert.equal(state["tracker_projects"]?.length, 1);
      assert.deepEqual(state["tracker_entries"], []);
    }
  });

  test("a start succeeds while its predecessor goes with a customer", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const customer = await team.call("customers_create", {
        name: "Acme",
        email: "a@acme.example",
      });
      const theirs = await addProject(team, { customer_id: customer.id });
      await team.call("tracker_start_timer", { project_id: theirs });
      world.pass(300_000);
      const [next, gone] = await Promise.all([
        team.attempt("tracker_start_timer", { project_id }),
        team.attempt("customers_delete", { id: customer.id }),
      ]);
      assert.deepEqual(codesOf([next, gone]), {});
      assert.deepEqual(await runningIn(team), [next.answer.id]);
    }
  });
});
