import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { findUnbilled, findUnbilledProjects } from "./find-unbilled.ts";

onEachSize((world) => {
  test("what is unbilled is summed up over projects with a rate, and over their totals alone", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) => findUnbilled(db, { team_id, ahead: "2026-11-22~" }));
    assertSearches(plan, {
      project: "tracker_projects_with_rate (team_id=? AND currency>?)",
      spent: "PRIMARY KEY (team_id=? AND project_id=?)",
    });
  });

  test("what is unbilled of one project is found by its id", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) =>
      findUnbilled(db, { team_id, ahead: "2026-11-22~", project_id: team_id }),
    );
    assertSearches(plan, {
      project: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
      spent: "PRIMARY KEY (team_id=? AND project_id=?)",
    });
  });

  test("what is unbilled of some days is summed up over the entries of projects with a rate", async () => {
    const { id: team_id } = await world.team();
    const days = { from: "2026-03-01", until: "2026-03-31~" };
    const plan = await planOf(world, (db) =>
      findUnbilled(db, { team_id, ahead: "2026-11-22~", ...days }),
    );
    assertSearches(plan, {
      project: "tracker_projects_with_rate (team_id=? AND currency>?)",
      spent:
        "tracker_entries_by_project (team_id=? AND project_id=? AND sort_key>? AND sort_key<?)",
    });
  });

  test("a page of unbilled projects is found in the same index, and each customer by its id", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) =>
      findUnbilledProjects(db, { team_id, ahead: "2026-11-22~", rows: 51 }),
    );
    assertSearches(plan, {
      project: "tracker_projects_with_rate (team_id=? AND currency>?)",
      customer: "sqlite_autoindex_customers_1 (team_id=? AND id=?)",
    });
  });
});
