import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as fc from "fast-check";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { extent } from "../../../test/extent.ts";
import { together } from "../../../test/races.ts";
import { addTeamRate, forgetRates } from "../../../test/rates.ts";
import { storedRows } from "../../../test/rows.ts";
import { Books } from "../../../test/transactions.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";

const LINK = "POST /api/teams/:team/transfers";
const UNLINK = "POST /api/teams/:team/transfers/unlink";
const REJECT = "POST /api/teams/:team/transfers/reject";

/** Units of the currency for 1 EUR, on each of these days. */
const DAYS = ["2026-10-01", "2026-10-08"];
const RATES = { USD: "1.25", GBP: "0.8" };

onEachDatabase((world) => {
  beforeEach(() => forgetRates(world));

  test("both sides leave profit and loss, come back when they are unlinked or undone, and are not suggested again", async () => {
    const { team, books, app, of, add, review, link, profit } = await opened();
    const out = await add("EUR", -80_000);
    const into = await add("USD", 98_000);
    await add("USD", 1250);
    const before = await profit();
    assert.deepEqual(before, { revenue: 794, expense: 800, delta: -6 });
    const linked = await link(out.id, into.id);
    assert.equal(linked.standing, "transfer");
    assert.equal((await books.get(into.id)).transfer_id, linked.transfer_id);
    assert.deepEqual(await profit(), { revenue: 10, expense: 0, delta: 10 });
    assert.deepEqual((await review()).pairs, []);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(LINK));
    assert.deepEqual(await profit(), before);
    assert.deepEqual((await review()).pairs, [[into.id, out.id]]);
    await link(out.id, into.id);
    world.pass(1000);
    await app.ask(UNLINK, { ...of, id: into.id });
    assert.deepEqual(await profit(), before);
    assert.deepEqual((await review()).pairs, []);
    const activityNow = await Activity.of(team);
    await activityNow.undo(await activityNow.latest(UNLINK));
    assert.equal((await books.get(out.id)).standing, "transfer");
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("of 20 links of overlapping pairs at once each transaction is in one at most", async () => {
    const { team, app, of, add } = await opened();
    const outs = await together(4, () => add("EUR", -8000));
    const ins = await together(5, () => add("USD", 10_000));
    const replies = await together(20, (index) =>
      app.attempt(LINK, { ...of, id: outs[index % 4]?.id, other_id: ins[index % 5]?.id }),
    );
    assert.ok(
      replies.every(({ status, body }) => status === 200 || body.code === "already_exists"),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    const rows = storedRows(await team.state(), "transactions").filter(
      ({ transfer_id }) => transfer_id !== null,
    );
    const sides = Map.groupBy(rows, ({ transfer_id }) => transfer_id);
    assert.deepEqual([sides.size, rows.length], [done, done * 2]);
    assert.ok(done >= 1 && done <= 4);
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  test("linking changes profit and loss by what leaves it, whatever the amounts and rates", async () => {
    const { books, accounts, of, app, profit } = await opened();
    const pair = fc.record({
      minor: fc.integer({ min: 1000, max: 1_000_000 }),
      percent: fc.integer({ min: -20, max: 20 }),
      pays: fc.constantFrom("EUR", "USD", "GBP"),
      gets: fc.constantFrom("EUR", "USD", "GBP"),
    });
    const unitsOf = new Map([
      ["EUR", 1],
      ...Object.entries(RATES).map(([c, r]) => [c, +r] as const),
    ]);
    const rule = fc.asyncProperty(pair, async ({ minor, percent, pays, gets }) => {
      fc.pre(pays !== gets);
      const got = (minor / (unitsOf.get(pays) ?? 1)) * (unitsOf.get(gets) ?? 1);
      const row = (currency: string, amount_minor: number) =>
        books.add({ bank_account_id: accounts.get(currency), date: "2026-10-05", amount_minor });
      const out = await row(pays, -minor);
      const into = await row(gets, Math.round((got * (100 + percent)) / 100));
      const before = await profit();
      await app.ask(LINK, { ...of, id: out.id, other_id: into.id });
      const after = await profit();
      const cents = (major: number) => Math.round(major * 100);
      assert.equal(cents(before.revenue) - cents(after.revenue), into.base_minor);
      assert.equal(cents(after.expense) - cents(before.expense), out.base_minor);
      assert.equal(cents(after.delta), cents(after.revenue) - cents(after.expense));
    });
    await fc.assert(rule, { numRuns: extent(8, 100) });
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  if (world.isSecond) return;

  test("amounts within 3 % at the rates of their days, up to 5 days apart, are suggested", async () => {
    const { add, review } = await opened();
    const out = await add("EUR", -80_000);
    const into = await add("USD", 97_100, { date: "2026-10-07" });
    // Of two other currencies, and the first side is the one in dollars.
    const dollars = await add("USD", -12_500);
    const pounds = await add("GBP", 8000);
    // Too far apart: in worth, in days, and by their sign.
    await add("EUR", -20_000);
    await add("USD", 24_200);
    await add("EUR", -30_000, { date: "2026-10-01" });
    await add("USD", 37_500, { date: "2026-10-07" });
    await add("EUR", 50_000);
    await add("USD", 62_500);
    const { pairs, counts } = await review();
    assert.deepEqual(pairs, [
      [into.id, out.id],
      [pounds.id, dollars.id],
    ]);
    assert.deepEqual([counts.transfers, counts.counterparts], [2, 4]);
  });

  test("what has a rate, no other candidate and no other purpose is suggested alone", async () => {
    const { add, review, accounts, team } = await opened();
    const savings = await addAccount(team, { name: "Savings", number: null });
    // Nobody knows which of two.
    await add("EUR", -8000);
    await add("USD", 10_000);
    await add("USD", 10_050);
    // An equal amount in one currency is nearer.
    const out = await add("EUR", -16_000);
    await add("USD", 20_000);
    const equal = await add("EUR", 16_000, { bank_account_id: savings });
    // It is known for what it was.
    await add("EUR", -24_000, { category_slug: "rent" });
    await add("USD", 30_000);
    await add("EUR", -32_000);
    await add("USD", 40_000, { category_slug: "service-revenue" });
    // Given away, and of a day without rates.
    const exported = await add("USD", 50_000);
    await add("EUR", -40_000);
    await team.call("transactions_update_status", { id: exported.id, status: "exported" });
    await add("EUR", -48_000, { date: "2026-09-01" });
    await add("USD", 60_000, { date: "2026-09-01" });
    const { pairs, counts } = await review();
    assert.deepEqual(pairs, [[equal.id, out.id]]);
    assert.equal(counts.transfers, 1);
    const known = await add("EUR", -56_000, { category_slug: "internal-transfer" });
    const into = await add("USD", 70_000, { bank_account_id: accounts.get("USD") });
    assert.deepEqual((await review()).pairs[0], [into.id, known.id]);
  });

  test("a rejected pair is not suggested again, and leaves its sides to others", async () => {
    const { app, of, add, review } = await opened();
    const out = await add("EUR", -80_000);
    const into = await add("USD", 100_000);
    const later = await add("USD", 101_000);
    assert.deepEqual((await review()).pairs, []);
    await app.ask(REJECT, { ...of, id: into.id, other_id: out.id });
    assert.deepEqual((await review()).pairs, [[later.id, out.id]]);
    await app.ask(REJECT, { ...of, id: later.id, other_id: out.id });
    assert.deepEqual((await review()).pairs, []);
  });

  test("by hand a pair is linked unless its amounts are far apart at the rates of their days", async () => {
    const { books, app, of, add, link } = await opened();
    const out = await add("EUR", -80_000);
    const far = await add("USD", 70_000);
    const { code, title } = await app.refused(LINK, { ...of, id: out.id, other_id: far.id });
    assert.equal(code, "invalid_argument");
    assert.match(title, /€800\.00 and €560\.00, too far apart/);
    const paid = await add("USD", -70_000);
    const same = await app.refused(LINK, { ...of, id: out.id, other_id: paid.id });
    assert.match(same.title, /same sign/);
    const dear = await add("USD", 80_000);
    assert.equal((await link(out.id, dear.id)).standing, "transfer");
    // Without rates only people know.
    const [old, its] = [
      await add("EUR", -80_000, { date: "2026-09-01" }),
      await add("USD", 10_000, { date: "2026-09-01" }),
    ];
    assert.equal((await link(its.id, old.id)).standing, "transfer");
    // A fee is split off, and then counts alone.
    const whole = await add("EUR", -81_000);
    await books.split(whole.id, [
      { amount_minor: -56_000, category_slug: "internal-transfer" },
      { amount_minor: -25_000, category_slug: "banking-fees" },
    ]);
    assert.equal((await link(whole.id, far.id)).standing, "split");
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  async function opened() {
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const accounts = new Map([["EUR", books.account]]);
    for (const [currency, rate] of Object.entries(RATES)) {
      accounts.set(currency, await addAccount(team, { name: currency, currency, number: null }));
      for (const day of DAYS) await addTeamRate(team, { currency, day, rate });
    }
    const of = { team: team.id } as const;
    const add = async (currency: string, amount_minor: number, given: object = {}) =>
      books.add({
        bank_account_id: accounts.get(currency),
        date: "2026-10-02",
        amount_minor,
        ...given,
      });
    const review = async () => {
      const { transfers, counts } = await books.app.ask("GET /api/teams/:team/review", of);
      return { pairs: transfers.map((sides) => sides.map(({ id }) => id)), counts };
    };
    const link = async (id: string, other_id: string) => {
      world.pass(1000);
      return books.app.ask(LINK, { ...of, id, other_id });
    };
    const profit = async () => {
      const range = { from: "2026-10-01", to: "2026-10-31" };
      return (await team.call("reports_profit_loss", range)).totals;
    };
    return { team, books, app: books.app, of, accounts, add, review, link, profit };
  }
});
