import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { extent } from "../../../test/extent.ts";
import { lives, take } from "../../../test/life.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { type Dollars, ledgerOf } from "../../../test/recomputed.ts";
import {
  assertLeftOut,
  assertLists,
  assertReports,
  assertTax,
  cents,
} from "../../../test/report-checks.ts";
import { addTransaction, ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { addDays } from "../../shared/calendar.ts";
import { splitTransaction } from "../transactions/split-transaction.ts";
import { linkTransfer } from "../transfers/link-transfer.ts";

/** Days at the edges of months and years, and near the rates. */
const DAYS = [
  "2023-12-31",
  "2024-01-01",
  "2024-02-29",
  "2025-01-09",
  "2025-01-10",
  "2025-01-17",
  "2025-01-18",
  "2025-01-31",
  "2025-02-01",
  "2025-02-15",
  "2026-11-21",
  "2026-11-22",
  "2026-12-31",
];

const DOLLARS: Dollars = new Map([
  ["2025-01-10", "1.0870"],
  ["2025-01-15", "0.3"],
  ["2026-11-20", "1.16333"],
]);

const SLUGS = [
  null,
  "service-revenue",
  "customer-refunds",
  "rent",
  "software",
  "owner-draws",
  "loan-proceeds",
  "internal-transfer",
  "other",
  "left_out",
  "mixed",
];

const slug = fc.constantFrom(...SLUGS);
const minor = fc
  .oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -99_999_999, max: 99_999_999 }))
  .filter((minor) => minor !== 0);

const tax = fc.constantFrom(
  {},
  { tax_rate_bp: 1900, tax_type: "VAT" },
  { tax_rate_bp: 1900 },
  { tax_rate_bp: 810, tax_type: "MWST 8" },
  { tax_rate_bp: 0 },
  { tax_type: "VAT" },
);

const row = fc.record({
  date: fc.constantFrom(...DAYS),
  tax,
  isForeign: fc.boolean(),
  minor,
  slug,
  status: fc.constantFrom("posted", "posted", "posted", "archived", "pending", "excluded"),
  /** A part, beside which the rest is another. */
  part: fc.option(fc.record({ minor, slug, rest: slug, tax }), { freq: 3 }),
  isTransfer: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const range = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
  .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));

async function booksOf(team: Team, rows: readonly Row[]): Promise<void> {
  const add = async (name: string, currency: string) =>
    addAccount(team, { name, currency, number: null });
  const accounts = { EUR: await add("Giro", "EUR"), USD: await add("Dollars", "USD") };
  const others = { EUR: await add("Savings", "EUR"), USD: await add("More", "USD") };
  await team.call("categories_create", { name: "Left out", excluded: true });
  await team.call("categories_create", { name: "Mixed" });
  for (const [day, rate] of DOLLARS) await addTeamRate(team, { currency: "USD", day, rate });
  for (const { date, isForeign, minor, slug, status, part, isTransfer, tax } of rows) {
    team.world.pass(1000);
    const currency = isForeign ? "USD" : "EUR";
    const given = { date, status, amount_minor: minor, category_slug: slug, ...tax };
    const { id, updated_at: seen } = await addTransaction(team, accounts[currency], given);
    const context = ownerContext(team);
    if (isTransfer && status === "posted") {
      const back = { date, amount_minor: -minor };
      const other = await addTransaction(team, others[currency], back);
      await linkTransfer(context, { id, other_id: other.id });
    } else if (part !== null && part.minor !== minor) {
      const parts = [
        { amount_minor: part.minor, category_slug: part.slug, ...part.tax },
        { amount_minor: minor - part.minor, category_slug: part.rest },
      ];
      await splitTransaction(context, { id, seen, parts });
    }
  }
}

const UNDO = "POST /api/teams/:team/activity/:id/undo";
const BOOKS = /^(?:bank_account|categor|tags_create|transaction)/;

onEachDatabase((world) => {
  test("reports of any days are what the lists come to, and open lists that come to the same", async () => {
    const rule = fc.asyncProperty(
      fc.array(row, { minLength: 5, maxLength: 25 }),
      fc.array(range, { minLength: 2, maxLength: 3 }),
      async (rows, ranges) => {
        world.at("2026-11-22T12:00:00Z");
        const team = await world.team();
        await booksOf(team, rows);
        const ledger = await ledgerOf(team, DOLLARS);
        for (const days of ranges) {
          await assertReports(team, ledger, days);
          await assertTax(team, ledger, days);
          await assertLists(team, days);
          await assertLeftOut(team, days);
        }
      },
    );
    await fc.assert(rule, { numRuns: extent(3, 150) });
  });

  test("any cut of a range sums up to the whole", async () => {
    const rule = fc.asyncProperty(
      fc.array(row, { minLength: 5, maxLength: 20 }),
      fc.array(fc.constantFrom(...DAYS), { minLength: 3, maxLength: 3 }),
      async (rows, days) => {
        world.at("2026-11-22T12:00:00Z");
        const team = await world.team();
        await booksOf(team, rows);
        const [from = "", middle = "", to = ""] = days.toSorted();
        const app = await WebApp.of(team);
        const totals = async (from: string, to: string) => {
          if (from > to) return [0, 0, 0, 0];
          const asked = { team: team.id, from, to };
          const profit = await app.ask("GET /api/teams/:team/reports/profit-loss", asked);
          const burn = await app.ask("GET /api/teams/:team/reports/burn-rate", asked);
          const burned = burn.months.reduce((sum, month) => sum + cents(month.burn), 0);
          const { revenue, expense } = profit.totals;
          return [cents(revenue), cents(expense), burned, profit.left_out.no_rate];
        };
        const [one, other] = [await totals(from, middle), await totals(addDays(middle, 1), to)];
        const sums = one.map((sum, at) => sum + (other[at] ?? 0));
        assert.deepEqual(sums, await totals(from, to));
      },
    );
    await fc.assert(rule, { numRuns: extent(3, 100) });
  });

  test("whatever is done and undone, reports stay what the lists come to", async () => {
    const life = lives(40).map((steps) => steps.filter(({ kind }) => BOOKS.test(kind)));
    const rate = fc.record({
      at: fc.nat(40),
      day: fc.constantFrom("2026-10-30", "2026-11-01", "2024-02-27"),
      rate: fc.constantFrom("1.0870", "0.5", "7.77"),
    });
    const rule = fc.asyncProperty(
      life,
      fc.array(rate, { maxLength: 4 }),
      fc.array(fc.nat(1000), { maxLength: 5 }),
      fc.array(range, { minLength: 1, maxLength: 2 }),
      async (life, rates, undos, ranges) => {
        const team = await world.team({ destructive_ai_tools: true });
        const dollars = new Map<string, string>();
        for (const kind of ["bank_account", "bank_account", "transaction", "transaction"] as const)
          await take(team, { kind, which: 5, other: 1, pass: 1000 });
        for (const [number, step] of life.entries()) {
          await take(team, step);
          for (const { at, day, rate } of rates) {
            if (at !== number) continue;
            world.pass(1000);
            await addTeamRate(team, { currency: "USD", day, rate });
            dollars.set(day, rate);
          }
        }
        const app = await WebApp.of(team);
        const assertAll = async () => {
          const ledger = await ledgerOf(team, dollars);
          for (const days of ranges) await assertReports(team, ledger, days);
        };
        await assertAll();
        for (const number of undos) {
          const events = await team.journal();
          await app.attempt(UNDO, { team: team.id, id: events[number % events.length]?.id });
        }
        const own = await app.ask("GET /api/teams/:team/rates/own", { team: team.id });
        dollars.clear();
        for (const { day, rate } of own.items) dollars.set(day, rate);
        await assertAll();
      },
    );
    await fc.assert(rule, { numRuns: extent(3, 150) });
  });
});
