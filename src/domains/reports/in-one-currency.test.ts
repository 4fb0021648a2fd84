import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { resource } from "../../../test/content.ts";
import { duringWrite } from "../../../test/races.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { addTransaction, ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { setTeam } from "../../accounts/teams.ts";
import type { Db } from "../../db/schema/schema.ts";
import { settleAll } from "../rates/settle.ts";

const DAYS = { from: "2026-08-01", to: "2026-10-31" };

onEachDatabase((world) => {
  async function opened(): Promise<Team> {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const account = await addAccount(team, { name: "Giro", currency: "EUR", number: null });
    for (const day of ["2026-08-05", "2026-09-05", "2026-10-05", "2026-11-22"]) {
      await addTeamRate(team, { currency: "USD", day, rate: "2" });
      await addTransaction(team, account, {
        date: day,
        amount_minor: -1000,
        category_slug: "rent",
      });
      await addTransaction(team, account, { date: day, amount_minor: 5000 });
    }
    return team;
  }

  /** In a transaction that keeps readers out of the totals and accounts. */
  async function keepOut(db: Db): Promise<void> {
    if (world.dialect === "sqlite") return;
    await sql`lock table month_totals, bank_accounts in access exclusive mode`.execute(db);
  }

  test("figures that are read while the team's currency changes are all in the currency told with them", async () => {
    const team = await opened();
    const app = await WebApp.of(team);
    const of = { team: team.id };
    const change = async (db: Db, base_currency: string) => {
      const context = { ...ownerContext(team), db, begin: null };
      await setTeam(context, { base_currency });
      await settleAll(context);
    };
    const reads: Readonly<Record<string, () => Promise<unknown>>> = {
      report: async () =>
        app.ask("GET /api/teams/:team/reports/profit-loss", {
          ...of,
          ...DAYS,
          compare: "previous",
        }),
      runway: async () => app.ask("GET /api/teams/:team/reports/runway", of),
      balance: async () => app.ask("GET /api/teams/:team/reports/balance", of),
      recurring: async () => app.ask("GET /api/teams/:team/reports/recurring-expenses", of),
      overview: async () => app.ask("GET /api/teams/:team/overview", of),
      tool: async () => team.call("reports_spending", DAYS),
      resource: async () => resource(team, "ledgerport://reports/revenue/2026"),
    };
    for (const [name, read] of Object.entries(reads)) {
      const before = await read();
      const meanwhile = await duringWrite(world, keepOut, read, (db) => change(db, "USD"));
      const after = await read();
      assert.notDeepEqual(after, before, name);
      // SQLite reads while others write; PostgreSQL kept the read waiting until the change was there.
      assert.deepEqual(meanwhile, world.dialect === "sqlite" ? before : after, name);
      await world.database.begin(async (db) => change(db, "EUR"));
    }
  });
});
