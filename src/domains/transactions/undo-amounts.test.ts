import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { Importing } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";
import { findWrongFigure } from "./kept-figures.ts";

const CHANGE = "PATCH /api/teams/:team/transactions/:id";
const SPLIT = "PUT /api/teams/:team/transactions/:id/parts";
const LINK = "POST /api/teams/:team/transfers";
const FEE = [
  { amount_minor: -9000, category_slug: "internal-transfer" },
  { amount_minor: -1000, category_slug: "banking-fees" },
];

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-20T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const savings = await addAccount(team, { name: "Savings", number: null });
    const activity = await Activity.of(team);
    const link = async (id: string, other_id: string) => {
      world.pass(1000);
      return books.app.ask(LINK, { team: team.id, id, other_id });
    };
    /** Refused with these words, and nothing changes. */
    const notUndone = async (event: { readonly id: string }, because: RegExp) => {
      const before = await team.state();
      assert.match(await activity.refused(event), because);
      assert.deepEqual(await team.state(), before);
      assert.equal(await findWrongFigure(world.database.reader), null);
    };
    return { team, books, savings, activity, link, notUndone };
  }

  describe("the undo of an earlier change", () => {
    test("of the amount is refused while the transaction is split, and its parts would not sum up", async () => {
      const { books, activity, notUndone } = await opened();
      const { id } = await books.add({ amount_minor: -2000 });
      await books.change(id, { amount_minor: -10_000 });
      const event = await activity.latest(CHANGE);
      await books.split(id, FEE);
      await notUndone(event, /^not_undoable: The transaction "Coffee" is split by now/);
      await books.split(id, []);
      await activity.undo(event);
      assert.equal((await books.get(id)).amount_minor, -2000);
    });

    test("of the amount or the account is refused while the transaction is linked", async () => {
      const { team, books, savings, activity, link, notUndone } = await opened();
      const { id } = await books.add({ amount_minor: -2000, bank_account_id: savings });
      await books.change(id, { amount_minor: -3000 });
      const amount = await activity.latest(CHANGE);
      await books.change(id, { bank_account_id: books.account });
      const account = await activity.latest(CHANGE);
      const { id: other } = await books.add({ amount_minor: 3000, bank_account_id: savings });
      await link(id, other);
      for (const event of [amount, account])
        await notUndone(event, /^not_undoable: The transaction "Coffee" is one side of a transfer/);
      world.pass(1000);
      await books.app.ask("POST /api/teams/:team/transfers/unlink", { team: team.id, id });
      await activity.undo(account);
      await activity.undo(amount);
      assert.equal((await books.get(id)).amount_minor, -2000);
    });

    test("of what a transaction is counted as is refused once it was given to the accountant", async () => {
      const { team, books, savings, activity, link, notUndone } = await opened();
      const one = await books.add({ amount_minor: -2000 });
      await books.change(one.id, { category_slug: "rent" });
      const category = await activity.latest(CHANGE);
      const two = await books.add({ amount_minor: -10_000 });
      await books.split(two.id, FEE);
      const split = await activity.latest(SPLIT);
      const parts = [{ amount_minor: -4000 }, { amount_minor: -6000 }];
      await books.split(two.id, parts);
      const again = await activity.latest(SPLIT);
      const out = await books.add({ amount_minor: -3000 });
      const into = await books.add({ amount_minor: 3000, bank_account_id: savings });
      await link(out.id, into.id);
      const linked = await activity.latest(LINK);
      const ids = [one.id, two.id, into.id];
      const status = async (status: string) => {
        world.pass(1000);
        return team.call("transactions_update_status", { ids, status });
      };
      await status("exported");
      const exported = await activity.latest("transactions_update_status");
      for (const event of [category, again, linked])
        await notUndone(event, /^not_undoable: The transaction "Coffee" was given to the account/);
      await books.change(one.id, { note: "Sent" });
      await activity.undo(await activity.latest(CHANGE));
      await activity.undo(exported);
      for (const event of [category, again, split, linked]) await activity.undo(event);
      assert.equal((await books.get(one.id)).category_slug, null);
      assert.deepEqual((await books.get(two.id)).parts, []);
    });

    test("of a split is refused while its part is linked as a transfer", async () => {
      const { books, savings, activity, link, notUndone } = await opened();
      const { id } = await books.add({ amount_minor: -10_000 });
      await books.split(id, FEE);
      const first = await activity.latest(SPLIT);
      await books.split(id, [
        { amount_minor: -8000, category_slug: "internal-transfer" },
        { amount_minor: -2000, category_slug: "banking-fees" },
      ]);
      const second = await activity.latest(SPLIT);
      const { id: other } = await books.add({ amount_minor: 8000, bank_account_id: savings });
      await link(id, other);
      for (const event of [second, first]) await notUndone(event, /^not_undoable: /);
    });

    test("that unlinks is refused while the two are no longer opposite", async () => {
      const { team, books, savings, activity, link, notUndone } = await opened();
      const { id } = await books.add({ amount_minor: -2000 });
      const { id: other } = await books.add({ amount_minor: 2000, bank_account_id: savings });
      await link(id, other);
      world.pass(1000);
      await books.app.ask("POST /api/teams/:team/transfers/unlink", { team: team.id, id });
      const event = await activity.latest("POST /api/teams/:team/transfers/unlink");
      await books.change(id, { amount_minor: -3000 });
      await notUndone(event, /are no longer opposite/);
      await books.change(id, { amount_minor: -2000, bank_account_id: savings });
      await notUndone(event, /are no longer opposite/);
      await books.change(id, { bank_account_id: books.account });
      await activity.undo(event);
      assert.equal((await books.get(id)).transfer?.id, other);
    });

    test("that deleted one side is refused while the other is no longer its opposite", async () => {
      const { team, books, savings, activity, link, notUndone } = await opened();
      const { id } = await books.add({ amount_minor: -10_000 });
      await books.split(id, FEE);
      const { id: other } = await books.add({ amount_minor: 9000, bank_account_id: savings });
      await link(id, other);
      world.pass(1000);
      const DELETE = "POST /api/teams/:team/transactions/delete";
      const before = await team.state();
      await books.app.ask(DELETE, { team: team.id, chosen: { ids: [id] } });
      const event = await activity.latest(DELETE);
      await books.change(other, { amount_minor: 9500 });
      await notUndone(event, /are no longer opposite/);
      await activity.undo(await activity.latest(CHANGE));
      await activity.undo(event);
      for (const table of ["transactions", "transaction_parts", "month_totals"])
        assert.deepEqual((await team.state())[table], before[table]);
    });

    test("of what does not touch the amount is done while the transaction is split or linked", async () => {
      const { books, savings, activity, link } = await opened();
      const { id } = await books.add({ amount_minor: -10_000 });
      await books.change(id, { note: "Fee included" });
      const event = await activity.latest(CHANGE);
      await books.split(id, FEE);
      const { id: other } = await books.add({ amount_minor: 9000, bank_account_id: savings });
      await link(id, other);
      await activity.undo(event);
      assert.equal((await books.get(id)).note, null);
      assert.equal(await findWrongFigure(world.database.reader), null);
    });
  });

  describe("a payment that was booked with a tip", () => {
    const file = (amount: string, day: string, status: string) =>
      `date;payee;amount;status\n2026-11-01;Tea;-1.00;booked\n2026-11-${day};Trattoria Roma;${amount};${status}\n`;

    async function tipped() {
      const opening = await opened();
      const bank = new Importing(opening.books);
      await bank.run(file("-90.00", "02", "pending"));
      const chosen = [{ at: 1, books: true }];
      const { imports, event } = await bank.run(file("-100.00", "04", "booked"), {
        options: { chosen },
      });
      const { id } = await world.database.reader
        .selectFrom("transactions")
        .select("id")
        .where("team_id", "=", opening.team.id)
        .where("amount_minor", "=", -10_000)
        .executeTakeFirstOrThrow();
      return { ...opening, bank, id, event, import: imports[0] ?? "" };
    }

    test("and split since, stays as it is when its import is removed, and is not undone", async () => {
      const { team, books, bank, activity, notUndone, ...tip } = await tipped();
      await books.split(tip.id, FEE);
      await notUndone({ id: tip.event }, /is split by now/);
      const before = await team.state();
      const { counts, event } = await bank.remove(tip.import);
      assert.deepEqual([counts.put_back, counts.kept], [0, 1]);
      assert.deepEqual(
        [(await books.get(tip.id)).amount_minor, (await books.get(tip.id)).status],
        [-10_000, "posted"],
      );
      assert.equal(await findWrongFigure(world.database.reader), null);
      await activity.undo({ id: event });
      assert.deepEqual(await team.state(), before);
    });

    test("and linked since, stays as it is when its import is removed, and is not undone", async () => {
      const { team, books, bank, savings, link, notUndone, ...tip } = await tipped();
      const { id: other } = await books.add({ amount_minor: 10_000, bank_account_id: savings });
      await link(tip.id, other);
      await notUndone({ id: tip.event }, /one side of a transfer/);
      const { counts } = await bank.remove(tip.import);
      assert.deepEqual([counts.put_back, counts.kept], [0, 1]);
      assert.equal((await books.get(tip.id)).amount_minor, -10_000);
      assert.ok(team);
    });
  });
});
