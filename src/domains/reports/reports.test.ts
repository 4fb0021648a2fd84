import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { ledgerOf } from "../../../test/recomputed.ts";
import { assertLists, assertReports, cents } from "../../../test/report-checks.ts";
import { october } from "../../../test/reports.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

onEachDatabase((world) => {
  test("a month of everything comes to figures that can be checked by hand", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const { app } = (await october(team)).books;
    const asked = { team: team.id, ...OCTOBER };
    const profit = await app.ask("GET /api/teams/:team/reports/profit-loss", asked);
    assert.deepEqual(
      profit.months.map(({ lists: _lists, ...month }) => month),
      [{ month: "2026-10", revenue: 4810, expense: 1447.5, delta: 3362.5, partial: false }],
    );
    const { lists: _lists, ...totals } = profit.totals;
    assert.deepEqual(totals, { revenue: 4810, expense: 1447.5, delta: 3362.5 });
    const { revenue: received, expense: spentOn } = profit.categories;
    const amounts = (some: typeof received) =>
      some.map(({ category_slug, amount }) => [category_slug, amount]);
    assert.deepEqual(
      [amounts(received), amounts(spentOn)],
      [
        [
          ["service-revenue", 5000],
          ["uncategorized", 10],
          ["customer-refunds", -200],
        ],
        [
          ["rent", 1200],
          ["hosting", 92],
          ["software", 50],
          ["uncategorized", 45.5],
          ["office-supplies", 40],
          ["meals", 20],
        ],
      ],
    );
    const left = { pending: 1, excluded: 0, transfer: 2, capital: 1, no_rate: 0 };
    assert.deepEqual(profit.left_out, left);
    assert.deepEqual(profit.notices, [
      "Left out: 1 transaction pending, not booked yet (20.00 EUR out).",
      "Left out: 2 transactions in transfers between your accounts (500.00 EUR in, 500.00 EUR out).",
      "Left out: 1 transaction in categories of capital, which are no profit or loss (2000.00 EUR out).",
    ]);
    const burn = await app.ask("GET /api/teams/:team/reports/burn-rate", asked);
    assert.deepEqual([burn.months[0]?.burn, burn.average], [3447.5, 3447.5]);
    assert.deepEqual(burn.left_out, { ...left, capital: 0 });
    const spent = await app.ask("GET /api/teams/:team/reports/spending", asked);
    assert.deepEqual(
      spent.items.map((item) => [item.category_slug, item.kind, item.amount, item.count]),
      [
        ["owner-draws", "capital", 2000, 1],
        ["rent", "expense", 1200, 1],
        ["hosting", "expense", 92, 1],
        ["software", "expense", 50, 2],
        ["office-supplies", "expense", 40, 1],
        ["meals", "expense", 20, 1],
      ],
    );
    assert.deepEqual(
      [spent.total, spent.uncategorized.amount, spent.uncategorized.count],
      [3402, 45.5, 1],
    );
    assert.deepEqual(spent.left_out, { ...left, capital: 0 });
    const earned = await app.ask("GET /api/teams/:team/reports/revenue", asked);
    assert.deepEqual(
      earned.sources.map(({ category_slug, amount }) => [category_slug, amount]),
      [
        ["service-revenue", 5000],
        ["uncategorized", 10],
        ["customer-refunds", -200],
      ],
    );
    assert.equal(earned.total, 4810);
  });

  test("every figure opens a list with the same total", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const { books } = await october(team);
    await books.add({ date: "2026-09-12", amount_minor: -777, status: "archived" });
    const days = { from: "2026-09-10", to: "2026-10-31" };
    await assertLists(team, days);
    const { totals } = await books.app.ask("GET /api/teams/:team/transactions", {
      team: team.id,
      figure: "capital_out",
      ...days,
    });
    assert.equal(totals?.figure_minor, 200_000);
    const none = await books.app.ask("GET /api/teams/:team/transactions", { team: team.id });
    assert.equal(none.totals?.figure_minor, null);
  });

  test("the balance tells rates with their day, and the accounts that are not in the cash", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const { books, dollars } = await october(team);
    await addTeamRate(team, { currency: "USD", day: "2026-11-20", rate: "1.2500" });
    const { id } = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Company card",
      type: "card",
      currency: "EUR",
    });
    await books.add({ date: "2026-11-02", amount_minor: -43_020, bank_account_id: id });
    const report = await books.app.ask("GET /api/teams/:team/reports/balance", { team: team.id });
    const { accounts, others, items, cash } = report;
    const usd = accounts.find((account) => account.id === dollars);
    assert.deepEqual(
      [usd?.balance, usd?.base_balance, usd?.rate, usd?.rate_date],
      [-100, -80, 1.25, "2026-11-20"],
    );
    const own = accounts.filter(({ currency }) => currency === "EUR");
    assert.deepEqual(new Set(own.map(({ rate, rate_date }) => rate ?? rate_date)), new Set([null]));
    assert.deepEqual(
      others.map(({ name, type, balance }) => [name, type, balance]),
      [["Company card", "card", -430.2]],
    );
    const euros = items.find(({ currency }) => currency === "EUR")?.amount ?? 0;
    assert.equal(cents(cash), cents(euros) + 43_020 - 8000);
  });

  test("spending tells the part of its total that is in no profit and loss", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const { books } = await october(team);
    const asked = { team: team.id, ...OCTOBER };
    const { capital, total } = await books.app.ask("GET /api/teams/:team/reports/spending", asked);
    assert.deepEqual([capital.amount, capital.count, (total ?? 0) > 2000], [2000, 1, true]);
    const { totals } = await books.app.ask("GET /api/teams/:team/transactions", {
      team: team.id,
      ...capital.list,
    });
    assert.equal(totals?.figure_minor, 200_000);
  });

  test("a person with a pocket calculator comes to the same figures", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    await october(team);
    const ledger = await ledgerOf(team, new Map([["2026-10-14", "1.0870"]]));
    for (const days of [
      OCTOBER,
      { from: "2026-09-15", to: "2026-10-14" },
      { from: "2026-10-15", to: "2026-10-15" },
      { from: "2023-12-01", to: "2026-11-30" },
      { from: "2020-01-01", to: "2020-03-31" },
    ])
      await assertReports(team, ledger, days);
  });
});
