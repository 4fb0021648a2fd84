import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addBuyer, addDraft, sent, setInvoices } from "../../../test/invoices.ts";
import { Books } from "../../../test/transactions.ts";

const OF_TRANSACTION = "GET /api/teams/:team/transactions/:id/invoices";
const OF_INVOICE = "GET /api/teams/:team/invoices/:id/transactions";
const BOOK = "POST /api/teams/:team/transactions/:id/payments";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-20T09:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const { app } = books;
    const of = { team: team.id };
    const issued = async (customer: string, price = "100") => {
      const customer_id = await addBuyer(team, { name: customer });
      const id = await addDraft(team, { customer_id, lines: [{ price }] });
      await sent(team, id);
      return id;
    };
    const received = async (name: string, minor: number, given: object = {}) =>
      (await books.add({ name, amount_minor: minor, ...given })).id;
    const suggested = async (id: string) => {
      const { suggested } = await app.ask(OF_TRANSACTION, { ...of, id });
      return suggested.map(({ number, why, amount_minor }) => [number, ...why, amount_minor]);
    };
    return { team, app, of, books, issued, received, suggested };
  }

  it("finds the number in the text, however it is written, and books nothing by itself", async () => {
    const { team, issued, received, suggested } = await opened();
    await setInvoices(team, { invoice_pattern: "INV-{YYYY}-{####}" });
    for (let at = 0; at < 3; at += 1) await issued("Orchard & Finch");
    const two = ["INV-2026-0002", "number", 100];
    for (const text of [
      "INV-2026-0002",
      "Rechnung inv20260002 vielen Dank",
      "INV 2026/2",
      "Nr. 2026-0002",
      "RG.2026-2,KD 4711",
    ])
      assert.deepEqual(await suggested(await received(text, 100)), [two], text);
    for (const text of ["INV-2026-00021", "XINV-2026-0002", "R-2026-0002", "2", "INV-2025-0002"])
      assert.deepEqual(await suggested(await received(text, 100)), [], text);
    const both = await received("INV-2026-0001, INV-2026-0003", 15_000);
    assert.deepEqual(await suggested(both), [
      ["INV-2026-0001", "number", 10_000],
      ["INV-2026-0003", "number", 5000],
    ]);
    assert.deepEqual((await team.state())["invoice_payments"] ?? [], []);
  });

  it("goes by amount and name where the text has no number, by all that a customer owes, and by an amount that is there once", async () => {
    const { issued, received, suggested } = await opened();
    await issued("Orchard & Finch Ltd", "100");
    await issued("Blue Harbour GmbH", "100");
    await issued("Blue Harbour GmbH", "77");
    const acme = await received("BLUE HARBOUR GMBH", 10_000);
    assert.deepEqual(await suggested(acme), [["INV-2026-0002", "amount", "name", 10_000]]);
    const all = await received("Blue Harbour", 17_700);
    assert.deepEqual(await suggested(all), [
      ["INV-2026-0002", "sum", "name", 10_000],
      ["INV-2026-0003", "sum", "name", 7700],
    ]);
    assert.deepEqual(await suggested(await received("Stripe payout", 7700)), [
      ["INV-2026-0003", "amount", 7700],
    ]);
    assert.deepEqual(await suggested(await received("Stripe payout", 10_000)), []);
    assert.deepEqual(await suggested(await received("Blue Harbour", 5000)), []);
  });

  it("names no invoice where a number may be that of several", async () => {
    const { team, issued, received, suggested } = await opened();
    await setInvoices(team, { invoice_pattern: "A-{YYYY}-{####}" });
    await issued("One");
    await setInvoices(team, { invoice_pattern: "B-{YYYY}-{###}", invoice_reset: "never" });
    const id = await addDraft(team);
    await sent(team, id);
    const numbers = (await team.state())["invoices"]?.map((row: any) => row.number).toSorted();
    assert.equal(numbers?.length, 2);
    const [first = "", second = ""] = numbers ?? [];
    assert.deepEqual((await suggested(await received(first, 5)))[0]?.[0], first);
    assert.deepEqual((await suggested(await received(second, 5)))[0]?.[0], second);
    const digits = first.replace(/^A-/, "");
    if (Number(digits.slice(5)) === Number(second.slice(7)))
      assert.deepEqual(await suggested(await received(`2026-${Number(digits.slice(5))}`, 5)), []);
  });

  it("looks from the invoice too, and searches", async () => {
    const { app, of, issued, received } = await opened();
    const id = await issued("Orchard & Finch");
    const named = await received("Thanks INV-2026-0001", 4000);
    const equal = await received("Orchard Finch", 10_000);
    const other = await received("Somebody", 300);
    await received("Somebody", -10_000);
    const { items } = await app.ask(OF_INVOICE, { ...of, id });
    assert.deepEqual(
      items.map(({ id, why, proposed_minor }) => [id, ...why, proposed_minor]),
      [
        [named, "number", 4000],
        [equal, "amount", "name", 10_000],
      ],
    );
    const found = await app.ask(OF_INVOICE, { ...of, id, q: "somebody" });
    assert.deepEqual(
      found.items.map(({ id, why }) => [id, ...why]),
      [[other]],
    );
    await app.ask(BOOK, { ...of, id: equal, parts: [{ invoice_id: id }] });
    assert.deepEqual((await app.ask(OF_INVOICE, { ...of, id })).items, []);
  });

  it("is told to assistants, who book it by the invoices' ids", async () => {
    const { team, issued, received } = await opened();
    const [one, two] = [await issued("Orchard & Finch"), await issued("Orchard & Finch")];
    const id = await received("INV-2026-0001 INV-2026-0002", 20_000);
    const found = await team.call("transactions_get", { id });
    assert.deepEqual(found.invoices, []);
    assert.deepEqual(found.suggested_invoices, [
      {
        id: one,
        number: "INV-2026-0001",
        customer: "Orchard & Finch",
        amount_due: 100,
        currency: "EUR",
        why: ["number"],
      },
      {
        id: two,
        number: "INV-2026-0002",
        customer: "Orchard & Finch",
        amount_due: 100,
        currency: "EUR",
        why: ["number"],
      },
    ]);
    const invoice_ids = found.suggested_invoices.map(({ id }: { id: string }) => id);
    const booked = await team.call("transactions_update_category", { id, invoice_ids });
    assert.partialDeepStrictEqual(booked, {
      id,
      category_slug: "revenue",
      invoices: [
        { number: "INV-2026-0001", status: "paid", amount: 100 },
        { number: "INV-2026-0002", status: "paid", amount: 100 },
      ],
    });
    const paid = await team.call("invoices_get", { id: one });
    assert.partialDeepStrictEqual(paid.payments, [{ transaction_id: id, amount: 100 }]);
    const after = await team.call("transactions_get", { id });
    assert.deepEqual(
      after.invoices.map(({ number, amount }: { number: string; amount: number }) => [
        number,
        amount,
      ]),
      [
        ["INV-2026-0001", 100],
        ["INV-2026-0002", 100],
      ],
    );
    assert.deepEqual(after.suggested_invoices, []);
    const again = await team.refusedWithoutTrace("transactions_update_category", {
      id,
      invoice_ids: [one],
    });
    assert.match(again.sentence, /Nothing is owed on/);
    assert.equal(again.path, "invoice_ids.0");
    const both = { id, invoice_ids: [one], changes: [{ id, category_slug: "software" }] };
    const refused = await team.refusedWithoutTrace("transactions_update_category", both);
    assert.match(refused.sentence, /either|must have id with invoice_ids/);
  });
});
