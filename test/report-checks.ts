import assert from "node:assert/strict";
import type { Team } from "./app.ts";
import { type Ledger, recomputed } from "./recomputed.ts";
import { WebApp } from "./web.ts";

type Days = { readonly from: string; readonly to: string };

/** Cents of a figure in euros. */
export function cents(euros: number): number {
  return Math.round(euros * 100);
}

/** Asserts that the reports of some days are what a person adds up, and that they agree with each other. */
export async function assertReports(team: Team, ledger: Ledger, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const asked = { team: team.id, ...days };
  const [profit, burn, spent, earned] = await Promise.all([
    app.ask("GET /api/teams/:team/reports/profit-loss", asked),
    app.ask("GET /api/teams/:team/reports/burn-rate", asked),
    app.ask("GET /api/teams/:team/reports/spending", asked),
    app.ask("GET /api/teams/:team/reports/revenue", asked),
  ]);
  const of = (days: Days) => {
    const { revenue, expense, capitalOut } = recomputed(ledger, days);
    return {
      revenue: Number(revenue),
      expense: Number(expense),
      delta: Number(revenue - expense),
      burn: Number(expense + capitalOut),
    };
  };
  for (const [at, month] of profit.months.entries()) {
    const { burn: burned, ...figures } = of(month.lists.revenue);
    assert.deepEqual(inCents(month), figures, month.month);
    assert.equal(cents(burn.months[at]?.burn ?? Number.NaN), burned);
    assert.equal(cents(earned.months[at]?.revenue ?? Number.NaN), figures.revenue);
  }
  const right = recomputed(ledger, days);
  const { burn: burned, ...figures } = of(days);
  assert.deepEqual(inCents(profit.totals), figures);
  assert.deepEqual(profit.left_out, right.left);
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + cents(one), 0);
  assert.equal(sum(profit.months.map(({ revenue }) => revenue)), figures.revenue);
  assert.equal(sum(profit.months.map(({ expense }) => expense)), figures.expense);
  assert.equal(sum(burn.months.map((month) => month.burn)), burned);
  assert.equal(cents(earned.total), figures.revenue);
  assert.equal(sum(earned.sources.map(({ amount }) => amount)), figures.revenue);
  assert.deepEqual(
    byName(earned.sources.map(({ category_slug, amount }) => [category_slug, cents(amount)])),
    byName([...right.earned].map(([slug, sum]) => [slug, Number(sum)])),
  );
  assert.equal(cents(spent.total) + cents(spent.uncategorized.amount), burned);
  assert.equal(sum(spent.items.map(({ amount }) => amount)), cents(spent.total));
  assert.deepEqual(
    [cents(spent.uncategorized.amount), spent.uncategorized.count],
    [Number(right.uncategorized), right.uncategorizedCount],
  );
  assert.deepEqual(
    byName(spent.items.map((item) => [item.category_slug, [cents(item.amount), item.count]])),
    byName([...right.spent].map(([slug, { cents, count }]) => [slug, [Number(cents), count]])),
  );
  const { moved, capitalIn, capitalOut } = right;
  assert.equal(
    BigInt(cents(profit.totals.delta)) + capitalIn - capitalOut + moved.transfer + moved.excluded,
    moved.all,
    "all that was booked is in one of them",
  );
}

/** By category; what comes to nothing is left out. */
function byName(sums: readonly (readonly [string, number | readonly number[]])[]) {
  return Object.fromEntries(
    sums.filter(([, sum]) => (typeof sum === "number" ? sum : sum[0]) !== 0),
  );
}

function inCents(figures: { revenue: number; expense: number; delta: number }) {
  const { revenue, expense, delta } = figures;
  return { revenue: cents(revenue), expense: cents(expense), delta: cents(delta) };
}

/** Asserts that the lists behind all figures of some days have the same totals. */
export async function assertLists(team: Team, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const asked = { team: team.id, ...days };
  const [profit, burn, spent, earned] = await Promise.all([
    app.ask("GET /api/teams/:team/reports/profit-loss", asked),
    app.ask("GET /api/teams/:team/reports/burn-rate", asked),
    app.ask("GET /api/teams/:team/reports/spending", asked),
    app.ask("GET /api/teams/:team/reports/revenue", asked),
  ]);
  const figures = [
    ...[...profit.months, profit.totals].flatMap(({ revenue, expense, lists }) => [
      [revenue, lists.revenue] as const,
      [expense, lists.expense] as const,
    ]),
    ...burn.months.map(({ burn, list }) => [burn, list] as const),
    ...spent.items.map(({ amount, list }) => [amount, list] as const),
    [spent.total, spent.list] as const,
    [spent.uncategorized.amount, spent.uncategorized.list] as const,
    ...earned.months.map(({ revenue, list }) => [revenue, list] as const),
    ...earned.sources.map(({ amount, list }) => [amount, list] as const),
    [earned.total, earned.list] as const,
  ];
  for (const [figure, list] of figures) {
    const { totals, items } = await app.ask("GET /api/teams/:team/transactions", {
      team: team.id,
      ...list,
      limit: 100,
    });
    assert.equal(totals?.figure_minor, cents(figure), JSON.stringify(list));
    assert.equal(totals.counted, totals.count, "every row of the list counts");
    assert.equal(items.length, Math.min(100, totals.count));
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length, "each once");
    const single = items.filter(({ currency }) => currency === "EUR");
    if (single.length < items.length || items.length < totals.count) continue;
    const shown = items.reduce((sum, row) => sum + (row.part_minor ?? row.amount_minor), 0);
    assert.equal(Math.abs(shown), Math.abs(totals.figure_minor), JSON.stringify(list));
  }
}
