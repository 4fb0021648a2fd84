import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { countRefused } from "../../activity/find-events.ts";
import { findHours, findOverdue } from "./get-overview.ts";

onEachSize((world) => {
  test("the time of a range of days comes from an index alone, and each project by its id", async () => {
    const { id: team_id, userId: person_id } = await world.team();
    const range = { team_id, person_id, from: "2026-11-16", to: "2026-11-22" };
    const plan = await planOf(world, (db) => findHours(db, range));
    assertSearches(plan, {
      entry: "tracker_entries_by_day (team_id=? AND date>? AND date<?)",
      project: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
    });
  });

  test("invoices that are overdue come from an index in their order", async () => {
    const { id: team_id } = await world.team();
    const plan = await planOf(world, (db) =>
      findOverdue(db, { team_id, today: "2026-11-21", rows: 100 }),
    );
    const invoices = "invoices_by_status (team_id=? AND status=? AND overdue_from<?)";
    assertSearches(plan, { invoices });
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  });

  test("refused deletions are counted in their own index", async () => {
    const { auditContext } = await world.team();
    const since = "2026-11-16T00:00:00.000Z";
    const plan = await planOf(world, (db) =>
      countRefused({ ...auditContext, db } as never, { since, most: 100 }),
    );
    assertSearches(plan, { event: "activity_events_refused (team_id=? AND created_at>?)" });
  });
});
