import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { codesOf, together } from "../../../test/races.ts";
import { addTransaction, Books, importTransaction } from "../../../test/transactions.ts";

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

onEachDatabase((world) => {
  test("pages of a list with every filter hold each transaction once, in its order", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    for (let day = 1; day <= 5; day += 1) {
      const date = `2026-11-0${day}`;
      const one = await books.add({ date, name: "Adobe 12.50", amount_minor: -1250 });
      await books.split(one.id, [
        { amount_minor: -1000, category_slug: "software" },
        { amount_minor: -250, category_slug: "hosting" },
      ]);
      await books.add({
        date,
        name: "Adobe Systems",
        amount_minor: -1250,
        category_slug: "hosting",
      });
      await books.add({ date, name: "Other", amount_minor: 1250, category_slug: "hosting" });
    }
    const filters = { q: "adobe 12.5", direction: "out", category_slug: "technology", ...NOVEMBER };
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: any = await team.call("transactions_list", { ...filters, limit: 3, cursor });
      found.push(...page.items.map((row: any) => row.id));
      assert.equal(page.totals === undefined, cursor !== null);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const whole = await team.call("transactions_list", { ...filters, limit: 100 });
    assert.deepEqual(
      found,
      whole.items.map((row: any) => row.id),
    );
    assert.deepEqual([found.length, new Set(found).size], [10, 10]);
  });

  test("a sum that cannot be told exactly is refused, and the list without it answers", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    for (let number = 0; number < 11; number += 1)
      await addTransaction(team, books.account, { amount_minor: 99_999_999_999_999 });
    const { refused } = await team.attempt("transactions_list", NOVEMBER);
    assert.equal(refused?.code, "too_large");
    assert.equal((await team.attempt("bank_accounts_list", {})).refused?.code, "too_large");
    assert.equal((await team.call("transactions_list", {})).items.length, 11);
  });

  test("20 assignments against a deletion of the category never end on one that is gone", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const rows = await together(20, () => books.add());
    const { id, slug } = await team.call("categories_create", { name: "Own" });
    const attempts = await Promise.all([
      ...rows.map((row) =>
        team.attempt("transactions_update_category", { id: row.id, category_slug: slug }),
      ),
      team.attempt("categories_delete", { id }),
    ]);
    assert.ok(!("busy" in codesOf(attempts)));
    const { categories, transactions } = (await team.state()) as Record<string, any[]>;
    const used = transactions?.filter((row) => row.category_slug === slug).length;
    assert.equal(categories?.length, used === 0 ? 0 : 1);
    const refused = attempts.at(-1)?.refused ?? null;
    assert.equal(refused === null, used === 0);
    if (refused !== null) assert.equal(refused.code, "in_use");
  });

  if (world.isSecond) return;

  test("a refund larger than the purchase stands in the category of the purchase", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    await books.add({ amount_minor: -8000, category_slug: "software" });
    await books.add({ amount_minor: 9000, category_slug: "software" });
    const list = { ...NOVEMBER, category_slug: "software" };
    const { totals } = await team.call("transactions_list", list);
    assert.deepEqual(totals, { count: 2, in: 90, out: -80, currency: "EUR", no_rate: 0 });
  });

  test("what counts nowhere is in no total, and uncategorized leaves it out of the list too", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const open = await books.add();
    await books.add({ status: "pending" });
    await books.add({ status: "excluded" });
    const split = await books.add({ amount_minor: -600 });
    await books.split(split.id, [
      { amount_minor: -500 },
      { amount_minor: -100, category_slug: "rent" },
    ]);
    const all = await team.call("transactions_list", NOVEMBER);
    assert.deepEqual([all.items.length, all.totals.count, all.totals.out], [4, 2, -9.5]);
    const list = { ...NOVEMBER, category_slug: "uncategorized" };
    const { items, totals } = await team.call("transactions_list", list);
    assert.deepEqual(
      items.map((row: any) => [row.id, row.amount_in_category ?? row.amount]),
      [
        [split.id, -5],
        [open.id, -3.5],
      ],
    );
    assert.deepEqual([totals.count, totals.out], [2, -8.5]);
  });

  test("a category that is left out of profit and loss changes no transaction", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { id, slug } = await team.call("categories_create", { name: "Own" });
    await books.add({ category_slug: slug });
    const { transactions, month_totals } = await team.state();
    for (const excluded of [true, false]) {
      await team.call("categories_update", { id, excluded });
      const state = await team.state();
      assert.deepEqual(
        [state["transactions"], state["month_totals"]],
        [transactions, month_totals],
      );
    }
  });

  test("a category that transactions or parts have stays, and the refusal counts them", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const { id, slug } = await team.call("categories_create", { name: "Own" });
    await books.add({ category_slug: slug });
    const split = await books.add();
    await books.split(split.id, [
      { amount_minor: -50, category_slug: slug },
      { amount_minor: -300 },
    ]);
    const before = await team.state();
    const { refused } = await team.attempt("categories_delete", { id });
    assert.equal(refused?.code, "in_use");
    assert.match(refused?.message ?? "", /2 transactions or parts/);
    const { categories } = await team.state();
    assert.deepEqual(categories, before["categories"]);
  });

  test("the undo of a deletion is refused when the category is gone by then", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const activity = await Activity.of(team);
    const own = await team.call("categories_create", { name: "Own" });
    const { id } = await books.add({ category_slug: own.slug });
    await team.call("transactions_delete", { id });
    await team.call("categories_delete", { id: own.id });
    const before = await team.state();
    const event = await activity.latest("transactions_delete");
    assert.match(await activity.refused(event), /^not_undoable: The category "own"/);
    assert.deepEqual(await team.state(), before);
    await activity.undo(await activity.latest("categories_delete"));
    await activity.undo(event);
    assert.equal((await books.get(id)).category_slug, own.slug);
  });

  test("a deleted transaction of a file stays known, and the undo of that takes it back", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const activity = await Activity.of(team);
    const id = await importTransaction(team, books.account);
    const before = await team.state();
    await team.call("transactions_delete", { id });
    const { forgotten_rows } = (await team.state()) as Record<string, any[]>;
    assert.deepEqual(
      forgotten_rows?.map(({ key, why }) => [key, why]),
      [
        [`B-${id} -350`, "deleted"],
        [`K-${id}`, "deleted"],
      ],
    );
    const path = "DELETE /api/teams/:team/bank-accounts/:id";
    await books.app.ask(path, { team: team.id, id: books.account });
    assert.deepEqual((await team.state())["forgotten_rows"], []);
    await activity.undo(await activity.latest(path));
    await activity.undo(await activity.latest("transactions_delete"));
    const after = await team.state();
    for (const table of ["transactions", "forgotten_rows", "month_totals", "bank_accounts"])
      assert.deepEqual(after[table], before[table]);
  });

  test("ids of another team are as if they did not exist, also inside of other arguments", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const [books, foreign] = [await Books.of(team), await Books.of(other)];
    const mine = await books.add();
    const theirs = await foreign.add();
    const category = await other.call("categories_create", { name: "Theirs" });
    const tag = await other.call("tags_create", { name: "theirs" });
    const before = [await team.state(), await other.state()];
    const [one, two] = [
      { id: mine.id, category_slug: "rent" },
      { id: theirs.id, category_slug: "rent" },
    ];
    for (const [tool, args] of [
      ["transactions_update_category", { changes: [one, two] }],
      ["transactions_update_category", { id: mine.id, category_slug: category.slug }],
      ["transactions_update_category", { id: mine.id, category_slug: category.id }],
      ["transactions_update_status", { ids: [mine.id, theirs.id], status: "completed" }],
    ] as const)
      assert.equal((await team.attempt(tool, args)).refused?.code, "not_found", tool);
    const of = { team: team.id, id: mine.id, seen: mine.updated_at };
    const chosen = { ids: [mine.id, theirs.id] };
    const parts = [{ amount_minor: -300, category_slug: category.slug }, { amount_minor: -50 }];
    for (const [path, input] of [
      ["PATCH /api/teams/:team/transactions/:id", { ...of, tag_ids: [tag.id] }],
      ["PATCH /api/teams/:team/transactions/:id", { ...of, bank_account_id: foreign.account }],
      ["PUT /api/teams/:team/transactions/:id/parts", { ...of, parts }],
      ["POST /api/teams/:team/transactions/status", { team: team.id, chosen, status: "archived" }],
      ["POST /api/teams/:team/transactions/delete", { team: team.id, chosen }],
      ["POST /api/teams/:team/transactions/tag", { team: team.id, chosen, tag: tag.id }],
    ] as const)
      assert.equal((await books.app.attempt(path, input)).status, 404, path);
    const { items } = await team.call("transactions_list", { bank_account_id: foreign.account });
    assert.deepEqual(items, []);
    const after = [await team.state(), await other.state()];
    assert.deepEqual(
      after.map((state) => [state["transactions"], state["transaction_parts"]]),
      before.map((state) => [state["transactions"], state["transaction_parts"]]),
    );
  });

  test("several that are excluded are told in a sentence first, and their rows only with details", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    for (let count = 0; count < 3; count += 1) await books.add({ date: "2026-11-02" });
    const ids = (await team.call("transactions_list", {})).items.map(({ id }: any) => id);
    const answer = await team.call("transactions_update_status", { ids, status: "excluded" });
    assert.deepEqual(answer, {
      notices: ["3 transactions are in no report now; the status posted brings them back."],
      changed: 3,
    });
    assert.equal(Object.keys(answer)[0], "notices");
    const again = { ids, status: "posted", details: true };
    const { items, ...rest } = await team.call("transactions_update_status", again);
    assert.deepEqual([items.map(({ id }: any) => id), rest.changed], [ids, 3]);
  });

  test("others of the same party are suggested a category, and named as similar", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const [one, two, three] = await Promise.all(
      ["HETZNER 4711111", "Hetzner 4712222", "hetzner 4713333"].map((name) => books.add({ name })),
    );
    assert.ok(one && two && three);
    const first = { id: one.id, category_slug: "hosting" };
    const { similar } = await team.call("transactions_update_category", first);
    assert.deepEqual([similar.length, similar[0].count], [1, 2]);
    await team.call("transactions_update_category", { id: two.id, category_slug: "hosting" });
    const { items } = await team.call("transactions_list", { category_slug: "uncategorized" });
    assert.deepEqual(
      items.map((row: any) => [row.id, row.suggested_category]),
      [[three.id, "hosting"]],
    );
    // Fields that say nothing of a row are left out.
    const hosting = await team.call("transactions_list", { category_slug: "hosting" });
    for (const name of ["suggested_category", "base_amount", "is_transfer"])
      assert.equal(name in hosting.items[0], false);
  });
});
