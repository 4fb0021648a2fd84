import assert from "node:assert/strict";
import { it } from "node:test";
import * as fc from "fast-check";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addBuyer, addDraft, sent, setInvoices } from "../../../test/invoices.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { Refusal } from "../../core/errors.ts";
import { addDays } from "../../shared/calendar.ts";
import { paymentsOf, recordPayment } from "../invoices/payments.ts";
import { removePayment } from "../invoices/remove-payment.ts";
import { voidInvoice } from "../invoices/void-invoice.ts";
import { getStatement } from "./statement.ts";

const STATEMENT = "GET /api/teams/:team/customers/:id/statement";
const EXPORT = "GET /api/teams/:team/customers/:id/statement/export";
const CUSTOMER = "GET /api/teams/:team/customers/:id";
const CUSTOMERS = "GET /api/teams/:team/customers";
const INVOICES = "GET /api/teams/:team/invoices";
const OVERVIEW = "GET /api/teams/:team/overview";

const PAID = { method: "transfer", note: null } as const;

const Step = fc.record({
  does: fc.constantFrom("send", "pay", "remove", "void"),
  at: fc.nat(5),
  minor: fc.constantFrom(1, 2500, 10_000, 12_000),
  isCredited: fc.boolean(),
  currency: fc.constantFrom("EUR", "USD"),
});

type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

onEachDatabase((world) => {
  it("charges, payments, voids and credit notes stand by day with the balance behind each", async () => {
    world.at("2026-11-02T09:00:00Z");
    const team = await world.team();
    const id = await addBuyer(team);
    const of = { team: team.id, id };
    const first = await addDraft(team, { customer_id: id, reference: "PO 7" });
    await sent(team, first);
    await addDraft(team, { customer_id: id });
    world.at("2026-11-09T09:00:00Z");
    await recordPayment(ownerContext(team), {
      id: first,
      paid_on: "2026-11-05",
      amount_minor: 4000,
      ...PAID,
    });
    const dollars = await addDraft(team, { customer_id: id, currency: "USD" });
    await sent(team, dollars);
    world.at("2026-11-10T09:00:00Z");
    await voidInvoice(ownerContext(team), { id: dollars });
    await setInvoices(team, { void_issues_credit_note: true });
    world.at("2026-11-12T09:00:00Z");
    await voidInvoice(ownerContext(team), { id: first });
    const app = await WebApp.of(team);
    const told = async (days: object) =>
      (await app.ask(STATEMENT, { ...of, ...days })).accounts.map(
        ({ currency, opening_minor, lines, closing_minor }) => [
          currency,
          opening_minor,
          lines.map((line) => [
            line.day.slice(8),
            line.kind,
            line.amount_minor,
            line.balance_minor,
          ]),
          closing_minor,
        ],
      );
    const euros = [
      ["02", "invoice", 10_000, 10_000],
      ["05", "payment", -4000, 6000],
      ["12", "credit_note", -10_000, -4000],
    ];
    const usd = [
      ["09", "invoice", 10_000, 10_000],
      ["10", "void", -10_000, 0],
    ];
    assert.deepEqual(await told({}), [
      ["EUR", 0, euros, -4000],
      ["USD", 0, usd, 0],
    ]);
    assert.deepEqual(await told({ from: "2026-11-05", to: "2026-11-10" }), [
      ["EUR", 10_000, euros.slice(1, 2), 6000],
      ["USD", 0, usd, 0],
    ]);
    assert.deepEqual(await told({ to: "2026-11-01" }), []);
    const { accounts } = await app.ask(STATEMENT, of);
    const [line] = accounts[0]?.lines ?? [];
    assert.deepEqual(
      [line?.number, line?.reference, line?.document_id],
      ["INV-2026-0001", "PO 7", first],
    );
    assert.equal(accounts[0]?.lines[2]?.credits_number, "INV-2026-0001");
    assert.deepEqual((await app.ask(CUSTOMER, of)).to_refund, [{ currency: "EUR", minor: 4000 }]);
  });

  it("the figures of statement, list of customers, customer, list of invoices and Home are the same after any story", async () => {
    const team = await world.team();
    const customer_id = await addBuyer(team);
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const ids: string[] = [];
        for (const step of steps) {
          world.pass(36_000_000);
          await take(team, { customer_id, ids }, step);
        }
        await assertSame(await WebApp.of(team), team, customer_id);
      }),
      { numRuns: extent(6, 60) },
    );
  });

  it("a credit note that was issued while the customer was deleted is on it once that is undone", async () => {
    const team = await world.team();
    await setInvoices(team, { void_issues_credit_note: true });
    const customer_id = await addBuyer(team);
    const id = await addDraft(team, { customer_id });
    await sent(team, id);
    const activity = await Activity.of(team);
    const of = { team: team.id, id: customer_id };
    world.pass(1000);
    await activity.app.ask("DELETE /api/teams/:team/customers/:id", of);
    await voidInvoice(ownerContext(team), { id });
    world.pass(1000);
    await activity.undo(await activity.latest("DELETE /api/teams/:team/customers/:id"));
    await assertSame(activity.app, team, customer_id);
    const [account] = (await activity.app.ask(STATEMENT, of)).accounts;
    assert.deepEqual(
      account?.lines.map(({ kind, number, credits_number, balance_minor }) => [
        kind,
        number,
        credits_number,
        balance_minor,
      ]),
      [
        ["invoice", "INV-2026-0001", null, 10_000],
        ["credit_note", "CN-2026-0001", "INV-2026-0001", 0],
      ],
    );
  });

  it("more lines than fit are in the opening balance, and in the file all the same", async () => {
    const team = await world.team();
    const id = await addBuyer(team);
    for (const price of ["1", "2", "3", "4"]) {
      world.pass(1000);
      await sent(team, await addDraft(team, { customer_id: id, lines: [{ price }] }));
    }
    const { accounts } = await getStatement(ownerContext(team), { id }, 2);
    const [account] = accounts;
    assert.deepEqual(
      [account?.opening_minor, account?.left_out, account?.closing_minor],
      [300, 2, 1000],
    );
    assert.deepEqual(
      account?.lines.map(({ amount_minor, balance_minor }) => [amount_minor, balance_minor]),
      [
        [300, 600],
        [400, 1000],
      ],
    );
    const { body } = await (await WebApp.of(team)).attempt(EXPORT, { team: team.id, id });
    const lines = String(body).trim().split("\r\n");
    assert.equal(lines.length, 6);
    assert.match(lines[5] ?? "", /^,Balance,,,,,10.00,EUR$/);
  });

  if (world.isSecond) return;

  it("a customer of another team has no statement, and drafts are on none", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const id = await addBuyer(team);
    await addDraft(team, { customer_id: id });
    assert.deepEqual(
      (await (await WebApp.of(team)).ask(STATEMENT, { team: team.id, id })).accounts,
      [],
    );
    const { status } = await (await WebApp.of(other)).attempt(STATEMENT, { team: other.id, id });
    assert.equal(status, 404);
  });

  it("a void counts on its day in the team's zone", async () => {
    world.at("2026-11-02T09:00:00Z");
    const team = await world.team({ time_zone: "Pacific/Kiritimati" });
    const customer_id = await addBuyer(team);
    const id = await addDraft(team, { customer_id });
    await sent(team, id);
    world.at("2026-11-02T11:00:00Z");
    await voidInvoice(ownerContext(team), { id });
    const of = (days: object) => getStatement(ownerContext(team), { id: customer_id, ...days });
    const kinds = async (days: object) =>
      (await of(days)).accounts.flatMap(({ lines }) => lines.map(({ kind, day }) => [kind, day]));
    assert.deepEqual(await kinds({ from: "2026-11-03" }), [["void", "2026-11-03"]]);
    assert.deepEqual(await kinds({ to: "2026-11-02" }), [["invoice", "2026-11-02"]]);
  });
});

type Story = { readonly customer_id: string; readonly ids: string[] };

async function take(team: Team, { customer_id, ids }: Story, step: Step): Promise<void> {
  const context = ownerContext(team);
  const id = ids[step.at];
  try {
    if (step.does === "send" || id === undefined) {
      const draft = await addDraft(team, { customer_id, currency: step.currency, terms_days: 0 });
      await sent(team, draft);
      ids.push(draft);
    } else if (step.does === "pay") {
      const paid_on = addDays(team.world.now.slice(0, 10), -1);
      await recordPayment(context, { id, paid_on, amount_minor: step.minor, ...PAID });
    } else if (step.does === "remove") {
      const [payment] = await paymentsOf(context, id);
      if (payment !== undefined) await removePayment(context, { id, payment: payment.id });
    } else {
      await setInvoices(team, { void_issues_credit_note: step.isCredited });
      await voidInvoice(context, { id });
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "already_canceled") throw error;
  }
}

type Sum = { readonly currency: string; readonly minor: number };

async function assertSame(app: WebApp, team: Team, id: string): Promise<void> {
  const of = { team: team.id };
  const [customer, statement, customers, invoices, home] = [
    await app.ask(CUSTOMER, { ...of, id }),
    await app.ask(STATEMENT, { ...of, id }),
    await app.ask(CUSTOMERS, of),
    await app.ask(INVOICES, { ...of, customer: id }),
    await app.ask(OVERVIEW, of),
  ];
  const { owes, to_refund } = customer;
  assert.deepEqual(customers.items[0]?.owes, owes);
  assert.deepEqual(customers.owes, owes);
  const owed = owes.map(({ currency, owed_minor: minor }) => ({ currency, minor }));
  const overdue = owes
    .filter(({ overdue_minor }) => overdue_minor > 0)
    .map(({ currency, overdue_minor: minor }) => ({ currency, minor }));
  assert.deepEqual([invoices.totals?.owed, invoices.totals?.overdue], [owed, overdue]);
  assert.deepEqual(sorted(home.invoices.owed), owed);
  assert.deepEqual(sorted(home.invoices.overdue), overdue);
  assert.deepEqual(sorted(home.invoices.to_refund), to_refund);
  for (const { currency, closing_minor, lines } of statement.accounts) {
    const of = (sums: readonly Sum[]) => sums.find((sum) => sum.currency === currency)?.minor ?? 0;
    assert.equal(closing_minor, of(owed) - of(to_refund));
    assert.equal(lines.at(-1)?.balance_minor, closing_minor);
    const sum = lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    assert.equal(sum, closing_minor);
  }
}

function sorted(sums: readonly Sum[]): readonly Sum[] {
  return sums.toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
