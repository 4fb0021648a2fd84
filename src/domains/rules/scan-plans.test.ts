import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { scanTransactions } from "./apply-rule.ts";
import { Conditions } from "./rule.ts";

onEachSize((world) => {
  test("what a rule's texts may match is found in an index alone, in its order, and only that is read", async () => {
    const { auditContext } = await world.team();
    const texts = [{ in: "text", how: "contains_any", words: ["hetzner"] }];
    const rule = { id: "", name: "", conditions: Conditions.parse({ texts }), actions: {} };
    const plan = await planOf(world, (db) =>
      scanTransactions({ ...auditContext, db } as never, rule, () => {}),
    );
    const [page = "", rows = ""] = plan.split(/^SCAN page$/m);
    assertSearches(page, { item: "transactions_newest (team_id=?)" });
    assert.match(page, /item USING COVERING INDEX/);
    assert.doesNotMatch(page, /TEMP B-TREE/);
    assertSearches(rows, { item: "sqlite_autoindex_transactions_1 (team_id=? AND id=?)" });
  });
});
