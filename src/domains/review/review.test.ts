import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { storedRows } from "../../../test/rows.ts";
import {
  addTransaction,
  addTransactions,
  Books,
  importTransaction,
} from "../../../test/transactions.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";

const MERGE = "POST /api/teams/:team/review/duplicates/merge";
const KEEP = "POST /api/teams/:team/review/duplicates/keep";

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const of = { team: team.id } as const;
    const review = async () => books.app.ask("GET /api/teams/:team/review", of);
    /** Lunch by hand, and the same from the bank a day later. */
    const twins = async () => {
      const tag = await team.call("tags_create", { name: `Trip ${world.now}` });
      const mine = await books.add({
        date: "2026-11-02",
        name: "Lunch",
        amount_minor: -1990,
        category_slug: "meals",
        note: "With Anna",
        tag_ids: [tag.id],
      });
      const bank = await importTransaction(team, books.account, {
        date: "2026-11-03",
        amount_minor: -1990,
      });
      return { mine, bank, tag };
    };
    return { team, books, app: books.app, of, review, twins };
  }

  test("nothing waits in books without anything", async () => {
    const { review } = await opened();
    assert.deepEqual(await review(), {
      counts: { uncategorized: 0, transfers: 0, stale: 0, duplicates: 0, counterparts: 0 },
      uncategorized: [],
      transfers: [],
      stale: [],
      duplicates: [],
    });
  });

  test("uncategorised transactions have suggestions, and pending ones are stale after 14 days", async () => {
    const { team, books, of, review } = await opened();
    for (let number = 0; number < 2; number += 1)
      await books.add({ name: "Hetzner", category_slug: "hosting", amount_minor: -100 - number });
    const open = await books.add({ name: "Hetzner", amount_minor: -300 });
    await books.add({ name: "Hetzner", status: "archived", amount_minor: -400 });
    await books.add({ name: "Hetzner", status: "excluded", amount_minor: -500 });
    const pending = (date: string) =>
      addTransaction(team, books.account, { status: "pending", date });
    await pending("2026-11-07");
    const stale = await pending("2026-11-06");
    const found = await review();
    assert.deepEqual(
      found.uncategorized.map(({ id, suggested }) => [id, suggested]),
      [[open.id, { slug: "hosting", in: 2, of: 2 }]],
    );
    assert.deepEqual(
      found.stale.map(({ id }) => id),
      [stale.id],
    );
    assert.deepEqual(found.counts, {
      uncategorized: 1,
      transfers: 0,
      stale: 1,
      duplicates: 0,
      counterparts: 0,
    });
    const counts = await books.app.ask("GET /api/teams/:team/review/counts", of);
    assert.deepEqual(counts, { total: 2, is_more: false });
  });

  test("the number of all that waits stops at 99", async () => {
    const { team, books, of } = await opened();
    const waiting = async () => books.app.ask("GET /api/teams/:team/review/counts", of);
    const ids = await addTransactions(team, books.account, 99);
    assert.deepEqual(await waiting(), { total: 99, is_more: false });
    await books.add({ name: "One more" });
    assert.deepEqual(await waiting(), { total: 99, is_more: true });
    assert.equal(ids.length, 99);
  });

  test("the number counts suggested transfers and maybe-duplicates", async () => {
    const { team, books, of, twins } = await opened();
    const other = await addAccount(team, { name: "Other", number: null });
    const given = { date: "2026-11-02", category_slug: "travel" };
    await books.add({ ...given, amount_minor: -7700 });
    await books.add({ ...given, amount_minor: 7700, bank_account_id: other });
    const waiting = async () => books.app.ask("GET /api/teams/:team/review/counts", of);
    assert.deepEqual(await waiting(), { total: 1, is_more: false });
    await twins();
    // The twins, and that one of them has no category.
    assert.deepEqual(await waiting(), { total: 3, is_more: false });
  });

  test("equal amounts of one account up to 3 days apart are maybe-duplicates, when their sources differ", async () => {
    const { team, books, review } = await opened();
    const other = await addAccount(team, { name: "Other", number: null });
    const row = async (date: string, given: object = {}, account = books.account) =>
      importTransaction(team, account, { date, amount_minor: -500, ...given });
    const first = await row("2026-11-02");
    await row("2026-11-02");
    await row("2026-11-02", { amount_minor: 500 });
    await row("2026-11-02", { source: "ofx" }, other);
    await row("2026-11-06", { source: "ofx" });
    assert.equal((await review()).counts.duplicates, 0);
    const near = await row("2026-10-30", { source: "ofx" });
    const found = await review();
    assert.equal(found.counts.duplicates, 2);
    assert.deepEqual(new Set(found.duplicates.map(([one]) => one?.id)), new Set([near]));
    assert.ok(found.duplicates.some(([, two]) => two?.id === first));
  });

  test("of two that are merged one stays, with what the other had and its keys", async () => {
    const { team, books, app, of, review, twins } = await opened();
    const { mine, bank, tag } = await twins();
    assert.equal((await review()).counts.duplicates, 1);
    const before = await team.state();
    world.pass(1000);
    const kept = await app.ask(MERGE, { ...of, id: bank, other_id: mine.id });
    assert.partialDeepStrictEqual(kept, {
      id: bank,
      date: "2026-11-03",
      category_slug: "meals",
      category_by: "person",
      note: "With Anna",
    });
    assert.deepEqual(
      kept.tags.map(({ id }) => id),
      [tag.id],
    );
    await app.refused("GET /api/teams/:team/transactions/:id", { ...of, id: mine.id });
    assert.equal((await review()).counts.duplicates, 0);
    assert.equal(await findWrongFigure(world.database.reader), null);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(MERGE));
    const after = await team.state();
    for (const table of ["transactions", "transaction_tags", "forgotten_rows", "month_totals"])
      assert.deepEqual(after[table], before[table]);
    world.pass(1000);
    await app.ask(MERGE, { ...of, id: mine.id, other_id: bank });
    const forgotten = storedRows(await team.state(), "forgotten_rows");
    assert.deepEqual(
      new Set(forgotten.map(({ key, why, survivor_id }) => `${key} ${why} ${survivor_id}`)),
      new Set([`B-${bank} -1990 merged ${mine.id}`, `K-${bank} merged ${mine.id}`]),
    );
    assert.equal((await books.get(mine.id)).note, "With Anna");
  });

  test("what differs, is split, linked or exported is not merged away", async () => {
    const { team, books, app, of, twins } = await opened();
    const { mine, bank } = await twins();
    const less = await books.add({ amount_minor: -1 });
    const refused = async (id: string, other_id: string) =>
      (await app.refused(MERGE, { ...of, id, other_id })).code;
    assert.equal(await refused(bank, less.id), "invalid_argument");
    assert.equal(await refused(bank, bank), "invalid_argument");
    await books.split(mine.id, [{ amount_minor: -1000 }, { amount_minor: -990 }]);
    assert.equal(await refused(bank, mine.id), "invalid_argument");
    await team.call("transactions_update_status", { id: bank, status: "exported" });
    assert.equal(await refused(mine.id, bank), "exported");
  });

  test("two that are kept both are never shown again", async () => {
    const { team, app, of, review, twins } = await opened();
    const { mine, bank } = await twins();
    await app.ask(KEEP, { ...of, id: mine.id, other_id: bank });
    await app.ask(KEEP, { ...of, id: bank, other_id: mine.id });
    assert.equal(((await team.state())["rejected_pairs"] ?? []).length, 1);
    const { counts, duplicates } = await review();
    assert.deepEqual([counts.duplicates, duplicates], [0, []]);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(KEEP));
    assert.equal((await review()).counts.duplicates, 1);
  });

  test("ids of another team do not exist", async () => {
    const { app, of, twins } = await opened();
    const { mine } = await twins();
    const other = await world.team();
    const theirs = await addTransaction(other, await addAccount(other), { amount_minor: -1990 });
    for (const path of [MERGE, KEEP])
      for (const [id, other_id] of [
        [mine.id, theirs.id],
        [theirs.id, mine.id],
      ]) {
        const { status, code } = await app.refused(path, { ...of, id, other_id });
        assert.deepEqual([status, code], [404, "not_found"]);
      }
  });
});
