import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { overdueFrom, settlementOf } from "./invoice-status.ts";

const NEW = {
  type: "invoice",
  isDraft: false,
  canceledAt: null,
  total: 100,
  credited: 0,
  paid: 0,
  refunded: 0,
} as const;

const AT = "2026-11-24T10:00:00.000Z";

test("an invoice's status and what is owed follow from its sums", () => {
  for (const [name, invoice, status, amountDue, toRefund] of [
    ["draft", { isDraft: true }, "draft", 100, 0],
    ["draft of 0", { isDraft: true, total: 0 }, "draft", 0, 0],
    ["voided draft", { isDraft: true, canceledAt: AT }, "canceled", 0, 0],
    ["sent", {}, "unpaid", 100, 0],
    ["sent, of 0", { total: 0 }, "paid", 0, 0],
    ["paid in part", { paid: 40 }, "unpaid", 60, 0],
    ["paid", { paid: 100 }, "paid", 0, 0],
    ["paid too much", { paid: 130 }, "paid", 0, 30],
    ["what was too much sent back", { paid: 130, refunded: 30 }, "paid", 0, 0],
    ["credited in part", { credited: 30 }, "unpaid", 70, 0],
    ["credited in part, the rest paid", { credited: 30, paid: 70 }, "paid", 0, 0],
    ["paid, then credited in part", { credited: 30, paid: 100 }, "paid", 0, 30],
    ["… and sent back", { credited: 30, paid: 100, refunded: 30 }, "paid", 0, 0],
    ["credited", { credited: 100 }, "canceled", 0, 0],
    ["paid, then credited", { credited: 100, paid: 100 }, "paid", 0, 100],
    ["… sent back in part", { credited: 100, paid: 100, refunded: 40 }, "paid", 0, 60],
    ["… and sent back", { credited: 100, paid: 100, refunded: 100 }, "refunded", 0, 0],
    ["voided", { canceledAt: AT }, "canceled", 0, 0],
    ["voided with its credit note", { canceledAt: AT, credited: 100 }, "canceled", 0, 0],
    ["voided after a payment", { canceledAt: AT, paid: 60 }, "canceled", 0, 60],
    ["… and sent back", { canceledAt: AT, paid: 60, refunded: 60 }, "canceled", 0, 0],
    ["credit note", { type: "credit_note" }, "issued", 0, 0],
    ["draft of a credit note", { type: "credit_note", isDraft: true }, "draft", 0, 0],
  ] as const)
    assert.deepEqual(settlementOf({ ...NEW, ...invoice }), { status, amountDue, toRefund }, name);
});

test("an invoice is overdue the day after it is due, and not on the day it was sent", () => {
  assert.equal(overdueFrom("2026-12-31", "2026-12-01"), "2027-01-01");
  assert.equal(overdueFrom("2026-12-01", "2026-12-01"), "2026-12-02");
  assert.equal(overdueFrom("2026-11-01", "2026-12-01"), "2026-12-02");
});

test("after any payments, credits, refunds and voids, status and sums agree", () => {
  const step = fc.record({
    did: fc.constantFrom("pay", "credit", "refund", "void"),
    amount: fc.integer({ min: 1, max: 6 }),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), fc.array(step), (total, steps) => {
      let invoice: Invoice = { ...NEW, total };
      for (const { did, amount } of steps) {
        invoice = after(invoice, did, amount);
        agree(invoice);
        seen.add(settlementOf(invoice).status);
      }
    }),
    { numRuns: 1000 },
  );
  assert.deepEqual([...seen].toSorted(), ["canceled", "paid", "refunded", "unpaid"]);
});

type Invoice = Parameters<typeof settlementOf>[0];

/** No credit exceeds the total, and no refund what is owed back. */
function after(invoice: Invoice, did: string, amount: number): Invoice {
  const { total, credited, paid, refunded } = invoice;
  if (did === "pay") return { ...invoice, paid: paid + amount };
  if (did === "credit") return { ...invoice, credited: Math.min(total, credited + amount) };
  if (did === "void") return { ...invoice, canceledAt: AT };
  return { ...invoice, refunded: refunded + Math.min(settlementOf(invoice).toRefund, amount) };
}

function agree(invoice: Invoice) {
  const { canceledAt, total, credited, paid, refunded } = invoice;
  const { status, amountDue, toRefund } = settlementOf(invoice);
  const charged = canceledAt === null ? total - credited : 0;
  assert.equal(charged - paid + refunded, amountDue - toRefund);
  assert.ok(amountDue === 0 || toRefund === 0);
  assert.ok(refunded <= Math.max(0, paid - charged));
  assert.equal(status === "unpaid", amountDue > 0);
  if (canceledAt !== null) assert.equal(status, "canceled");
  if (status === "refunded") assert.ok(paid > 0 && refunded === paid && charged === 0);
  if (status === "canceled" && canceledAt === null)
    assert.deepEqual([credited, paid, refunded], [total, 0, 0]);
  if (status === "paid" && total > 0) assert.ok(charged > 0 || toRefund > 0);
}
