import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addDraft, sent } from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { recordPayment } from "./payments.ts";

onEachDatabase((world) => {
  test("an invoice keeps the day on which it was paid when the team's time zone changes", async () => {
    world.at("2026-10-20T10:00:00Z");
    const team = await world.team({ time_zone: "Europe/Berlin" });
    const other = await world.team({ time_zone: "Europe/Berlin" });
    const pay = async (id: string, of = team) =>
      recordPayment(ownerContext(of), {
        id,
        amount_minor: 30_000,
        paid_on: "2026-11-01",
        method: "card",
        note: null,
      });
    const draft = async (of = team) => {
      const id = await addDraft(of, { lines: [{ price: "300" }] });
      await sent(of, id);
      return id;
    };
    const [late, atOnce, theirs] = [await draft(), await draft(), await draft(other)];
    world.at("2026-10-31T23:30:00Z");
    await pay(atOnce);
    world.at("2026-11-03T10:00:00Z");
    await pay(late);
    await pay(theirs, other);
    const days = async (of = team) =>
      (await of.call("invoices_list", { status: "paid" })).items.map(({ paid_on }: any) => paid_on);
    const app = await WebApp.of(team);
    const october = { from: "2026-10-01", to: "2026-10-31" };
    for (const timeZone of ["America/New_York", "Pacific/Kiritimati", "Europe/Berlin"]) {
      await app.ask("PATCH /api/teams/:team", { team: team.id, timeZone });
      assert.deepEqual(await days(), ["2026-11-01", "2026-11-01"], timeZone);
      assert.equal((await team.call("invoices_get", { id: late })).paid_on, "2026-11-01");
      assert.deepEqual((await team.call("reports_top_customers", october)).items, [], timeZone);
    }
    assert.deepEqual(await days(other), ["2026-11-01"]);
  });

  test("of two days that follow each other each stays, where the zones are a day apart", async () => {
    world.at("2026-10-20T10:00:00Z");
    const team = await world.team({ time_zone: "Pacific/Pago_Pago" });
    const days = ["2026-11-01", "2026-11-02"];
    for (const paid_on of days) {
      const id = await addDraft(team, { lines: [{ price: "300" }] });
      await sent(team, id);
      world.at("2026-11-05T10:00:00Z");
      const payment = { amount_minor: 30_000, method: "card", note: null } as const;
      await recordPayment(ownerContext(team), { id, paid_on, ...payment });
    }
    const app = await WebApp.of(team);
    for (const timeZone of ["Pacific/Auckland", "Pacific/Pago_Pago"]) {
      await app.ask("PATCH /api/teams/:team", { team: team.id, timeZone });
      const { items } = await team.call("invoices_list", { status: "paid" });
      assert.deepEqual(items.map(({ paid_on }: any) => paid_on).toSorted(), days, timeZone);
    }
  });
});
