import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { Books } from "../../../test/transactions.ts";
import { balancesOn } from "./balances.ts";

type Stated = { readonly date: string; readonly minor: number; readonly kind?: string };

onAnyDatabase((world) => {
  async function state(team: Team, books: Books, { date, minor, kind = "statement" }: Stated) {
    const row = { team_id: team.id, id: crypto.randomUUID(), bank_account_id: books.account };
    const values = {
      ...row,
      date,
      minor,
      kind: kind as "statement",
      import_id: null,
      number: null,
    };
    await world.database.begin((db) =>
      db.insertInto("statement_balances").values(values).execute(),
    );
  }

  const balanceOn = async (team: Team, books: Books, day: string) => {
    const { db } = team.auditContext;
    return (await balancesOn({ db, team: { ...TEAM, id: team.id } }, day)).get(books.account);
  };

  test("without a statement the opening balance and all that is booked from its day on count", async () => {
    const team = await world.team();
    const books = await Books.of(team, { opening_minor: 10_000, opening_date: "2026-03-01" });
    await books.add({ date: "2026-02-28", amount_minor: -1 });
    await books.add({ date: "2026-03-01", amount_minor: -20 });
    await books.add({ date: "2026-03-02", amount_minor: -300, status: "pending" });
    await books.add({ date: "2026-03-03", amount_minor: -4000, status: "excluded" });
    for (const [day, minor, date] of [
      ["2026-02-28", 10_000, "2026-03-01"],
      ["2026-03-01", 9980, "2026-03-01"],
      ["2026-03-31", 5980, "2026-03-03"],
    ] as const)
      assert.deepEqual(await balanceOn(team, books, day), { minor, date, basis: "opening" });
  });

  test("a balance is what is booked since the statement or the opening day, whatever the months", async () => {
    const days = [
      "2025-12-31",
      "2026-01-01",
      "2026-01-31",
      "2026-02-01",
      "2026-02-28",
      "2026-03-15",
    ];
    const day = fc.constantFrom(...days);
    const row = fc.record({
      date: day,
      amount_minor: fc.integer({ min: -999, max: 999 }).filter((minor) => minor !== 0),
      status: fc.constantFrom("posted", "posted", "excluded", "archived", "pending"),
    });
    const rule = fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.option(day),
      fc.option(day),
      async (rows, opening_date, stated) => {
        const team = await world.team();
        const books = await Books.of(team, { opening_minor: 100_000, opening_date });
        for (const given of rows) await books.add(given);
        if (stated !== null) await state(team, books, { date: stated, minor: 500_000 });
        for (const day of days) {
          const isStated = stated !== null && stated <= day;
          const isSince = (date: string) =>
            isStated ? date > stated : opening_date === null || date >= opening_date;
          const booked = rows.filter(
            ({ date, status }) => status !== "pending" && date <= day && isSince(date),
          );
          const start = isStated ? 500_000 : 100_000;
          const expected = booked.reduce((sum, { amount_minor }) => sum + amount_minor, start);
          assert.equal((await balanceOn(team, books, day))?.minor, expected, day);
        }
      },
    );
    await fc.assert(rule, { numRuns: extent(10, 300) });
  });

  test("the newest statement up to the day counts, and what is booked after it", async () => {
    const team = await world.team();
    const books = await Books.of(team, { opening_minor: 10_000 });
    await books.add({ date: "2026-03-31", amount_minor: -500 });
    await books.add({ date: "2026-04-01", amount_minor: -70 });
    await state(team, books, { date: "2026-03-31", minor: 100, kind: "intraday" });
    await state(team, books, { date: "2026-03-31", minor: 777, kind: "statement" });
    await state(team, books, { date: "2026-03-31", minor: 200, kind: "by_hand" });
    for (const [day, minor, date, basis] of [
      ["2026-03-30", 10_000, null, "opening"],
      ["2026-03-31", 777, "2026-03-31", "statement"],
      ["2026-04-30", 707, "2026-04-01", "statement"],
    ] as const)
      assert.deepEqual(await balanceOn(team, books, day), { minor, date, basis });
    const { items } = await team.call("bank_accounts_list");
    assert.partialDeepStrictEqual(items[0], {
      balance: 7.07,
      base_balance: 7.07,
      balance_date: "2026-04-01",
      balance_basis: "statement",
    });
  });

  test("a statement that the transactions do not give is named with its days and what is missing", async () => {
    const team = await world.team();
    const books = await Books.of(team, { name: "Giro" });
    await state(team, books, { date: "2026-08-31", minor: 1000 });
    await books.add({ date: "2026-09-10", amount_minor: -400 });
    await state(team, books, { date: "2026-09-30", minor: 12_600 });
    const { notices } = await team.call("bank_accounts_list");
    assert.deepEqual(notices, [
      'The transactions of "Giro" do not give its stated balances: 120 EUR are missing between 2026-08-31 and 2026-09-30.',
    ]);
    await books.add({ date: "2026-09-30", amount_minor: 12_000 });
    assert.equal((await team.call("bank_accounts_list")).notices, undefined);
  });

  test("each statement that the transactions do not give is named, and the page tells it too", async () => {
    const team = await world.team();
    const books = await Books.of(team, { name: "Giro" });
    const days = ["2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"];
    for (const [index, minor] of [100, 0, 200, 150, 150].entries())
      await state(team, books, { date: days[index] ?? "", minor });
    const { notices = [] } = await team.call("bank_accounts_list");
    const missing = (minor: string, at: number) =>
      `The transactions of "Giro" do not give its stated balances: ${minor} EUR are missing between ${days[at]} and ${days[at + 1]}.`;
    assert.deepEqual(notices, [missing("-1", 0), missing("2", 1), missing("-0.5", 2)]);
    const { items } = await books.app.ask("GET /api/teams/:team/bank-accounts", { team: team.id });
    const { check, gaps } = items[0] ?? {};
    assert.equal(check?.difference_minor, 0);
    assert.deepEqual(
      [gaps?.count, gaps?.newest.map(({ since, date }) => [since, date])],
      [3, [0, 1, 2].map((at) => [days[at], days[at + 1]])],
    );
  });

  test("what is missing is counted from the day after a statement to the day of the next one", async () => {
    const team = await world.team();
    const books = await Books.of(team, { name: "Giro" });
    const other = await Books.of(team, { name: "Other" });
    const told = async () => {
      const { notices = [] } = await team.call("bank_accounts_list");
      const { items } = await books.app.ask("GET /api/teams/:team/bank-accounts", {
        team: team.id,
      });
      const account = items.find(({ id }) => id === books.account);
      return [notices, account?.check?.since, account?.check?.difference_minor];
    };
    const named = (minor: string, from: string, to: string) => [
      `The transactions of "Giro" do not give its stated balances: ${minor} EUR are missing between ${from} and ${to}.`,
    ];
    const [from, to] = ["2026-08-31", "2026-09-30"];
    await state(team, books, { date: from, minor: 1000 });
    await state(team, books, { date: to, minor: 1100 });
    await books.add({ date: from, amount_minor: 40 });
    await books.add({ date: "2026-10-01", amount_minor: 40 });
    await books.add({ date: to, amount_minor: 40, status: "pending" });
    await other.add({ date: to, amount_minor: 40, bank_account_id: other.account });
    await state(team, books, { date: "2026-09-15", minor: 777, kind: "intraday" });
    await state(team, books, { date: to, minor: 555, kind: "by_hand" });
    await state(team, books, { date: from, minor: 555, kind: "by_hand" });
    assert.deepEqual(await told(), [named("1", from, to), from, 100]);
    await books.add({ date: to, amount_minor: 99, status: "excluded" });
    assert.deepEqual(await told(), [named("0.01", from, to), from, 1]);
    await books.add({ date: "2026-09-01", amount_minor: 1 });
    assert.deepEqual(await told(), [[], from, 0]);
    await state(team, books, { date: "2026-10-31", minor: 1139, kind: "by_hand" });
    assert.deepEqual(await told(), [named("-0.01", to, "2026-10-31"), to, -1]);
  });

  test("an account with transactions is not deleted, and its currency stays", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    await books.add();
    const of = { team: team.id, id: books.account };
    for (const [path, more] of [
      ["DELETE /api/teams/:team/bank-accounts/:id", {}],
      ["PATCH /api/teams/:team/bank-accounts/:id", { currency: "USD" }],
    ] as const) {
      const refused = await books.app.refused(path, { ...of, ...more });
      assert.deepEqual([refused.status, refused.code], [409, "in_use"]);
    }
  });
});

const TEAM = { name: "Test team", baseCurrency: "EUR" };
