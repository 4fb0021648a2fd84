import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { Books } from "../../../test/transactions.ts";

const SET = "PUT /api/teams/:team/bank-accounts/:id/balance";
const DELETE = "DELETE /api/teams/:team/bank-accounts/:id/balance";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, { opening_minor: 10_000, opening_date: "2026-05-01" });
    const of = { team: team.id, id: books.account };
    const account = async () => books.app.ask("GET /api/teams/:team/bank-accounts/:id", of);
    return { team, books, of, account };
  }

  test("a balance by hand says that the transactions agree, or by how much they differ, and since when", async () => {
    const { books, of, account } = await opened();
    assert.equal((await account()).check, null);
    await books.add({ date: "2026-05-02", amount_minor: -3000 });
    await books.add({ date: "2026-05-02", amount_minor: -1, status: "pending" });
    const first = await books.app.ask(SET, { ...of, day: "2026-05-03", minor: 7000 });
    const agrees = { date: "2026-05-03", kind: "by_hand", minor: 7000, since: null };
    assert.deepEqual(first.check, { ...agrees, difference_minor: 0 });
    assert.deepEqual([first.balance_minor, first.balance_basis], [7000, "statement"]);
    await books.add({ date: "2026-05-10", amount_minor: 500 });
    const { check } = await books.app.ask(SET, { ...of, day: "2026-05-31", minor: 8730 });
    const differs = { date: "2026-05-31", minor: 8730, since: "2026-05-03" };
    assert.partialDeepStrictEqual(check, { ...differs, difference_minor: 1230 });
    const again = await books.app.ask(SET, { ...of, day: "2026-05-31", minor: 7500 });
    assert.equal(again.check?.difference_minor, 0);
    const back = await books.app.ask(DELETE, { ...of, day: "2026-05-31" });
    assert.deepEqual(back.check, first.check);
    const { items } = await books.app.ask("GET /api/teams/:team/bank-accounts", { team: of.team });
    assert.deepEqual(items[0]?.check, first.check);
  });

  test("setting, changing and deleting it are events, each undone by itself", async () => {
    const { team, books, of, account } = await opened();
    const day = "2026-05-03";
    for (const minor of [7000, 8000, 8000]) {
      world.pass(1000);
      await books.app.ask(SET, { ...of, day, minor });
    }
    world.pass(1000);
    await books.app.ask(DELETE, { ...of, day });
    const activity = await Activity.of(team);
    const events = await activity.list();
    assert.deepEqual(
      events.slice(0, 3).map(({ tool }) => tool),
      [DELETE, SET, SET],
    );
    for (const [event, minor] of [
      [events[0], 8000],
      [events[1], 7000],
      [events[2], undefined],
    ] as const) {
      world.pass(1000);
      await activity.undo(event ?? assert.fail("an event is missing"));
      assert.equal((await account()).check?.minor, minor);
    }
  });

  test("an undo is refused when another balance was set for the day meanwhile", async () => {
    const { team, books, of } = await opened();
    const day = "2026-05-03";
    await books.app.ask(SET, { ...of, day, minor: 1 });
    world.pass(1000);
    await books.app.ask(DELETE, { ...of, day });
    const activity = await Activity.of(team);
    const deleted = await activity.latest(DELETE);
    world.pass(1000);
    await books.app.ask(SET, { ...of, day, minor: 2 });
    const path = "POST /api/teams/:team/activity/:id/undo";
    const refused = await books.app.refused(path, { team: of.team, id: deleted.id });
    assert.equal(refused.status, 409);
  });

  test("a day to come, a day without one, and an account of another team are refused", async () => {
    const { books, of } = await opened();
    const other = await Books.of(await world.team());
    const day = "2026-05-03";
    for (const [path, input, code] of [
      [SET, { ...of, day: "2026-11-22", minor: 1 }, "invalid_argument"],
      [SET, { ...of, day, minor: 1.5 }, "invalid_argument"],
      [SET, { ...of, id: other.account, day, minor: 1 }, "not_found"],
      [DELETE, { ...of, day }, "not_found"],
    ] as const)
      assert.equal((await books.app.refused(path, input)).code, code);
  });

  test("of twenty that are set for one day at once one row stays", async () => {
    const { books, of, account } = await opened();
    const amounts = Array.from({ length: 20 }, (_, index) => index);
    const asks = await Promise.all(
      amounts.map(async (minor) => books.app.ready(SET, { ...of, day: "2026-05-03", minor })),
    );
    const replies = await Promise.all(asks.map(async (ask) => ask()));
    assert.deepEqual(
      replies.map(({ status }) => status),
      amounts.map(() => 200),
    );
    const { check } = await account();
    assert.ok(amounts.includes(check?.minor ?? -1));
    const rows = await world.database.reader
      .selectFrom("statement_balances")
      .select("id")
      .where("bank_account_id", "=", of.id)
      .execute();
    assert.equal(rows.length, 1);
  });
});
