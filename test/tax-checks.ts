import assert from "node:assert/strict";
import type { TaxReport, NoTaxStated } from "../src/domains/reports/tax.ts";
import type { Team } from "./app.ts";
import { type Ledger, recomputedTax } from "./recomputed.ts";
import { assertLargestFirst, cents } from "./report-checks.ts";
import { WebApp } from "./web.ts";

type Days = { readonly from: string; readonly to: string };

/** Asserts that the tax report of some days is what a person adds up. */
export async function assertTax(team: Team, ledger: Ledger, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const report = await app.ask("GET /api/teams/:team/reports/tax", { team: team.id, ...days });
  const { sums, without, toState } = recomputedTax(ledger, days);
  const totals = {
    collected: { tax: 0, gross: 0, count: 0 },
    paid: { tax: 0, gross: 0, count: 0 },
  };
  for (const [key, { tax, gross, count }] of sums) {
    const [rate, type, slug, side]: [number, string | null, string, keyof typeof totals] =
      JSON.parse(key);
    const found = report.categories.filter(
      (item) =>
        item.rate === rate &&
        item.type === type &&
        item.category_slug === slug &&
        item.side === side &&
        item.lists.tax.figure === `tax_${side}`,
    );
    const told = found.map((item) => [cents(item.tax), cents(item.gross), item.count]);
    assert.deepEqual(told, [[Number(tax), Number(gross), count]], key);
    const total = totals[side];
    total.tax += Number(tax);
    total.gross += Number(gross);
    total.count += count;
  }
  assert.equal(report.categories.length, sums.size);
  for (const side of ["collected", "paid"] as const) assertSides(report, side, totals[side]);
  assert.equal(cents(report.difference), totals.collected.tax - totals.paid.tax);
  const paidToState = report.to_state.categories.map((item) => [
    item.category_slug,
    { gross: BigInt(cents(item.amount)), count: item.count },
  ]);
  assert.deepEqual(Object.fromEntries(paidToState), Object.fromEntries(toState));
  assertSums(report.to_state, report.to_state.categories);
  assertNoTaxStated(report.no_tax_stated, without);
  const { totals: listed } = await team.call("transactions_list", { ...days, tax: true, limit: 1 });
  assertListed(listed, report);
}

/** Asserts that the list of the same days tells the same taxes. */
function assertListed(totals: any, { rates, no_tax_stated }: TaxReport): void {
  if (totals.tax_in === null) {
    assert.deepEqual([totals.in, rates], [null, []]);
    return;
  }
  const of = (side: "collected" | "paid") =>
    rates.flatMap(({ rate, type, [side]: { net, tax, count } }) =>
      count === 0 ? [] : [{ rate, type, net, tax, count }],
    );
  assert.deepEqual([totals.tax_in, totals.tax_out], [of("collected"), of("paid")]);
  assert.partialDeepStrictEqual(no_tax_stated, totals.no_tax_stated);
}

/** Asserts that the total of a side is what its rates come to, and its categories, and that net and tax are the gross. */
function assertSides(
  report: TaxReport,
  side: "collected" | "paid",
  total: { readonly tax: number; readonly gross: number; readonly count: number },
): void {
  const whole = report[side];
  const told = [cents(whole.net), cents(whole.tax), cents(whole.gross), whole.count];
  assert.deepEqual(told, [total.gross - total.tax, total.tax, total.gross, total.count], side);
  const rates = report.rates.map((rate) => rate[side]);
  const categories = report.categories.filter((item) => item.side === side);
  for (const some of [rates, categories]) {
    const sum = (of: "net" | "tax" | "gross") =>
      some.reduce((all, item) => all + cents(item[of]), 0);
    const counts = some.reduce((all, { count }) => all + count, 0);
    assert.deepEqual([sum("net"), sum("tax"), sum("gross"), counts], told, side);
    for (const item of some)
      assert.equal(cents(item.net) + cents(item.tax), cents(item.gross), side);
  }
}

/** Asserts that each category without a tax is told once, and that they sum up to their figure. */
function assertNoTaxStated(
  { count, ...figures }: NoTaxStated,
  without: ReturnType<typeof recomputedTax>["without"],
): void {
  const told = Object.entries(figures).flatMap(([figure, { categories }]) =>
    categories.map((item) => [
      JSON.stringify([figure, item.category_slug]),
      { gross: BigInt(cents(item.amount)), count: item.count },
    ]),
  );
  assert.equal(told.length, without.size, "each once");
  assert.deepEqual(Object.fromEntries(told), Object.fromEntries(without));
  for (const { categories, ...whole } of Object.values(figures)) assertSums(whole, categories);
  const counts = Object.values(figures).reduce((all, { count }) => all + count, 0);
  assert.equal(counts, count, "each counts in one figure");
}

type Summed = { readonly amount: number; readonly count: number };

/** Asserts that categories sum up to their figure, the largest first. */
function assertSums({ amount, count }: Summed, categories: readonly Summed[]): void {
  const sum = categories.reduce((all, item) => all + cents(item.amount), 0);
  const counts = categories.reduce((all, item) => all + item.count, 0);
  assert.deepEqual([sum, counts], [cents(amount), count], "categories sum up to the figure");
  assertLargestFirst(categories);
}
