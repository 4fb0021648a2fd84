import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";

const STATE = "GET /api/teams/:team/rates";
const ON = "GET /api/teams/:team/rates/on/:day";
const LIST = "GET /api/teams/:team/rates/own";
const SET = "PUT /api/teams/:team/rates/own";
const REMOVE = "DELETE /api/teams/:team/rates/own/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  beforeEach(() => forgetRates(world));

  async function teamIn(currency: string) {
    const team = await world.team({ base_currency: currency });
    const app = await WebApp.of(team);
    /** Day and rates with which an amount of a day is converted to the team's currency; null without one. */
    const rateOf = async (from: string, day: string) => {
      const { items } = await app.ask(ON, { team: team.id, day });
      const found = items.find(({ currency }) => currency === from);
      return found === undefined ? null : [found.day, found.rate, found.own_rate];
    };
    return { team, app, rateOf };
  }

  describe("the rate of a day", () => {
    test("is that of the newest day before, at weekends and at Easter, for 7 days and no longer", async () => {
      const { rateOf } = await teamIn("EUR");
      await load(world, {
        "2026-04-07": { USD: "1.17" },
        "2026-04-02": { USD: "1.16" },
        "2026-03-27": { USD: "1.15" },
      });
      assert.deepEqual(await rateOf("USD", "2026-03-28"), ["2026-03-27", "1.15", "1"]);
      for (const day of ["2026-04-02", "2026-04-03", "2026-04-05", "2026-04-06"])
        assert.deepEqual(await rateOf("USD", day), ["2026-04-02", "1.16", "1"], day);
      assert.deepEqual(await rateOf("USD", "2026-04-14"), ["2026-04-07", "1.17", "1"]);
      assert.equal(await rateOf("USD", "2026-04-15"), null);
      assert.equal(await rateOf("USD", "2026-03-26"), null);
      assert.equal(await rateOf("AED", "2026-04-07"), null);
    });

    test("of two currencies is of one day on which both have one", async () => {
      const { rateOf } = await teamIn("JPY");
      await load(world, {
        "2026-04-09": { USD: "1.18" },
        "2026-04-08": { USD: "1.17", JPY: "184.2" },
        "2026-04-07": { JPY: "184.1" },
      });
      assert.deepEqual(await rateOf("USD", "2026-04-09"), ["2026-04-08", "1.17", "184.2"]);
      assert.deepEqual(await rateOf("EUR", "2026-04-09"), ["2026-04-08", "1", "184.2"]);
      assert.equal(await rateOf("USD", "2026-04-07"), null);
    });

    test("is fixed from the day on which a country has joined the euro", async () => {
      const { rateOf } = await teamIn("EUR");
      await load(world, { "2025-12-31": { BGN: "1.9558", USD: "1.17" } });
      assert.deepEqual(await rateOf("BGN", "2025-12-31"), ["2025-12-31", "1.9558", "1"]);
      assert.deepEqual(await rateOf("BGN", "2026-01-01"), ["2026-01-01", "1.95583", "1"]);
      assert.deepEqual(await rateOf("HRK", "2030-06-01"), ["2030-06-01", "7.53450", "1"]);
      const lev = await teamIn("BGN");
      assert.deepEqual(await lev.rateOf("USD", "2025-12-31"), ["2025-12-31", "1.17", "1.9558"]);
      assert.deepEqual(await lev.rateOf("USD", "2026-01-01"), ["2025-12-31", "1.17", "1.9558"]);
      assert.deepEqual(await lev.rateOf("EUR", "2026-01-01"), ["2026-01-01", "1", "1.95583"]);
    });

    test("does not outlive the ECB's last rate of the rouble", async () => {
      const { rateOf } = await teamIn("EUR");
      const days = ["2022-03-02", "2022-03-03", "2022-03-04", "2022-03-07", "2022-03-08"];
      const others = Object.fromEntries(days.map((day) => [day, { USD: "1.1" }]));
      await load(world, { "2022-03-01": { RUB: "117.2010", USD: "1.12" }, ...others });
      assert.deepEqual(await rateOf("RUB", "2022-03-08"), ["2022-03-01", "117.2010", "1"]);
      assert.equal(await rateOf("RUB", "2022-03-09"), null);
    });
  });

  describe("a rate of the team's own", () => {
    test("comes before the public one of its day, and before the fixed one, for that team alone", async () => {
      const [{ team, app, rateOf }, other] = [await teamIn("EUR"), await teamIn("EUR")];
      await load(world, { "2026-11-20": { USD: "1.16" }, "2026-11-19": { USD: "1.15" } });
      const ofTeam = { team: team.id };
      const set = await app.ask(SET, {
        ...ofTeam,
        currency: "usd",
        day: "2026-11-19",
        rate: "1.2",
      });
      await app.ask(SET, { ...ofTeam, currency: "BGN", day: "2026-11-20", rate: "2" });
      assert.deepEqual(await rateOf("USD", "2026-11-19"), ["2026-11-19", "1.2", "1"]);
      assert.deepEqual(await rateOf("USD", "2026-11-20"), ["2026-11-20", "1.16", "1"]);
      assert.deepEqual(await rateOf("BGN", "2026-11-20"), ["2026-11-20", "2", "1"]);
      assert.deepEqual(await other.rateOf("USD", "2026-11-19"), ["2026-11-19", "1.15", "1"]);
      await app.ask(REMOVE, { ...ofTeam, id: set.id });
      assert.deepEqual(await rateOf("USD", "2026-11-19"), ["2026-11-19", "1.15", "1"]);
    });

    test("is written down, and undone", async () => {
      const { team, app } = await teamIn("EUR");
      const ofTeam = { team: team.id };
      const given = { currency: "AED", day: "2026-11-20" };
      const { id } = await app.ask(SET, { ...ofTeam, ...given, rate: "4.2" });
      world.pass(1000);
      const second = await app.ask(SET, { ...ofTeam, ...given, rate: "4.3" });
      assert.equal(second.replaced, "4.2");
      const same = await app.ask(SET, { ...ofTeam, ...given, rate: "4.3" });
      assert.equal(same.replaced, null);
      const [set, changed, ...more] = await team.journalOf(SET);
      assert.deepEqual(more, []);
      assert.deepEqual(
        changed?.changes.map(({ before, after }) => [before, after]),
        [[{ rate: "4.2" }, { rate: "4.3" }]],
      );
      world.pass(1000);
      await app.ask(UNDO, { ...ofTeam, id: changed?.id ?? "" });
      assert.deepEqual((await app.ask(LIST, ofTeam)).items, [{ id, ...given, rate: "4.2" }]);
      world.pass(1000);
      await app.ask(REMOVE, { ...ofTeam, id });
      const [removed] = await team.journalOf(REMOVE);
      await app.ask(SET, { ...ofTeam, ...given, rate: "5" });
      assert.equal(
        (await app.refused(UNDO, { ...ofTeam, id: removed?.id ?? "" })).code,
        "not_undoable",
      );
      assert.equal(
        (await app.refused(UNDO, { ...ofTeam, id: set?.id ?? "" })).code,
        "not_undoable",
      );
    });

    test("is refused for the euro, for what is no rate, and before the euro", async () => {
      const { team, app } = await teamIn("USD");
      const good = { team: team.id, currency: "AED", day: "2026-11-20", rate: "4.2" };
      for (const [wrong, at] of [
        [{ currency: "EUR" }, "/currency"],
        [{ currency: "ABC" }, "/currency"],
        [{ rate: "0" }, "/rate"],
        [{ rate: "-1" }, "/rate"],
        [{ rate: "1,1" }, "/rate"],
        [{ rate: "1e3" }, "/rate"],
        [{ day: "1998-12-31" }, "/day"],
        [{ day: "2026-02-30" }, "/day"],
      ] as const)
        assert.deepEqual((await app.refused(SET, { ...good, ...wrong })).at, [at]);
      const id = "00000000-0000-4000-8000-000000000000";
      assert.equal((await app.refused(REMOVE, { team: team.id, id })).status, 404);
    });

    test("is listed, the newest day first, in pages, by currency and days", async () => {
      const { team, app } = await teamIn("EUR");
      const given = [
        ["2026-11-20", "USD"],
        ["2026-11-20", "AED"],
        ["2026-11-19", "USD"],
        ["2026-11-18", "USD"],
      ] as const;
      for (const [day, currency] of given.toReversed())
        await app.ask(SET, { team: team.id, day, currency, rate: "1.5" });
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page: Awaited<ReturnType<typeof ask>> = await ask(cursor);
        seen.push(...page.items.map(({ day, currency }) => [day, currency]));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual(seen, given);
      const { items } = await app.ask(LIST, { team: team.id, currency: "USD" });
      assert.equal(items.length, 3);
      const day = { from: "2026-11-19", to: "2026-11-19" };
      const ofDay = await app.ask(LIST, { team: team.id, ...day });
      assert.deepEqual(
        ofDay.items.map(({ day, currency }) => [day, currency]),
        [["2026-11-19", "USD"]],
      );
      assert.deepEqual((await app.ask(STATE, { team: team.id })).own, [
        { currency: "AED", from: "2026-11-20", to: "2026-11-20", count: 1 },
        { currency: "USD", from: "2026-11-18", to: "2026-11-20", count: 3 },
      ]);

      function ask(cursor: string | undefined) {
        return app.ask(LIST, { team: team.id, limit: 3, cursor });
      }
    });
  });
});
