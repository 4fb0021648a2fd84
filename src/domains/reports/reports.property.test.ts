import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { ledgerOf } from "../../../test/recomputed.ts";
import { booksOf, DAYS, DOLLARS, range, row } from "../../../test/report-books.ts";
import { assertReports, cents } from "../../../test/report-checks.ts";
import { assertTax } from "../../../test/tax-checks.ts";
import { WebApp } from "../../../test/web.ts";
import { addDays } from "../../shared/calendar.ts";

onEachDatabase((world) => {
  test("reports of any days are what a person adds up", async () => {
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
});
