import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addPlainDraft, addTaxRate, lineOf, numbered, setInvoice } from "../../../test/invoices.ts";

const CREATE = "POST /api/teams/:team/invoices";
const GET = "GET /api/teams/:team/invoices/:id";
const UPDATE = "PATCH /api/teams/:team/invoices/:id";
const DELETE = "DELETE /api/teams/:team/invoices/:id";
const DUPLICATE = "POST /api/teams/:team/invoices/:id/duplicate";
const LINES = "GET /api/teams/:team/invoices/lines";

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const customer = await team.call("customers_create", {
      name: "Acme",
      email: "hello@acme.example",
      preferred_currency: "CHF",
      default_payment_terms: 14,
    });
    const activity = await Activity.of(team);
    const of = { team: team.id };
    const get = async (id: string) => activity.app.ask(GET, { ...of, id });
    const change = async (id: string, changes: object, seen?: string) => {
      const { updated_at } = await get(id);
      world.pass(1000);
      return activity.app.ask(UPDATE, { ...of, id, seen: seen ?? updated_at, ...changes });
    };
    return { team, customer, app: activity.app, activity, of, get, change };
  }

  test("a draft takes currency and terms from its customer, and has no number and no dates", async () => {
    const { app, of, customer } = await opened();
    const draft = await app.ask(CREATE, { ...of, customer_id: customer.id });
    assert.deepEqual(
      [draft.status, draft.number, draft.currency, draft.terms_days, draft.issue_date],
      ["draft", null, "CHF", 14, null],
    );
    assert.deepEqual([draft.customer?.name, draft.lines, draft.total_minor], ["Acme", [], 0]);
    assert.equal(draft.next_number, "INV-2026-0001");
    const empty = await app.ask(CREATE, of);
    assert.deepEqual([empty.currency, empty.terms_days, empty.customer], ["EUR", 30, null]);
  });

  test("a change keeps the other fields, and computes the sums anew", async () => {
    const { app, of, team, customer, change, get } = await opened();
    const { id } = await app.ask(CREATE, { ...of, customer_id: customer.id, note: "Thanks" });
    const nineteen = await addTaxRate(team, { name: "19 % USt", bp: 1900 });
    const seven = await addTaxRate(team, { name: "7 % USt", bp: 700 });
    const lines = [
      lineOf(team, { quantity: "12.5", price: "95", tax_rate_id: nineteen }),
      lineOf(team, { quantity: "3", price: "19.99", tax_rate_id: seven }),
      lineOf(team, { price: "49.90", discount_bp: 1500, tax_rate_id: nineteen }),
    ];
    const draft = await change(id, { lines, discount_bp: 1000, issue_date: "2026-11-21" });
    assert.deepEqual(
      draft.body.lines.map(({ amount_minor }) => amount_minor),
      [118_750, 5997, 4241],
    );
    assert.deepEqual(
      draft.body.taxes.map(({ bp, net_minor, tax_minor }) => [bp, net_minor, tax_minor]),
      [
        [1900, 110_692, 21_031],
        [700, 5397, 378],
      ],
    );
    assert.deepEqual([draft.total_minor, draft.note], [137_498, "Thanks"]);
    assert.deepEqual([draft.due_date, draft.due_on], [null, "2026-12-05"]);
    assert.deepEqual(await get(id), { ...draft, event: null });
    assert.equal((await change(id, { note: "Thanks" })).event, null);
  });

  test("of two tabs that save one draft the second is refused, and nothing of it is saved", async () => {
    const { app, of, team, change, get } = await opened();
    const id = await addPlainDraft(team);
    const { updated_at: seen } = await get(id);
    await change(id, { note: "First" }, seen);
    const { code, status } = await app.refused(UPDATE, { ...of, id, seen, note: "Second" });
    assert.deepEqual([status, code], [409, "changed_meanwhile"]);
    assert.equal((await get(id)).note, "First");
    const { updated_at } = await get(id);
    const both = ["A", "B"].map(async (note) =>
      app.attempt(UPDATE, { ...of, id, seen: updated_at, note }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set([200, 409]));
  });

  test("a discount of one kind takes the place of the other", async () => {
    const { team, change } = await opened();
    const id = await addPlainDraft(team, { discount_bp: 1000 });
    const fixed = await change(id, { discount_minor: 500 });
    assert.deepEqual(
      [fixed.discount_bp, fixed.discount_minor, fixed.total_minor],
      [null, 500, 9500],
    );
    const percent = await change(id, { discount_bp: 2000 });
    assert.deepEqual([percent.discount_minor, percent.total_minor], [null, 8000]);
  });

  test("a discount keeps its figure when only the currency changes, as prices do", async () => {
    const { team, change } = await opened();
    const lines = [lineOf(team, { price: "90", discount_minor: 1000 })];
    const id = await addPlainDraft(team, { lines, discount_minor: 2000 });
    const yen = await change(id, { currency: "JPY" });
    assert.deepEqual(
      [yen.lines[0]?.discount_minor, yen.discount_minor, yen.total_minor],
      [10, 20, 60],
    );
    const given = await change(id, { currency: "EUR", discount_minor: 500 });
    assert.deepEqual(
      [given.lines[0]?.discount_minor, given.discount_minor, given.total_minor],
      [1000, 500, 7500],
    );
  });

  test("another customer brings its terms, and its currency while nothing has a price", async () => {
    const { team, app, of, customer, change } = await opened();
    const { id } = await app.ask(CREATE, of);
    const chosen = await change(id, { customer_id: customer.id });
    assert.deepEqual([chosen.currency, chosen.terms_days], ["CHF", 14]);
    const priced = await addPlainDraft(team);
    const kept = await change(priced, { customer_id: customer.id });
    assert.deepEqual([kept.currency, kept.terms_days], ["EUR", 14]);
  });

  test("what cannot be is refused by its field, and nothing is saved", async () => {
    const { team, app, of, get } = await opened();
    const id = await addPlainDraft(team, { issue_date: "2026-11-20" });
    const { updated_at: seen } = await get(id);
    const other = await world.team();
    const theirs = await other.call("customers_create", { name: "X", email: "x@x.example" });
    const absent = team.auditContext.newId();
    for (const [changes, at] of [
      [{ due_date: "2026-11-19" }, "/due_date"],
      [{ service_from: "2026-11-02", service_to: "2026-11-01" }, "/service_to"],
      [{ discount_bp: 1, discount_minor: 1 }, "/discount_minor"],
      [{ discount_minor: 10_001 }, "/discount"],
      [{ customer_id: theirs.id }, "/customer_id"],
      [{ payment_account_id: absent }, "/payment_account_id"],
      [{ lines: [lineOf(team, { tax_rate_id: absent })] }, "/lines/0/tax_rate_id"],
      [{ lines: [lineOf(team, { quantity: "-1" })] }, "/lines"],
      [{ lines: [lineOf(team, { price: "-1" })] }, "/lines/0/price"],
      [{ lines: [lineOf(team, { price: "1000000000" })] }, "/lines/0/price"],
      [{ lines: [lineOf(team, { quantity: "0.0000001" })] }, "/lines/0/quantity"],
      [{ lines: Array.from({ length: 201 }, () => lineOf(team)) }, "/lines"],
      [{ lines: longLines(team, 21) }, "/lines"],
    ] as const) {
      const { status, at: pointers } = await app.refused(UPDATE, { ...of, id, seen, ...changes });
      assert.deepEqual([status < 500, pointers], [true, [at]]);
    }
    assert.equal((await get(id)).updated_at, seen);
  });

  test("a draft that would be due behind the last year is refused, and the last one is read", async () => {
    const { app, of } = await opened();
    const late = await app.refused(CREATE, { ...of, issue_date: "9998-12-02", terms_days: 30 });
    assert.deepEqual([late.code, late.at], ["invalid_argument", ["/issue_date"]]);
    const last = await app.ask(CREATE, { ...of, issue_date: "9998-12-01", terms_days: 30 });
    assert.equal(last.due_on, "9998-12-31");
  });

  test("the longest texts that fit are saved", async () => {
    const { team, change } = await opened();
    const id = await addPlainDraft(team);
    const { lines } = await change(id, { lines: longLines(team, 19) });
    assert.equal(lines.at(-1)?.description?.length, 5000);
  });

  test("only a draft is changed or deleted, and ids of another team do not exist", async () => {
    const { team, app, of, get } = await opened();
    const id = await addPlainDraft(team);
    const { updated_at: seen } = await get(id);
    const other = await opened();
    for (const [path, input] of [
      [GET, {}],
      [UPDATE, { seen, note: "Mine" }],
      [DELETE, {}],
      [DUPLICATE, {}],
    ] as const) {
      const { status, code } = await other.app.refused(path, { ...other.of, id, ...input });
      assert.deepEqual([status, code], [404, "not_found"], path);
    }
    await setInvoice(team, id, {
      ...numbered("INV-2026-0001", 1),
      issue_date: "2026-11-20",
    });
    for (const [path, input] of [
      [UPDATE, { seen, note: "Late" }],
      [DELETE, {}],
    ] as const) {
      const { code, title } = await app.refused(path, { ...of, id, ...input });
      assert.equal(code, "not_a_draft");
      assert.match(title, /INV-2026-0001.*dated 2026-11-20/);
    }
  });

  test("a draft that was voided is kept, and nobody is told to void it", async () => {
    const { team, app, of, get } = await opened();
    const id = await addPlainDraft(team);
    await app.ask("POST /api/teams/:team/invoices/:id/void", { ...of, id });
    const { updated_at: seen } = await get(id);
    for (const [path, input, next] of [
      [UPDATE, { seen, note: "Late" }, /^Write another one; nothing was saved/],
      [DELETE, {}, /^It is kept; nothing was deleted/],
    ] as const) {
      const { body } = await app.attempt(path, { ...of, id, ...input });
      assert.deepEqual([body.code, body.title], ["not_a_draft", "The draft is canceled."]);
      assert.match(body.detail, next);
      await app.refused(path, { ...of, id, ...input });
    }
  });

  test("a duplicate has the lines, discount and note, and neither number, dates nor reference", async () => {
    const { team, app, of, customer, get } = await opened();
    const dates = { issue_date: "2026-11-01", due_date: "2026-11-15", service_from: "2026-10-01" };
    const given = { customer_id: customer.id, discount_bp: 500, note: "Thanks", reference: "PO 7" };
    const first = await get(await addPlainDraft(team, { ...given, ...dates }));
    const { id, ...copy } = await app.ask(DUPLICATE, { ...of, id: first.id });
    assert.notEqual(id, first.id);
    assert.deepEqual(
      [copy.customer, copy.discount_bp, copy.note, copy.total_minor, copy.currency],
      [first.customer, 500, "Thanks", 9500, "CHF"],
    );
    assert.deepEqual(
      [copy.issue_date, copy.due_date, copy.service_from, copy.reference, copy.number],
      [null, null, null, null, null],
    );
    assert.notEqual(copy.lines[0]?.id, first.lines[0]?.id);
  });

  test("creation, change and deletion are undone, with the time of the last change", async () => {
    const { team, app, of, activity, change, get, customer } = await opened();
    const { id } = await app.ask(CREATE, { ...of, customer_id: customer.id });
    const created = await get(id);
    await change(id, { lines: [lineOf(team)], reference: "PO 1" });
    await activity.undo(await activity.latest(UPDATE));
    assert.deepEqual(await get(id), created);
    await app.ask(DELETE, { ...of, id });
    assert.equal((await app.attempt(GET, { ...of, id })).status, 404);
    const deletion = await activity.latest(DELETE);
    assert.match(JSON.stringify(deletion), /the draft for Acme/);
    await activity.undo(deletion);
    assert.deepEqual(await get(id), created);
    await activity.undo(await activity.latest(CREATE));
    assert.equal((await app.attempt(GET, { ...of, id })).status, 404);
  });

  test("no change of a draft is undone once it was sent, nor one whose sums would not fit", async () => {
    const { team, activity, change } = await opened();
    const id = await addPlainDraft(team, { note: "A" });
    await change(id, { note: "B" });
    const noted = await activity.latest(UPDATE);
    await setInvoice(team, id, numbered("INV-2026-0001", 1));
    assert.match(await activity.refused(noted), /INV-2026-0001 was sent since/);
    const other = await addPlainDraft(team);
    await change(other, { discount_bp: 10_000 });
    const discounted = await activity.latest(UPDATE);
    // The total stays 0.
    await change(other, { lines: [lineOf(team, { price: "200" })] });
    assert.match(await activity.refused(discounted), /its total would not fit its lines/);
  });

  test("a draft comes back only while its tax rate is there", async () => {
    const { team, app, of, activity } = await opened();
    const tax_rate_id = await addTaxRate(team, { name: "19 %", bp: 1900 });
    const id = await addPlainDraft(team, { lines: [lineOf(team, { tax_rate_id })] });
    await app.ask(DELETE, { ...of, id });
    await world.database.begin((db) =>
      db.deleteFrom("tax_rates").where("id", "=", tax_rate_id).execute(),
    );
    const refused = await activity.refused(await activity.latest(DELETE));
    assert.match(refused, /a tax rate that it uses is not there any more/);
  });

  test("lines of the customer's last invoices are suggested, each name once, the newest first", async () => {
    const { team, app, of, customer } = await opened();
    const named = (name: string, price: string) => lineOf(team, { name, price, unit: "h" });
    await addPlainDraft(team, { customer_id: customer.id, lines: [named("Design", "80")] });
    world.pass(1000);
    const lines = [named("Design", "90"), named("Hosting", "10"), named("", "5")];
    await addPlainDraft(team, { customer_id: customer.id, lines });
    await addPlainDraft(team, { lines: [named("Another customer's", "1")] });
    const { items } = await app.ask(LINES, { ...of, customer: customer.id });
    assert.deepEqual(
      items.map(({ name, price, unit, currency }) => [name, price, unit, currency]),
      [
        ["Design", "90", "h", "CHF"],
        ["Hosting", "10", "h", "CHF"],
      ],
    );
  });
});

function longLines(team: Team, count: number) {
  const description = "x".repeat(5000);
  return Array.from({ length: count }, () => lineOf(team, { description }));
}
