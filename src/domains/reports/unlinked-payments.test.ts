import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { addBuyer, addDraft, sent } from "../../../test/invoices.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { RefundInvoice, refundInvoice } from "../invoices/credit-invoice.ts";
import { recordPayment } from "../invoices/payments.ts";
import { removePayment } from "../invoices/remove-payment.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const UNLINKED = /linked to no transaction/;

onEachDatabase((world) => {
  async function opened(team?: Team) {
    world.at("2026-09-10T09:00:00Z");
    const opened = team ?? (await world.team());
    const context = () => ownerContext(opened);
    const customer_id = await addBuyer(opened);
    const issued = async (currency: string, price: string) => {
      const id = await addDraft(opened, { customer_id, currency, lines: [{ price }] });
      await sent(opened, id);
      return id;
    };
    const by = { method: "cash", note: null } as const;
    const pay = async (id: string, amount_minor: number, paid_on = "2026-10-31") =>
      recordPayment(context(), { id, amount_minor, paid_on, ...by });
    const refund = async (id: string, given: object) =>
      refundInvoice(context(), RefundInvoice.parse({ id, paid_on: "2026-10-20", ...by, ...given }));
    return { team: opened, context, issued, pay, refund };
  }

  async function unlinked(team: Team, tool: string, given: object = OCTOBER) {
    const { notices = [] } = await team.call(tool, given);
    return notices.filter((notice: string) => UNLINKED.test(notice));
  }

  test("what was paid without a transaction is named by currency, less refunds, of its days alone", async () => {
    const { team, context, issued, pay, refund } = await opened();
    const other = await opened(await world.team());
    const [pounds, more, reais, back, bank, undone, late] = [
      await issued("GBP", "1700"),
      await issued("GBP", "1700"),
      await issued("BRL", "14200"),
      await issued("CAD", "100"),
      await issued("EUR", "400"),
      await issued("EUR", "500"),
      await issued("EUR", "600"),
    ];
    const theirs = await other.issued("EUR", "900");
    world.at("2026-11-22T12:00:00Z");
    const books = await Books.of(team);
    assert.deepEqual(await unlinked(team, "reports_revenue"), []);
    await pay(pounds, 170_000, "2026-10-01");
    await pay(more, 100_000);
    await pay(more, 70_000, "2026-11-01");
    await pay(reais, 1_420_000);
    await refund(reais, { amount_minor: 20_000, credit_minor: 20_000 });
    await pay(back, 10_000);
    await refund(back, { amount_minor: 10_000, credit_minor: 10_000 });
    await pay(late, 60_000, "2026-09-30");
    await other.pay(theirs, 90_000);
    await pay(undone, 50_000);
    const app = books.app;
    const found = await app.ask("GET /api/teams/:team/invoices/:id", { team: team.id, id: undone });
    await removePayment(context(), { id: undone, payment: found.payments[0]?.id ?? "" });
    const date = "2026-10-15";
    const paid = await books.add({ date, name: "Acme", amount_minor: 40_000 });
    const booking = { team: team.id, id: paid.id, parts: [{ invoice_id: bank }] };
    await app.ask("POST /api/teams/:team/transactions/:id/payments", booking);
    const said = [
      "Payments of 3 invoices are linked to no transaction: 2700.00 GBP and 14000.00 BRL, less refunds. These sums lack them, unless an unlinked transaction has the same money.",
    ];
    for (const tool of ["reports_revenue", "reports_profit_loss"])
      assert.deepEqual(await unlinked(team, tool), said);
    const { tax, ...profit } = await team.call("reports_profit_loss", { ...OCTOBER, tax: true });
    assert.equal(profit.totals.revenue, 400);
    assert.deepEqual([UNLINKED.test(profit.notices.join()), tax.notices], [true, undefined]);
    for (const report of ["revenue", "profit_loss", "tax"]) {
      const { notices } = await resource(team, `ledgerport://reports/${report}/2026-10`);
      assert.deepEqual(notices, said);
    }
    for (const path of ["revenue", "profit-loss", "tax"] as const) {
      const asked = { team: team.id, ...OCTOBER };
      const page = await app.ask(`GET /api/teams/:team/reports/${path}`, asked);
      assert.deepEqual(page.notices, said);
    }
    assert.deepEqual(await unlinked(team, "reports_spending"), []);
    const [theirsSaid] = await unlinked(other.team, "reports_revenue");
    assert.match(theirsSaid, /^Payments of 1 invoice are .*: 900.00 EUR, less refunds/);
  });

  test("what was paid back of an invoice of earlier days is named apart, and hides no payment", async () => {
    const { team, issued, pay, refund } = await opened();
    const [back, paid] = [await issued("EUR", "100"), await issued("EUR", "100")];
    world.at("2026-11-22T12:00:00Z");
    await pay(back, 10_000, "2026-09-20");
    await refund(back, { amount_minor: 10_000, credit_minor: 10_000 });
    const refunds =
      "Refunds of 1 invoice are linked to no transaction: 100.00 EUR. These sums lack them, unless an unlinked transaction has the same money.";
    assert.deepEqual(await unlinked(team, "reports_revenue"), [refunds]);
    await pay(paid, 10_000);
    assert.deepEqual(await unlinked(team, "reports_revenue"), [
      "Payments of 1 invoice are linked to no transaction: 100.00 EUR, less refunds. These sums lack them, unless an unlinked transaction has the same money.",
      refunds,
    ]);
  });

  test("five currencies are named, those of most invoices first, and the others counted", async () => {
    const { team, issued, pay } = await opened();
    const currencies = ["AUD", "CHF", "USD", "GBP", "NOK", "SEK", "USD", "SEK"];
    const ids = await Array.fromAsync(currencies, async (currency) => issued(currency, "10"));
    world.at("2026-11-22T12:00:00Z");
    for (const id of ids) await pay(id, 1000);
    const [said] = await unlinked(team, "reports_revenue");
    assert.match(
      said,
      /8 invoices .*: 20.00 SEK, 20.00 USD, 10.00 AUD, 10.00 CHF, 10.00 GBP and 1 more currency, less/,
    );
  });
});
