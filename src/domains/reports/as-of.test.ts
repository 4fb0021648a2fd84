import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { addTransaction, Books } from "../../../test/transactions.ts";

const REPORTS = ["reports_runway", "reports_balance"] as const;

onEachDatabase((world) => {
  /** Books of half a year until the end of October, with dollars whose rates move. */
  async function opened() {
    world.at("2026-10-31T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, { opening_minor: 500_000, opening_date: "2026-04-01" });
    const account = { name: "Dollars", currency: "USD", number: null };
    const dollars = await addAccount(team, account);
    await addTeamRate(team, { currency: "USD", day: "2026-10-30", rate: "1.25" });
    for (const month of ["04", "05", "06", "07", "08", "09"])
      await books.add({ date: `2026-${month}-10`, amount_minor: -60_000, category_slug: "rent" });
    await books.add({ date: "2026-10-05", amount_minor: 10_000, bank_account_id: dollars });
    await books.add({ date: "2026-10-20", amount_minor: -700, status: "pending" });
    const told = async (given: object = {}) =>
      Promise.all(REPORTS.map(async (name) => team.call(name, given)));
    return { team, books, dollars, told };
  }

  test("as_of today is the report without it, and a past day is what was told on it", async () => {
    const { team, books, dollars, told } = await opened();
    const [now31, balance31] = await told();
    const then = await told({ as_of: "2026-10-31" });
    const [runway, balance] = then;
    const { accounts, ...same } = balance;
    assert.deepEqual([runway, same], [now31, balance31]);
    const { as_of, oldest_known } = same;
    assert.deepEqual([as_of, oldest_known], ["2026-10-31", "2026-09-10"]);
    assert.deepEqual(accounts, [
      { id: dollars, name: "Dollars", currency: "USD", amount: 100 },
      { id: books.account, name: "Giro", currency: "EUR", amount: 1400 },
    ]);
    assert.deepEqual([runway.cash, runway.avg_burn, runway.months], [1480, 600, 2.4]);
    // October is not over on its last day.
    assert.deepEqual([runway.from, runway.to], ["2026-04-01", "2026-09-30"]);
    assert.deepEqual(
      balance.items.map(({ currency, amount }: any) => [currency, amount]),
      [
        ["EUR", 1400],
        ["USD", 100],
      ],
    );
    world.at("2026-11-22T12:00:00Z");
    await addTeamRate(team, { currency: "USD", day: "2026-11-20", rate: "2" });
    const rent = { date: "2026-11-03", amount_minor: -40_000, category_slug: "rent" };
    await addTransaction(team, books.account, rent);
    await addTransaction(team, dollars, { date: "2026-11-04", amount_minor: 5000 });
    await addTransaction(team, books.account, { date: "2026-11-05", status: "pending" });
    assert.deepEqual(await told({ as_of: "2026-10-31" }), then);
    const now = await told();
    assert.deepEqual([now[0].cash, now[0].avg_burn], [1075, 500]);
    assert.deepEqual(now[1].left_out.pending, 2);
    assert.deepEqual((await told({ as_of: "2026-11-22" }))[0], now[0]);
    assert.deepEqual(await told({ as_of: null }), now);
    assert.deepEqual(["accounts" in now[1], now[1].as_of], [false, "2026-11-22"]);
  });

  test("before the books of an account begin its balance is not known, and no zero is made up", async () => {
    const { team, books, dollars, told } = await opened();
    const [runway, balance] = await told({ as_of: "2026-03-31" });
    assert.deepEqual([runway.cash, runway.avg_burn, runway.months], [null, 0, null]);
    assert.deepEqual([runway.from, runway.to], [null, null]);
    const none = "The cash is not known: no balance of its accounts is known on 2026-03-31.";
    assert.ok(runway.notices.includes(none), runway.notices);
    const { accounts, ...of } = balance;
    assert.deepEqual(of, {
      currency: "EUR",
      items: [],
      as_of: "2026-03-31",
      oldest_known: null,
      left_out: { pending: 0, disabled_accounts: 0 },
      notices: [
        "The balance of 2 accounts is not known on 2026-03-31: the amount is null, and in no sum.",
      ],
    });
    assert.deepEqual(
      accounts.map(({ id, amount }: any) => [id, amount]),
      [
        [dollars, null],
        [books.account, null],
      ],
    );
    const [between, some] = await told({ as_of: "2026-07-15" });
    assert.deepEqual([between.cash, between.avg_burn, between.months_used], [2600, 600, 3]);
    const one = "The cash leaves out 1 account, whose balance is not known on 2026-07-15.";
    assert.ok(between.notices.includes(one), between.notices);
    assert.deepEqual(some.items, [{ currency: "EUR", amount: 2600, account_count: 1 }]);
    await world.database.begin((db) =>
      db.deleteFrom("transactions").where("bank_account_id", "=", dollars).execute(),
    );
    const opens = { opening_date: "2026-05-02" } as const;
    await world.database.begin((db) =>
      db.updateTable("bank_accounts").set(opens).where("id", "=", dollars).execute(),
    );
    const { notices } = await team.call("reports_balance", { as_of: "2026-03-31" });
    assert.match(notices[0], /null, and in no sum\. The first of them opens on 2026-04-01\.$/);
  });

  test("accounts of a past day are those that are enabled, cards too, with what was booked until then", async () => {
    const { team, books } = await opened();
    const card = { name: "Card", type: "card", currency: "EUR", number: null };
    const id = await addAccount(team, card);
    const closed = await addAccount(team, { ...card, name: "Closed" });
    await world.database.begin((db) =>
      db.updateTable("bank_accounts").set({ enabled: false }).where("id", "=", closed).execute(),
    );
    await addTransaction(team, id, { date: "2026-10-12", amount_minor: -2500 });
    await addTransaction(team, id, { date: "2026-10-13", amount_minor: -1 });
    const { accounts, items } = await team.call("reports_balance", { as_of: "2026-10-12" });
    const amountOf = (id: string) => accounts.find((one: any) => one.id === id)?.amount;
    assert.deepEqual([amountOf(id), amountOf(closed)], [-25, undefined]);
    assert.equal(amountOf(books.account) - 25, items[0].amount);
  });

  test("a past day takes no rate of a later one, and names the currency that lacks one", async () => {
    const { told } = await opened();
    const [runway] = await told({ as_of: "2026-10-10" });
    assert.equal(runway.cash, 1400);
    const found = runway.notices.filter((notice: string) => notice.includes("exchange rate"));
    assert.deepEqual(found, [
      "The cash leaves out 100.00 USD, which have no exchange rate to EUR.",
    ]);
  });

  test("a day after today, and what is no day, are refused", async () => {
    const { team } = await opened();
    for (const name of REPORTS) {
      const { refused } = await team.attempt(name, { as_of: "2026-11-01" });
      assert.deepEqual([refused?.code, refused?.path], ["invalid_argument", "as_of"]);
      assert.match(refused?.message ?? "", /after today, 2026-10-31/);
      for (const as_of of ["2026-02-30", "yesterday", "0001-01-01"])
        assert.equal((await team.attempt(name, { as_of })).refused?.path, "as_of");
    }
  });
});
