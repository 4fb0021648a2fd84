import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addBuyer, addDraft, sent, setInvoices } from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { undoEvent } from "../../activity/undo.ts";
import { subjects } from "../../api/subjects.ts";
import { Refusal } from "../../core/errors.ts";
import { events } from "../../events.ts";
import { creditInvoice, refundInvoice } from "./credit-invoice.ts";
import { paymentsOf, recordPayment } from "./payments.ts";
import { proveNumbers } from "./prove-numbers.ts";
import { removePayment } from "./remove-payment.ts";
import { voidInvoice } from "./void-invoice.ts";

const TOTAL = 10_000;

const Step = fc.oneof(
  fc.record({ does: fc.constant("pay" as const), minor: fc.constantFrom(1, 2500, 5000, TOTAL) }),
  fc.record({ does: fc.constantFrom("remove" as const, "undo" as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant("credit" as const), minor: fc.constantFrom(1, 2500, TOTAL) }),
  fc.record({ does: fc.constant("refund" as const), minor: fc.constantFrom(1, 2500, TOTAL) }),
  fc.record({ does: fc.constant("void" as const) }),
);

type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

onEachDatabase((world) => {
  it("the status of an invoice follows from what was paid, credited, refunded, removed, voided and undone", async () => {
    const team = await world.team();
    const customer_id = await addBuyer(team);
    const story = fc.record({
      steps: fc.array(Step, { maxLength: 12 }),
      isCredited: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(story, async ({ steps, isCredited }) => {
        await setInvoices(team, { void_issues_credit_note: isCredited });
        const id = await addDraft(team, { customer_id });
        await sent(team, id);
        const made: string[] = [];
        for (const step of steps) {
          world.pass(1000);
          const event = await take(team, id, made, step);
          if (event !== null) made.push(event);
          await assertFollows(team, id);
        }
      }),
      { numRuns: extent(25, 200) },
    );
    assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
  });

  async function assertFollows(team: Team, id: string): Promise<void> {
    const row = await world.database.reader
      .selectFrom("invoices")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const payments = await paymentsOf(ownerContext(team), id);
    const sumOf = (of: string) =>
      payments.reduce((sum, { kind, amount_minor }) => sum + (kind === of ? amount_minor : 0), 0);
    const [paid, refunded] = [sumOf("payment"), sumOf("refund")];
    assert.deepEqual([row.paid_minor, row.refunded_minor], [paid, refunded]);
    const owed = row.canceled_at === null ? TOTAL - row.credited_minor : 0;
    assert.ok(refunded <= Math.max(0, paid - owed), `${refunded} of ${paid} refunded`);
    if (row.canceled_at !== null) assert.equal(row.status, "canceled");
    else {
      const isPaid = paid - refunded >= owed;
      const isTakenBack = owed === 0 && paid === refunded;
      assert.equal(
        row.status,
        !isPaid ? "unpaid" : !isTakenBack ? "paid" : paid === 0 ? "canceled" : "refunded",
      );
      assert.equal(row.paid_at !== null, isPaid && paid > 0);
    }
  }
});

/** Takes a step. @returns its event; null where it was refused, or there was nothing to do it to */
async function take(
  team: Team,
  id: string,
  made: readonly string[],
  step: Step,
): Promise<string | null> {
  const context = ownerContext(team);
  try {
    if (step.does === "pay") {
      const payment = { paid_on: "2026-11-20", method: "transfer", note: null } as const;
      return (await recordPayment(context, { id, amount_minor: step.minor, ...payment })).event;
    }
    if (step.does === "credit")
      return (await creditInvoice(context, { id, amount_minor: step.minor, note: null })).event;
    if (step.does === "refund") {
      const refund = { paid_on: "2026-11-20", method: "transfer", note: null } as const;
      return (await refundInvoice(context, { id, amount_minor: step.minor, ...refund })).event;
    }
    if (step.does === "void") return (await voidInvoice(context, { id })).event;
    if (step.does === "remove") {
      const payment = (await paymentsOf(context, id))[step.at];
      return payment === undefined
        ? null
        : (await removePayment(context, { id, payment: payment.id })).event;
    }
    const event = made[step.at];
    if (event === undefined) return null;
    return (await undoEvent({ ...context, subjects, events }, { id: event })).undoing.id;
  } catch (error) {
    const codes = ["already_canceled", "not_undoable", "invalid_argument", "settled"];
    if (error instanceof Refusal && codes.includes(error.code)) return null;
    throw error;
  }
}
