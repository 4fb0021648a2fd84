import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { lives, take } from "../../../test/life.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { ledgerOf } from "../../../test/recomputed.ts";
import { range } from "../../../test/report-books.ts";
import { assertReports } from "../../../test/report-checks.ts";
import { WebApp } from "../../../test/web.ts";

const UNDO = "POST /api/teams/:team/activity/:id/undo";
const BOOKS = /^(?:bank_account|categor|tags_create|transaction)/;

onEachDatabase((world) => {
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
