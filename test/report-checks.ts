import assert from "node:assert/strict";
import type { ListQuery } from "../src/domains/reports/book.ts";
import type { Team } from "./app.ts";
import { type Ledger, recomputed } from "./recomputed.ts";
import { WebApp } from "./web.ts";

type Days = { readonly from: string; readonly to: string };

/** Cents of a figure in euros. One that is not known has amounts without a rate alone, which sum up to nothing. */
export function cents(euros: number | null): number {
  return Math.round((euros ?? 0) * 100);
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
    assertFigures(month, figures);
    assert.equal(cents(burn.months[at]?.burn ?? 0), burned);
    assert.equal(cents(earned.months[at]?.revenue ?? 0), figures.revenue);
  }
  const right = recomputed(ledger, days);
  const { burn: burned, ...figures } = of(days);
  assertFigures(profit.totals, figures);
  assert.deepEqual(profit.left_out, right.left);
  if (profit.totals.delta === null) assert.ok(profit.left_out.no_rate > 0);
  if (earned.total === null) assert.ok(earned.left_out.no_rate > 0);
  const sum = (some: readonly (number | null)[]) =>
    some.reduce<number>((all, one) => all + cents(one), 0);
  assert.equal(sum(profit.months.map(({ revenue }) => revenue)), figures.revenue);
  assert.equal(sum(profit.months.map(({ expense }) => expense)), figures.expense);
  assert.equal(sum(burn.months.map((month) => month.burn)), burned);
  assert.equal(cents(earned.total), figures.revenue);
  assert.equal(sum(earned.sources.map(({ amount }) => amount)), figures.revenue);
  assert.deepEqual(
    byName(earned.sources.map(({ category_slug, amount }) => [category_slug, cents(amount)])),
    byName([...right.earned].map(([slug, sum]) => [slug, Number(sum)])),
  );
  for (const [some, sums, whole] of [
    [profit.categories.revenue, right.earned, figures.revenue],
    [profit.categories.expense, right.expended, figures.expense],
  ] as const) {
    assert.deepEqual(
      byName(some.map(({ category_slug, amount }) => [category_slug, cents(amount)])),
      byName([...sums].map(([slug, sum]) => [slug, Number(sum)])),
    );
    assert.equal(sum(some.map(({ amount }) => amount)), whole, "categories sum up to the total");
    assertLargestFirst(some);
  }
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
    BigInt(figures.delta) + capitalIn - capitalOut + moved.transfer + moved.excluded,
    moved.all,
    "all that was booked is in one of them",
  );
}

export function assertLargestFirst(items: readonly { readonly amount: number }[]): void {
  const amounts = items.map(({ amount }) => amount);
  assert.deepEqual(
    amounts,
    amounts.toSorted((one, other) => other - one),
  );
}

/** By category; what comes to nothing is left out. */
function byName(sums: readonly (readonly [string, number | readonly number[]])[]) {
  return Object.fromEntries(
    sums.filter(([, sum]) => (typeof sum === "number" ? sum : sum[0]) !== 0),
  );
}

type Profit = {
  readonly revenue: number | null;
  readonly expense: number | null;
  readonly delta: number | null;
};

/** The difference is not known where one of the two is not. */
function assertFigures(told: Profit, { revenue, expense, delta }: Profit): void {
  assert.deepEqual([cents(told.revenue), cents(told.expense)], [revenue, expense]);
  if (told.revenue === null || told.expense === null) assert.equal(told.delta, null);
  else assert.equal(cents(told.delta), delta);
}

/** Asserts that the lists behind all figures of some days have the same totals. */
export async function assertLists(team: Team, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const asked = { team: team.id, ...days };
  const [profit, burn, spent, earned, tax, recurring] = await Promise.all([
    app.ask("GET /api/teams/:team/reports/profit-loss", asked),
    app.ask("GET /api/teams/:team/reports/burn-rate", asked),
    app.ask("GET /api/teams/:team/reports/spending", asked),
    app.ask("GET /api/teams/:team/reports/revenue", asked),
    app.ask("GET /api/teams/:team/reports/tax", asked),
    app.ask("GET /api/teams/:team/reports/recurring-expenses", { team: team.id }),
  ]);
  const { count: _count, ...untaxed } = tax.no_tax_stated;
  // With their counts, where the reports tell them.
  const all: readonly (readonly [figure: number | null, list: ListQuery, count?: number])[] = [
    ...[...profit.months, profit.totals].flatMap(({ revenue, expense, delta, lists }) => [
      [revenue, lists.revenue] as const,
      [expense, lists.expense] as const,
      [delta, lists.delta] as const,
    ]),
    ...[...profit.categories.revenue, ...profit.categories.expense].map(
      ({ amount, list }) => [amount, list] as const,
    ),
    [tax.difference, tax.list] as const,
    ...[
      ...[tax, ...tax.rates].flatMap(({ collected, paid }) => [collected, paid]),
      ...tax.categories,
    ]
      .map(({ lists, count, ...sums }) => ({ lists, count, sums }))
      .flatMap(({ lists, count, sums }) =>
        (["net", "tax", "gross"] as const).map(
          (share) => [sums[share], lists[share], count] as const,
        ),
      ),
    ...[tax.to_state, ...tax.to_state.categories].map(
      ({ amount, list, count }) => [amount, list, count] as const,
    ),
    ...Object.values(untaxed).flatMap(({ categories, ...whole }) =>
      [whole, ...categories].map(({ amount, list, count }) => [amount, list, count] as const),
    ),
    ...recurring.items.map(({ total, list }) => [total, list] as const),
    ...burn.months.map(({ burn, list }) => [burn, list] as const),
    ...[...spent.items, spent.uncategorized, spent.capital].map(
      ({ amount, list, count }) => [amount, list, count] as const,
    ),
    [spent.total, spent.list] as const,
    ...earned.months.map(({ revenue, list }) => [revenue, list] as const),
    ...earned.sources.map(({ amount, list }) => [amount, list] as const),
    [earned.total, earned.list] as const,
  ];
  const figures = all.flatMap(([figure, ...rest]) =>
    figure === null ? [] : [[figure, ...rest] as const],
  );
  // Several figures lead to one list.
  const byList = Map.groupBy(figures, ([, list]) => JSON.stringify(list));
  const lists = [...byList.values()].flatMap(([first, ...same]) => {
    if (first === undefined) return [];
    const [figure, list] = first;
    for (const [other] of same) assert.equal(other, figure, JSON.stringify(list));
    const counts = new Set([first, ...same].flatMap(([, , count]) => count ?? []));
    assert.ok(counts.size < 2, JSON.stringify(list));
    return [{ figure: cents(figure), list, count: [...counts][0] }];
  });
  for (let at = 0; at < lists.length; at += LISTS_AT_ONCE)
    await Promise.all(
      lists.slice(at, at + LISTS_AT_ONCE).map(async (told) => assertList(app, team, told)),
    );
}

const LISTS_AT_ONCE = 8;

type Told = {
  /** In cents. */
  readonly figure: number;
  readonly list: ListQuery;
  /** Transactions and parts; undefined where the report tells none. */
  readonly count: number | undefined;
};

/** Asserts that a list has this figure as its total, and that its rows come to the same. */
async function assertList(app: WebApp, team: Team, { figure, list, count }: Told): Promise<void> {
  const { totals, items } = await app.ask("GET /api/teams/:team/transactions", {
    team: team.id,
    ...list,
    limit: 100,
  });
  assert.equal(totals?.figure_minor, figure, JSON.stringify(list));
  assert.equal(totals.counted, totals.count, "every row of the list counts");
  assert.equal(totals.no_rate, 0, "each with a rate");
  assert.equal(totals.entries, count ?? totals.entries, JSON.stringify(list));
  assert.equal(items.length, Math.min(100, totals.count));
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length, "each once");
  if (items.length < totals.count) return;
  if (list.figure.startsWith("tax")) {
    const stated = items.reduce((sum, { taxed_minor }) => sum + (taxed_minor ?? 0), 0);
    assert.equal(Math.abs(stated), Math.abs(totals.figure_minor), JSON.stringify(list));
  }
  if (list.figure.startsWith("tax") || items.some(({ currency }) => currency !== "EUR")) return;
  const shown = items.reduce((sum, row) => sum + (row.part_minor ?? row.amount_minor), 0);
  assert.equal(Math.abs(shown), Math.abs(totals.figure_minor), JSON.stringify(list));
}

const REASONS = ["pending", "excluded", "transfer", "capital", "no_rate"] as const;

/** Asserts that what each report leaves out of some days opens a list of as many, with the sums that are told. */
export async function assertLeftOut(team: Team, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const asked = { team: team.id, ...days };
  const reports = [
    await app.ask("GET /api/teams/:team/reports/profit-loss", asked),
    await app.ask("GET /api/teams/:team/reports/burn-rate", asked),
    await app.ask("GET /api/teams/:team/reports/spending", asked),
    await app.ask("GET /api/teams/:team/reports/revenue", asked),
    await app.ask("GET /api/teams/:team/reports/tax", asked),
    await app.ask("GET /api/teams/:team/reports/runway", { team: team.id }),
    await app.ask("GET /api/teams/:team/reports/recurring-expenses", { team: team.id }),
  ];
  for (const { left_out, left_out_lists: lists } of reports) {
    assert.deepEqual(
      lists.map(({ list }) => list.left_out),
      REASONS.filter((why) => left_out[why] > 0),
    );
    for (const { notice, list } of lists) {
      const page = { team: team.id, ...list, limit: 100 };
      const found = await app.ask("GET /api/teams/:team/transactions", page);
      const { totals } = found;
      const what = `${notice} ${JSON.stringify(list)}`;
      assert.equal(totals?.entries, left_out[list.left_out ?? "pending"], what);
      assert.equal(found.items.length, Math.min(100, totals.count), what);
      assert.equal(new Set(found.items.map(({ id }) => id)).size, found.items.length, what);
      const sums =
        list.left_out === "no_rate" ? totals.by_currency : [{ ...totals, currency: "EUR" }];
      for (const { in_minor, out_minor, currency } of sums)
        for (const [minor, way] of [
          [in_minor, "in"],
          [-out_minor, "out"],
        ] as const) {
          const told = `${(minor / 100).toFixed(2)} ${currency} ${way}`;
          assert.ok(minor === 0 || notice.includes(told), `${told} is not in: ${what}`);
        }
    }
  }
}
