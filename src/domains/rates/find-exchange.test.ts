import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addTeamRate, forgetRates, load } from "../../../test/rates.ts";
import { Books } from "../../../test/transactions.ts";

onAnyDatabase((world) => {
  beforeEach(() => forgetRates(world));

  async function booksIn(base_currency: string, currency: string) {
    const team = await world.team({ base_currency });
    const books = await Books.of(team, { currency });
    /** The stored amount and the rates of a transaction of a day. */
    const told = async (date: string, amount_minor = -10_000) => {
      const { id } = await books.add({ date, amount_minor });
      const { base_minor, rate_day, exchange } = await books.get(id);
      return { base_minor, rate_day, exchange };
    };
    return { team, books, told };
  }

  test("a transaction in another currency tells its stored amount with the rate as published, its day and source", async () => {
    await load(world, { "2025-01-10": { USD: "1.0870" } });
    const { told } = await booksIn("EUR", "USD");
    assert.deepEqual(await told("2025-01-12"), {
      base_minor: -9200,
      rate_day: "2025-01-10",
      exchange: {
        day: "2025-01-10",
        rates: [{ currency: "USD", rate: "1.0870", source: "ecb" }],
        is_settled: true,
      },
    });
  });

  test("a rate by hand and a fixed one say so, and two currencies beside the euro have both rates", async () => {
    const date = "2026-03-02";
    await load(world, { [date]: { USD: "1.0870", GBP: "0.85" } });
    const { team, told } = await booksIn("GBP", "USD");
    const sources = async () =>
      (await told(date)).exchange?.rates.map(({ currency, source }) => [currency, source]);
    assert.deepEqual(await sources(), [
      ["USD", "ecb"],
      ["GBP", "ecb"],
    ]);
    await addTeamRate(team, { currency: "USD", day: date, rate: "1.25" });
    assert.deepEqual(await sources(), [
      ["USD", "own"],
      ["GBP", "ecb"],
    ]);
    assert.equal((await told(date)).base_minor, -6800);
    const leva = await booksIn("EUR", "BGN");
    assert.partialDeepStrictEqual(await leva.told(date), {
      base_minor: -5113,
      exchange: { rates: [{ currency: "BGN", rate: "1.95583", source: "fixed" }] },
    });
  });

  test("one that waits for a rate has none, nor has one in the team's currency, and another team's rate is none", async () => {
    const date = "2026-03-02";
    const other = await world.team();
    await addTeamRate(other, { currency: "USD", day: date, rate: "1.25" });
    const dollars = await booksIn("EUR", "USD");
    const none = { base_minor: null, rate_day: null, exchange: null };
    assert.deepEqual(await dollars.told(date), none);
    const euros = await booksIn("EUR", "EUR");
    assert.deepEqual(await euros.told(date), { ...none, base_minor: -10_000 });
  });

  test("rates that the stored amount does not come of yet are told as such", async () => {
    const date = "2026-03-02";
    await load(world, { [date]: { USD: "1.25" } });
    const { books } = await booksIn("EUR", "USD");
    const { id, exchange } = await books.add({ date, amount_minor: -10_000 });
    assert.equal(exchange?.is_settled, true);
    // The job that computes it again has not run.
    await load(world, { [date]: { USD: "1.6" } });
    assert.partialDeepStrictEqual(await books.get(id), {
      base_minor: -8000,
      exchange: { rates: [{ rate: "1.6" }], is_settled: false },
    });
  });
});
