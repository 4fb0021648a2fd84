import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { csvOf, Importing } from "../../../test/imports.ts";
import { addBuyer, addDraft, sent } from "../../../test/invoices.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { lossOfTransaction } from "../transactions/delete-transactions.ts";

const BOOK = "POST /api/teams/:team/transactions/:id/payments";
const INVOICE = "GET /api/teams/:team/invoices/:id";
const MERGE = "POST /api/teams/:team/review/duplicates/merge";
const REMOVAL = "GET /api/teams/:team/imports/:id/removal";
const REMOVE = "DELETE /api/teams/:team/invoices/:id/payments/:payment";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-20T09:00:00Z");
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team);
    const { app } = books;
    const of = { team: team.id };
    const customer_id = await addBuyer(team);
    const issued = async () => {
      const id = await addDraft(team, { customer_id });
      await sent(team, id);
      return id;
    };
    const received = async (minor: number, given: object = {}) =>
      (await books.add({ name: "Acme", amount_minor: minor, ...given })).id;
    const book = async (id: string, invoice_id: string) => {
      world.pass(1000);
      return app.ask(BOOK, { ...of, id, parts: [{ invoice_id }] });
    };
    const invoice = async (id: string) => app.ask(INVOICE, { ...of, id });
    const payment = async (id: string) => {
      const [one] = (await invoice(id)).payments;
      return one ?? assert.fail("there is no payment");
    };
    const activity = new Activity(app, team);
    return { team, books, app, of, issued, received, book, invoice, payment, activity };
  }

  describe("a payment keeps its amount when its transaction is deleted", () => {
    it("by the tool, which says so beforehand, and the undo links it again", async () => {
      const { team, issued, received, book, invoice, payment, activity } = await opened();
      const [id, paid] = [await issued(), await received(10_000)];
      await book(paid, id);
      const before = await team.state();
      assert.match(
        (await lossOfTransaction(ownerContext(team), { id: paid })) ?? "",
        /What it paid of "INV-2026-0001" stays recorded, without a transaction\./,
      );
      world.pass(1000);
      const { deleted } = await team.call("transactions_delete", { id: paid });
      assert.equal(deleted, true);
      assert.partialDeepStrictEqual(await payment(id), {
        amount_minor: 10_000,
        transaction_id: null,
      });
      assert.equal((await invoice(id)).status, "paid");
      await activity.undo(await activity.latest("transactions_delete"));
      assert.equal((await payment(id)).transaction_id, paid);
      assert.deepEqual(await team.state(), before);
    });

    it("in the app, alone and with others", async () => {
      const { app, of, issued, received, book, payment } = await opened();
      const [one, other] = [await issued(), await issued()];
      const [first, second] = [await received(10_000), await received(10_000)];
      await book(first, one);
      await book(second, other);
      await app.ask("DELETE /api/teams/:team/transactions/:id", { ...of, id: first });
      assert.equal((await payment(one)).transaction_id, null);
      const chosen = { ids: [second] };
      await app.ask("POST /api/teams/:team/transactions/delete", { ...of, chosen });
      assert.equal((await payment(other)).transaction_id, null);
      // It is a payment by hand from now on.
      const { id: last } = await payment(other);
      await app.ask(REMOVE, { ...of, id: other, payment: last });
    });

    it("with its import, which counts it beforehand, and the undo links it again", async () => {
      const { team, books, app, of, issued, book, payment } = await opened();
      const bank = new Importing(books);
      const { imports } = await bank.run(
        csvOf([
          { date: "2026-11-19", minor: 10_000, text: "Acme INV-2026-0001" },
          { date: "2026-11-19", minor: -500, text: "Coffee" },
        ]),
      );
      const id = await issued();
      const { items } = await app.ask("GET /api/teams/:team/transactions", { ...of, q: "acme" });
      const [row] = items;
      await book(row?.id ?? "", id);
      const before = await team.state();
      const { counts } = await app.ask(REMOVAL, { ...of, id: imports[0] });
      assert.partialDeepStrictEqual(counts, { added: 2, paying: 1 });
      world.pass(1000);
      const { event } = await bank.remove(imports[0]);
      assert.partialDeepStrictEqual(await payment(id), {
        transaction_id: null,
        amount_minor: 10_000,
      });
      assert.equal((await bank.undo(event)).status, 200);
      assert.deepEqual(await team.state(), before);
    });
  });

  describe("the merge of two transactions", () => {
    it("moves the payments to the one that stays, and its undo moves them back", async () => {
      const { team, books, app, of, issued, received, book, payment, activity } = await opened();
      const id = await issued();
      const [gone, kept] = [await received(10_000), await received(10_000)];
      await book(gone, id);
      const before = await team.state();
      world.pass(1000);
      await app.ask(MERGE, { ...of, id: kept, other_id: gone });
      assert.equal((await payment(id)).transaction_id, kept);
      assert.equal((await books.get(kept)).category_slug, "revenue");
      await activity.undo(await activity.latest(MERGE));
      assert.deepEqual(await team.state(), before);
      world.pass(1000);
      await app.ask(MERGE, { ...of, id: kept, other_id: gone });
      await app.ask(REMOVE, { ...of, id, payment: (await payment(id)).id });
      assert.equal((await books.get(kept)).category_slug, null);
    });

    it("leaves the survivor's own category when its payment goes", async () => {
      const { books, app, of, issued, received, book, payment } = await opened();
      const id = await issued();
      const gone = await received(10_000);
      const kept = await received(10_000, { category_slug: "revenue" });
      await book(gone, id);
      await app.ask(MERGE, { ...of, id: kept, other_id: gone });
      await app.ask(REMOVE, { ...of, id, payment: (await payment(id)).id });
      assert.equal((await books.get(kept)).category_slug, "revenue");
    });

    it("is refused where both pay invoices with more than the amount", async () => {
      const { app, of, issued, received, book } = await opened();
      const [one, other] = [await received(10_000), await received(10_000)];
      await book(one, await issued());
      await book(other, await issued());
      const { code, title } = await app.refused(MERGE, { ...of, id: one, other_id: other });
      assert.equal(code, "in_use");
      assert.match(title, /200\.00 of 100\.00 EUR/);
    });
  });
});
