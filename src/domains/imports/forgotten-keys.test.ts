import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { csvOf, Importing, ofxOf } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";

const DELETE = "POST /api/teams/:team/transactions/delete";

const COFFEE = { date: "2026-03-02", minor: -350, text: "Coffee" };

const OWN = { name: "Coffee with Anna", amount_minor: -350 };

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const found = async () =>
      world.database.reader
        .selectFrom("transactions")
        .selectAll()
        .where("team_id", "=", team.id)
        .orderBy("id")
        .execute();
    /** Deletes the newest transaction. */
    const removeLast = async () => {
      world.pass(1000);
      const ids = (await found()).slice(-1).map(({ id }) => id);
      const { event } = await books.app.ask(DELETE, { team: team.id, chosen: { ids } });
      return event ?? "";
    };
    return { team, books, bank, found, removeLast };
  }

  describe("a row that comes after an equal one was deleted", () => {
    test("is another one: when it is deleted too, both stay away", async () => {
      const { bank, removeLast } = await opened();
      await bank.run(csvOf([COFFEE]));
      await removeLast();
      const two = csvOf([COFFEE, COFFEE]);
      assert.deepEqual(await bank.counts(two), { forgotten: 1, new: 1 });
      await bank.run(two);
      assert.deepEqual(await bank.counts(two), { duplicate: 1, forgotten: 1 });
      await removeLast();
      assert.deepEqual(await bank.counts(two), { forgotten: 2 });
      assert.deepEqual(await bank.counts(csvOf([COFFEE, COFFEE, COFFEE])), {
        forgotten: 2,
        new: 1,
      });
    });

    test("leaves the deletion undoable, and then both are there for the file", async () => {
      const { team, bank, found, removeLast } = await opened();
      await bank.run(csvOf([COFFEE]));
      const before = await found();
      const event = await removeLast();
      const two = csvOf([COFFEE, COFFEE]);
      const { event: second } = await bank.run(two);
      assert.equal((await bank.undo(event)).status, 200);
      assert.equal((await found()).length, 2);
      assert.deepEqual(await bank.counts(two), { duplicate: 2 });
      assert.equal((await bank.undo(second)).status, 200);
      assert.deepEqual(await found(), before);
      assert.deepEqual((await team.state())["forgotten_rows"] ?? [], []);
    });

    test("is another one beside one that was merged: it stays away when it is deleted", async () => {
      const { team, books, bank, found, removeLast } = await opened();
      await bank.run(csvOf([COFFEE]));
      const [row] = await found();
      const mine = await books.add({ ...OWN, date: COFFEE.date });
      const MERGE = "POST /api/teams/:team/review/duplicates/merge";
      await books.app.ask(MERGE, { team: team.id, id: mine.id, other_id: row?.id ?? "" });
      const two = csvOf([COFFEE, COFFEE]);
      assert.deepEqual(await bank.counts(two), { duplicate: 1, new: 1 });
      await bank.run(two);
      assert.deepEqual(await bank.counts(two), { duplicate: 2 });
      await removeLast();
      assert.deepEqual(await bank.counts(two), { duplicate: 1, forgotten: 1 });
    });

    test("with the bank's id of it leaves the deletion undoable too", async () => {
      const { bank, found, removeLast } = await opened();
      await bank.run(ofxOf([{ ...COFFEE, id: "5" }]));
      const event = await removeLast();
      const other = ofxOf([{ date: "2026-03-03", minor: -360, text: "Tea", id: "5" }]);
      await bank.run(other);
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(
        (await found()).map(({ amount_minor, bank_id }) => [amount_minor, bank_id]),
        [
          [-350, "5"],
          [-360, "5#2"],
        ],
      );
      assert.deepEqual(await bank.counts(other), { duplicate: 1 });
      assert.deepEqual(await bank.counts(ofxOf([{ ...COFFEE, id: "5" }])), { duplicate: 1 });
    });
  });

  test("an equal row of later days gets a key of its own beside those that are here", async () => {
    const { bank, found } = await opened();
    await bank.run(csvOf([COFFEE, COFFEE]));
    const three = csvOf([COFFEE, COFFEE, COFFEE]);
    await bank.run(three);
    const keys = (await found()).map(({ row_key }) => (row_key ?? "").slice(32));
    assert.deepEqual(keys, ["", "#2", "#3"]);
    assert.deepEqual(await bank.counts(three), { duplicate: 3 });
  });
});
