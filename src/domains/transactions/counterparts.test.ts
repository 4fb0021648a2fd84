import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { lookAlikes } from "../../../migrations/0021-look-alikes.ts";
import { counterparts } from "../../../migrations/0025-counterparts.ts";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { book } from "../../../test/books.ts";
import { extent } from "../../../test/extent.ts";
import { together } from "../../../test/races.ts";
import { storedRows } from "../../../test/rows.ts";
import { Books, importTransaction } from "../../../test/transactions.ts";
import type { Db } from "../../db/schema/schema.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";
import { noteCounterparts } from "./counterparts.ts";
import { findWrongFigure } from "./kept-figures.ts";

const UNDO = "POST /api/teams/:team/activity/:id/undo";
const CREATE = "POST /api/teams/:team/transactions";

async function keptOf(team: Team): Promise<readonly string[]> {
  const rows = storedRows(await team.state(), "counterparts");
  return rows.map(({ transaction_id, kind }) => `${kind} ${transaction_id}`).toSorted();
}

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    return { team, books, savings: await addAccount(team, { name: "Savings", number: null }) };
  }

  test("two that resemble each other are kept for as long as they do", async () => {
    const { team, books, savings } = await opened();
    const sides = (...rows: readonly { readonly id: string }[]) =>
      rows.map(({ id }) => `transfer ${id}`).toSorted();
    const out = await books.add({ amount_minor: -500, date: "2026-10-01" });
    assert.deepEqual(await keptOf(team), []);
    const into = await books.add({
      bank_account_id: savings,
      amount_minor: 500,
      date: "2026-10-06",
    });
    assert.deepEqual(await keptOf(team), sides(out, into));
    await books.change(out.id, { date: "2026-09-30" });
    assert.deepEqual(await keptOf(team), []);
    await books.change(out.id, { date: "2026-10-11" });
    assert.deepEqual(await keptOf(team), sides(out, into));
    const other = await books.add({ amount_minor: -500, date: "2026-10-06" });
    await team.call("transactions_delete", { id: out.id });
    assert.deepEqual(await keptOf(team), sides(into, other));
    await team.call("transactions_update_status", { id: other.id, status: "excluded" });
    assert.deepEqual(await keptOf(team), []);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("transactions_delete"));
    assert.deepEqual(await keptOf(team), sides(out, into));
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("those of books that were there before are kept from the start", async () => {
    const { team, books, savings } = await opened();
    const amounts = { date: "2026-10-01", amount_minor: -500 };
    await books.add(amounts);
    await importTransaction(team, books.account, amounts);
    await books.add({ bank_account_id: savings, date: "2026-10-04", amount_minor: 500 });
    await books.add({ bank_account_id: savings, date: "2026-10-07", amount_minor: 500 });
    const before = await keptOf(team);
    assert.equal(before.length, 5);
    await world.database.begin(async (db) => {
      for (const gone of [
        "table counterparts",
        "index transactions_exchanged",
        "index transactions_unrated",
      ])
        await sql.raw(`drop ${gone}`).execute(db);
      await lookAlikes.up(db, world.dialect);
      await counterparts.up(db, world.dialect);
    });
    assert.deepEqual(await keptOf(team), before);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("one that is kept wrongly is found", async () => {
    const { team, books } = await opened();
    const { id: transaction_id } = await books.add();
    const row = { team_id: team.id, transaction_id, kind: "duplicate" } as const;
    await world.database.begin((db) => db.insertInto("counterparts").values(row).execute());
    assert.deepEqual(await findWrongFigure(world.database.reader), {
      team_id: team.id,
      what: `whether transaction ${transaction_id} looks like another one`,
    });
    await world.database.begin((db) =>
      db.deleteFrom("counterparts").where("transaction_id", "=", transaction_id).execute(),
    );
  });

  test("whatever is added, changed, deleted and undone, those are kept that have a counterpart", async () => {
    const step = fc.record({
      kind: fc.constantFrom("add", "add", "import", "move", "split", "delete", "undo"),
      which: fc.nat(20),
      day: fc.integer({ min: 1, max: 9 }),
      minor: fc.constantFrom(-200, -100, 100, 200),
      isSavings: fc.boolean(),
    });
    const rule = fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { team, books, savings } = await opened();
      // The accounts stay.
      const first = new Set((await team.journal()).map(({ id }) => id));
      for (const { kind, which, day, minor, isSavings } of steps) {
        const ids = storedRows(await team.state(), "transactions").map(({ id }) => id);
        const id = ids[which % Math.max(ids.length, 1)];
        const account = isSavings ? savings : books.account;
        const date = `2026-10-0${day}`;
        const given = { date, amount_minor: minor };
        if (kind === "import") await importTransaction(team, account, given);
        else if (kind === "add") await books.add({ bank_account_id: account, ...given });
        else if (kind === "undo") {
          const events = (await team.journal()).filter(({ id }) => !first.has(id));
          const event = events[which % Math.max(events.length, 1)]?.id;
          if (event !== undefined) await books.app.attempt(UNDO, { team: team.id, id: event });
        } else if (id !== undefined && kind === "delete")
          await team.call("transactions_delete", { id });
        else if (id !== undefined && kind === "split") {
          const amount = (await books.get(id)).amount_minor / 2;
          await books.split(id, [{ amount_minor: amount }, { amount_minor: amount }]);
        } else if (id !== undefined && (await books.get(id)).source === "hand")
          await books.change(id, { date });
        assert.equal(await findWrongFigure(world.database.reader), null);
      }
    });
    await fc.assert(rule, { numRuns: extent(6, 100) });
  });

  test("many equal ones are compared as one: the rows read grow with them, not with their square", async () => {
    const { team, books } = await opened();
    const [count, date, minor] = [2 * ROWS_A_CHUNK, "2026-10-01", -999];
    const equal = { account: books.account, currency: "EUR", date, minor };
    const ids = await book(
      team,
      Array.from({ length: count }, () => equal),
    );
    assert.deepEqual(await keptOf(team), []);
    await importTransaction(team, books.account, { date, amount_minor: minor });
    assert.equal((await keptOf(team)).length, count + 1);
    assert.equal(await findWrongFigure(world.database.reader), null);
    if (world.dialect === "sqlite") return;
    const read = await world.database.begin(async (db) => {
      // PostgreSQL counts what the connection did before, too.
      const soFar = await rowsRead(db);
      await noteCounterparts({ ...team.auditContext, db, begin: null }, ids);
      return (await rowsRead(db)) - soFar;
    });
    assert.ok(read < 100 * count, `${read} rows were read`);
  });

  test("of 20 that come at once with their counterparts all are kept", async () => {
    const { team, books, savings } = await opened();
    await together(20, async (index) =>
      books.app.ask(CREATE, {
        team: team.id,
        bank_account_id: index % 2 === 0 ? savings : books.account,
        date: "2026-10-01",
        name: "To the savings",
        amount_minor: (index % 2 === 0 ? 1 : -1) * (100 + Math.floor(index / 2)),
      }),
    );
    assert.equal((await keptOf(team)).length, 20);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });
});

/** Rows of transactions that the connection has read, by any index or by none. */
async function rowsRead(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly read: number }>`
    select seq_tup_read + idx_tup_fetch as read
    from pg_stat_xact_user_tables where relname = 'transactions'`.execute(db);
  return rows[0]?.read ?? Number.NaN;
}
