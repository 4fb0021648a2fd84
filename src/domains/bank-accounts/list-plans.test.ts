import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { findOwn } from "../categories/all-categories.ts";
import { findAccounts } from "./list-accounts.ts";

const TEAM = "0198c5a0-7e57-7000-8000-000000000000";

onEachSize((world) => {
  test("accounts come from an index in their order, and a page begins in it", async () => {
    for (const [values, found] of [
      [{}, "sqlite_autoindex_bank_accounts_2 (team_id=?)"],
      [{ enabled: true, manual: true }, "sqlite_autoindex_bank_accounts_2 (team_id=?)"],
      [{ after_name: "a" }, "sqlite_autoindex_bank_accounts_2 (team_id=? AND name_key>?)"],
    ] as const) {
      const plan = await planOf(world, (db) =>
        findAccounts(db, { team_id: TEAM, ...values, rows: 26 }),
      );
      assertSearches(plan, { bank_accounts: found });
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    }
  });

  test("a team's categories are found by the team alone", async () => {
    const plan = await planOf(world, (db) => findOwn(db, { team_id: TEAM }));
    assert.match(
      plan,
      /^SEARCH categories USING INDEX sqlite_autoindex_categories_\d \(team_id=\?\)$/,
    );
  });
});
