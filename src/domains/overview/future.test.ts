import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { Books } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";

const HOUR = 3600;
const OVERVIEW = "GET /api/teams/:team/overview";
const UNBILLED = "GET /api/teams/:team/projects/unbilled";

onEachDatabase((world) => {
  test("time of later days is no unbilled time yet, on Home, in the list, and of its project, and tools mark it", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    const app = await WebApp.of(team);
    const of = { team: team.id };
    const values = { billable: true, rate_minor: 10_000, currency: "EUR" };
    const project_id = await addProject(team, { ...values, name: "Both" });
    const later = await addProject(team, { ...values, name: "Later" });
    await addEntry(team, { project_id, date: "2026-11-18", duration: HOUR });
    await addEntry(team, { project_id, date: "2026-11-19", duration: 2 * HOUR });
    await addEntry(team, { project_id: later, date: "2026-12-24", duration: 4 * HOUR });
    const hour = [{ currency: "EUR", minor: 10_000 }];
    assert.deepEqual((await app.ask(OVERVIEW, of)).unbilled, hour);
    for (const range of [{}, { from: "2026-11-01" }, { to: "2026-12-31" }]) {
      const { items, totals } = await app.ask(UNBILLED, { ...of, ...range });
      assert.deepEqual(
        items.map(({ name, minor }) => [name, minor]),
        [["Both", 10_000]],
      );
      assert.deepEqual(totals?.amounts, [{ currency: "EUR", minor: 10_000, seconds: HOUR }]);
      assert.equal(totals.ahead_seconds, 6 * HOUR);
    }
    const past = await app.ask(UNBILLED, { ...of, to: "2026-11-18" });
    assert.equal(past.totals?.ahead_seconds, 0);
    const detail = "GET /api/teams/:team/projects/:id";
    const { unbilled } = await app.ask(detail, { ...of, id: project_id });
    assert.equal(unbilled?.minor, 10_000);
    assert.equal((await app.ask(detail, { ...of, id: later })).unbilled, null);
    const { notices } = await team.call("tracker_list_entries", {});
    assert.match(
      notices.join(" "),
      /2 entries of later days than today, 2026-11-18, lie in the future/,
    );
    // It is the 19th for a teammate in Kiritimati.
    const mia = await team.member("member");
    await mia.setTimeZone("Pacific/Kiritimati");
    world.at("2026-11-18T11:00:00Z");
    assert.deepEqual((await app.ask(OVERVIEW, of)).unbilled, [{ currency: "EUR", minor: 30_000 }]);
  });

  test("money of later days, and the opening balance of an account that opens later, are no cash of today", async () => {
    world.at("2026-11-18T09:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const of = { team: team.id };
    await books.add({ date: "2026-11-18", amount_minor: 10_000 });
    await books.add({ date: "2026-11-19", amount_minor: 70_000 });
    await books.add({ date: "2026-11-20", amount_minor: -5_000, category_slug: "rent" });
    await books.app.ask("POST /api/teams/:team/bank-accounts", {
      ...of,
      name: "Opens later",
      type: "savings",
      currency: "EUR",
      opening_minor: 900_000,
      opening_date: "2026-12-01",
    });
    const { money } = await books.app.ask(OVERVIEW, of);
    assert.deepEqual([money?.cash.amount, money?.burn.amount], [100, 0]);
    assert.equal((await team.call("reports_runway", {})).cash, 100);
    const { items } = await team.call("bank_accounts_list", {});
    assert.deepEqual(
      items.map(({ name, balance, balance_date }: any) => [name, balance, balance_date]),
      [
        ["Giro", 100, "2026-11-18"],
        ["Opens later", 0, null],
      ],
    );
    const { notices } = await team.call("transactions_list", {});
    assert.deepEqual(notices, [
      "2 transactions of later days than today, 2026-11-18: no balance of today has them.",
    ]);
    world.at("2026-12-01T09:00:00Z");
    assert.equal((await team.call("reports_runway", {})).cash, 9750);
  });
});
