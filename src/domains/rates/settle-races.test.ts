import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { assertSums, basesOf, book } from "../../../test/books.ts";
import { extent } from "../../../test/extent.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";

onEachDatabase((world) => {
  beforeEach(() => forgetRates(world));

  test("of transactions that are written while rates are loaded, none keeps an older rate", async () => {
    for (let run = 0; run < extent(6, 200); run += 1) {
      await forgetRates(world);
      const team = await world.team();
      const account = await addAccount(team, { currency: "USD", number: null });
      if (run % 2 === 1) await load(world, { "2026-10-15": { USD: "4" } });
      const usd = { account, currency: "USD", date: "2026-10-16" };
      const settle = () => worked(world, jobsWith(null));
      await Promise.all([
        ...Array.from({ length: 8 }, (_, index) =>
          book(team, [
            { ...usd, minor: (index + 1) * 100 },
            { ...usd, minor: 200, parts: [100, 100] },
          ]),
        ),
        load(world, { "2026-10-15": { USD: "2" } }),
        settle(),
        load(world, { "2026-10-16": { USD: "1" } }),
        settle(),
      ]);
      await settle();
      const bases = await basesOf(team);
      assert.equal(bases.length, 16);
      assert.deepEqual([...new Set(bases.map(([, , day]) => day))], ["2026-10-16"]);
      assert.equal(
        bases.reduce((sum, [, base]) => sum + (base ?? 0), 0),
        3600 + 1600,
      );
      await assertSums(team);
    }
  });

  test("of a currency and rates of the team that change at once, every amount has the last ones", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const account = await addAccount(team, { currency: "USD", number: null });
    const usd = { account, currency: "USD", date: "2026-10-16" };
    await load(world, { "2026-10-16": { USD: "2", JPY: "200" } });
    await Promise.all([
      ...Array.from({ length: 6 }, () => book(team, [{ ...usd, minor: 1000 }])),
      app.ask("PATCH /api/teams/:team", { team: team.id, baseCurrency: "JPY" }),
      app.ask("PUT /api/teams/:team/rates/own", {
        team: team.id,
        currency: "USD",
        day: "2026-10-16",
        rate: "4",
      }),
      worked(world, jobsWith(null)),
    ]);
    await worked(world, jobsWith(null));
    const bases = await basesOf(team);
    assert.deepEqual(
      bases.map(([, base, day]) => [base, day]),
      Array.from({ length: 6 }, () => [500, "2026-10-16"]),
    );
    await assertSums(team);
  });
});
