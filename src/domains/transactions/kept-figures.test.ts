import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { lives, take } from "../../../test/life.ts";
import { together } from "../../../test/races.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { storedRows } from "../../../test/rows.ts";
import { Books } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { findWrongFigure } from "./kept-figures.ts";

const UNDO = "POST /api/teams/:team/activity/:id/undo";
const LIVES = extent(4, 200);
const BOOKS = /^(?:bank_account|categor|tags_create|transaction)/;

onEachDatabase((world) => {
  test("whatever is done and undone, all that is kept beside transactions follows from them", async () => {
    const undos = fc.array(fc.nat(1000), { maxLength: 6 });
    const life = lives(40).map((steps) => steps.filter(({ kind }) => BOOKS.test(kind)));
    const rule = fc.asyncProperty(life, undos, async (life, undos) => {
      const team = await world.team({ destructive_ai_tools: true });
      for (const kind of ["bank_account", "transaction", "transaction"] as const)
        await take(team, { kind, which: 1, other: 1, pass: 1000 });
      const app = await WebApp.of(team);
      for (const step of life) {
        await take(team, step);
        assert.equal(await findWrongFigure(world.database.reader), null);
      }
      for (const number of undos) {
        const events = await team.journal();
        await app.attempt(UNDO, { team: team.id, id: events[number % events.length]?.id });
        assert.equal(await findWrongFigure(world.database.reader), null);
      }
    });
    await fc.assert(rule, { numRuns: LIVES });
  });

  test("a figure that was changed beside the server is found", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { id } = await books.add();
    const set = (table: "transactions" | "month_totals" | "booked_totals", values: object) =>
      world.database.begin((db) =>
        db.updateTable(table).set(values).where("team_id", "=", team.id).execute(),
      );
    await set("month_totals", { out_minor: -349 });
    assert.deepEqual(await findWrongFigure(world.database.reader), {
      team_id: team.id,
      what: "the total of 2026-11 (counted, no category), off in out_minor by -1",
    });
    await set("month_totals", { out_minor: -350 });
    await set("booked_totals", { minor: -351 });
    assert.deepEqual(await findWrongFigure(world.database.reader), {
      team_id: team.id,
      what: `what is booked on account ${books.account} in 2026-11, off by 1 in 0 transactions`,
    });
    await set("booked_totals", { minor: -350 });
    for (const [column, wrong] of [
      ["month", "2026-10"],
      ["standing", "excluded"],
      ["base_minor", -1],
      ["search_text", "x"],
      ["party_key", null],
      ["rate_day", "2026-11-01"],
    ] as const) {
      const row = await books.get(id);
      const before: any = (await team.state())["transactions"]?.[0];
      await set("transactions", { [column]: wrong });
      const found = await findWrongFigure(world.database.reader);
      assert.equal(found?.what, `${column} of transaction ${row.id}`);
      await set("transactions", { [column]: before[column] });
    }
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("a wrong share of a part, a part too many, and totals of a month without transactions are found", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const split = await books.add({ amount_minor: -1000 });
    await books.split(split.id, [{ amount_minor: -400 }, { amount_minor: -600 }]);
    const whole = await books.add({ amount_minor: -1000 });
    const found = async () => (await findWrongFigure(world.database.reader))?.what;
    const write = world.database.begin.bind(world.database);
    await write((db) =>
      db
        .updateTable("transaction_parts")
        .set({ base_minor: -1 })
        .where("team_id", "=", team.id)
        .where("position", "=", 0)
        .execute(),
    );
    assert.equal(await found(), `base_minor of the parts of transaction ${split.id}`);
    await write((db) =>
      db
        .updateTable("transaction_parts")
        .set({ base_minor: -400 })
        .where("team_id", "=", team.id)
        .where("position", "=", 0)
        .execute(),
    );
    const [part] = storedRows(await team.state(), "transaction_parts");
    assert.ok(part !== undefined);
    await write((db) =>
      db
        .insertInto("transaction_parts")
        .values({ ...part, transaction_id: whole.id })
        .execute(),
    );
    assert.equal(await found(), `the parts of transaction ${whole.id}`);
    await write((db) =>
      db.deleteFrom("transaction_parts").where("transaction_id", "=", whole.id).execute(),
    );
    assert.equal(await found(), undefined);
    const [total] = storedRows(await team.state(), "month_totals");
    assert.ok(total !== undefined);
    await write((db) =>
      db
        .insertInto("month_totals")
        .values({ ...total, month: "1999-01" })
        .execute(),
    );
    assert.match((await found()) ?? "", /^the total of 1999-01 \(counted, no category\), off in/);
    await write((db) => db.deleteFrom("month_totals").where("month", "=", "1999-01").execute());
    assert.equal(await found(), undefined);
  });

  test("parts of which each is worth more than an amount can have, and not their sum, are without a rate", async () => {
    const team = await world.team();
    const books = await Books.of(team, { currency: "USD" });
    await addTeamRate(team, { currency: "USD", day: "2026-11-02", rate: "0.000001" });
    const { id } = await books.add({ amount_minor: -1, date: "2026-11-02" });
    const { base_minor, parts } = await books.split(id, [
      { amount_minor: -MOST_MINOR, tax_rate_bp: 1900 },
      { amount_minor: MOST_MINOR - 1, category_slug: "service-revenue" },
    ]);
    const bases = parts.map((part) => part.base_minor);
    assert.deepEqual([base_minor, bases], [-1_000_000, [null, null]]);
    const tax = await books.app.ask("GET /api/teams/:team/reports/tax", {
      team: team.id,
      from: "2026-11-01",
      to: "2026-11-30",
    });
    assert.deepEqual([tax.difference, tax.left_out.no_rate], [0, 2]);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("20 writes at once to one month add up, and none is lost", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const made = await together(10, () => books.add({ category_slug: "meals" }));
    await Promise.all([
      ...made
        .slice(0, 5)
        .map(({ id }) => team.call("transactions_update_category", { id, category_slug: "rent" })),
      ...made
        .slice(5, 8)
        .map(({ id }) => team.call("transactions_update_status", { id, status: "excluded" })),
      ...made.slice(8).map(({ id }) => team.call("transactions_delete", { id })),
      ...Array.from({ length: 10 }, () => books.add({ amount_minor: 100 })),
    ]);
    const rows = storedRows(await team.state(), "month_totals");
    const totals = rows.map((row) => [
      `${row.standing} ${row.category_slug}`,
      [row.in_minor, row.out_minor],
    ]);
    assert.deepEqual(Object.fromEntries(totals), {
      "counted ": [1000, 0],
      "counted rent": [0, -1750],
      "excluded meals": [0, -1050],
    });
    assert.equal(await findWrongFigure(world.database.reader), null);
  });
});
