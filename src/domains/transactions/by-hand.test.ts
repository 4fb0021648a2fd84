import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { Books, importTransaction } from "../../../test/transactions.ts";

const UPDATE = "PATCH /api/teams/:team/transactions/:id";
const SPLIT = "PUT /api/teams/:team/transactions/:id/parts";

onAnyDatabase((world) => {
  test("a transaction made by hand is read as it was given, in the currency of its account", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const made = await books.add({
      date: "2026-10-30",
      name: "NETFLIX.COM 14087249160, NL",
      amount_minor: -1190,
      category_slug: "software",
      tax_rate_bp: 1900,
      note: "Team plan",
    });
    assert.deepEqual(await books.get(made.id), made);
    assert.partialDeepStrictEqual(made, {
      currency: "EUR",
      base_minor: -1190,
      tax_minor: -190,
      standing: "counted",
      category_by: "person",
      status: "posted",
      source: "hand",
    });
    const told = await team.call("transactions_get", { id: made.id });
    assert.partialDeepStrictEqual(told, {
      amount: -11.9,
      base: { amount: -11.9, currency: "EUR", rate_date: null },
      category: { slug: "software", name: "Software", by: "person", rule: null },
      tax: { rate: 19, type: null, amount: -1.9 },
      attachments: [],
      parts: [],
      transfer: null,
      import: null,
    });
    assert.equal(await team.call("transactions_get", { id: team.userId }), null);
  });

  test("amounts have the decimals of their currency: none in JPY, three in KWD, four in CLF", async () => {
    const team = await world.team();
    for (const [currency, amount] of [
      ["JPY", -12_345],
      ["KWD", -12.345],
      ["CLF", -1.2345],
    ] as const) {
      const books = await Books.of(team, { name: currency, currency });
      await books.add({ amount_minor: -12_345 });
      const { items } = await team.call("transactions_list", { bank_account_id: books.account });
      assert.deepEqual([items[0].amount, items[0].currency], [amount, currency]);
      assert.equal(items[0].base_amount, null);
    }
    const dates = { from: "2026-11-01", to: "2026-11-30" };
    const without = { count: 3, in: null, out: null, currency: "EUR", no_rate: 3 };
    const { totals, notices } = await team.call("transactions_list", dates);
    assert.deepEqual(totals, without);
    assert.equal(notices.length, 1);
    const books = await Books.of(team, { name: "Yen", currency: "JPY" });
    const { id } = await books.add({ amount_minor: -900 });
    await books.split(id, [{ amount_minor: -400 }, { amount_minor: -500 }]);
    const split = await team.call("transactions_list", dates);
    assert.deepEqual(split.totals, { ...without, count: 4, no_rate: 4 });
  });

  test("a change that began before another is refused with both kept as they are", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { id, updated_at: seen } = await books.add();
    await books.change(id, { name: "Changed" });
    for (const [path, more] of [
      [UPDATE, { note: "late" }],
      [SPLIT, { parts: [{ amount_minor: -100 }, { amount_minor: -250 }] }],
    ] as const) {
      const refused = await books.app.refused(path, { team: team.id, id, seen, ...more });
      assert.deepEqual([refused.status, refused.code], [409, "changed_meanwhile"]);
    }
  });

  test("of an imported transaction the bank's words stay, and people's own can change", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const id = await importTransaction(team, books.account);
    const { updated_at: seen } = await books.get(id);
    const other = await Books.of(team, { name: "Other" });
    for (const change of [
      { date: "2026-11-03" },
      { amount_minor: -351 },
      { description: "x" },
      { bank_account_id: other.account },
    ]) {
      const refused = await books.app.refused(UPDATE, { team: team.id, id, seen, ...change });
      assert.deepEqual([refused.status, refused.code], [422, "invalid_argument"]);
    }
    const changed = await books.change(id, { name: "Cafe", note: "x", category_slug: "meals" });
    assert.deepEqual([changed.name, changed.note, changed.bank_name], ["Cafe", "x", "Cafe 4711"]);
  });

  test("parts sum up to the transaction, and a refusal tells what remains", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { id, updated_at: seen } = await books.add({
      amount_minor: -6000,
      category_slug: "rent",
    });
    const of = { team: team.id, id, seen };
    for (const [minor, rest] of [
      [-1999, / -0\.01 EUR remain/],
      [-2001, / 0\.01 EUR remain/],
    ] as const) {
      const parts = [{ amount_minor: -4000 }, { amount_minor: minor }];
      const { body } = await books.app.attempt(SPLIT, { ...of, parts });
      assert.match(body.title, rest);
    }
    assert.equal((await books.get(id)).is_split, false);
    const split = await books.split(id, [
      { amount_minor: -7000, category_slug: "office-supplies" },
      { amount_minor: 1000, category_slug: "meals" },
    ]);
    assert.deepEqual([split.standing, split.category_slug], ["split", null]);
    const dates = { from: "2026-11-01", to: "2026-11-30" };
    const { totals, items } = await team.call("transactions_list", dates);
    assert.deepEqual(totals, { count: 1, in: 10, out: -70, currency: "EUR", no_rate: 0 });
    assert.equal(items[0].amount, -60);
    const meals = { ...dates, category_slug: "travel-entertainment" };
    const inMeals = await team.call("transactions_list", meals);
    assert.deepEqual([inMeals.items[0].amount_in_category, inMeals.totals.in], [10, 10]);
    const update = { id, category_slug: "rent" };
    const { refused } = await team.attempt("transactions_update_category", update);
    assert.equal(refused?.code, "invalid_argument");
    const joined = await books.split(id, []);
    assert.deepEqual([joined.category_slug, joined.parts], ["office-supplies", []]);
  });

  test("an exported transaction changes only in status, note and tags", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const { id } = await books.add({ category_slug: "rent" });
    await team.call("transactions_update_status", { id, status: "exported" });
    await books.change(id, { note: "sent" });
    const before = await team.state();
    for (const [tool, args] of [
      ["transactions_update_category", { category_slug: "meals" }],
      ["transactions_update_status", { status: "archived" }],
      ["transactions_delete", {}],
    ] as const) {
      const { refused } = await team.attempt(tool, { id, ...args });
      assert.equal(refused?.code, "exported", tool);
    }
    const { updated_at: seen } = await books.get(id);
    const refused = await books.app.refused(UPDATE, { team: team.id, id, seen, name: "Other" });
    assert.deepEqual([refused.status, refused.code], [409, "exported"]);
    const { transactions } = await team.state();
    assert.deepEqual(transactions, before["transactions"]);
    await team.call("transactions_update_status", { id, status: "posted" });
    await team.call("transactions_update_category", { id, category_slug: "meals" });
  });

  test("only a transaction made by hand becomes pending, and the same status again is a quiet success", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { id } = await books.add();
    const imported = await importTransaction(team, books.account);
    const set = async (ids: readonly string[]) =>
      team.attempt("transactions_update_status", { ids, status: "pending" });
    const { refused } = await set([id, imported]);
    assert.equal(refused?.code, "invalid_argument");
    assert.equal((await books.get(id)).status, "posted");
    assert.equal((await set([id])).refused, null);
    const again = await team.call("transactions_update_status", { id, status: "pending" });
    assert.deepEqual([again.changed, again.status], [0, "pending"]);
  });
});
