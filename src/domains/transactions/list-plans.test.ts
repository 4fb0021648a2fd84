import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import { findBalances } from "../bank-accounts/balances.ts";
import { countUses } from "../categories/count-uses.ts";
import { findIds, findTransactions } from "./find-transactions.ts";
import { findOpen, suggestCategories } from "./same-party.ts";
import { sumImports, sumsByCurrency, totalTransactions } from "./total-transactions.ts";
import { type Filter, matchingOf } from "./transaction-filter.ts";

const TEAM = "0198c5a0-7e57-7000-8000-000000000000";
const PAGE = { isNewestFirst: true, after: null, rows: 26 };

onEachSize((world) => {
  async function contextOf(db: unknown) {
    const { auditContext } = await world.team();
    return { ...auditContext, db, team: { id: TEAM } } as never;
  }

  for (const [what, filter, found] of [
    ["no filter", {}, "transactions_newest (team_id=?)"],
    ["words", { q: "acme" }, "transactions_newest (team_id=?)"],
    [
      "days",
      { from: "2026-11-01", to: "2026-11-30" },
      "transactions_newest (team_id=? AND date>? AND date<?)",
    ],
    ["a status", { status: "exported" }, "transactions_by_status (team_id=? AND status=?)"],
    ["an account", { account: TEAM }, "transactions_by_account (team_id=? AND bank_account_id=?)"],
  ] as const satisfies readonly (readonly [string, Partial<Filter>, string])[]) {
    test(`a page by ${what} is read in the order of an index`, async () => {
      const plan = await planOf(world, async (db) => {
        const context = await contextOf(db);
        await findIds(context, await matchingOf(context, filter), PAGE);
      });
      assertSearches(plan, { item: found });
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    });
  }

  test("a page of an import reads that import alone", async () => {
    const plan = await planOf(world, async (db) => {
      const context = await contextOf(db);
      await findIds(context, await matchingOf(context, { import: TEAM }), PAGE);
    });
    assertSearches(plan, { item: "transactions_by_import (team_id=? AND import_id=?)" });
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  });

  test("a page of money out without a file looks each transaction up, newest first", async () => {
    const plans = await plansOf(world, async (db) => {
      const context = await contextOf(db);
      await findIds(context, await matchingOf(context, { attachment: "none" }), PAGE);
    });
    const plan = plans.find((one) => one.includes(" attached "));
    assert.match(plan ?? "", /SEARCH item USING (?:COVERING )?INDEX transactions_newest/);
    assert.match(plan ?? "", /SEARCH attached USING .*\(team_id=\? AND transaction_id=\?\)/);
    assert.doesNotMatch(plan ?? "", /TEMP B-TREE/);
  });

  test("totals of an import read that import alone", async () => {
    const plans = await plansOf(world, async (db) => {
      const context = await contextOf(db);
      await totalTransactions(context, await matchingOf(context, { import: TEAM }));
    });
    assert.ok(plans.some((plan) => plan.includes("transactions_by_import")));
    for (const plan of plans) assert.doesNotMatch(plan, /SCAN (item|transactions)\b/);
  });

  test("sums of imports read these alone, from an index alone", async () => {
    const plans = await plansOf(world, async (db) => {
      const context = await contextOf(db);
      await sumImports(context, [TEAM, TEAM]);
    });
    const sums = plans.filter((plan) => plan.includes(" item "));
    assert.equal(sums.length, 2);
    for (const plan of sums)
      assert.match(
        plan,
        /SEARCH item USING COVERING INDEX transactions_by_import \(team_id=\? AND import_id=\?\)/,
      );
  });

  test("totals of an account read that account alone", async () => {
    const plans = await plansOf(world, async (db) => {
      const context = await contextOf(db);
      const matching = await matchingOf(context, { account: TEAM });
      await totalTransactions(context, matching);
      await sumsByCurrency(context, matching);
    });
    const sums = plans.filter((plan) => plan.includes(" item "));
    assert.equal(sums.length, 4);
    for (const plan of sums)
      assert.match(plan, /transactions_by_account \(team_id=\? AND bank_account_id=\?/);
  });

  test("similar transactions are counted, and the newest named, from an index alone", async () => {
    const plans = await plansOf(world, (db) =>
      findOpen({ db, team: { id: TEAM } }, "acme", 20, false),
    );
    assert.equal(plans.length, 2);
    for (const plan of plans)
      assert.equal(
        plan,
        "SEARCH transactions USING COVERING INDEX transactions_by_party (team_id=? AND party_key=?)",
      );
  });

  test("a page of a category reads that category alone, and the parts in it", async () => {
    const plan = await planOf(world, async (db) => {
      const context = await contextOf(db);
      const matching = await matchingOf(context, {});
      await findTransactions(context, { ...matching, slugs: ["rent"] }, PAGE);
    });
    assert.match(
      plan,
      /item USING COVERING INDEX transactions_by_category \(team_id=\? AND category_slug=\?\)/,
    );
    assert.match(
      plan,
      /part USING COVERING INDEX transaction_parts_by_category \(team_id=\? AND category_slug=\?\)/,
    );
    assert.doesNotMatch(plan, /SCAN (item|part|transactions|transaction_parts)\b/);
  });

  test("suggestions, uses of a category and balances are read from indexes alone", async () => {
    const suggestions = await planOf(world, async (db) =>
      suggestCategories(await contextOf(db), ["acme"]),
    );
    assert.match(
      suggestions,
      /COVERING INDEX transactions_by_party \(team_id=\? AND party_key=\?\)/,
    );
    const uses = await planOf(world, (db) => countUses({ db, team: { id: TEAM } }, "own"));
    assert.match(
      uses,
      /COVERING INDEX transaction_parts_by_category \(team_id=\? AND category_slug=\?\)/,
    );
    const balances = await planOf(world, (db) =>
      findBalances(db, {
        team_id: TEAM,
        day: "2026-11-22",
        month: "2026-11",
        first_of_month: "2026-11-01",
      }),
    );
    const months =
      /SEARCH total USING PRIMARY KEY \(team_id=\? AND bank_account_id=\? AND month>\? AND month<\?\)/;
    assert.match(balances, months);
    assert.match(
      balances,
      /booked USING COVERING INDEX transactions_by_account \(team_id=\? AND bank_account_id=\? AND date>\? AND date<\?\)/,
    );
    assert.doesNotMatch(balances, /SCAN booked|SCAN newest|SCAN total/);
  });
});
