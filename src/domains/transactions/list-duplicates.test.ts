import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { Books, importTransaction } from "../../../test/transactions.ts";

const REJECT = "POST /api/teams/:team/review/duplicates/keep";

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const books = await Books.of(team);
    /** One by hand, and an equal one of the bank a day later. */
    const twins = async (day: number, amount_minor: number, account = books.account) => {
      const given = { amount_minor, bank_account_id: account };
      const date = (day: number) => `2026-11-${String(day).padStart(2, "0")}`;
      const mine = await books.add({ ...given, date: date(day), name: `Lunch ${day}` });
      const bank = await importTransaction(team, account, { ...given, date: date(day + 1) });
      return [mine.id, bank] as const;
    };
    const list = async (given: object = {}) =>
      team.call("transactions_list", { duplicates: true, ...given });
    return { team, books, twins, list };
  }

  function pairsIn(items: any[]) {
    return items.map(({ id, counterpart_id }) => [id, counterpart_id]);
  }

  function joined(pair: readonly string[]) {
    return pair.toSorted((one, other) => (one < other ? -1 : 1)).join();
  }

  test("pairs that Review asks about stand beside each other, the newest first, each once on its page", async () => {
    const { team, books, twins, list } = await opened();
    const stranger = await opened();
    await stranger.twins(3, -700);
    const pairs = [];
    for (let at = 0; at < 5; at += 1) pairs.push(await twins(2 + 4 * at, -1000 - at));
    await books.add({ amount_minor: -4444 });
    const rows = pairs.toReversed().flatMap(([mine, bank]) => [
      [mine, bank],
      [bank, mine],
    ]);
    const { items, nextCursor, accounts } = await list();
    assert.deepEqual([pairsIn(items), nextCursor], [rows, null]);
    assert.deepEqual(accounts, [{ id: books.account, name: "Giro" }]);
    const review = await books.app.ask("GET /api/teams/:team/review", { team: team.id });
    assert.deepEqual(
      review.duplicates.map(([one, other]) => [one.id, other.id]),
      pairs.toReversed(),
    );
    for (const limit of [2, 5]) {
      const found = [];
      let cursor: string | null = null;
      do {
        const page: any = await list({ limit, cursor });
        assert.ok(page.items.length <= limit && page.items.length % 2 === 0);
        found.push(...pairsIn(page.items));
        cursor = page.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(found, rows);
    }
    const [one = "", other_id = ""] = pairs[0] ?? [];
    await books.app.ask(REJECT, { team: team.id, id: one, other_id });
    assert.deepEqual(pairsIn((await list()).items), rows.slice(0, 8));
  });

  test("one that resembles two stands in both pairs, over pages too", async () => {
    const { team, books, list } = await opened();
    const given = { date: "2026-11-03", amount_minor: -500 };
    const one = await books.add(given);
    const others = [
      await importTransaction(team, books.account, given),
      await importTransaction(team, books.account, given),
    ];
    const { items } = await list();
    assert.deepEqual(
      new Set(pairsIn(items).map((pair) => joined(pair))),
      new Set(others.map((other) => joined([one.id, other]))),
    );
    assert.equal(items.length, 4);
    const first = await list({ limit: 2 });
    const next = await list({ limit: 2, cursor: first.nextCursor });
    assert.deepEqual([...first.items, ...next.items], items);
    assert.equal(next.nextCursor, null);
  });

  test("filters keep pairs of which one transaction matches", async () => {
    const { team, books, twins, list } = await opened();
    const other = await addAccount(team, { name: "Other", number: null });
    const [mine, bank] = await twins(2, -1000);
    const far = await twins(10, -2000, other);
    await books.change(mine, { category_slug: "meals" });
    const pairs = async (given: object) => pairsIn((await list(given)).items);
    const both = [
      [mine, bank],
      [bank, mine],
    ];
    assert.deepEqual(await pairs({ from: "2026-11-01", to: "2026-11-02" }), both);
    assert.deepEqual(await pairs({ from: "2026-11-03", to: "2026-11-03" }), both);
    assert.deepEqual(await pairs({ category_slug: "meals" }), both);
    assert.deepEqual((await pairs({ category_slug: "uncategorized" })).length, 4);
    assert.deepEqual(await pairs({ q: "lunch 2" }), both);
    assert.deepEqual((await pairs({ bank_account_id: other }))[0], far);
    assert.deepEqual(await pairs({ direction: "in" }), []);
    assert.equal("totals" in (await list({ from: "2026-11-01", to: "2026-11-30" })), false);
  });

  test("a limit below a pair, tax and a cursor of the other list are refused", async () => {
    const { team, twins } = await opened();
    await twins(2, -1000);
    const { nextCursor } = await team.call("transactions_list", { limit: 1 });
    for (const [path, given] of [
      ["limit", { limit: 1 }],
      ["tax", { tax: true, from: "2026-11-01", to: "2026-11-30" }],
      ["cursor", { cursor: nextCursor }],
    ] as const) {
      const asked = { duplicates: true, ...given };
      assert.equal((await team.attempt("transactions_list", asked)).refused?.path, path);
    }
  });
});
