import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { Books, importTransaction } from "../../../test/transactions.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const VAT = { tax_rate_bp: 1900, tax_type: "VAT" };

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const dollars = await addAccount(team, { name: "Dollars", currency: "USD", number: null });
    await addTeamRate(team, { currency: "USD", day: "2026-10-01", rate: "1.25" });
    const add = async (amount_minor: number, category_slug: string | null, given: object = {}) =>
      books.add({ date: "2026-10-05", amount_minor, category_slug, ...given });
    await add(119_000, "service-revenue", VAT);
    await add(-11_900, "customer-refunds", VAT);
    await add(-12_500, "hosting", { ...VAT, bank_account_id: dollars });
    await add(-1070, "meals", { tax_rate_bp: 700, tax_type: "VAT" });
    await add(-5000, "rent");
    await add(-30_000, "vat-gst-pst-qst-payments", VAT);
    const printed = { date: "2026-10-06", amount_minor: -2260, category_slug: "meals" };
    await importTransaction(team, books.account, { ...printed, tax_type: "VAT", tax_minor: -226 });
    const list = async (given: object = {}) =>
      team.call("transactions_list", { ...OCTOBER, tax: true, ...given });
    return { team, list };
  }

  test("totals tell the tax by rate, less refunds, and of several rates as the tax report does", async () => {
    const { team, list } = await opened();
    const { totals } = await list();
    assert.deepEqual(totals.tax_in, [{ rate: 19, type: "VAT", net: 900, tax: 171, count: 2 }]);
    assert.deepEqual(totals.tax_out, [
      { rate: 19, type: "VAT", net: 84.03, tax: 15.97, count: 1 },
      { rate: 7, type: "VAT", net: 10, tax: 0.7, count: 1 },
      { rate: null, type: "VAT", net: 20.34, tax: 2.26, count: 1 },
    ]);
    assert.deepEqual(totals.no_tax_stated, {
      revenue: { amount: 0, count: 0 },
      expense: { amount: 50, count: 1 },
      capital_out: { amount: 0, count: 0 },
    });
    const { tax } = await team.call("reports_profit_loss", { ...OCTOBER, tax: true });
    const sum = (rates: { tax: number }[]) =>
      rates.reduce((all, { tax }) => all + Math.round(tax * 100), 0);
    assert.equal(sum(totals.tax_in), Math.round(tax.collected.tax * 100));
    assert.equal(sum(totals.tax_out), Math.round(tax.paid.tax * 100));
    assert.equal(sum(totals.tax_in) - sum(totals.tax_out), Math.round(tax.difference * 100));
    const { revenue, expense, capital_out } = tax.no_tax_stated;
    assert.deepEqual(totals.no_tax_stated, { revenue, expense, capital_out });
  });

  test("totals by tax are of what the filters leave, and on the first page alone", async () => {
    const { list } = await opened();
    const meals = await list({ category_slug: "meals" });
    assert.deepEqual(
      meals.totals.tax_out.map((item: any) => [item.rate, item.tax]),
      [
        [7, 0.7],
        [null, 2.26],
      ],
    );
    assert.deepEqual(meals.totals.tax_in, []);
    const refunds = await list({ direction: "out", category_slug: "customer-refunds" });
    assert.deepEqual(refunds.totals.tax_in[0].tax, -19);
    const named = await list({ q: "no such words" });
    assert.deepEqual([named.totals.tax_in, named.totals.tax_out], [[], []]);
    const first = await list({ limit: 1 });
    const next = await list({ limit: 1, cursor: first.nextCursor });
    assert.deepEqual(["totals" in first, "totals" in next], [true, false]);
  });

  test("totals have no taxes unasked, and taxes without two days are refused", async () => {
    const { team } = await opened();
    const { totals } = await team.call("transactions_list", OCTOBER);
    assert.deepEqual(Object.keys(totals), ["count", "in", "out", "currency", "no_rate"]);
    const { refused } = await team.attempt("transactions_list", { from: "2026-10-01", tax: true });
    assert.deepEqual([refused?.code, refused?.path], ["invalid_argument", "tax"]);
    assert.match(refused?.next ?? "", /give both days/);
  });

  test("taxes are null where nothing has an exchange rate", async () => {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, { currency: "RUB" });
    await books.add({ date: "2026-10-05", amount_minor: -1000, category_slug: "rent", ...VAT });
    const { totals, notices } = await team.call("transactions_list", { ...OCTOBER, tax: true });
    assert.deepEqual(notices, ["1 transaction without an exchange rate is in no sum."]);
    assert.deepEqual([totals.out, totals.tax_out, totals.no_tax_stated], [null, null, null]);
  });
});
