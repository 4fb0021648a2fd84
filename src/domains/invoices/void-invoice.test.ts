import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import {
  addBuyer,
  addDraft,
  addTaxRate,
  refusedCall,
  sent,
  setInvoices,
} from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { undoEvent } from "../../activity/undo.ts";
import { subjects } from "../../api/subjects.ts";
import type { Context } from "../../db/context.ts";
import { events } from "../../events.ts";
import { storedBody } from "./body-of.ts";
import { mailsOf } from "./mails.ts";
import { recordPayment, paymentsOf, type RecordPayment } from "./payments.ts";
import { proveNumbers } from "./prove-numbers.ts";
import { removePayment } from "./remove-payment.ts";
import { sendInvoice } from "./send-invoice.ts";
import { lossOfInvoice, voidInvoice } from "./void-invoice.ts";

const MAILING = { domain: "books.example", invoiceMailsPerHour: 100 };

onEachDatabase((world) => {
  describe("an invoice that is voided", () => {
    it("keeps number, body and payments, and its queued mail is taken back", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sendInvoice({ ...ownerContext(team), mailing: MAILING }, { id });
      await pay(team, id, 4000);
      world.pass(1000);
      const { row, creditNote, notices } = await voidInvoice(ownerContext(team), { id });
      assert.deepEqual(
        [row.status, row.number, row.canceled_at, row.paid_minor, creditNote],
        ["canceled", "INV-2026-0001", world.now, 4000, null],
      );
      assert.deepEqual(
        (await mailsOf(ownerContext(team), id)).map(({ state }) => state),
        ["withdrawn"],
      );
      assert.ok(
        notices.some((notice) => notice.includes("40.00 EUR were paid")),
        notices.join(),
      );
      assert.deepEqual(await stored(team, id), row);
      assert.equal((await paymentsOf(ownerContext(team), id)).length, 1);
      const again = await refusedCall(team, () => voidInvoice(ownerContext(team), { id }));
      assert.equal(again.code, "already_canceled");
      assert.match(again.message, /INV-2026-0001.*2026-11-21/);
    });

    it("tells its days in the team's zone", async () => {
      const team = await world.team({ time_zone: "Pacific/Kiritimati" });
      world.pass(4 * 3_600_000);
      const id = await sentInvoice(team);
      const again = await refusedCall(team, () => sent(team, id));
      assert.match(again.message, /INV-2026-0001.*2026-11-22/);
      await voidInvoice(ownerContext(team), { id });
      const voided = await refusedCall(team, () => voidInvoice(ownerContext(team), { id }));
      assert.match(voided.message, /canceled on 2026-11-22/);
      world.pass(-4 * 3_600_000);
    });

    it("as a draft takes no number", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const id = await addDraft(team);
      const { row, creditNote } = await voidInvoice(ownerContext(team), { id });
      assert.deepEqual([row.status, row.number, creditNote], ["canceled", null, null]);
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-0001");
    });

    it("is corrected by a credit note that mirrors it, with a number of its own series", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true, legal_name: "Before" });
      const rate = await addTaxRate(team, { name: "19 % VAT", bp: 1900 });
      const lines = [
        { quantity: "12.5", price: "95", tax_rate_id: rate },
        { price: "0.33", tax_rate_id: rate },
      ];
      const id = await addDraft(team, { lines, discount_bp: 1000 });
      await sent(team, id);
      await setInvoices(team, { legal_name: "After" });
      const { row, creditNote, notices } = await voidInvoice(ownerContext(team), { id });
      assert.deepEqual([row.status, row.credited_minor], ["canceled", row.total_minor]);
      assert.partialDeepStrictEqual(creditNote, {
        type: "credit_note",
        status: "issued",
        number: "CN-2026-0001",
        credits_id: id,
        total_minor: row.total_minor,
        buyer_name: "Acme",
      });
      assert.ok(notices.some((notice) => notice.includes("CN-2026-0001")));
      const [note, invoice] = [
        await storedBody(ownerContext(team), creditNote?.id ?? ""),
        await storedBody(ownerContext(team), id),
      ];
      assert.deepEqual(note, {
        ...invoice,
        type: "credit_note",
        id: creditNote?.id,
        number: "CN-2026-0001",
        due_date: null,
        credits: { number: "INV-2026-0001", issue_date: "2026-11-21" },
        payment: null,
      });
      assert.equal(note.seller.name, "Before");
      assert.deepEqual(await stored(team, note.id), creditNote);
      const error = await refusedCall(team, () => voidInvoice(ownerContext(team), { id: note.id }));
      assert.equal(error.code, "settled");
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });

    it("is corrected where the country wants it, and the team has not decided", async () => {
      for (const [country_code, own, isIssued] of [
        ["NL", null, true],
        ["US", null, false],
        ["NL", false, false],
        [null, true, true],
      ] as const) {
        const team = await world.team({ country_code });
        await setInvoices(team, { ...SELLER, void_issues_credit_note: own });
        const id = await addDraft(team, { customer_id: await addBuyer(team, ADDRESS) });
        await sent(team, id);
        const loss = await lossOfInvoice(ownerContext(team), { id });
        const { creditNote } = await voidInvoice(ownerContext(team), { id });
        assert.equal(creditNote !== null, isIssued, `${country_code} ${own}`);
        assert.equal(loss?.includes("credit note"), isIssued);
        assert.match(loss ?? "", /"INV-2026-0001" of "Acme", 100\.00 EUR/);
      }
    });

    it("comes back when the void is undone, unless a credit note went out", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      const { event } = await voidInvoice(ownerContext(team), { id });
      // Paid in the meantime: the status follows from that.
      world.pass(1000);
      await pay(team, id, 10_000);
      await undo(team, event);
      assert.partialDeepStrictEqual(await stored(team, id), {
        status: "paid",
        canceled_at: null,
        paid_at: world.now,
      });
      await setInvoices(team, { void_issues_credit_note: true });
      const again = await voidInvoice(ownerContext(team), { id });
      const error = await refusedCall(team, () => undo(team, again.event));
      assert.equal(error.code, "not_undoable");
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });
  });

  describe("a payment", () => {
    it("in parts pays an invoice, and the day of the last one says when", async () => {
      const team = await world.team({ time_zone: "Europe/Berlin" });
      const id = await sentInvoice(team);
      await pay(team, id, 4000, "2026-11-19");
      assert.partialDeepStrictEqual(await stored(team, id), {
        status: "unpaid",
        paid_minor: 4000,
        paid_at: null,
      });
      const { row } = await pay(team, id, 6000, "2026-11-20");
      assert.deepEqual([row.status, row.paid_at], ["paid", "2026-11-19T23:00:00.000Z"]);
      const other = await sentInvoice(team);
      assert.equal((await pay(team, other, 10_000)).row.paid_at, world.now);
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });

    it("of too much is taken, with a notice", async () => {
      const team = await world.team();
      const id = await sentInvoice(team);
      const { row, notices } = await pay(team, id, 10_050);
      assert.deepEqual([row.status, row.paid_minor], ["paid", 10_050]);
      assert.match(notices.join(), /0\.50 EUR more than the total/);
    });

    it("is removed, and the invoice is unpaid again", async () => {
      const team = await world.team();
      const id = await sentInvoice(team);
      const { row } = await pay(team, id, 10_000);
      assert.equal(row.status, "paid");
      const [payment] = await paymentsOf(ownerContext(team), id);
      const removal = { id, payment: payment?.id ?? "" };
      const removed = await removePayment(ownerContext(team), removal);
      assert.deepEqual(
        [removed.row.status, removed.row.paid_minor, removed.row.paid_at],
        ["unpaid", 0, null],
      );
      const gone = await refusedCall(team, () => removePayment(ownerContext(team), removal));
      assert.equal(gone.code, "not_found");
      await undo(team, removed.event);
      assert.equal((await stored(team, id)).status, "paid");
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });

    it("of an invoice that was credited since is removed, and it was never paid", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const id = await sentInvoice(team);
      await pay(team, id, 10_000);
      const { paid_at } = await stored(team, id);
      world.pass(1000);
      await voidInvoice(ownerContext(team), { id });
      assert.equal((await stored(team, id)).paid_at, paid_at);
      const [payment] = await paymentsOf(ownerContext(team), id);
      const removed = await removePayment(ownerContext(team), { id, payment: payment?.id ?? "" });
      assert.deepEqual([removed.row.status, removed.row.paid_at], ["canceled", null]);
      await undo(team, removed.event);
      assert.equal((await stored(team, id)).paid_at, paid_at);
    });

    it("is undone after a later one, and what is left is summed up", async () => {
      const team = await world.team();
      const id = await sentInvoice(team);
      const first = await pay(team, id, 5000);
      world.pass(1000);
      const second = await pay(team, id, 5000);
      assert.equal(second.row.status, "paid");
      await undo(team, first.event);
      assert.partialDeepStrictEqual(await stored(team, id), {
        status: "unpaid",
        paid_minor: 5000,
        paid_at: null,
      });
      await undo(team, second.event);
      assert.partialDeepStrictEqual(await stored(team, id), { status: "unpaid", paid_minor: 0 });
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });

    it("is refused on a draft, a credit note, a day to come, and another team's invoice", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const draft = await addDraft(team);
      const onDraft = await refusedCall(team, () => pay(team, draft, 1));
      assert.deepEqual([onDraft.code, onDraft.path], ["invalid_argument", "id"]);
      const id = await sentInvoice(team);
      const early = await refusedCall(team, () => pay(team, id, 1, "2026-11-22"));
      assert.equal(early.path, "paid_on");
      const { creditNote } = await voidInvoice(ownerContext(team), { id });
      const onNote = await refusedCall(team, () => pay(team, creditNote?.id ?? "", 1));
      assert.match(onNote.message, /credit note/);
      const other = await world.team();
      assert.equal((await refusedCall(other, () => pay(other, id, 1))).code, "not_found");
    });

    it("beside a void leaves what both did, in any order", async () => {
      for (let round = 0; round < 8; round += 1) {
        const team = await world.team();
        await setInvoices(team, { void_issues_credit_note: round % 2 === 0 });
        const id = await sentInvoice(team);
        await Promise.all([
          pay(team, id, 6000),
          voidInvoice(ownerContext(team), { id }),
          pay(team, id, 5000),
        ]);
        assert.partialDeepStrictEqual(await stored(team, id), {
          status: "canceled",
          paid_minor: 11_000,
        });
        assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
      }
    });
  });

  async function sentInvoice(team: Team): Promise<string> {
    const id = await addDraft(team);
    await sent(team, id);
    return id;
  }

  async function stored(team: Team, id: string) {
    const rows = world.database.reader.selectFrom("invoices").selectAll();
    return rows.where("team_id", "=", team.id).where("id", "=", id).executeTakeFirstOrThrow();
  }
});

const SELLER = {
  legal_name: "Wood & Co",
  address: "Long Street 1",
  zip: "1011 AB",
  city: "Amsterdam",
  vat_number: "NL123456789B01",
};

const ADDRESS = { addressLine1: "Short Street 2", zip: "1012 AB", city: "Amsterdam" };

async function pay(team: Team, id: string, amount_minor: number, paid_on = "2026-11-21") {
  const payment: RecordPayment = { id, amount_minor, paid_on, method: "transfer", note: null };
  return recordPayment(ownerContext(team), payment);
}

async function undo(team: Team, id: string): Promise<void> {
  const context: Context = ownerContext(team);
  await undoEvent({ ...context, subjects, events }, { id });
}
