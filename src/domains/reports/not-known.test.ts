import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { addTeamRate, forgetRates, load } from "../../../test/rates.ts";
import { Books } from "../../../test/transactions.ts";

const OVERVIEW = "GET /api/teams/:team/overview";
const LACKING = "GET /api/teams/:team/rates/to/:currency";
const BURN = "GET /api/teams/:team/reports/burn-rate";
const YEAR = { from: "2025-11-01", to: "2026-10-31" };

const BEGIN = "The books begin in 2026-09: no transaction before that month counts.";

onEachDatabase((world) => {
  beforeEach(async () => {
    world.at("2026-11-18T09:00:00Z");
    await forgetRates(world);
  });

  /** 5,000.00 in and 1,000.00 out in September, 2,000.00 out in October, and 300.00 out in November. */
  async function opened() {
    const team = await world.team();
    const books = await Books.of(team);
    for (const [date, amount_minor, category_slug] of [
      ["2026-09-10", 500_000, "service-revenue"],
      ["2026-09-11", -100_000, "rent"],
      ["2026-10-11", -200_000, "rent"],
      ["2026-11-02", -30_000, "rent"],
    ] as const)
      await books.add({ date, amount_minor, category_slug });
    const of = { team: team.id };
    const inFrancs = async () =>
      books.app.ask("PATCH /api/teams/:team", { ...of, baseCurrency: "CHF" });
    return { team, books, of, inFrancs };
  }

  test("a new base currency without rates: the amounts that lack one are counted before, and figures are not known afterwards", async () => {
    const { team, books, of, inFrancs } = await opened();
    const { app } = books;
    const lacking = async () => app.ask(LACKING, { ...of, currency: "CHF" });
    assert.deepEqual(await lacking(), { transactions: 4, lacking: 4, currencies: ["EUR"] });
    await inFrancs();
    const { money, attention } = await app.ask(OVERVIEW, of);
    assert.partialDeepStrictEqual(money, {
      currency: "CHF",
      cash: { amount: null, lacking: ["EUR"] },
      burn: { amount: null, lacking: ["EUR"] },
      runway: { months: null, lacking: ["EUR"] },
    });
    assert.deepEqual(attention.items, [{ kind: "rates", count: 4, currencies: ["EUR"] }]);
    const runway = await team.call("reports_runway", {});
    assert.deepEqual([runway.months, runway.cash, runway.avg_burn], [null, null, null]);
    assert.match(
      runway.notices.join(" "),
      /cash is not known: 1700.00 EUR have no exchange rate to CHF/,
    );
    assert.match(runway.notices.join(" "), /Not known, and null: .* rate from EUR to CHF/);
    const burn = await team.call("reports_burn_rate", YEAR);
    assert.deepEqual(
      burn.months.slice(-3).map(({ burn }: any) => burn),
      [0, null, null],
    );
    assert.equal(burn.average, null);
    assert.match(burn.notices.join(" "), /Not known, and null/);
    const { totals } = await team.call("reports_profit_loss", YEAR);
    assert.deepEqual(totals, { revenue: null, expense: null, delta: null });
    assert.equal((await team.call("reports_revenue", YEAR)).total, null);
    assert.equal((await team.call("reports_spending", YEAR)).total, null);
    const { cash } = await app.ask("GET /api/teams/:team/reports/balance", of);
    assert.equal(cash, null);
    await load(world, {
      "2026-09-10": { CHF: "2" },
      "2026-10-09": { CHF: "2" },
      "2026-11-02": { CHF: "2" },
      "2026-11-17": { CHF: "2" },
    });
    await worked(world, jobsWith(null));
    const after = await app.ask(OVERVIEW, of);
    assert.partialDeepStrictEqual(after.money, {
      cash: { amount: 3400, lacking: [] },
      burn: { amount: 600, lacking: [] },
      runway: { months: 1.1, lacking: [] },
    });
    assert.deepEqual(after.attention.items, []);
    assert.deepEqual(await lacking(), { transactions: 4, lacking: 0, currencies: [] });
  });

  test("a figure of which a part has a rate is told, with what it leaves out", async () => {
    const { team, books, of, inFrancs } = await opened();
    await addTeamRate(team, { currency: "CHF", day: "2026-11-02", rate: "2" });
    await inFrancs();
    const found = await books.app.ask(LACKING, { ...of, currency: "CHF" });
    assert.deepEqual(found, { transactions: 4, lacking: 3, currencies: ["EUR"] });
    const { totals, left_out, notices } = await team.call("reports_profit_loss", {
      from: "2026-09-01",
      to: "2026-11-30",
    });
    assert.deepEqual(totals, { revenue: null, expense: 600, delta: null });
    assert.equal(left_out.no_rate, 3);
    assert.match(notices.join(" "), /3 transactions without an exchange rate/);
  });

  test("the average burn is of the past months since the books begin, and null with a notice without one", async () => {
    const { team, books, of } = await opened();
    const { average, notices } = await team.call("reports_burn_rate", YEAR);
    assert.equal(average, 1500);
    assert.equal((await team.call("reports_runway", {})).avg_burn, average);
    assert.deepEqual(notices, ["The average burn is of 2 months, not of 12.", BEGIN]);
    const page = await books.app.ask(BURN, { ...of, ...YEAR });
    assert.deepEqual([page.average, page.averaged], [1500, ["2026-09", "2026-10"]]);
    const before = { from: "2025-01-01", to: "2025-12-31" };
    for (const range of [before, { from: "2026-11-01", to: "2026-11-30" }]) {
      const none = await team.call("reports_burn_rate", range);
      assert.equal(none.average, null);
      assert.match(none.notices[0], /^There is no average: .* The range has none of these\.$/);
    }
  });

  test("each report of a range, and of what it is compared with, says that the books begin later", async () => {
    const { team, books, of } = await opened();
    await books.add({ date: "2026-08-20", amount_minor: -100, status: "pending" });
    const told = async (range: object) => {
      const tools = ["profit_loss", "revenue", "spending"].map((name) => `reports_${name}`);
      const answers = await Promise.all(tools.map(async (tool) => team.call(tool, range)));
      return answers.map(({ notices = [] }) => notices.filter((one: string) => one === BEGIN));
    };
    const from = (from: string) => ({ from, to: "2026-10-31" });
    assert.deepEqual(await told(from("2026-08-31")), [[BEGIN], [BEGIN], [BEGIN]]);
    assert.deepEqual(await told(from("2026-09-01")), [[], [], []]);
    for (const report of ["profit_loss", "revenue", "spending", "tax", "burn_rate"]) {
      const { notices } = await resource(team, `ledgerport://reports/${report}/2025`);
      assert.ok(notices.includes(BEGIN), report);
    }
    for (const path of ["profit-loss", "revenue", "spending", "tax"] as const) {
      const noticesOf = async (compare?: "previous" | "year") => {
        const asked = { ...of, from: "2026-10-01", to: "2026-10-31", compare };
        return (await books.app.ask(`GET /api/teams/:team/reports/${path}`, asked)).notices;
      };
      assert.deepEqual(await noticesOf("previous"), undefined, path);
      assert.deepEqual(await noticesOf("year"), [BEGIN], path);
    }
    const empty = await world.team();
    const { notices } = await empty.call("reports_revenue", YEAR);
    assert.equal(notices, undefined);
  });
});
