import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addTaxRate, numbered, setInvoice } from "../../../test/invoices.ts";
import { WebApp } from "../../../test/web.ts";

const GET = "GET /api/teams/:team/invoices/:id";

onEachDatabase((world) => {
  async function opened(customer: object = {}, country: string | null = null) {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    await world.database.begin((db) =>
      db.updateTable("teams").set({ country_code: country }).where("id", "=", team.id).execute(),
    );
    const acme = await team.call("customers_create", {
      name: "Acme",
      email: "a@acme.example",
      ...customer,
    });
    const create = async (...lines: readonly object[]) =>
      team.call("invoices_create_draft", draftOf(acme.id, lines));
    return { team, acme, create };
  }

  const draftOf = (customer_id: string, lines: readonly object[], more: object = {}) => ({
    customer_id,
    line_items: lines.map((line) => ({ name: "Work", quantity: 1, price: 10, ...line })),
    ...more,
  });

  test("a draft by a tool has no number, and every default is told", async () => {
    const { create, team, acme } = await opened({ preferred_currency: "CHF" });
    const draft = await create({ quantity: 12.5, price: 95 });
    assert.deepEqual(
      [draft.status, draft.number, draft.total, draft.amount_due, draft.customer],
      ["draft", null, 1187.5, 1187.5, { id: acme.id, name: "Acme" }],
    );
    assert.deepEqual(draft.notices, [
      "The currency is CHF, which the customer prefers.",
      "The issue date will be the day of sending.",
      "It will be due 30 days after the day of sending, by the team's terms.",
      "It will be written in the team's language for invoices, English.",
      "Lines without a tax_rate have no tax: the team has set no usual rate.",
    ]);
    const { notices: _notices, ...rest } = draft;
    assert.deepEqual(await team.call("invoices_get", { id: draft.id }), rest);
    assert.equal(await team.call("invoices_get", { id: acme.id }), null);
  });

  test("given dates and currency are kept, and a past due date and an archived customer are told", async () => {
    const { team, acme } = await opened({ default_payment_terms: 10 });
    const usd = { currency: "usd", issue_date: "2026-11-01" };
    const late = await team.call("invoices_create_draft", {
      ...draftOf(acme.id, [{}], { ...usd, due_date: "2026-11-15" }),
    });
    assert.deepEqual([late.currency, late.due_date], ["USD", "2026-11-15"]);
    assert.ok(late.notices.some((said: string) => /2026-11-15 is before today/.test(said)));
    await team.call("customers_update", { id: acme.id, is_archived: true });
    const other = await team.call("invoices_create_draft", draftOf(acme.id, [{}], usd));
    assert.equal(other.due_date, "2026-11-11");
    assert.equal(other.notices[0], 'The customer "Acme" is archived.');
    assert.match(other.notices[1], /due 10 days after the issue date, by the customer's terms/);
  });

  test("a rate is found by its percent or its name, and a percent of several is refused by their names", async () => {
    const { team, create, acme } = await opened();
    await addTaxRate(team, { name: "USt", bp: 1900 });
    await addTaxRate(team, { name: "Reduced", bp: 700 });
    await addTaxRate(team, { name: "Books", bp: 700 });
    const { line_items, taxes, tax } = await create(
      { tax_rate: 19 },
      { tax_rate: "19 %" },
      { tax_rate: "books" },
    );
    assert.deepEqual(
      line_items.map(({ tax_rate }: any) => tax_rate),
      [19, 19, 7],
    );
    assert.deepEqual(
      taxes.map(({ rate, net, tax: of }: any) => [rate, net, of]),
      [
        [19, 20, 3.8],
        [7, 10, 0.7],
      ],
    );
    assert.equal(tax, 4.5);
    const refused = await team.refusedWithoutTrace(
      "invoices_create_draft",
      draftOf(acme.id, [{}, { tax_rate: 7 }]),
    );
    assert.equal(refused.path, "line_items.1.tax_rate");
    assert.match(refused.sentence, /"Books"/);
    assert.match(refused.sentence, /"Reduced"/);
  });

  test("a percent that the team's country has is added by the same event, and undone with it", async () => {
    const { team, create, acme } = await opened({}, "DE");
    const before = await team.state();
    const draft = await create({ tax_rate: "7" }, { tax_rate: 7, price: 20 });
    assert.deepEqual([draft.tax, draft.total], [2.1, 32.1]);
    const added = draft.notices.filter((said: string) => /was added/.test(said));
    assert.equal(added.length, 1);
    assert.match(added[0], /"7 % USt"/);
    const [event] = await team.journalOf("invoices_create_draft");
    assert.deepEqual(
      event?.changes.map(({ subject_type }) => subject_type),
      ["tax_rate", "invoice"],
    );
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("invoices_create_draft"));
    const { invoices, tax_rates } = await team.state();
    assert.deepEqual([invoices, tax_rates], [before["invoices"], before["tax_rates"]]);
    const refused = await team.refusedWithoutTrace(
      "invoices_create_draft",
      draftOf(acme.id, [{ tax_rate: 20 }]),
    );
    assert.match(refused.sentence, /no tax rate "20".*\/settings\/invoices\/tax/);
  });

  test("two calls that add one rate at the same time add it once", async () => {
    const { team, create } = await opened({}, "DE");
    const drafts = await Promise.all([1, 2, 3].map(async () => create({ tax_rate: 19 })));
    assert.deepEqual(
      drafts.map(({ tax }: any) => tax),
      [1.9, 1.9, 1.9],
    );
    assert.equal((await team.state())["tax_rates"]?.length, 1);
  });

  test("what cannot be is refused by its argument, and nothing is created", async () => {
    const { team, acme } = await opened();
    const other = await opened();
    const absent = other.acme.id;
    for (const [lines, more, path] of [
      [[{}], { customer_id: absent }, "customer_id"],
      [[], {}, "line_items"],
      [[{ quantity: 0 }], {}, "line_items.0.quantity"],
      [[{ quantity: -1 }], {}, "line_items.0.quantity"],
      [[{ quantity: 1e-7 }], {}, "line_items.0.quantity"],
      [[{ price: -0.01 }], {}, "line_items.0.price"],
      [[{ price: 1e9 }], {}, "line_items.0.price"],
      [[{ name: " " }], {}, "line_items.0.name"],
      [[{ price: 999_999_999, quantity: 999_999_999 }], {}, "line_items.0"],
      [Array.from({ length: 201 }, () => ({})), {}, "line_items"],
      [[{}], { issue_date: "2026-11-02", due_date: "2026-11-01" }, "due_date"],
      [[{}], { service_from: "2026-11-02", service_to: "2026-11-01" }, "service_to"],
      [[{ discount: 1 }], {}, "line_items.0.discount"],
    ] as const) {
      const given = draftOf(acme.id, lines, more);
      const refused = await team.refusedWithoutTrace("invoices_create_draft", given);
      assert.equal(refused.path, path, refused.sentence);
    }
  });

  test("figures are the same to a tool and on the page, in currencies of any digits", async () => {
    const { team, acme } = await opened();
    const app = await WebApp.of(team);
    await addTaxRate(team, { name: "Ten", bp: 1000 });
    for (const [currency, digits, line] of [
      ["EUR", 100, { quantity: 3, price: 0.335, tax_rate: "Ten" }],
      ["JPY", 1, { quantity: 3, price: 105, tax_rate: "Ten" }],
      ["KWD", 1000, { quantity: 7, price: 1.2345, tax_rate: "Ten" }],
      ["EUR", 100, { quantity: 0.000001, price: 999_999_999.999_999 }],
    ] as const) {
      const draft = draftOf(acme.id, [line, { price: 0 }], { currency });
      const told = await team.call("invoices_create_draft", draft);
      const shown = await app.ask(GET, { team: team.id, id: told.id });
      const minor = (major: number) => Math.round(major * digits);
      assert.deepEqual([told.subtotal, told.tax, told.total, told.amount_due].map(minor), [
        shown.body.subtotal_minor,
        shown.body.tax_minor,
        shown.total_minor,
        shown.due_minor,
      ]);
      assert.deepEqual(
        told.line_items.map(({ amount }: any) => minor(amount)),
        shown.body.lines.map(({ amount_minor }) => amount_minor),
      );
      const { items } = await team.call("invoices_list");
      assert.equal(minor(items[0].total), shown.total_minor);
      world.pass(1000);
    }
  });

  test("the customer's count has its invoices, and reports_top_customers what it has paid", async () => {
    const { team, acme, create } = await opened();
    const zenith = await team.call("customers_create", { name: "Zenith", email: "z@z.example" });
    const paid = async (draft: any, sequence: number, columns: object = {}) =>
      setInvoice(team, draft.id, {
        ...numbered(`INV-2026-000${sequence}`, sequence),
        status: "paid",
        paid_at: "2026-11-10T12:00:00.000Z",
        ...columns,
      });
    await paid(await create({ price: 100 }), 1, { credited_minor: 2500 });
    await paid(await create({ price: 50 }), 2);
    await paid(await create({ price: 999 }), 3, { paid_at: "2026-10-31T12:00:00.000Z" });
    await create({ price: 999 });
    const usd = draftOf(zenith.id, [{ price: 300 }], { currency: "USD" });
    await paid(await team.call("invoices_create_draft", usd), 4);
    assert.equal((await team.call("customers_get", { id: acme.id })).invoice_count, 4);
    const november = { from: "2026-11-01", to: "2026-11-30" };
    const top = await team.call("reports_top_customers", november);
    assert.deepEqual(
      top.items.map(({ customer_name, currency, amount, invoice_count }: any) => [
        customer_name,
        currency,
        amount,
        invoice_count,
      ]),
      [
        ["Acme", "EUR", 125, 2],
        ["Zenith", "USD", 300, 1],
      ],
    );
    assert.match(top.notices[0], /no exchange rate of USD to EUR/);
    const all = await team.call("reports_top_customers", { limit: 1 });
    assert.deepEqual(
      all.items.map(({ amount }: any) => amount),
      [1124],
    );
    await assertNothingPaid(await world.team());
  });

  async function assertNothingPaid(other: Team): Promise<void> {
    const { items, notices } = await other.call("reports_top_customers");
    assert.deepEqual([items, notices], [[], undefined]);
  }

  test("invoices of a deleted customer stay, and come back to it with the undo", async () => {
    const { team, acme, create } = await opened();
    const { id } = await create({});
    const app = await WebApp.of(team);
    await app.ask("DELETE /api/teams/:team/customers/:id", { team: team.id, id: acme.id });
    assert.equal((await team.call("invoices_get", { id })).customer, null);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("DELETE /api/teams/:team/customers/:id"));
    assert.equal((await team.call("invoices_get", { id })).customer.id, acme.id);
  });
});
