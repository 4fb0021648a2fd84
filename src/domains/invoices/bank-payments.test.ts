import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addBuyer, addDraft, addTaxRate, sent } from "../../../test/invoices.ts";
import { together } from "../../../test/races.ts";
import { Books, ownerContext } from "../../../test/transactions.ts";
import { Refusal } from "../../core/errors.ts";
import { findWrongFigure } from "../transactions/kept-figures.ts";
import { bookPayments } from "./bank-payments.ts";
import { voidInvoice } from "./void-invoice.ts";

const BOOK = "POST /api/teams/:team/transactions/:id/payments";
const INVOICE = "GET /api/teams/:team/invoices/:id";
const REMOVE = "DELETE /api/teams/:team/invoices/:id/payments/:payment";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-20T09:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const { app } = books;
    const of = { team: team.id };
    const customer_id = await addBuyer(team);
    const issued = async (given: Parameters<typeof addDraft>[1] = {}) => {
      const id = await addDraft(team, { customer_id, ...given });
      await sent(team, id);
      return id;
    };
    const received = async (minor: number, given: object = {}) =>
      (await books.add({ name: "Acme", amount_minor: minor, ...given })).id;
    const book = async (id: string, parts: readonly Part[], given: object = {}) => {
      world.pass(1000);
      return app.ask(BOOK, { ...of, id, parts: [...parts], ...given });
    };
    const refused = async (id: string, parts: readonly Part[]) =>
      app.refused(BOOK, { ...of, id, parts });
    const invoice = async (id: string) => app.ask(INVOICE, { ...of, id });
    const remove = async (id: string, payment = "") => {
      world.pass(1000);
      return app.ask(REMOVE, { ...of, id, payment });
    };
    const activity = new Activity(app, team);
    return { team, books, app, of, issued, received, book, refused, invoice, remove, activity };
  }

  describe("a booking from the bank", () => {
    it("stays, as a notice says, when its transaction is excluded", async () => {
      const { team, issued, received, book, invoice } = await opened();
      const ids = [await issued(), await issued()];
      const id = await received(20_000);
      await book(
        id,
        ids.map((invoice_id) => ({ invoice_id })),
      );
      const stays =
        'What is booked as paid or refunded of "INV-2026-0001" and "INV-2026-0002" stays booked; a person takes it back on the invoice\'s page in the web app.';
      const args = { id, status: "excluded" };
      const dry = await team.call("transactions_update_status", { ...args, dry_run: true });
      const { notices } = await team.call("transactions_update_status", args);
      assert.deepEqual([notices.length, notices[1], dry.notices], [2, stays, notices]);
      for (const one of ids) assert.equal((await invoice(one)).status, "paid");
      assert.equal((await team.call("transactions_update_status", args)).notices, undefined);
      const back = await team.call("transactions_update_status", { id, status: "posted" });
      assert.equal(back.notices, undefined);
    });

    it("pays several invoices, and an invoice is paid by several transactions", async () => {
      const { issued, received, book, invoice, app, of } = await opened();
      const [one, other] = [await issued(), await issued()];
      const first = await received(15_000);
      const { payments } = await book(first, [{ invoice_id: one }, { invoice_id: other }]);
      assert.deepEqual(
        payments.map(({ number }) => number),
        ["INV-2026-0001", "INV-2026-0002"],
      );
      assert.partialDeepStrictEqual(await invoice(one), { status: "paid", due_minor: 0 });
      const half = await invoice(other);
      assert.partialDeepStrictEqual(half, { status: "unpaid", due_minor: 5000 });
      assert.partialDeepStrictEqual(half.payments, [
        { amount_minor: 5000, transaction_id: first, method: "transfer", paid_on: "2026-11-20" },
      ]);
      const second = await received(5000);
      await book(second, [{ invoice_id: other }]);
      assert.equal((await invoice(other)).status, "paid");
      const paid = await app.ask("GET /api/teams/:team/transactions/:id/invoices", {
        ...of,
        id: first,
      });
      assert.partialDeepStrictEqual(paid, { rest_minor: 0, kind: "payment", suggested: [] });
      assert.deepEqual(
        paid.payments.map(({ invoice, amount_minor }) => [invoice.number, amount_minor]),
        [
          ["INV-2026-0001", 10_000],
          ["INV-2026-0002", 5000],
        ],
      );
    });

    it("is refused beyond the amount, for what is not booked, and for what cannot be paid", async () => {
      const { team, books, app, of, issued, received, book, refused } = await opened();
      const [one, other] = [await issued(), await issued()];
      const id = await received(12_000);
      await book(id, [{ invoice_id: one }]);
      const tooMuch = await refused(id, [{ invoice_id: other, amount_minor: 2001 }]);
      assert.match(tooMuch.title, /is of 120\.00 EUR, of which 20\.00 EUR are left to book/);
      assert.deepEqual(tooMuch.at, ["/parts/0/amount_minor"]);
      const twice = { invoice_id: other, amount_minor: 100 };
      assert.match((await refused(id, [twice, twice])).title, /is named twice/);
      const paid = await refused(id, [{ invoice_id: one }]);
      assert.match(paid.title, /Nothing is owed on "INV-2026-0001"/);
      const draft = await addDraft(team);
      assert.match(
        (await refused(id, [{ invoice_id: draft }])).title,
        /still a draft: nothing is owed on it yet/,
      );
      const pending = await received(100, { status: "pending" });
      assert.match((await refused(pending, [{ invoice_id: other }])).title, /is pending/);
      const later = await received(100, { date: "2026-11-22" });
      assert.match((await refused(later, [{ invoice_id: other }])).title, /a day to come/);
      const out = await received(-100);
      assert.match(
        (await refused(out, [{ invoice_id: other }])).title,
        /Nothing is to be refunded/,
      );
      const savings = await app.ask("POST /api/teams/:team/bank-accounts", {
        ...of,
        name: "Savings",
        type: "savings",
        currency: "EUR",
      });
      const into = await books.add({ bank_account_id: savings.id, amount_minor: 100 });
      await app.ask("POST /api/teams/:team/transfers", { ...of, id: out, other_id: into.id });
      assert.match((await refused(into.id, [{ invoice_id: other }])).title, /of a transfer/);
      const elsewhere = await addDraft(await world.team());
      assert.equal((await refused(id, [{ invoice_id: elsewhere }])).code, "not_found");
    });

    it("takes more than is owed when somebody says so, with a notice", async () => {
      const { issued, received, book, invoice } = await opened();
      const id = await issued();
      const { notices } = await book(await received(12_000), [
        { invoice_id: id, amount_minor: 12_000 },
      ]);
      assert.match((notices ?? []).join(), /20\.00 EUR more than the total were paid/);
      assert.equal((await invoice(id)).to_refund_minor, 2000);
    });

    it("never books more than the transaction has, by twenty at once", async () => {
      const { team, issued, received } = await opened();
      const id = await received(25_000);
      const invoices: string[] = [];
      for (let at = 0; at < 20; at += 1) invoices.push(await issued());
      const outcomes = await together(20, async (at) => {
        const parts = [{ invoice_id: invoices[at] ?? "", amount_minor: 10_000 }];
        return bookPayments(ownerContext(team), { id, parts }).then(
          () => "booked",
          (error: unknown) => {
            if (error instanceof Refusal) return error.code;
            throw error;
          },
        );
      });
      const booked = outcomes.filter((outcome) => outcome === "booked");
      assert.equal(booked.length, 2);
      assert.equal(await bookedFrom(team, id), 20_000);
    });

    it("pays the amount that a person says in another currency, and at the bank's rate where that is known", async () => {
      const { team, issued, received, book, refused, invoice } = await opened();
      const dollars = await issued({ currency: "USD" });
      const plain = await received(9000);
      const asked = await refused(plain, [{ invoice_id: dollars }]);
      assert.match(asked.title, /is in USD, and the transaction in EUR/);
      await book(plain, [{ invoice_id: dollars, amount_minor: 9900 }]);
      assert.equal((await invoice(dollars)).due_minor, 100);
      assert.equal(await bookedFrom(team, plain), 9000);
      const [first, second] = [
        await issued({ currency: "USD" }),
        await issued({ currency: "USD" }),
      ];
      const exchanged = await received(18_405);
      await setOriginal(team, exchanged, { original_minor: 20_000, original_currency: "USD" });
      await book(exchanged, [{ invoice_id: first }, { invoice_id: second }]);
      assert.deepEqual(
        [(await invoice(first)).status, (await invoice(second)).status],
        ["paid", "paid"],
      );
      assert.equal(await bookedFrom(team, exchanged), 18_405);
    });
  });

  describe("a booking by an assistant", () => {
    const CATEGORIZE = "transactions_update_category";

    it("tells what stays unbooked, and money of another party, which can be taken back", async () => {
      const { team, issued, received, invoice, remove, activity } = await opened();
      const one = await issued();
      const id = await received(12_000, { name: "Beta Foods" });
      const before = await team.state();
      const booked = await team.call(CATEGORIZE, { id, invoice_ids: [one] });
      assert.deepEqual(booked.notices, [
        "20.00 EUR of the transaction stay unbooked.",
        'The transaction got the category "Revenue".',
        'Nothing in the transaction "Beta Foods" points to "INV-2026-0001" of "Acme": neither its number, nor its customer, nor its open amount. If it pays another, take the payment back on the invoice\'s page, or undo it under Activity.',
      ]);
      await activity.undo(await activity.latest(CATEGORIZE));
      assert.deepEqual(withoutTimes(await team.state()), withoutTimes(before));
      world.pass(1000);
      await team.call(CATEGORIZE, { id, invoice_ids: [one] });
      await remove(one, (await invoice(one)).payments[0]?.id);
      assert.equal((await invoice(one)).status, "unpaid");
    });

    it("is without a doubt by the number, the customer of then or now, or the open amount", async () => {
      const { team, issued, received } = await opened();
      const renamed = await addBuyer(team, { name: "Orchard" });
      const invoices = [await issued(), await issued(), await issued()];
      invoices.push(await issued({ customer_id: renamed }));
      invoices.push(await issued({ customer_id: await addBuyer(team, { name: "3M" }) }));
      await team.call("customers_update", { id: renamed, name: "Finch" });
      for (const [at, [name, minor]] of (
        [
          ["Payment INV 2026/1", 4000],
          ["ACME GMBH", 4000],
          ["Payout", 10_000],
          ["Finch", 4000],
          ["3M PAYMENT", 4000],
        ] as const
      ).entries()) {
        const id = await received(minor, { name });
        const booked = await team.call(CATEGORIZE, { id, invoice_ids: [invoices[at]] });
        assert.doesNotMatch((booked.notices ?? []).join(), /unbooked|Nothing in/, name);
      }
      const together = { id: await received(20_000, { name: "Payout" }) };
      const both = { ...together, invoice_ids: [await issued(), await issued()] };
      const booked = await team.call(CATEGORIZE, both);
      assert.doesNotMatch((booked.notices ?? []).join(), /unbooked|Nothing in/);
    });

    it("takes a short name for a word, and not for a part of one", async () => {
      const { team, issued, received } = await opened();
      const one = await issued({ customer_id: await addBuyer(team, { name: "AB" }) });
      const id = await received(4000, { name: "Abrechnung" });
      const booked = await team.call(CATEGORIZE, { id, invoice_ids: [one] });
      assert.match(booked.notices.join(), /Nothing in the transaction "Abrechnung" points to/);
    });

    it("is refused with a person's way where the tool has no argument for what is missing", async () => {
      const { team, issued, received } = await opened();
      const [one, foreign] = [await issued(), await issued({ currency: "CHF" })];
      const id = await received(25_000);
      const refused = async (invoice_id: string) =>
        team.refusedWithoutTrace(CATEGORIZE, { id, invoice_ids: [invoice_id] });
      const byHand = ", on the transaction's page in the web app";
      const { next: inFrancs } = await refused(foreign);
      assert.equal(inFrancs, `say how much of it was paid, in CHF${byHand}; nothing was changed`);
      await team.call(CATEGORIZE, { id, invoice_ids: [one] });
      const { next: again } = await refused(one);
      const ways = "choose another invoice, or say the amount if it was paid once more";
      assert.equal(again, `${ways}${byHand}; nothing was changed`);
    });

    it("of no invoice is refused, and says where payments are removed", async () => {
      const { team, issued, received } = await opened();
      const id = await received(10_000);
      await team.call(CATEGORIZE, { id, invoice_ids: [await issued()] });
      const refused = await team.refusedWithoutTrace(CATEGORIZE, { id, invoice_ids: [] });
      assert.equal(refused.path, "invoice_ids");
      assert.match(refused.sentence, /payments are removed on the invoice's page in the web app/);
    });
  });

  describe("a transaction that pays an invoice", () => {
    async function taxed(bps: readonly number[], country_code: string | null = null) {
      const all = await opened();
      const lines = [];
      for (const bp of bps) {
        const name = `${bp / 100} %`;
        lines.push({ tax_rate_id: await addTaxRate(all.team, { name, bp }) });
      }
      const id = await all.issued({ lines });
      // Only now, since the law of a country wants the seller's address.
      await world.database.begin((db) =>
        db.updateTable("teams").set({ country_code }).where("id", "=", all.team.id).execute(),
      );
      return { ...all, id };
    }

    it("gets its tax and a category where it has none, and loses them with the payment", async () => {
      const { books, received, book, remove, invoice, id } = await taxed([1900], "DE");
      const paid = await received(11_900);
      const before = await books.get(paid);
      const { notices = [] } = await book(paid, [{ invoice_id: id }]);
      assert.match(notices.join(" "), /got the category "Revenue"/);
      assert.match(notices.join(" "), /got the tax of the invoices/);
      assert.partialDeepStrictEqual(await books.get(paid), {
        category_slug: "revenue",
        category_by: "person",
        tax_rate_bp: 1900,
        tax_type: "VAT",
        tax_minor: 1900,
      });
      await remove(id, (await invoice(id)).payments[0]?.id);
      const { updated_at: _one, ...after } = await books.get(paid);
      const { updated_at: _other, ...same } = before;
      assert.deepEqual(after, same);
      assert.equal((await invoice(id)).status, "unpaid");
    });

    it("keeps what somebody changed since, and what it had before", async () => {
      const { books, received, book, remove, invoice, id } = await taxed([1900]);
      const paid = await received(11_900);
      await book(paid, [{ invoice_id: id }]);
      await books.change(paid, { category_slug: "service-revenue" });
      await remove(id, (await invoice(id)).payments[0]?.id);
      assert.partialDeepStrictEqual(await books.get(paid), {
        category_slug: "service-revenue",
        tax_rate_bp: null,
      });
      const own = await received(11_900, { category_slug: "grants", tax_rate_bp: 0 });
      await book(own, [{ invoice_id: id }]);
      await remove(id, (await invoice(id)).payments[0]?.id);
      assert.partialDeepStrictEqual(await books.get(own), {
        category_slug: "grants",
        tax_rate_bp: 0,
      });
    });

    it("gets no tax of several rates, nor where it pays something else too", async () => {
      const { books, received, book, issued, id } = await taxed([1900, 700]);
      const several = await received(22_600);
      await book(several, [{ invoice_id: id }]);
      assert.equal((await books.get(several)).tax_rate_bp, null);
      const more = await received(12_000);
      await book(more, [{ invoice_id: await issued() }]);
      assert.equal((await books.get(more)).tax_rate_bp, null);
    });

    it("has the tax of all that it pays, and what it got stays until the last payment goes", async () => {
      const { team, books, received, book, remove, invoice, issued, id } = await taxed([1900]);
      const other = await issued({
        lines: [{ tax_rate_id: await addTaxRate(team, { name: "7 %", bp: 700 }) }],
      });
      const paid = await received(22_600);
      await book(paid, [{ invoice_id: id }]);
      assert.equal((await books.get(paid)).tax_rate_bp, null);
      await book(paid, [{ invoice_id: other }]);
      assert.partialDeepStrictEqual(await books.get(paid), {
        category_slug: "revenue",
        tax_rate_bp: null,
      });
      await remove(id, (await invoice(id)).payments[0]?.id);
      assert.equal((await books.get(paid)).category_slug, "revenue");
      await remove(other, (await invoice(other)).payments[0]?.id);
      assert.equal((await books.get(paid)).category_slug, null);
    });

    it("gets the category of the customer's last payment, or the one that is given, or none", async () => {
      const { books, issued, received, book } = await opened();
      const first = await received(10_000);
      await book(first, [{ invoice_id: await issued() }], { category_slug: "service-revenue" });
      const second = await received(10_000);
      await book(second, [{ invoice_id: await issued() }]);
      const third = await received(10_000);
      await book(third, [{ invoice_id: await issued() }], { category_slug: null });
      const slugs = [];
      for (const id of [first, second, third]) slugs.push((await books.get(id)).category_slug);
      assert.deepEqual(slugs, ["service-revenue", "service-revenue", null]);
    });

    it("is neither changed so that it does not fit, nor made pending or a transfer", async () => {
      const { books, app, of, issued, received, book } = await opened();
      const paid = await received(10_000);
      await book(paid, [{ invoice_id: await issued() }]);
      const { updated_at: seen } = await books.get(paid);
      const change = async (given: object) =>
        app.refused("PATCH /api/teams/:team/transactions/:id", { ...of, id: paid, seen, ...given });
      const less = await change({ amount_minor: 9999 });
      assert.equal(less.code, "in_use");
      assert.match(less.title, /pays "INV-2026-0001", with other payments 100\.00 of 99\.99 EUR/);
      assert.match((await change({ amount_minor: -10_000 })).title, /more than there is/);
      assert.match((await change({ status: "pending" })).title, /cannot be pending/);
      const savings = await app.ask("POST /api/teams/:team/bank-accounts", {
        ...of,
        name: "Savings",
        type: "savings",
        currency: "EUR",
      });
      const out = await books.add({ bank_account_id: savings.id, amount_minor: -10_000 });
      const sides = { ...of, id: paid, other_id: out.id };
      const linked = await app.refused("POST /api/teams/:team/transfers", sides);
      assert.match(linked.title, /is no transfer between own accounts/);
      const { items } = await app.ask("GET /api/teams/:team/transfers/candidates", {
        ...of,
        id: out.id,
      });
      assert.deepEqual(items, []);
      await books.change(paid, { amount_minor: 10_001 });
    });

    it("refunds what is owed back, and no more", async () => {
      const { team, books, issued, received, book, refused, invoice } = await opened();
      const id = await issued();
      await book(await received(10_000), [{ invoice_id: id }]);
      await voidInvoice(ownerContext(team), { id });
      const out = await received(-12_000);
      const more = await refused(out, [{ invoice_id: id, amount_minor: 10_001 }]);
      assert.match(more.title, /100\.00 EUR are to be refunded of "INV-2026-0001"/);
      await book(out, [{ invoice_id: id }]);
      assert.partialDeepStrictEqual(await invoice(id), {
        to_refund_minor: 0,
        refunded_minor: 10_000,
      });
      assert.equal((await books.get(out)).category_slug, "customer-refunds");
    });
  });

  describe("the undo", () => {
    it("of a booking and of its removal brings back all, transaction and invoice", async () => {
      const { team, issued, received, book, remove, invoice, activity } = await opened();
      const [id, paid] = [await issued(), await received(10_000)];
      const before = await team.state();
      const { event } = await book(paid, [{ invoice_id: id }]);
      const booked = await team.state();
      const removed = await remove(id, (await invoice(id)).payments[0]?.id);
      await activity.undo({ id: removed.event ?? "" });
      assert.deepEqual(withoutTimes(await team.state()), withoutTimes(booked));
      assert.equal((await invoice(id)).status, "paid");
      const other = await opened();
      assert.ok(other.team.id !== team.id && event !== null);
      const again = await other.issued();
      const from = await other.received(10_000);
      const state = await other.team.state();
      const second = await other.book(from, [{ invoice_id: again }]);
      await other.activity.undo({ id: second.event ?? "" });
      assert.deepEqual(await other.team.state(), state);
      assert.ok(before);
    });

    it("of a removal is refused once another invoice has the money", async () => {
      const { team, issued, received, book, remove, invoice, activity } = await opened();
      const [one, other] = [await issued(), await issued()];
      const paid = await received(10_000);
      await book(paid, [{ invoice_id: one }]);
      const { event } = await remove(one, (await invoice(one)).payments[0]?.id);
      await book(paid, [{ invoice_id: other }], { category_slug: null });
      const state = await team.state();
      assert.match(await activity.refused({ id: event ?? "" }), /not_undoable/);
      assert.deepEqual(await team.state(), state);
    });

    it("of the transaction's creation is refused while it pays an invoice", async () => {
      const { issued, received, book, activity } = await opened();
      const paid = await received(10_000);
      const created = await activity.latest("POST /api/teams/:team/transactions");
      await book(paid, [{ invoice_id: await issued() }], { category_slug: null });
      assert.match(await activity.refused(created), /payment of an invoice/);
    });

    it("of an earlier amount is refused where the payments do not fit it", async () => {
      const { issued, received, book, books, activity } = await opened();
      const paid = await received(9000);
      await books.change(paid, { amount_minor: 10_000 });
      const changed = await activity.latest("PATCH /api/teams/:team/transactions/:id");
      await book(paid, [{ invoice_id: await issued() }], { category_slug: null });
      assert.match(await activity.refused(changed), /100\.00 of 90\.00 EUR/);
    });
  });

  it("leaves figures and totals of the books as their recomputation", async () => {
    assert.equal(await findWrongFigure(world.database.reader), null);
  });

  async function bookedFrom(team: Team, id: string): Promise<number> {
    const rows = await world.database.reader
      .selectFrom("invoice_payments")
      .select("bank_minor")
      .where("team_id", "=", team.id)
      .where("transaction_id", "=", id)
      .execute();
    return rows.reduce((sum, { bank_minor }) => sum + (bank_minor ?? 0), 0);
  }

  async function setOriginal(
    team: Team,
    id: string,
    columns: { readonly original_minor: number; readonly original_currency: string },
  ): Promise<void> {
    await world.database.begin((db) =>
      db
        .updateTable("transactions")
        .set(columns)
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .execute(),
    );
  }
});

type Part = {
  readonly invoice_id: string;
  readonly amount_minor?: number;
  readonly bank_minor?: number;
};

function withoutTimes(state: Record<string, unknown[]>): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value: unknown) => (key === "updated_at" ? "then" : value)),
  );
}
