import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { addTaxRate, numbered, setInvoice, setInvoices } from "../../../test/invoices.ts";
import { WebApp } from "../../../test/web.ts";

const SELLER = {
  legal_name: "Ledger GmbH",
  address: "Weg 2",
  zip: "10115",
  city: "Berlin",
  tax_number: "12/345/67890",
};

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
      "The team has no country, so that the law for its invoices is not known. Choose it in Settings → Team.",
      "The name of your business is missing. Enter it in Settings → Invoices → Seller.",
      "The street and number of your business is missing. Enter it in Settings → Invoices → Seller.",
      "The city of your business is missing. Enter it in Settings → Invoices → Seller.",
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

  test("terms are the draft's own, and sending makes the due date of them", async () => {
    const { team, acme } = await opened(
      { default_payment_terms: 10, addressLine1: "Hauptstr. 1", zip: "10115", city: "Berlin" },
      "DE",
    );
    const app = await WebApp.of(team);
    await app.ask("PATCH /api/teams/:team/invoice-settings", { team: team.id, ...SELLER });
    const lines = [{ tax_rate: 19 }];
    const create = async (more: object) =>
      team.call("invoices_create_draft", draftOf(acme.id, lines, more));
    const draft = await create({ terms_days: 14 });
    assert.deepEqual([draft.terms_days, draft.due_date, draft.service_from], [14, null, null]);
    assert.deepEqual(draft.notices.slice(1, 4), [
      "The issue date will be the day of sending.",
      "It will be due 14 days after the day of sending.",
      "The day of service will be the issue date, as none is given.",
    ]);
    world.at("2026-11-25T09:00:00Z");
    await team.call("invoices_send", { id: draft.id });
    const sent = await team.call("invoices_get", { id: draft.id });
    assert.deepEqual(
      [sent.issue_date, sent.due_date, sent.terms_days, sent.service_from],
      ["2026-11-25", "2026-12-09", 14, "2026-11-25"],
    );
    assert.equal(
      (await create({ terms_days: 0, issue_date: "2026-11-26" })).due_date,
      "2026-11-26",
    );
    const served = await create({ service_from: "2026-11-01" });
    assert.ok(!served.notices.some((said: string) => /service/.test(said)));
    assert.equal((await create({ terms_days: null })).terms_days, 10);
  });

  test("a draft tells what it lacks, once and in time, and is sent when that is mended", async () => {
    const { team, acme } = await opened({}, "DE");
    await addTaxRate(team, { name: "19 % USt", bp: 1900 });
    const draft = draftOf(acme.id, [{ tax_rate: 19, price: 300 }]);
    const { id, notices } = await team.call("invoices_create_draft", draft);
    const said = (pattern: RegExp) => notices.filter((one: string) => pattern.test(one)).length;
    assert.equal(said(/^Before it can be sent: .*name of your business.*city of Acme/), 1);
    assert.equal(said(/day of service/i), 1);
    const refused = await team.refusedWithoutTrace("invoices_send", { id });
    assert.equal(refused.code, "invoice_incomplete");
    assert.match(
      refused.sentence,
      /customers_update enters what the customer lacks too, and the web app takes the rest, then send it again; nothing was sent/,
    );
    const app = await WebApp.of(team);
    await app.ask("PATCH /api/teams/:team/invoice-settings", { team: team.id, ...SELLER });
    const own = await team.refusedWithoutTrace("invoices_send", { id });
    assert.doesNotMatch(own.sentence, /your business/);
    const address = { addressLine1: "Hauptstr. 1", zip: "10115", city: "Berlin" };
    await team.call("customers_update", { id: acme.id, ...address });
    const whole = await team.call("invoices_create_draft", draft);
    assert.ok(!whole.notices.some((one: string) => /Before it can|missing/.test(one)));
    const foreignWords = draftOf(acme.id, [{ tax_rate: 19, price: 300, name: "株式会社" }]);
    const undrawn = await team.call("invoices_create_draft", foreignWords);
    assert.match(undrawn.notices.join("\n"), /Before it can be sent: The PDF cannot have/);
    const abroad = { countryCode: "US" };
    await team.call("customers_update", { id: acme.id, ...abroad });
    const foreign = await team.call("invoices_create_draft", draft);
    assert.match(
      foreign.notices.at(-1),
      /^Acme is in another country, and line 1 has the tax rate “19 % USt”\. Choose another/,
    );
    assert.equal((await team.call("invoices_send", { id })).number, "INV-2026-0001");
  });

  test("the notice of the usual rate names the others, ten at most", async () => {
    const { team, create } = await opened();
    const usual = await addTaxRate(team, { name: "Full", bp: 1900 });
    await setInvoices(team, { tax_rate_id: usual });
    const told = async () => (await create({})).notices.find((one: string) => /usual/.test(one));
    const have = 'Lines without a tax_rate have the team\'s usual rate "Full".';
    assert.equal(await told(), have);
    await addTaxRate(team, { name: "Rate 0", bp: 10 });
    assert.equal(await told(), `${have} The team's other rate is "Rate 0".`);
    for (let at = 1; at <= 11; at += 1) await addTaxRate(team, { name: `Rate ${at}`, bp: 10 + at });
    assert.match(await told(), /other rates are "Rate 11", "Rate 10", .*"Rate 2" and 2 more\.$/);
  });

  test("what was credited is told wherever an invoice is", async () => {
    const { team, create } = await opened();
    const [credited, paid] = [await create({ price: 100 }), await create({ price: 100 })];
    const late = { due_date: "2026-11-01", overdue_from: "2026-11-02" };
    await setInvoice(team, credited.id, {
      ...numbered("INV-2026-0001", 1),
      ...late,
      credited_minor: 2550,
    });
    await setInvoice(team, paid.id, { ...numbered("INV-2026-0002", 2), ...late });
    const { items } = await team.call("invoices_list", {});
    const { invoices } = await resource(team, "ledgerport://invoices/overdue");
    for (const rows of [items, invoices]) {
      const told = new Map<string, any>(rows.map((row: any) => [row.id, row]));
      assert.partialDeepStrictEqual(told.get(credited.id), { credited: 25.5, amount_due: 74.5 });
      assert.equal("credited" in told.get(paid.id), false);
    }
  });

  test("a given due date tells terms only where they lead to it", async () => {
    const { team, acme } = await opened({ default_payment_terms: 10 });
    for (const [more, terms] of [
      [{ due_date: "2026-12-24" }, null],
      [{ issue_date: "2026-11-21", due_date: "2026-12-24" }, null],
      [{ issue_date: "2026-11-21", due_date: "2026-12-01" }, 10],
    ] as const) {
      const draft = await team.call("invoices_create_draft", draftOf(acme.id, [{}], more));
      assert.deepEqual([draft.due_date, draft.terms_days], [more.due_date, terms]);
      assert.equal((await team.call("invoices_get", { id: draft.id })).terms_days, terms);
    }
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
    const unknown = draftOf(acme.id, [{ tax_rate: "none" }]);
    const { sentence } = await team.refusedWithoutTrace("invoices_create_draft", unknown);
    assert.match(sentence, /no tax rate "none", whose rates are "USt", "Books" and "Reduced"/);
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
      [[{}], { due_date: "2026-12-24", terms_days: 14 }, "terms_days"],
      [[{}], { terms_days: -1 }, "terms_days"],
      [[{}], { terms_days: 3651 }, "terms_days"],
      [[{}], { terms_days: 1.5 }, "terms_days"],
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
    assert.deepEqual([top.customer_count, top.notices.length], [2, 1]);
    const all = await team.call("reports_top_customers", { limit: 1 });
    assert.deepEqual(
      all.items.map(({ amount }: any) => amount),
      [1124],
    );
    assert.equal(all.customer_count, 2);
    assert.equal(
      all.notices[0],
      "1 more row, with less or in a currency without a rate, is left out: limit takes 100 at most, and fewer days have fewer customers.",
    );
    await assertNothingPaid(await world.team());
  });

  async function assertNothingPaid(other: Team): Promise<void> {
    const { items, customer_count, notices } = await other.call("reports_top_customers");
    assert.deepEqual([items, customer_count, notices], [[], 0, undefined]);
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
