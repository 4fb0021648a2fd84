import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addTransactions, Books } from "../../../test/transactions.ts";
import { findWrongFigure } from "./kept-figures.ts";

const CATEGORIZE = "transactions_update_category";
const SET_STATUS = "transactions_update_status";

onEachDatabase((world) => {
  /** Three coffees of November and one of October, and a rent. */
  async function opened() {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    for (const day of ["11-02", "11-03", "11-04", "10-31"])
      await books.add({ name: "Coffee house", date: `2026-${day}` });
    await books.add({ name: "Rent", date: "2026-11-03", amount_minor: -90_000 });
    const slugs = async () => {
      const { items } = await team.call("transactions_list", {});
      return items.map(({ date, category_slug }: any) => [date, category_slug]);
    };
    return { team, books, slugs };
  }

  const COFFEE = { filter: { q: "coffee", from: "2026-11-01" }, category_slug: "meals" };

  test("all that match get the category as one event, which one undo takes back", async () => {
    const { team, slugs } = await opened();
    const stranger = await opened();
    const others = await stranger.team.state();
    const before = await team.state();
    world.pass(1000);
    const saved = await team.call(CATEGORIZE, { ...COFFEE, expected_count: 3 });
    assert.deepEqual([saved.changed, "items" in saved, saved.notices], [3, false, undefined]);
    assert.deepEqual(
      saved.similar.map(({ count }: any) => count),
      [1],
    );
    assert.deepEqual(await slugs(), [
      ["2026-11-04", "meals"],
      ["2026-11-03", null],
      ["2026-11-03", "meals"],
      ["2026-11-02", "meals"],
      ["2026-10-31", null],
    ]);
    assert.equal(await findWrongFigure(world.database.reader), null);
    assert.deepEqual(await stranger.team.state(), others);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(CATEGORIZE));
    assert.deepEqual(await team.state(), before);
  });

  test("another count changes nothing, and the refusal tells the true one, which then does", async () => {
    const { team } = await opened();
    const before = await team.state();
    for (const [expected_count, code] of [
      [2, "changed_meanwhile"],
      [4, "changed_meanwhile"],
      [undefined, "invalid_argument"],
    ] as const)
      for (const dry_run of [false, true]) {
        const { refused } = await team.attempt(CATEGORIZE, { ...COFFEE, expected_count, dry_run });
        assert.deepEqual([refused?.code, refused?.path], [code, "expected_count"]);
        assert.match(refused?.message ?? "", /^3 transactions match the filter/);
        assert.match(refused?.next ?? "", /expected_count 3 .*nothing was changed/);
      }
    assert.deepEqual(await team.state(), before);
    assert.equal((await team.call(CATEGORIZE, { ...COFFEE, expected_count: 3 })).changed, 3);
  });

  test("where nothing matches, the filter is to be changed, and an expected 0 is no way out", async () => {
    const { team } = await opened();
    const before = await team.state();
    const tea = { filter: { q: "tea" }, category_slug: "meals" };
    for (const [given, code, path] of [
      [{ expected_count: 3 }, "changed_meanwhile", "expected_count"],
      [{}, "invalid_argument", "filter"],
    ] as const) {
      const { refused } = await team.attempt(CATEGORIZE, { ...tea, ...given });
      assert.deepEqual([refused?.code, refused?.path], [code, path]);
      assert.match(refused?.message ?? "", /^No transaction matches the filter/);
      assert.match(refused?.next ?? "", /^change the filter.*nothing was changed/);
      assert.doesNotMatch(refused?.next ?? "", /expected_count/);
    }
    assert.deepEqual(await team.state(), before);
  });

  test("the expected count has those that have the category already, which are not changed", async () => {
    const { team } = await opened();
    const { items } = await team.call("transactions_list", { q: "coffee", limit: 1 });
    await team.call(CATEGORIZE, { id: items[0].id, category_slug: "meals" });
    const saved = await team.call(CATEGORIZE, { ...COFFEE, expected_count: 3 });
    assert.equal(saved.changed, 2);
  });

  test("a dry run tells the changes and makes none", async () => {
    const { team } = await opened();
    const before = await team.state();
    const asked = { ...COFFEE, expected_count: 3, dry_run: true };
    const told = await team.call(CATEGORIZE, asked);
    assert.match(JSON.stringify(told), /3 transactions/);
    assert.deepEqual(await team.state(), before);
  });

  test("split and exported ones stay as they were, and are counted", async () => {
    const { team, books, slugs } = await opened();
    const { items } = await team.call("transactions_list", { q: "coffee", from: "2026-11-01" });
    const [split, exported] = items;
    await books.split(split.id, [{ amount_minor: -200 }, { amount_minor: -150 }]);
    await team.call(SET_STATUS, { id: exported.id, status: "exported" });
    const saved = await team.call(CATEGORIZE, { ...COFFEE, expected_count: 3, details: true });
    assert.deepEqual(saved.notices, ["2 transactions stay as they were: split or exported."]);
    assert.deepEqual([saved.changed, saved.items.length], [1, 3]);
    const meals = (await slugs()).filter(([, slug]: any) => slug === "meals");
    assert.deepEqual(meals, [["2026-11-02", "meals"]]);
    const rest = { filter: { q: "coffee", from: "2026-11-03" }, category_slug: "meals" };
    const before = await team.state();
    const { refused } = await team.attempt(CATEGORIZE, { ...rest, expected_count: 2 });
    assert.notEqual(refused, null);
    assert.deepEqual(await team.state(), before);
  });

  test("the status of all that match is set, and what leaves the reports is told first", async () => {
    const { team } = await opened();
    const filter = { q: "coffee", direction: "out", status: "posted", category_slug: null };
    const asked = { filter, expected_count: 4, status: "excluded" };
    const { changed, notices } = await team.call(SET_STATUS, asked);
    assert.equal(changed, 4);
    assert.match(notices[0], /4 transactions are in no report now/);
    const { items } = await team.call("transactions_list", { status: "excluded" });
    assert.equal(items.length, 4);
    const none = { filter: { q: "tea" }, expected_count: 0 };
    assert.equal((await team.call(SET_STATUS, { ...none, status: "posted" })).changed, 0);
    const categorized = await team.call(CATEGORIZE, { ...none, category_slug: "meals" });
    assert.deepEqual([categorized.changed, categorized.similar], [0, []]);
  });

  test("a filter without a field, with ids, or with a field or value that the list does not take is refused", async () => {
    const { team } = await opened();
    const { items } = await team.call("transactions_list", { limit: 1 });
    const [{ id }] = items;
    const before = await team.state();
    const meals = { category_slug: "meals", expected_count: 3 };
    const refusals = [
      [CATEGORIZE, { ...meals, filter: {} }, "filter"],
      [CATEGORIZE, { ...meals, filter: { q: "" } }, "filter"],
      [CATEGORIZE, { ...meals, expected_count: 5, filter: { q: " \t " } }, "filter"],
      [CATEGORIZE, { ...meals, filter: { party: "x" } }, "filter.party"],
      [CATEGORIZE, { ...meals, filter: { from: "2026-02-30" } }, "filter.from"],
      [CATEGORIZE, { ...meals, filter: { q: "coffee" }, id }, "id"],
      [CATEGORIZE, { ...meals, filter: { q: "coffee" }, category_slug: null }, "id"],
      [CATEGORIZE, { ...meals, id }, "expected_count"],
      [CATEGORIZE, { ...meals, filter: { q: "coffee" }, invoice_ids: [id] }, "id"],
      [SET_STATUS, { status: "posted", filter: { q: "x" }, ids: [id], expected_count: 1 }, "id"],
    ] as const;
    for (const [tool, given, path] of refusals)
      assert.equal((await team.attempt(tool, given)).refused?.path, path, JSON.stringify(given));
    assert.deepEqual(await team.state(), before);
  });

  test("a filter of more than 1,000, and rows of more than 100, are refused", async () => {
    const { team, books } = await opened();
    await addTransactions(team, books.account, 101, { name: "Tea" });
    const tea = { filter: { q: "tea" }, status: "completed", expected_count: 101 };
    const asked = { ...tea, details: true };
    assert.equal((await team.attempt(SET_STATUS, asked)).refused?.path, "details");
    await addTransactions(team, books.account, 900, { name: "Tea" });
    const before = await team.state();
    const all = { ...tea, expected_count: 1001 };
    const { refused } = await team.attempt(SET_STATUS, all);
    assert.equal(refused?.path, "filter");
    assert.match(refused?.message ?? "", /1001 transactions match/);
    assert.deepEqual(await team.state(), before);
    const most = { ...tea, filter: { q: "tea", status: "posted" }, expected_count: 1000 };
    const { id } = (await team.call("transactions_list", { q: "tea", limit: 1 })).items[0];
    await team.call(SET_STATUS, { id, status: "archived" });
    assert.equal((await team.call(SET_STATUS, most)).changed, 1000);
  });
});
