import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import { countByRule } from "../rules/list-rules.ts";
import {
  countDuplicates,
  countNewestDuplicates,
  findDuplicates,
} from "../transactions/duplicates.ts";
import { countTransactions, matchingAll } from "../transactions/find-transactions.ts";
import { matchingOf } from "../transactions/transaction-filter.ts";
import {
  searchExchanges,
  countNewestPairs,
  countPairs,
  findPairs,
} from "../transfers/transfer-pairs.ts";
import { countStale } from "./get-review.ts";

const team = { id: "0198c5a0-7e57-7000-8000-000000000000" };
const RANGE = { from: "2026-10-01", to: "2026-10-31" };
const EQUAL = "transactions_by_amount (team_id=? AND amount_minor=? AND date>? AND date<?)";

onEachSize((world) => {
  const TWO = "sqlite_autoindex_transactions_1 (team_id=? AND id=?)";
  const KEPT = "counterparts_by_kind (team_id=? AND kind=?)";

  test("candidates for transfers are those that are kept, with their other sides by amount and days", async () => {
    const [found = "", counted = ""] = await plansOf(world, (db) => findPairs({ db, team }, 50));
    const [inRange = ""] = await plansOf(world, (db) => countPairs({ db, team }, RANGE));
    const [newest = ""] = await plansOf(world, (db) => countNewestPairs({ db, team }, 100));
    for (const plan of [found, counted, inRange, newest])
      assertSearches(plan, { alike: KEPT, received: TWO, paid: EQUAL });
  });

  const WORTH =
    "SEARCH worth USING COVERING INDEX transactions_by_category (team_id=? AND category_slug=? AND date>? AND date<?)";

  test("candidates in two currencies are looked for beside open transactions in another one", async () => {
    for (const [within, item] of [
      [{}, "transactions_exchanged (team_id=?)"],
      [{ most: 50 }, "transactions_exchanged (team_id=?)"],
      [{ range: RANGE }, "transactions_exchanged (team_id=? AND date>? AND date<?)"],
    ] as const) {
      const plan = await planOf(world, (db) => searchExchanges({ db, team }, within));
      assertSearches(plan, { received: TWO, paid: TWO });
      const steps = plan.split("\n");
      const stepsOf = (alias: string) =>
        steps.filter((step) => step.startsWith(`SEARCH ${alias} `));
      assert.deepEqual(stepsOf("worth"), [WORTH, WORTH]);
      assert.deepEqual(
        stepsOf("item").map((step) => step.replace(/^SEARCH item USING INDEX /, "")),
        [item, item],
      );
      assert.doesNotMatch(plan, /SCAN (item|other|worth|received|paid|twin)/);
    }
  });

  test("maybe-duplicates are those that are kept, with the others by amount and days", async () => {
    const plans = [
      await planOf(world, (db) => findDuplicates({ db, team }, { most: 50 })),
      await planOf(world, (db) => countDuplicates({ db, team })),
      await planOf(world, (db) => countNewestDuplicates({ db, team }, 100)),
    ];
    for (const plan of plans) assertSearches(plan, { alike: KEPT, one: TWO, other: EQUAL });
    const among = matchingAll([sql<boolean>`item.team_id = ${team.id} and item.status = 'posted'`]);
    const after = ["2026-10-31", team.id, team.id] as const;
    const filtered = await planOf(world, (db) =>
      findDuplicates({ db, team }, { most: 50, after, among }),
    );
    assertSearches(filtered, { alike: KEPT, one: TWO, other: EQUAL });
    assert.doesNotMatch(filtered, /SCAN item/);
  });

  test("transactions without a category are counted in an index alone", async () => {
    const plan = await planOf(world, async (db) => {
      const filter = { category: "uncategorized", hides_archived: true };
      return countTransactions(db, await matchingOf({ db, team } as never, filter));
    });
    assert.match(
      plan,
      /SEARCH item USING COVERING INDEX transactions_by_category \(team_id=\? AND category_slug=\?\)/,
    );
  });

  test("old pending transactions and counts of rules come from indexes of their own", async () => {
    const stale = await planOf(world, (db) => countStale({ db, team }, "2026-11-01"));
    assertSearches(stale, { item: "transactions_by_status (team_id=? AND status=? AND date<?)" });
    const ruled = await planOf(world, (db) => countByRule({ db, team }));
    assertSearches(ruled, { item: "transactions_by_rule (team_id=? AND rule_id>?)" });
    assert.doesNotMatch(ruled, /TEMP B-TREE/);
  });
});
