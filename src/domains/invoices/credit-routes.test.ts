import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addBuyer, addDraft, sent } from "../../../test/invoices.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/invoices";

onEachDatabase((world) => {
  /** An invoice over 100 for Acme, of which 30 are credited and 70 were paid twice. */
  async function opened() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const customer = await addBuyer(team, { billingEmail: "bills@acme.example" });
    const id = await addDraft(team, { customer_id: customer });
    await sent(team, id);
    const of = { team: team.id, id };
    world.pass(1000);
    const amount = { amount_minor: 3000 };
    const credited = await app.ask("POST /api/teams/:team/invoices/:id/credit-notes", {
      ...of,
      ...amount,
      left_minor: 10_000,
    });
    for (let twice = 0; twice < 2; twice += 1)
      await app.ask("POST /api/teams/:team/invoices/:id/payments", {
        ...of,
        amount_minor: 7000,
        paid_on: "2026-11-20",
        method: "transfer",
      });
    const note = credited.credit_notes[0]?.id ?? assert.fail("no credit note was issued");
    return { team, app, customer, id, note };
  }

  test("the list has credit notes and refunds that are due by filters of their own", async () => {
    const { team, app, customer, id, note } = await opened();
    const found = async (filter: object) => {
      const { items, totals } = await app.ask(LIST, { team: team.id, ...filter });
      return [items.map((item) => item.id), totals?.to_refund];
    };
    const refunds = [{ currency: "EUR", minor: 7000 }];
    assert.deepEqual(await found({}), [[id], refunds]);
    assert.deepEqual(await found({ status: "to_refund" }), [[id], refunds]);
    assert.deepEqual(await found({ status: "issued", customer }), [[note], []]);
    const { items } = await app.ask(LIST, { team: team.id, status: "issued" });
    assert.partialDeepStrictEqual(items[0], {
      type: "credit_note",
      number: "CN-2026-0001",
      credits_number: "INV-2026-0001",
      total_minor: 3000,
    });
    await app.ask("POST /api/teams/:team/invoices/:id/refunds", {
      team: team.id,
      id,
      amount_minor: 7000,
      paid_on: "2026-11-20",
      method: "transfer",
    });
    assert.deepEqual(await found({ status: "to_refund" }), [[], []]);
    const other = await world.team();
    const { items: none } = await (
      await WebApp.of(other)
    ).ask(LIST, { team: other.id, status: "issued" });
    assert.deepEqual(none, []);
  });

  test("both searches find credit notes, and the tools' list and counts leave them out", async () => {
    const { team, app, customer, id, note } = await opened();
    const { items } = await team.call("search_global", { query: "cn-2026-0001" });
    assert.deepEqual(
      items.map((item: any) => [item.type, item.id]),
      [["credit_note", note]],
    );
    const { invoices } = await app.ask("GET /api/teams/:team/search", { team: team.id, q: "cn-" });
    assert.deepEqual(
      invoices.items.map((item) => item.id),
      [note],
    );
    assert.deepEqual(
      (await team.call("invoices_list")).items.map((item: any) => item.id),
      [id],
    );
    assert.equal((await team.call("customers_get", { id: customer })).invoice_count, 1);
    const got = await team.call("invoices_get", { id: note });
    assert.deepEqual(
      [got.type, got.total, got.credits.number],
      ["credit_note", 30, "INV-2026-0001"],
    );
  });

  test("the mail of a credit note has the customer's addresses and the team's text before it goes out", async () => {
    const { team, app, note } = await opened();
    const mail = await app.ask("GET /api/teams/:team/invoices/:id/mail", {
      team: team.id,
      id: note,
    });
    assert.partialDeepStrictEqual(mail, {
      kind: "credit_note",
      can_mail: false,
      to: ["anna@acme.example"],
      cc: ["bills@acme.example"],
      subject: "Credit note CN-2026-0001 from Test team",
    });
    assert.match(mail.text, /credit note CN-2026-0001 for €30\.00/);
    const { status, body } = await app.attempt("GET /api/teams/:team/invoices/:id/mail.eml", {
      team: team.id,
      id: note,
    });
    assert.equal(status, 200);
    const text = String(body);
    assert.match(text, /X-Unsent: 1/);
    assert.match(text, /anna@acme\.example/);
    assert.match(text, /CN-2026-0001\.pdf/);
  });
});
