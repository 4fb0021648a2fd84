import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { countByRule } from "../rules/list-rules.ts";
import { countNewestPairs, countPairs, findPairs } from "../transfers/transfer-pairs.ts";
import { countDuplicates, countNewestDuplicates, findDuplicates } from "./find-duplicates.ts";
import { countStale } from "./get-review.ts";

const team = { id: "0198c5a0-7e57-7000-8000-000000000000" };
const EQUAL = "transactions_by_amount (team_id=? AND amount_minor=? AND date>? AND date<?)";

onEachSize((world) => {
  test("candidates for transfers are found by their amount and days", async () => {
    const plans = [
      await planOf(world, (db) => findPairs({ db, team }, 50)),
      await planOf(world, (db) => countPairs({ db, team })),
    ];
    for (const plan of plans)
      assertSearches(plan, {
        received: "transactions_by_amount (team_id=? AND amount_minor>?)",
        paid: EQUAL,
      });
  });

  test("maybe-duplicates are found by their amount and days", async () => {
    const plans = [
      await planOf(world, (db) => findDuplicates({ db, team }, 50)),
      await planOf(world, (db) => countDuplicates({ db, team })),
    ];
    for (const plan of plans)
      assertSearches(plan, { one: "transactions_by_amount (team_id=?)", other: EQUAL });
  });

  test("the number for the navigation looks for pairs of the newest transactions alone", async () => {
    const newest = "transactions_newest (team_id=?)";
    const pairs = await planOf(world, (db) => countNewestPairs({ db, team }, 100));
    assertSearches(pairs, { item: newest, paid: EQUAL });
    const duplicates = await planOf(world, (db) => countNewestDuplicates({ db, team }, 100));
    assertSearches(duplicates, { item: newest, other: EQUAL });
  });

  test("old pending transactions and counts of rules come from indexes of their own", async () => {
    const stale = await planOf(world, (db) => countStale({ db, team }, "2026-11-01"));
    assertSearches(stale, { item: "transactions_by_status (team_id=? AND status=? AND date<?)" });
    const ruled = await planOf(world, (db) => countByRule({ db, team }));
    assertSearches(ruled, { item: "transactions_by_rule (team_id=? AND rule_id>?)" });
    assert.doesNotMatch(ruled, /TEMP B-TREE/);
  });
});
