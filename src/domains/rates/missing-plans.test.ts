import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { findMissing } from "./get-rates.ts";

const team = { id: "0198c5a0-7e57-7000-8000-000000000000", baseCurrency: "EUR" };

onEachSize((world) => {
  test("amounts without a rate are found in an index of these alone", async () => {
    const plan = await planOf(world, (db) => findMissing({ db, team } as never));
    assertSearches(plan, {
      account: "sqlite_autoindex_bank_accounts_1 (team_id=?)",
      item: "transactions_unrated (team_id=? AND bank_account_id=?)",
    });
  });
});
