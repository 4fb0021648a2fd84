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
import { paymentsOf, recordPayment, removePayment } from "./payments.ts";
import { proveNumbers } from "./prove-numbers.ts";
import { voidInvoice } from "./void-invoice.ts";

const TOTAL = 10_000;

const Step = fc.oneof(
  fc.record({ does: fc.constant("pay" as const), minor: fc.constantFrom(1, 2500, 5000, TOTAL) }),
  fc.record({ does: fc.constantFrom("remove" as const, "undo" as const), at: fc.nat(9) }),
  fc.record({ does: fc.constant("void" as const) }),
);

type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

onEachDatabase((world) => {
  it("the status of an invoice follows from what was paid, removed, voided and undone, in any order", async () => {
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
      { numRuns: extent(15, 100) },
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
    const paid = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    assert.equal(row.paid_minor, paid);
    if (row.canceled_at !== null) assert.equal(row.status, "canceled");
    else {
      assert.equal(row.status, paid >= TOTAL ? "paid" : "unpaid");
      assert.equal(row.paid_at !== null, paid >= TOTAL);
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
    const codes = ["already_canceled", "not_undoable"];
    if (error instanceof Refusal && codes.includes(error.code)) return null;
    throw error;
  }
}
