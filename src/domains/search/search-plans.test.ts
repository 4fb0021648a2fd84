import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachSize, plansOf } from "../../../test/plan.ts";
import { searchRecords } from "./search-records.ts";

onEachSize((world) => {
  test("names that begin with the text are found by name, others and transactions in the order of the list", async () => {
    const { auditContext } = await world.team();
    const plans = await plansOf(world, (db) =>
      searchRecords({ ...auditContext, db } as never, { q: "acme" }),
    );
    assert.deepEqual(
      plans.toSorted((one, other) => one.localeCompare(other)).map((plan) => plan.split("\n")),
      [
        [
          "CO-ROUTINE page",
          "SEARCH item USING COVERING INDEX transactions_newest (team_id=?)",
          "SCAN page",
          "SEARCH item USING INDEX sqlite_autoindex_transactions_1 (team_id=? AND id=?)",
        ],
        [
          "SEARCH customers USING INDEX customers_by_name (team_id=? AND name_folded>? AND name_folded<?)",
        ],
        ["SEARCH customers USING INDEX customers_newest (team_id=?)"],
        [
          "SEARCH tracker_projects USING INDEX tracker_projects_by_name (team_id=? AND name_folded>? AND name_folded<?)",
        ],
        ["SEARCH tracker_projects USING INDEX tracker_projects_newest (team_id=?)"],
      ],
    );
  });
});
