import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addBuyer, addDraft, numbered, setInvoice } from "../../../test/invoices.ts";
import { settlementOf } from "../../shared/invoice-status.ts";

const PAID_AT = "2026-11-20T09:00:00.000Z";

const Invoice = fc
  .record({
    total: fc.integer({ min: 0, max: 9999 }),
    credited: fc.nat(9999),
    paid: fc.nat(12_000),
    refunded: fc.nat(12_000),
    isVoid: fc.boolean(),
    ofFirst: fc.boolean(),
  })
  .map(({ credited, refunded, ...invoice }) => ({
    ...invoice,
    // Nobody gets more back than was paid, or more credit than was charged.
    credited: Math.min(credited, invoice.total),
    refunded: Math.min(refunded, invoice.paid),
  }));

onEachDatabase((world) => {
  it("customers count by their paid invoices without what was credited, whatever was paid back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Invoice, { minLength: 1, maxLength: 8 }), async (invoices) => {
        const team = await world.team();
        const buyers = [await addBuyer(team), await addBuyer(team)] as const;
        const expected = new Map<string, { amount: number; invoice_count: number }>();
        for (const [index, invoice] of invoices.entries()) {
          const { total, credited, paid, refunded } = invoice;
          const canceledAt = invoice.isVoid ? PAID_AT : null;
          const customer = buyers[invoice.ofFirst ? 0 : 1];
          const state = { type: "invoice", isDraft: false, canceledAt, total } as const;
          const { status } = settlementOf({ ...state, credited, paid, refunded });
          await setInvoice(team, await addDraft(team, { customer_id: customer }), {
            ...numbered(`INV-${index}`, index + 1),
            status,
            total_minor: total,
            credited_minor: credited,
            paid_minor: paid,
            refunded_minor: refunded,
            canceled_at: canceledAt,
            paid_at: status === "unpaid" ? null : PAID_AT,
          });
          if (status !== "paid" || (credited === total && total > 0)) continue;
          const { amount, invoice_count } = expected.get(customer) ?? NOTHING;
          const sum = Math.round(amount * 100 + total - credited) / 100;
          expected.set(customer, { amount: sum, invoice_count: invoice_count + 1 });
        }
        const { items } = await team.call("reports_top_customers", {});
        const told = items.map(({ customer_id, amount, invoice_count }: any) => [
          customer_id,
          { amount, invoice_count },
        ]);
        assert.deepEqual(new Map(told), expected);
      }),
      { numRuns: extent(10, 100) },
    );
  });
});

const NOTHING = { amount: 0, invoice_count: 0 };
