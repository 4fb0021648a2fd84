import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { assertSums, basesOf, book } from "../../../test/books.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";

const CHANGE = "PATCH /api/teams/:team";
const SET = "PUT /api/teams/:team/rates/own";
const REMOVE = "DELETE /api/teams/:team/rates/own/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";
const GET = "GET /api/teams/:team/transactions/:id";
const SPLIT = "PUT /api/teams/:team/transactions/:id/parts";
const DELETE = "POST /api/teams/:team/transactions/delete";
const STATE = "GET /api/teams/:team/rates";

onEachDatabase((world) => {
  beforeEach(() => forgetRates(world));

  async function opened(currencies: readonly string[] = ["USD"]) {
    const team = await world.team();
    const accounts = new Map<string, string>();
    for (const currency of currencies)
      accounts.set(currency, await addAccount(team, { name: currency, currency, number: null }));
    const pay = async (
      date: string,
      currency: string,
      minor: number,
      parts?: readonly number[],
    ) => {
      const account = accounts.get(currency) ?? assert.fail();
      const [id = ""] = await book(team, [
        { account, currency, date, minor, ...(parts && { parts }) },
      ]);
      return id;
    };
    return { team, pay };
  }

  async function openedWithApp() {
    const books = await opened();
    return { ...books, app: await WebApp.of(books.team) };
  }

  const settled = () => worked(world, jobsWith(null));

  async function baseOf(team: Team, id: string) {
    const [, ...base] = (await basesOf(team)).find(([one]) => one === id) ?? assert.fail();
    return base;
  }

  describe("an amount in another currency", () => {
    test("without a rate is told by its account, until a rate is there", async () => {
      const { team, pay, app } = await openedWithApp();
      const missing = async () => {
        const { items } = await app.ask("GET /api/teams/:team/rates/missing", { team: team.id });
        return items.map(({ name, currency, count, from, to }) => [
          name,
          currency,
          count,
          from,
          to,
        ]);
      };
      assert.deepEqual(await missing(), []);
      await pay("2026-10-15", "USD", -10_000);
      await pay("2026-10-17", "USD", -500);
      assert.deepEqual(await missing(), [["USD", "USD", 2, "2026-10-15", "2026-10-17"]]);
      await app.ask(SET, { team: team.id, currency: "USD", day: "2026-10-15", rate: "1.25" });
      assert.deepEqual(await missing(), []);
      const { items } = await team.call("transactions_list", { q: "100" });
      const { base } = await team.call("transactions_get", { id: items[0].id });
      assert.deepEqual(base, { amount: -80, currency: "EUR", rate: 0.8, rate_date: "2026-10-15" });
    });

    test("is converted at the rate of its day, halves away from zero, and has none without a rate", async () => {
      const { team, pay } = await opened(["USD", "JPY", "KWD", "AED", "EUR", "BGN"]);
      await load(world, {
        "2026-10-15": { USD: "1.0870", JPY: "160", KWD: "0.32" },
        "2026-10-13": { USD: "1.25" },
      });
      for (const [date, currency, minor, base, day] of [
        ["2026-10-15", "USD", -10_000, -9200, "2026-10-15"],
        ["2026-10-17", "USD", -10_000, -9200, "2026-10-15"],
        ["2026-10-14", "USD", 1, 1, "2026-10-13"],
        ["2026-10-15", "JPY", 1000, 625, "2026-10-15"],
        ["2026-10-15", "JPY", -1, -1, "2026-10-15"],
        ["2026-10-15", "KWD", 1000, 313, "2026-10-15"],
        ["2026-10-15", "KWD", -1000, -313, "2026-10-15"],
        ["2026-10-23", "USD", -10_000, null, null],
        ["2026-10-15", "AED", -10_000, null, null],
        ["2026-10-15", "EUR", -10_000, -10_000, null],
        ["2026-01-01", "BGN", 195_583, 100_000, "2026-01-01"],
        ["2025-12-31", "BGN", 195_583, null, null],
      ] as const) {
        const id = await pay(date, currency, minor);
        assert.deepEqual(await baseOf(team, id), [base, day], `${date} ${currency} ${minor}`);
      }
      await assertSums(team);
    });

    test("has none where its figure would be beyond an amount", async () => {
      const { team, pay } = await opened();
      await team.set({ base_currency: "IDR" });
      await load(world, { "2026-10-15": { USD: "1.1", IDR: "18000" } });
      const most = 99_999_999_999_999;
      assert.deepEqual(await baseOf(team, await pay("2026-10-15", "USD", most)), [null, null]);
      await assertSums(team);
    });

    test("is shared among its parts so that they sum up to it", async () => {
      const { team, pay } = await opened();
      await load(world, { "2026-10-15": { USD: "1.0870" } });
      await pay("2026-10-15", "USD", -10_000, [-3333, -3333, -3334]);
      await pay("2026-10-15", "USD", -100, [-200, 100]);
      await pay("2026-10-29", "USD", -100, [-50, -50]);
      await assertSums(team);
    });
  });

  describe("rates that are loaded later", () => {
    test("settle amounts that had an older rate, or none, without an event", async () => {
      const { team, pay } = await opened();
      const app = await WebApp.of(team);
      await load(world, { "2026-10-15": { USD: "1.25" } });
      await settled();
      const [friday, saturday, later] = [
        await pay("2026-10-16", "USD", -1000),
        await pay("2026-10-17", "USD", -1000, [-333, -667]),
        await pay("2026-10-23", "USD", -1000),
      ];
      assert.deepEqual(await baseOf(team, saturday), [-800, "2026-10-15"]);
      assert.deepEqual(await baseOf(team, later), [null, null]);
      const journal = await team.journal();
      await load(world, { "2026-10-16": { USD: "1" } });
      assert.equal((await app.ask(STATE, { team: team.id })).is_settling, true);
      await settled();
      assert.equal((await app.ask(STATE, { team: team.id })).is_settling, false);
      for (const id of [friday, saturday, later])
        assert.deepEqual(await baseOf(team, id), [-1000, "2026-10-16"]);
      await assertSums(team);
      assert.deepEqual(await team.journal(), journal);
    });

    test("that correct earlier ones settle the amounts of seven days", async () => {
      const { team, pay } = await opened();
      await load(world, { "2026-10-01": { USD: "2" }, "2026-10-12": { USD: "2" } });
      await settled();
      const [before, on, after] = [
        await pay("2026-10-08", "USD", 1000),
        await pay("2026-10-12", "USD", 1000),
        await pay("2026-10-19", "USD", 1000),
      ];
      await load(world, { "2026-10-12": { USD: "2.5" } });
      await settled();
      assert.deepEqual(await baseOf(team, before), [500, "2026-10-01"]);
      assert.deepEqual(await baseOf(team, on), [400, "2026-10-12"]);
      assert.deepEqual(await baseOf(team, after), [400, "2026-10-12"]);
      await assertSums(team);
    });

    test("leave an older change undoable", async () => {
      const { team, pay, app } = await openedWithApp();
      const id = await pay("2026-10-16", "USD", -1000);
      world.pass(1000);
      await team.call("transactions_update_category", { id, category_slug: "hosting" });
      const split = await pay("2026-10-16", "USD", -1000);
      const { updated_at: seen } = await app.ask(GET, { team: team.id, id: split });
      world.pass(1000);
      const parts = [{ amount_minor: -333 }, { amount_minor: -667 }];
      await app.ask(SPLIT, { team: team.id, id: split, seen, parts });
      await load(world, { "2026-10-16": { USD: "2" } });
      await settled();
      await assertSums(team);
      assert.deepEqual(await baseOf(team, id), [-500, "2026-10-16"]);
      const done = [
        ...(await team.journalOf(SPLIT)),
        ...(await team.journalOf("transactions_update_category")),
      ];
      for (const event of done) {
        world.pass(1000);
        await app.ask(UNDO, { team: team.id, id: event.id });
      }
      assert.equal(done.length, 2);
      for (const one of [id, split])
        assert.deepEqual(await baseOf(team, one), [-500, "2026-10-16"]);
      const { category_slug } = await app.ask(GET, { team: team.id, id });
      assert.equal(category_slug, null);
      await assertSums(team);
    });

    test("give a transaction whose deletion is undone the rate of now", async () => {
      const { team, pay, app } = await openedWithApp();
      const id = await pay("2026-10-16", "USD", -1000, [-333, -667]);
      world.pass(1000);
      await app.ask(DELETE, { team: team.id, chosen: { ids: [id] } });
      await load(world, { "2026-10-16": { USD: "2" } });
      await settled();
      const [event] = await team.journalOf(DELETE);
      world.pass(1000);
      await app.ask(UNDO, { team: team.id, id: event?.id ?? "" });
      assert.deepEqual(await baseOf(team, id), [-500, "2026-10-16"]);
      await assertSums(team);
    });

    test("settle more amounts than a chunk has, each once", async () => {
      const { team } = await opened();
      const account = await addAccount(team, { name: "Much", currency: "USD", number: null });
      const many = Array.from({ length: 1201 }, (_, index) => ({
        account,
        currency: "USD",
        date: index < 700 ? "2026-10-15" : "2026-10-16",
        minor: index + 1,
      }));
      for (let from = 0; from < many.length; from += 500)
        await book(team, many.slice(from, from + 500));
      await load(world, { "2026-10-15": { USD: "1" }, "2026-10-16": { USD: "1" } });
      await settled();
      const bases = (await basesOf(team)).map(([, base]) => base ?? 0);
      assert.equal(
        bases.reduce((sum, base) => sum + base, 0),
        (1201 * 1202) / 2,
      );
      await assertSums(team);
    });
  });

  test("a rate of the team's own settles its amounts at once, and so does its undo", async () => {
    const { team, pay } = await opened();
    const app = await WebApp.of(team);
    await load(world, { "2026-10-15": { USD: "1.25" } });
    await settled();
    const id = await pay("2026-10-16", "USD", -1000, [-333, -667]);
    const ofTeam = { team: team.id };
    const given = { ...ofTeam, currency: "USD" };
    await app.ask(SET, { ...given, day: "2026-10-16", rate: "2" });
    assert.deepEqual(await baseOf(team, id), [-500, "2026-10-16"]);
    world.pass(1000);
    const { id: other } = await app.ask(SET, { ...given, day: "2026-10-15", rate: "4" });
    assert.deepEqual(await baseOf(team, id), [-500, "2026-10-16"]);
    const [first] = await team.journalOf(SET);
    world.pass(1000);
    await app.ask(UNDO, { ...ofTeam, id: first?.id ?? "" });
    assert.deepEqual(await baseOf(team, id), [-250, "2026-10-15"]);
    await app.ask(REMOVE, { ...ofTeam, id: other });
    assert.deepEqual(await baseOf(team, id), [-800, "2026-10-15"]);
    await assertSums(team);
  });

  test("another currency of the team converts all its amounts, and the first one brings them back", async () => {
    const { team, pay } = await opened(["USD", "EUR", "AED"]);
    const app = await WebApp.of(team);
    await load(world, { "2026-10-15": { USD: "1.25" } });
    await settled();
    const usd = await pay("2026-10-15", "USD", -1000, [-333, -667]);
    const eur = await pay("2026-10-15", "EUR", -1000);
    const aed = await pay("2026-10-15", "AED", -1000);
    const before = await basesOf(team);
    const admin = await WebApp.of(await team.member("admin"));
    const change = { team: team.id, baseCurrency: "USD" };
    assert.equal((await admin.refused(CHANGE, change)).status, 403);
    await app.ask(CHANGE, change);
    assert.deepEqual(await baseOf(team, usd), [-1000, null]);
    assert.deepEqual(await baseOf(team, eur), [-1250, "2026-10-15"]);
    assert.deepEqual(await baseOf(team, aed), [null, null]);
    await assertSums(team);
    await app.ask(CHANGE, { ...change, baseCurrency: "EUR" });
    assert.deepEqual(await basesOf(team), before);
    await assertSums(team);
  });
});
