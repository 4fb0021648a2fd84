import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { book } from "../../../test/books.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { addTransaction, addTransactions, ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { setTeam } from "../../accounts/teams.ts";
import { Cancelled } from "../../core/errors.ts";
import { ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { settleAll } from "./settle.ts";

const CHANGE = "PATCH /api/teams/:team";
const PROFIT = "GET /api/teams/:team/reports/profit-loss";
const CHUNKS = 4;

onEachDatabase((world) => {
  /** Books of several chunks, with one of each standing. */
  async function opened() {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro", currency: "EUR", number: null });
    const days = { category_slug: "rent", date: "2026-10-20" };
    await addTransactions(team, account, CHUNKS * ROWS_A_CHUNK, days);
    await book(team, [
      { account, currency: "EUR", date: "2026-10-21", minor: -1000, parts: [-333, -667] },
    ]);
    for (const status of ["pending", "excluded"])
      await addTransaction(team, account, { date: "2026-10-22", status });
    await addTransaction(team, account, { date: "2025-01-22", amount_minor: 1234 });
    await addTeamRate(team, { currency: "USD", day: "2026-10-19", rate: "1.2501" });
    return team;
  }

  test("a large book is settled in another currency while others read, who see figures of one currency or the other", async () => {
    const team = await opened();
    const app = await WebApp.of(team);
    const asked = { team: team.id, from: "2025-01-01", to: "2026-10-31" };
    const read = async () => {
      const { totals, left_out } = await app.ask(PROFIT, asked);
      return JSON.stringify({ totals, left_out });
    };
    const before = await read();
    const seen = new Set<string>();
    const changed = new AbortController();
    const change = app
      .ask(CHANGE, { team: team.id, baseCurrency: "USD" })
      .finally(() => changed.abort());
    let reads = 0;
    while (!changed.signal.aborted) {
      seen.add(await read());
      reads += 1;
      // A session may ask 600 times a minute.
      if (reads > 200) await setTimeout(100);
    }
    await change;
    const after = await read();
    assert.notEqual(after, before);
    assert.ok(reads >= CHUNKS, `only ${reads} reads were answered meanwhile`);
    assert.deepEqual(
      [...seen].filter((one) => one !== before && one !== after),
      [],
    );
    assert.equal(await findWrongFigure(world.database.reader), null);
    await app.ask(CHANGE, { team: team.id, baseCurrency: "EUR" });
    assert.equal(await read(), before);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("a change of the currency that is broken off has changed nothing", async () => {
    const team = await opened();
    const before = await team.state();
    let left = CHUNKS / 2;
    const context = { ...ownerContext(team), isCancelled: () => (left -= 1) < 0 };
    await assert.rejects(
      transaction(context, async (context) => {
        await setTeam(context, { base_currency: "USD" });
        await settleAll(context);
      }),
      Cancelled,
    );
    assert.deepEqual(await team.state(), before);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });
});
