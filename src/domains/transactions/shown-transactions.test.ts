import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { Books } from "../../../test/transactions.ts";

const LIST = "GET /api/teams/:team/transactions";
const CATEGORIZE = "POST /api/teams/:team/transactions/category";

onEachDatabase((world) => {
  test("totals and months are told in each currency, the team's own first, and what they leave out is found", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const dollars = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Dollars",
      type: "wallet",
      currency: "USD",
    });
    await books.add({ date: "2026-09-30", name: "Rent", amount_minor: -90_000 });
    await books.add({ date: "2026-10-02", name: "Customer", amount_minor: 250_000 });
    const paper = await books.add({ date: "2026-10-05", name: "Paper", amount_minor: -6000 });
    await books.split(paper.id, [
      { amount_minor: -7000, category_slug: "office-supplies" },
      { amount_minor: 1000, category_slug: "meals" },
    ]);
    const foreign = { bank_account_id: dollars.id, date: "2026-10-09", amount_minor: -1500 };
    await books.add({ ...foreign, name: "Figma" });
    await books.add({ ...foreign, name: "Expected", status: "pending" });
    const { totals, months } = await books.app.ask(LIST, { team: team.id });
    assert.deepEqual(totals?.by_currency, [
      { currency: "EUR", in_minor: 251_000, out_minor: -97_000 },
      { currency: "USD", in_minor: 0, out_minor: -1500 },
    ]);
    assert.deepEqual(months, [
      { month: "2026-10", currency: "EUR", in_minor: 251_000, out_minor: -7000 },
      { month: "2026-10", currency: "USD", in_minor: 0, out_minor: -1500 },
      { month: "2026-09", currency: "EUR", in_minor: 0, out_minor: -90_000 },
    ]);
    const found = async (counted: "yes" | "no") => {
      const { items } = await books.app.ask(LIST, { team: team.id, counted });
      return items.map(({ name }) => name);
    };
    assert.deepEqual(await found("yes"), ["Figma", "Paper", "Customer", "Rent"]);
    assert.deepEqual(await found("no"), ["Expected"]);
    assert.deepEqual([totals?.count, totals?.counted], [5, 4]);
    const meals = await books.app.ask(LIST, { team: team.id, category: "meals" });
    assert.deepEqual(meals.months, [
      { month: "2026-10", currency: "EUR", in_minor: 1000, out_minor: 0 },
    ]);
  });

  test("a month is summed whole, though the page ends within it, and totals come with the first page", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    for (const day of ["05", "04", "03"])
      await books.add({ date: `2026-10-${day}`, amount_minor: -100 });
    const first = await books.app.ask(LIST, { team: team.id, limit: 2 });
    const cursor = first.nextCursor ?? "";
    const second = await books.app.ask(LIST, { team: team.id, limit: 2, cursor });
    const whole = [{ month: "2026-10", currency: "EUR", in_minor: 0, out_minor: -300 }];
    assert.deepEqual([first.months, second.months, second.totals], [whole, whole, null]);
  });

  test("bounds that a currency cannot have leave out no amounts that are within them", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const yen = await addAccount(team, { name: "Yen", currency: "JPY", number: null });
    await books.add({ name: "Ten yen", bank_account_id: yen, amount_minor: -10 });
    await books.add({ name: "Eleven yen", bank_account_id: yen, amount_minor: 11 });
    await books.add({ name: "Ten euros", amount_minor: -1049 });
    await books.add({ name: "Eleven euros", amount_minor: 1051 });
    const found = async (bounds: { min?: number; max?: number }) => {
      const { items } = await books.app.ask(LIST, { team: team.id, ...bounds });
      return items.map(({ name }) => name).toSorted();
    };
    const [ten, eleven] = [
      ["Ten euros", "Ten yen"],
      ["Eleven euros", "Eleven yen"],
    ];
    assert.deepEqual([await found({ min: 10.5 }), await found({ max: 10.5 })], [eleven, ten]);
    assert.deepEqual([await found({ min: 10.505 }), await found({ max: 10.505 })], [eleven, ten]);
    assert.deepEqual(await found({ min: 1, max: 1e14 }), [...eleven, ...ten]);
    assert.deepEqual(await found({ min: 1e14 }), []);
  });

  test("one that gets a category tells of the others with its party that lack one", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const [one, second, third] = [
      await books.add({ name: "Hetzner", date: "2026-10-01" }),
      await books.add({ name: "Hetzner", date: "2026-10-02" }),
      await books.add({ name: "Hetzner", date: "2026-10-03" }),
    ];
    await books.add({ name: "Figma" });
    const ask = async (ids: string[], category_slug: string) =>
      (await books.app.ask(CATEGORIZE, { team: team.id, chosen: { ids }, category_slug })).similar;
    assert.deepEqual(await ask([one.id], "hosting"), {
      name: "Hetzner",
      category_slug: "hosting",
      count: 2,
      exported: 0,
      ids: [third.id, second.id],
      rule: {
        name: "Hetzner → hosting",
        conditions: {
          direction: "out",
          texts: [{ in: "text", how: "contains_any", words: ["hetzner"] }],
        },
        actions: { category_slug: "hosting" },
      },
    });
    assert.equal(await ask([one.id], "uncategorized"), null);
    assert.equal(await ask([second.id, third.id], "hosting"), null);
  });
});
