import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { rounds } from "../../../test/extent.ts";
import {
  addDraft,
  addTaxRate,
  refusedCall,
  sent,
  setInvoice,
  setInvoices,
} from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { undoEvent } from "../../activity/undo.ts";
import { subjects } from "../../api/subjects.ts";
import { Refusal } from "../../core/errors.ts";
import { events } from "../../events.ts";
import { storedBody } from "./body-of.ts";
import {
  CreditInvoice,
  creditInvoice,
  getCreditable,
  RefundInvoice,
  refundInvoice,
} from "./credit-invoice.ts";
import { mailsOf } from "./mails.ts";
import { paymentsOf, recordPayment } from "./payments.ts";
import { proveNumbers } from "./prove-numbers.ts";
import { removePayment } from "./remove-payment.ts";
import { sendInvoice } from "./send-invoice.ts";
import { lossOfInvoice, voidInvoice } from "./void-invoice.ts";

onEachDatabase((world) => {
  describe("a credit note over a part", () => {
    it("of lines says what is credited of them, with their discounts and taxes", async () => {
      const team = await world.team();
      const { id, lines } = await sentInvoice(team);
      const note = "Two days less";
      const { row, creditNote, notices } = await credit(team, {
        id,
        lines: [
          { id: lines[0]?.id ?? "", quantity: "2.5" },
          { id: lines[1]?.id ?? "", quantity: "1" },
        ],
        note,
      });
      assert.deepEqual([row.status, row.credited_minor], ["unpaid", 27_361]);
      assert.partialDeepStrictEqual(creditNote, {
        type: "credit_note",
        status: "issued",
        number: "CN-2026-0001",
        credits_id: id,
        net_minor: 23_174,
        tax_minor: 4187,
        total_minor: 27_361,
      });
      assert.match(notices.join(), /CN-2026-0001 was not mailed/);
      const body = await storedBody(ownerContext(team), creditNote.id);
      assert.partialDeepStrictEqual(body, {
        type: "credit_note",
        number: "CN-2026-0001",
        due_date: null,
        credits: { number: "INV-2026-0001", issue_date: "2026-11-21" },
        discount: { bp: 1000 },
        subtotal_minor: 25_749,
        discount_minor: 2575,
        taxes: [
          { bp: 1900, net_minor: 21_375, tax_minor: 4061 },
          { bp: 700, net_minor: 1799, tax_minor: 126 },
        ],
        note,
        payment: null,
      });
      assert.deepEqual(
        body.lines.map(({ name, quantity, price, amount_minor }) => [
          name,
          quantity,
          price,
          amount_minor,
        ]),
        [
          ["Design", "2.5", "95", 23_750],
          ["Books", "1", "19.99", 1999],
        ],
      );
      assert.deepEqual(await stored(team, creditNote.id), creditNote);
      assert.deepEqual(await stored(team, id), row);
      await assertProven(team);
    });

    it("of an amount has a line for each tax, in the document's language", async () => {
      const team = await world.team();
      const { id } = await sentInvoice(team, { language: "de" });
      const { creditNote } = await credit(team, { id, amount_minor: 10_000 });
      const body = await storedBody(ownerContext(team), creditNote.id);
      assert.deepEqual(
        body.lines.map(({ name, tax }) => [name, tax?.bp]),
        [
          ["Korrektur zur Rechnung INV-2026-0001", 1900],
          ["Korrektur zur Rechnung INV-2026-0001", 700],
        ],
      );
      assert.deepEqual([body.discount, body.note, body.total_minor], [null, null, 10_000]);
      await assertProven(team);
    });

    it("leaves what is left: thirds come to the whole, for each tax, in any order", async () => {
      const team = await world.team();
      for (const steps of [
        ["amount", "amount", "rest"],
        ["amount", "line", "rest"],
        ["line", "amount", "rest"],
        ["line", "line", "rest"],
      ] as const) {
        const { id, lines } = await sentInvoice(team);
        for (const step of steps) {
          const { left_minor, credited } = await getCreditable(ownerContext(team), { id });
          const rest = lines.map(({ id, quantity }, index) => ({
            id,
            quantity: String(Number(quantity) - Number(credited.quantities[index])),
          }));
          if (step === "amount") await credit(team, { id, amount_minor: 45_833 });
          else if (step === "line")
            await credit(team, { id, lines: [{ id: lines[0]?.id ?? "", quantity: "4" }] });
          else if (steps.some((step) => step === "amount"))
            await credit(team, { id, amount_minor: left_minor });
          else await credit(team, { id, lines: rest.filter(({ quantity }) => quantity !== "0") });
        }
        const row = await stored(team, id);
        assert.deepEqual([row.status, row.credited_minor], ["canceled", row.total_minor]);
        assert.deepEqual(await sumOfNotes(team, id), await sumsOf(team, [id]));
      }
      await assertProven(team);
    });

    it("is refused for more than is left, for what is no invoice, and for what is settled", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const draft = await addDraft(team);
      const { id, lines } = await sentInvoice(team);
      const line = lines[0]?.id ?? "";
      for (const [given, code, path] of [
        [{ id: draft, amount_minor: 1 }, "invalid_argument", "id"],
        [{ id, amount_minor: 137_499 }, "invalid_argument", "amount_minor"],
        [{ id, lines: [{ id: line, quantity: "12.500001" }] }, "invalid_argument", "lines"],
        [{ id, lines: [{ id: line, quantity: "0" }] }, "invalid_argument", "lines"],
        [{ id, lines: [{ id: draft, quantity: "1" }] }, "invalid_argument", "lines"],
        [
          { id, lines: ["1", "2"].map((quantity) => ({ id: line, quantity })) },
          "invalid_argument",
          "lines",
        ],
        [{ id, amount_minor: 1, left_minor: 137_497 }, "changed_since", null],
        [{ id, amount_minor: 1, note: "漢" }, "not_drawable", "note"],
        [
          { id, amount_minor: 100, refund: { ...REFUND, amount_minor: 1 } },
          "invalid_argument",
          "refund.amount_minor",
        ],
      ] as const) {
        const error = await refusedCall(team, () => credit(team, given));
        assert.deepEqual([error.code, error.path], [code, path], error.message);
      }
      const { creditNote } = await credit(team, { id, amount_minor: 100 });
      const onNote = await refusedCall(team, () =>
        credit(team, { id: creditNote.id, amount_minor: 1 }),
      );
      assert.equal(onNote.code, "settled");
      await credit(team, { id, amount_minor: 137_398 });
      const onNothing = await refusedCall(team, () => credit(team, { id, amount_minor: 1 }));
      assert.equal(onNothing.code, "settled");
      const { id: other } = await sentInvoice(team);
      await voidInvoice(ownerContext(team), { id: other });
      const onVoid = await refusedCall(team, () => credit(team, { id: other, amount_minor: 1 }));
      assert.equal(onVoid.code, "already_canceled");
      const foreign = await world.team();
      const unknown = await refusedCall(foreign, () => credit(foreign, { id, amount_minor: 1 }));
      assert.equal(unknown.code, "not_found");
      assert.equal(
        (await credit(team, { id: (await sentInvoice(team)).id, amount_minor: 1 })).creditNote
          .number,
        "CN-2026-0004",
      );
      await assertProven(team);
    });

    it("pays the rest, takes a mail back that asks for money, and is never undone", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const mailing = { domain: "books.example", invoiceMailsPerHour: 100 };
      await sendInvoice({ ...ownerContext(team), mailing }, { id });
      await pay(team, id, 7000);
      world.pass(60_000);
      const { row, event, creditNote } = await credit(team, { id, amount_minor: 3000 });
      assert.deepEqual([row.status, row.paid_at], ["paid", creditNote.created_at]);
      assert.equal((await mailsOf(ownerContext(team), id))[0]?.state, "queued");
      const error = await refusedCall(team, () => undo(team, event));
      assert.equal(error.code, "not_undoable");
      const other = await addDraft(team);
      await sendInvoice({ ...ownerContext(team), mailing }, { id: other });
      const all = await credit(team, { id: other, amount_minor: 10_000 });
      assert.deepEqual([all.row.status, all.row.paid_at], ["canceled", null]);
      assert.equal((await mailsOf(ownerContext(team), other))[0]?.state, "withdrawn");
      await assertProven(team);
    });

    it("comes before a void, which credits the rest", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      for (const given of ["lines", "amount"] as const) {
        const { id, lines } = await sentInvoice(team);
        await credit(team, {
          id,
          ...(given === "lines"
            ? { lines: [{ id: lines[0]?.id ?? "", quantity: "10" }] }
            : { amount_minor: 10_000 }),
        });
        const left = 137_498 - (await stored(team, id)).credited_minor;
        const loss = await lossOfInvoice(ownerContext(team), { id });
        assert.match(loss ?? "", new RegExp(`the remaining ${(left / 100).toFixed(2)} EUR`));
        const { row, creditNote } = await voidInvoice(ownerContext(team), { id });
        assert.deepEqual([row.status, creditNote?.total_minor], ["canceled", left]);
        assert.deepEqual(await sumOfNotes(team, id), await sumsOf(team, [id]));
        const body = await storedBody(ownerContext(team), creditNote?.id ?? "");
        assert.deepEqual(
          body.lines.map(({ quantity }) => quantity),
          given === "lines" ? ["2.5", "3", "1"] : ["1", "1"],
        );
      }
      await assertProven(team);
    });

    it("beside others of the same invoice never comes to more than it, and leaves no gap", async () => {
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const team = await world.team();
        const { id } = await sentInvoice(team);
        const tried = await Promise.allSettled(
          Array.from({ length: 20 }, () => credit(team, { id, amount_minor: 10_000 })),
        );
        const done = tried.filter(({ status }) => status === "fulfilled").length;
        for (const result of tried)
          if (result.status === "rejected") assert.ok(result.reason instanceof Refusal);
        assert.equal(done, 13);
        assert.partialDeepStrictEqual(await stored(team, id), { credited_minor: 130_000 });
        await assertProven(team);
      }
    });

    it("beside a void and a payment leaves what all of them did", async () => {
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const team = await world.team();
        await setInvoices(team, { void_issues_credit_note: true });
        const { id } = await sentInvoice(team);
        const [credited] = await Promise.allSettled([
          credit(team, { id, amount_minor: 10_000 }),
          pay(team, id, 5000),
          voidInvoice(ownerContext(team), { id }),
        ]);
        const { status, credited_minor, paid_minor } = await stored(team, id);
        assert.deepEqual([status, credited_minor, paid_minor], ["canceled", 137_498, 5000]);
        if (credited.status === "rejected") {
          assert.ok(credited.reason instanceof Refusal);
          assert.equal(credited.reason.code, "already_canceled");
        }
        await assertProven(team);
      }
    });

    it("that was altered by SQL is named by the proof", async () => {
      for (const columns of [{ total_minor: 9999, net_minor: 9999 }, { credited_minor: 1 }]) {
        const team = await world.team();
        const { id } = await sentInvoice(team);
        const { creditNote } = await credit(team, { id, amount_minor: 10_000 });
        await setInvoice(team, "credited_minor" in columns ? id : creditNote.id, columns);
        const { problems } = await proveNumbers(ownerContext(team));
        assert.match(problems.join(" "), /CN-2026-0001|credited of INV-2026-0001/);
      }
    });
  });

  describe("a refund", () => {
    it("sends back what was paid too much, and no more", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      const none = await refusedCall(team, () => refund(team, { id, amount_minor: 1 }));
      assert.match(none.message, /Nothing is owed back on "INV-2026-0001"/);
      await pay(team, id, 13_000);
      const more = await refusedCall(team, () => refund(team, { id, amount_minor: 3001 }));
      assert.match(more.message, /30\.00 EUR is owed back .* not 30\.01 EUR/);
      assert.deepEqual([more.code, more.path], ["invalid_argument", "amount_minor"]);
      const early = await refusedCall(team, () =>
        refund(team, { id, amount_minor: 3000, paid_on: "2026-11-22" }),
      );
      assert.equal(early.path, "paid_on");
      const { row, creditNote } = await refund(team, { id, amount_minor: 3000 });
      assert.deepEqual([row.status, row.refunded_minor, creditNote], ["paid", 3000, null]);
      await assertProven(team);
    });

    it("of more issues a credit note with it: both, or nothing", async () => {
      const team = await world.team();
      const { id } = await sentInvoice(team);
      await pay(team, id, 137_498);
      const short = await refusedCall(team, () =>
        refund(team, { id, amount_minor: 5000, credit_minor: 4999 }),
      );
      assert.match(short.message, /49\.99 EUR is owed back/);
      const much = await refusedCall(team, () =>
        refund(team, { id, amount_minor: 5000, credit_minor: 137_499 }),
      );
      assert.equal(much.path, "credit_minor");
      const { row, creditNote } = await refund(team, {
        id,
        amount_minor: 5000,
        credit_minor: 5000,
      });
      assert.deepEqual(
        [row.status, row.refunded_minor, row.credited_minor, creditNote?.number],
        ["paid", 5000, 5000, "CN-2026-0001"],
      );
      const last = await credit(team, {
        id,
        amount_minor: 132_498,
        refund: { ...REFUND, amount_minor: 132_498 },
      });
      assert.equal(last.row.status, "refunded");
      await assertProven(team);
    });

    it("of a void invoice sends back what was paid on it", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      await pay(team, id, 4000);
      const { event } = await voidInvoice(ownerContext(team), { id });
      world.pass(1000);
      const { row } = await refund(team, { id, amount_minor: 4000 });
      assert.deepEqual([row.status, row.refunded_minor], ["canceled", 4000]);
      const back = await refusedCall(team, () => undo(team, event));
      assert.equal(back.code, "not_undoable");
      assert.match(back.message, /refunds/);
    });

    it("keeps the payments that it was sent back of, until it is removed", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      const paid = await pay(team, id, 13_000);
      world.pass(1000);
      const { event } = await refund(team, { id, amount_minor: 3000 });
      const [payment, refunded] = await paymentsOf(ownerContext(team), id);
      const removal = { id, payment: payment?.id ?? "" };
      const kept = await refusedCall(team, () => removePayment(ownerContext(team), removal));
      assert.deepEqual([kept.code, kept.path], ["settled", "payment"]);
      const back = await refusedCall(team, () => undo(team, paid.event));
      assert.equal(back.code, "not_undoable");
      await undo(team, event);
      assert.equal((await stored(team, id)).refunded_minor, 0);
      await removePayment(ownerContext(team), removal);
      assert.equal(refunded?.kind, "refund");
      assert.equal((await stored(team, id)).status, "unpaid");
      await assertProven(team);
    });

    it("beside others never comes to more than is owed back", async () => {
      for (let round = 0; round < rounds(world.dialect); round += 1) {
        const team = await world.team();
        const id = await addDraft(team);
        await sent(team, id);
        await pay(team, id, 13_000);
        const [payment] = await paymentsOf(ownerContext(team), id);
        await Promise.allSettled([
          ...Array.from({ length: 10 }, () => refund(team, { id, amount_minor: 1000 })),
          removePayment(ownerContext(team), { id, payment: payment?.id ?? "" }),
        ]);
        const { refunded_minor, paid_minor } = await stored(team, id);
        assert.ok(refunded_minor <= Math.max(0, paid_minor - 10_000));
        assert.ok(paid_minor === 0 || refunded_minor === 3000);
        await assertProven(team);
      }
    });
  });

  /** 12.5 × 95 and 1 × 49.90 less 15 % at 19 %, 3 × 19.99 at 7 %, all less 10 %: 1,374.98. */
  async function sentInvoice(team: Team, given: { readonly language?: "de" } = {}) {
    const [full, reduced] = await ratesOf(team);
    const id = await addDraft(team, {
      ...given,
      discount_bp: 1000,
      lines: [
        { name: "Design", quantity: "12.5", price: "95", tax_rate_id: full },
        { name: "Books", quantity: "3", price: "19.99", tax_rate_id: reduced },
        { name: "Photos", price: "49.90", discount_bp: 1500, tax_rate_id: full },
      ],
    });
    const { row } = await sent(team, id);
    return row;
  }

  async function ratesOf(team: Team): Promise<readonly [string, string]> {
    const rows = await world.database.reader
      .selectFrom("tax_rates")
      .select("id")
      .where("team_id", "=", team.id)
      .orderBy("bp", "desc")
      .execute();
    const [full, reduced] = rows;
    if (full !== undefined && reduced !== undefined) return [full.id, reduced.id];
    return [
      await addTaxRate(team, { name: "19 % VAT", bp: 1900 }),
      await addTaxRate(team, { name: "7 % VAT", bp: 700 }),
    ];
  }

  async function stored(team: Team, id: string) {
    const rows = world.database.reader.selectFrom("invoices").selectAll();
    return rows.where("team_id", "=", team.id).where("id", "=", id).executeTakeFirstOrThrow();
  }

  async function sumOfNotes(team: Team, id: string) {
    const notes = await world.database.reader
      .selectFrom("invoices")
      .select("id")
      .where("credits_id", "=", id)
      .execute();
    return sumsOf(
      team,
      notes.map((note) => note.id),
    );
  }

  /** Net and tax of documents by rate. */
  async function sumsOf(team: Team, ids: readonly string[]) {
    const sums = new Map<number, readonly [number, number]>();
    for (const id of ids)
      for (const { bp, net_minor, tax_minor } of (await storedBody(ownerContext(team), id)).taxes) {
        const [net, tax] = sums.get(bp) ?? [0, 0];
        sums.set(bp, [net + net_minor, tax + tax_minor]);
      }
    return sums;
  }
});

const REFUND = { paid_on: "2026-11-21", method: "transfer", note: null } as const;

async function credit(team: Team, given: object) {
  return creditInvoice(ownerContext(team), CreditInvoice.parse(given));
}

async function refund(team: Team, given: object) {
  return refundInvoice(ownerContext(team), RefundInvoice.parse({ ...REFUND, ...given }));
}

async function pay(team: Team, id: string, amount_minor: number) {
  return recordPayment(ownerContext(team), { id, ...REFUND, amount_minor });
}

async function undo(team: Team, id: string): Promise<void> {
  await undoEvent({ ...ownerContext(team), subjects, events }, { id });
}

async function assertProven(team: Team): Promise<void> {
  assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
}
