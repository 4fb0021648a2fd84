import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { assertSums, book } from "../../../test/books.ts";
import { extent } from "../../../test/extent.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";

const CURRENCIES = ["EUR", "USD", "JPY", "KWD", "BGN"] as const;
/** Across New Year 2026, when BGN got its fixed rate. */
const DAYS = [
  "2025-12-22",
  "2025-12-29",
  "2025-12-30",
  "2025-12-31",
  "2026-01-02",
  "2026-01-05",
  "2026-01-06",
];

const day = fc.constantFrom(...DAYS);
const currency = fc.constantFrom(...CURRENCIES);
const foreign = fc.constantFrom("USD", "JPY", "KWD", "BGN");
const rate = fc
  .tuple(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 0, max: 5 }))
  .map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, "0");
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
const date = fc
  .integer({ min: 0, max: 30 })
  .map((days) => new Date(Date.UTC(2025, 11, 20 + days)).toISOString().slice(0, 10));
const minor = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((minor) => minor !== 0);
const step = fc.oneof(
  fc.record({ load: fc.record({ day, currency: foreign, rate }) }),
  fc.record({ own: fc.record({ day, currency: foreign, rate }) }),
  fc.record({ pay: fc.record({ date, currency, minor, isSplit: fc.boolean() }) }),
  fc.record({ base: currency }),
);

type Rates = ReadonlyMap<string, string>;

onEachDatabase((world) => {
  test("whatever the order of rates, amounts and currencies, each amount is as computed from scratch", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const accounts = new Map<string, string>();
    for (const currency of CURRENCIES)
      accounts.set(currency, await addAccount(team, { name: currency, currency, number: null }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await emptied(team);
        const [loaded, own] = [new Map<string, string>(), new Map<string, string>()];
        let base = "EUR";
        for (const step of steps) {
          if ("load" in step) {
            const { day, currency, rate } = step.load;
            await load(world, { [day]: { [currency]: rate } });
            loaded.set(`${currency} ${day}`, rate);
          } else if ("own" in step) {
            await app.ask("PUT /api/teams/:team/rates/own", { team: team.id, ...step.own });
            own.set(`${step.own.currency} ${step.own.day}`, step.own.rate);
          } else if ("pay" in step) {
            const { isSplit, minor, currency, date } = step.pay;
            const account = accounts.get(currency) ?? assert.fail();
            const parts = isSplit ? { parts: partsOf(minor) } : {};
            await book(team, [{ account, currency, date, minor, ...parts }]);
          } else {
            base = step.base;
            await app.ask("PATCH /api/teams/:team", { team: team.id, baseCurrency: base });
          }
        }
        await worked(world, jobsWith(null));
        const rows = await world.database.reader
          .selectFrom("transactions")
          .selectAll()
          .where("team_id", "=", team.id)
          .execute();
        for (const { date, currency, amount_minor, base_minor, rate_day } of rows)
          assert.deepEqual(
            [base_minor, rate_day],
            recomputed(date, currency, base, amount_minor, loaded, own),
            `${date} ${currency} ${amount_minor} in ${base}`,
          );
        await assertSums(team);
      }),
      { numRuns: extent(12, 300) },
    );
  });
});

/** Takes rates and transactions away. */
async function emptied(team: Team): Promise<void> {
  await forgetRates(team.world);
  await team.world.database.begin(async (db) => {
    for (const table of [
      "transaction_parts",
      "transactions",
      "month_totals",
      "team_rates",
    ] as const)
      await db.deleteFrom(table).execute();
  });
  await team.set({ base_currency: "EUR" });
}

function partsOf(minor: number): readonly number[] {
  const first = Math.trunc(minor / 3);
  return first === 0 ? [minor * 2, -minor] : [first, minor - first];
}

/** The amount by another way: quotients of integers, rounded by hand. */
function recomputed(
  date: string,
  from: string,
  to: string,
  minor: number,
  loaded: Rates,
  own: Rates,
): readonly [number | null, string | null] {
  if (from === to) return [minor, null];
  const rateOn = (currency: string, day: string) =>
    currency === "EUR"
      ? "1"
      : (own.get(`${currency} ${day}`) ??
        (currency === "BGN" && day >= "2026-01-01" ? "1.95583" : loaded.get(`${currency} ${day}`)));
  for (let back = 0; back <= 7; back += 1) {
    const day = new Date(Date.parse(date) - back * 86_400_000).toISOString().slice(0, 10);
    const [one, other] = [rateOn(from, day), rateOn(to, day)];
    if (one === undefined || other === undefined) continue;
    // Both with 12 decimals, so that their scales cancel out.
    const scaled = (text: string) => {
      const [whole = "", decimals = ""] = text.split(".");
      return BigInt(whole + decimals.padEnd(12, "0"));
    };
    const top = BigInt(minor) * scaled(other) * 10n ** digitsOf(to);
    const bottom = scaled(one) * 10n ** digitsOf(from);
    const [size, isBelow] = [top < 0n ? -top : top, top < 0n];
    const quotient = size / bottom + ((size % bottom) * 2n >= bottom ? 1n : 0n);
    if (quotient > 99_999_999_999_999n) return [null, null];
    const figure = Number(isBelow ? -quotient : quotient);
    return [figure === 0 ? 0 : figure, day];
  }
  return [null, null];
}

function digitsOf(currency: string): bigint {
  return (
    new Map([
      ["JPY", 0n],
      ["KWD", 3n],
    ]).get(currency) ?? 2n
  );
}
