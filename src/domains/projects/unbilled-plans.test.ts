import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { findUnbilled, findUnbilledProjects } from "./find-unbilled.ts";

onEachSize((world) => {
  test("what is unbilled is summed up over projects with a rate, and over their totals alone", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) => findUnbilled(db, { team_id }));
    assertSearches(plan, {
      project: "tracker_projects_with_rate (team_id=? AND currency>?)",
      total: "PRIMARY KEY (team_id=? AND project_id=?)",
    });
  });

  test("a page of unbilled projects is found in the same index, and each customer by its id", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) => findUnbilledProjects(db, { team_id, rows: 51 }));
    assertSearches(plan, {
      project: "tracker_projects_with_rate (team_id=? AND currency>?)",
      customer: "sqlite_autoindex_customers_1 (team_id=? AND id=?)",
    });
  });
});
