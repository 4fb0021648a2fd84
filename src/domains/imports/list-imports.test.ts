import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { csvOf, Importing } from "../../../test/imports.ts";
import { RENDERED } from "../../../test/rendered-files.ts";
import { Books } from "../../../test/transactions.ts";

const IMPORTS = "GET /api/teams/:team/imports";
const LIST = "GET /api/teams/:team/transactions";

const MARCH = [
  { date: "2026-03-02", minor: -350, text: "Coffee Corner" },
  { date: "2026-03-03", minor: -1250, text: "Lunch" },
  { date: "2026-03-14", minor: 120_000, text: "Anna Adler" },
  { date: "2026-03-15", minor: -70_000, text: "To savings" },
  { date: "2026-03-20", minor: -8900, text: "Books Ltd" },
  { date: "2026-03-21", minor: -4000, text: "Paper" },
];
const APRIL = [{ date: "2026-04-02", minor: 2500, text: "Refund" }];
const DOLLARS = [
  { date: "2026-03-09", minor: -1500, text: "Figma" },
  { date: "2026-03-10", minor: 99, text: "Cashback" },
];
/** The largest amounts. */
const LARGE = [
  { date: "2026-03-01", minor: 99_999_999_999_999, text: "One" },
  { date: "2026-03-02", minor: 99_999_999_999_999, text: "Two" },
];

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-05-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const dollars = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Dollars",
      type: "wallet",
      currency: "USD",
    });
    const bank = new Importing(books);
    const of = { team: team.id } as const;
    const run = async (lines: typeof MARCH, account = books.account): Promise<string> => {
      const { imports } = await bank.run(csvOf(lines), { account });
      return imports[0];
    };
    const listed = async (input: { account?: string; limit?: number; cursor?: string } = {}) =>
      books.app.ask(IMPORTS, { ...of, ...input });
    /** Sums of the list of an import's transactions. */
    const inList = async (id: string) =>
      (await books.app.ask(LIST, { ...of, import: id })).totals?.by_currency;
    const named = async (name: string) => {
      const { items } = await books.app.ask(LIST, { ...of, q: name });
      return items[0]?.id ?? assert.fail(name);
    };
    return { team, books, dollars, bank, of, run, listed, inList, named };
  }

  test("an import tells money in and out as the list of its transactions does, whatever becomes of them", async () => {
    const { books, dollars, of, run, listed, inList, named } = await opened();
    const march = await run(MARCH);
    const april = await run(APRIL);
    const wallet = await run(DOLLARS, dollars.id);
    await books.add({ date: "2026-03-05", amount_minor: -99_999, name: "By hand" });
    const sums = async () => {
      const { items } = await listed();
      for (const { id, sums } of items) assert.deepEqual(sums, await inList(id), id);
      return Object.fromEntries(items.map(({ id, sums }) => [id, sums]));
    };
    const rest = {
      [april]: [{ currency: "EUR", in_minor: 2500, out_minor: 0 }],
      [wallet]: [{ currency: "USD", in_minor: 99, out_minor: -1500 }],
    };
    const first = [{ currency: "EUR", in_minor: 120_000, out_minor: -84_500 }];
    assert.deepEqual(await sums(), { [march]: first, ...rest });

    const savings = await books.add({ date: "2026-03-15", amount_minor: 70_000, name: "Saved" });
    const other_id = await named("To savings");
    world.pass(1000);
    await books.app.ask("POST /api/teams/:team/bank-accounts", {
      ...of,
      name: "Savings",
      type: "savings",
      currency: "EUR",
    });
    const { items } = await books.app.ask("GET /api/teams/:team/bank-accounts", of);
    const target = items.find(({ name }) => name === "Savings")?.id ?? "";
    await books.change(savings.id, { bank_account_id: target });
    world.pass(1000);
    await books.app.ask("POST /api/teams/:team/transfers", { ...of, id: savings.id, other_id });
    await books.change(await named("Coffee Corner"), { status: "excluded" });
    await books.change(await named("Books Ltd"), { status: "archived" });
    await books.split(await named("Paper"), [
      { amount_minor: -5000, category_slug: "office-supplies" },
      { amount_minor: 1000, category_slug: "meals" },
    ]);
    const changed = [{ currency: "EUR", in_minor: 121_000, out_minor: -6250 }];
    assert.deepEqual(await sums(), { [march]: changed, ...rest });

    const { totals } = await listed();
    const all = [
      { currency: "EUR", in_minor: 123_500, out_minor: -6250 },
      { currency: "USD", in_minor: 99, out_minor: -1500 },
    ];
    assert.deepEqual(totals, { count: 3, differing: 0, sums: all });
    const own = await listed({ account: dollars.id });
    assert.deepEqual(own.totals, { count: 1, differing: 0, sums: rest[wallet] });
  });

  test("an import of which nothing counts has no sum, and one that is removed is in none", async () => {
    const { books, bank, run, listed, named } = await opened();
    const april = await run(APRIL);
    await books.change(await named("Refund"), { status: "excluded" });
    const march = await run(MARCH.slice(0, 1));
    const { items, totals } = await listed();
    assert.deepEqual(
      items.map(({ id, sums }) => [id, sums.length]),
      [
        [march, 1],
        [april, 0],
      ],
    );
    assert.equal(totals?.count, 2);
    await bank.remove(march);
    assert.deepEqual((await listed()).totals, { count: 1, differing: 0, sums: [] });
  });

  test("sums are exact, and totals come with the first page, with sums where all imports are on it", async () => {
    const { run, listed } = await opened();
    await run(LARGE);
    await run([...LARGE, { date: "2026-03-03", minor: -1, text: "Three" }]);
    const large = { currency: "EUR", in_minor: 199_999_999_999_998, out_minor: 0 };
    const small = { currency: "EUR", in_minor: 0, out_minor: -1 };
    const whole = await listed({ limit: 2 });
    assert.deepEqual(
      whole.items.map(({ sums }) => sums),
      [[small], [large]],
    );
    const sum = { ...large, out_minor: -1 };
    assert.deepEqual(whole.totals, { count: 2, differing: 0, sums: [sum] });
    const first = await listed({ limit: 1 });
    assert.deepEqual(first.totals, { count: 2, differing: 0, sums: null });
    const second = await listed({ limit: 1, cursor: first.nextCursor ?? "" });
    assert.deepEqual([second.items[0]?.sums, second.totals], [[large], null]);
  });

  test("totals count the imports whose balances differ from their rows, of the team alone", async () => {
    const { bank, listed } = await opened();
    const other = await opened();
    const render = RENDERED["CAMT"] ?? assert.fail();
    for (const [day, closing] of [
      ["2026-03-02", 9000],
      ["2026-03-12", 9500],
    ] as const)
      await bank.run(
        render([{ date: day, minor: -1000, name: `Anna ${day}`, text: "Rent" }], {
          opening: 10_000,
          closing,
          day,
        }),
      );
    const { totals, items } = await listed();
    assert.deepEqual(
      items.map(({ difference_minor }) => difference_minor),
      [500, 0],
    );
    assert.deepEqual([totals?.count, totals?.differing], [2, 1]);
    assert.deepEqual((await other.listed()).totals, { count: 0, differing: 0, sums: [] });
  });
});
