import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { Books, importTransaction } from "../../../test/transactions.ts";

const MONTHS = ["05", "06", "07", "08", "09", "10"];

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const pay = async (name: string, date: string, amount_minor: number, given: object = {}) =>
      books.add({ name, date, amount_minor, category_slug: "software", ...given });
    return { team, books, pay };
  }

  async function itemOf(team: Team, name: string) {
    const { items } = await team.call("reports_recurring_expenses");
    const found = items.filter(({ counterparty }: any) => counterparty === name);
    assert.equal(found.length, 1, name);
    return found[0];
  }

  test("a price rise is told with its day, and this month's payment beside the six", async () => {
    const { team, pay } = await opened();
    for (const month of MONTHS)
      await pay("Figma", `2026-${month}-03`, month < "09" ? -1500 : -1800);
    await pay("Figma", "2026-11-03", -2000);
    await pay("Figma", "2026-11-30", -9900);
    const item = await itemOf(team, "Figma");
    assert.deepEqual(item, {
      counterparty: "Figma",
      months: 6,
      avg_amount: 16,
      currency: "EUR",
      last_date: "2026-10-03",
      this_month: { amount: 20, last_date: "2026-11-03" },
      cadence: "monthly",
      category_slug: "software",
      category: "Software",
      price_currency: "EUR",
      first_price: 15,
      last_price: 20,
      price_changes: [
        { changed_on: "2026-09-03", from: 15, to: 18 },
        { changed_on: "2026-11-03", from: 18, to: 20 },
      ],
    });
    const { notices } = await team.call("reports_recurring_expenses");
    assert.deepEqual(notices, ["Prices are compared from 2026-05-01 on."]);
  });

  test("a price in dollars that a card pays in euros stays one price, and its rise is in dollars", async () => {
    const { team, books } = await opened();
    const words = { bank_name: "Github", category_slug: "software", category_by: "person" };
    for (const [at, month] of MONTHS.entries()) {
      const original_minor = month < "10" ? -1000 : -1100;
      const amount_minor = -900 - at;
      const base_minor = amount_minor;
      const given = { ...words, date: `2026-${month}-28`, amount_minor, base_minor };
      await importTransaction(team, books.account, {
        ...given,
        original_minor,
        original_currency: "USD",
      });
    }
    const { items } = await team.call("reports_recurring_expenses");
    const { price_currency, first_price, last_price, price_changes, currency } = items[0];
    assert.deepEqual([items.length, currency, price_currency], [1, "EUR", "USD"]);
    assert.deepEqual([first_price, last_price], [10, 11]);
    assert.deepEqual(price_changes, [{ changed_on: "2026-10-28", from: 10, to: 11 }]);
  });

  test("amounts that vary are no price, and one other purchase between equal ones is no change", async () => {
    const { team, pay } = await opened();
    for (const [at, month] of MONTHS.entries()) {
      await pay("Energy", `2026-${month}-05`, -5000 - 100 * at);
      await pay("Adobe", `2026-${month}-07`, -3000);
    }
    await pay("Adobe", "2026-08-20", -12_000);
    const energy = await itemOf(team, "Energy");
    assert.deepEqual([energy.first_price, energy.last_price], [50, 55]);
    assert.deepEqual([energy.price_changes, energy.cadence], [null, "monthly"]);
    const adobe = await itemOf(team, "Adobe");
    assert.deepEqual([adobe.first_price, adobe.last_price, adobe.price_changes], [30, 30, []]);
  });

  test("cadence is told of weeks and months, and is null of days without order", async () => {
    const { team, pay } = await opened();
    const days: Record<string, readonly string[]> = {
      Weekly: ["08-03", "08-10", "08-17", "08-24", "09-01", "09-07", "09-14", "10-05"],
      Fortnight: ["08-03", "08-17", "08-31", "09-14", "09-28", "10-12"],
      Monthly: ["06-30", "07-31", "09-01", "09-30", "10-30"],
      Sometimes: ["06-02", "06-09", "08-01", "09-30"],
    };
    for (const [name, some] of Object.entries(days))
      for (const day of some) await pay(name, `2026-${day}`, -1000);
    const { items } = await team.call("reports_recurring_expenses");
    const told = Object.fromEntries(items.map((item: any) => [item.counterparty, item.cadence]));
    assert.deepEqual(told, {
      Weekly: "weekly",
      Fortnight: "every_two_weeks",
      Monthly: "monthly",
      Sometimes: null,
    });
  });

  test("the category is that of the newest payment, and refunds and other teams give no price", async () => {
    const { team, books, pay } = await opened();
    const other = await opened();
    for (const month of MONTHS) {
      await pay("Hetzner", `2026-${month}-03`, -4000);
      await other.pay("Hetzner", `2026-${month}-04`, -7700);
    }
    await pay("Hetzner", "2026-10-20", 500);
    const split = await pay("Hetzner", "2026-11-03", -4000);
    await books.split(split.id, [
      { amount_minor: -3000, category_slug: "hosting" },
      { amount_minor: -1000, category_slug: "hosting" },
    ]);
    const item = await itemOf(team, "Hetzner");
    assert.deepEqual([item.category_slug, item.category], ["hosting", "Hosting"]);
    assert.deepEqual([item.first_price, item.last_price, item.price_changes], [40, 40, []]);
    assert.deepEqual(item.this_month, { amount: 40, last_date: "2026-11-03" });
  });

  test("a payment without a rate has a price, and this month's amount is not known", async () => {
    const { team, pay } = await opened();
    const account = { name: "Dollars", currency: "USD", number: null };
    const bank_account_id = await addAccount(team, account);
    for (const month of ["05", "06", "07"])
      await addTeamRate(team, { currency: "USD", day: `2026-${month}-03`, rate: "1.25" });
    for (const month of ["05", "06", "07", "11"])
      await pay("Notion", `2026-${month}-03`, month < "11" ? -1000 : -1200, { bank_account_id });
    await pay("Notion", "2026-07-20", -800);
    const item = await itemOf(team, "Notion");
    assert.deepEqual(
      [item.months, item.price_currency, item.other_currencies],
      [3, "USD", ["EUR"]],
    );
    assert.deepEqual(item.this_month, { amount: null, last_date: "2026-11-03" });
    assert.deepEqual(item.price_changes, [{ changed_on: "2026-11-03", from: 10, to: 12 }]);
  });
});
