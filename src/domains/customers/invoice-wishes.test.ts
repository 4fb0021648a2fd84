import assert from "node:assert/strict";
import { it } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addBuyer, addDraft, refusedCall, sent, setInvoices } from "../../../test/invoices.ts";
import { WebApp } from "../../../test/web.ts";

const CREATE = "POST /api/teams/:team/customers";
const GET = "GET /api/teams/:team/customers/:id";
const SAVE = "PATCH /api/teams/:team/customers/:id";
const RATES = "GET /api/teams/:team/tax-rates";
const ADD_RATE = "POST /api/teams/:team/tax-rates";
const CHANGE_RATE = "PATCH /api/teams/:team/tax-rates/:id";
const DELETE_RATE = "DELETE /api/teams/:team/tax-rates/:id";
const CHECK = "GET /api/teams/:team/invoices/:id/check";

const REVERSE = { name: "Reverse charge", category: "AE", bp: 0, reason: "§ 13b UStG" } as const;
const FULL = { name: "19 % USt", category: "S", bp: 1900 } as const;
const LINE = { name: "Work", quantity: 1, price: 100 };

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const app = await WebApp.of(team);
    const of = { team: team.id };
    const rate = await app.ask(ADD_RATE, { ...of, ...REVERSE });
    const full = await app.ask(ADD_RATE, { ...of, ...FULL });
    await setInvoices(team, { tax_rate_id: full.id, language: "de" });
    const wishes = {
      invoice_name: "Acme Ltd, Accounts",
      invoice_language: "fr",
      tax_rate_id: rate.id,
      rounding: "up-15-day",
    };
    return { team, app, of, rate, full, wishes };
  }

  it("a customer's wishes are kept, changed, told by the journal and undone; tools do not have them", async () => {
    const { team, app, of, wishes } = await opened();
    const made = await app.ask(CREATE, { ...of, name: "Acme", email: "a@acme.example", ...wishes });
    const { id } = made;
    assert.partialDeepStrictEqual(await app.ask(GET, { ...of, id }), wishes);
    const told = await team.call("customers_get", { id });
    for (const name of Object.keys(wishes)) {
      assert.equal(name in told, false, name);
      const given = { id, [name]: "x" };
      const error = await team.refusedWithoutTrace("customers_update", given);
      assert.equal(error.code, "unknown_argument");
    }
    const before = await team.state();
    world.pass(1000);
    const nothing = {
      invoice_name: null,
      invoice_language: null,
      tax_rate_id: null,
      rounding: null,
    };
    await app.ask(SAVE, { ...of, id, seen: made.updated_at, ...nothing });
    assert.partialDeepStrictEqual(await app.ask(GET, { ...of, id }), nothing);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest(SAVE));
    assert.deepEqual(await team.state(), before);
  });

  it("an invoice has the customer's name, language and rate, each told as a notice", async () => {
    const { team, app, of, rate, wishes } = await opened();
    const { id } = await app.ask(CREATE, {
      ...of,
      name: "Acme",
      email: "a@acme.example",
      ...wishes,
    });
    const draft = await team.call("invoices_create_draft", { customer_id: id, line_items: [LINE] });
    assert.deepEqual(draft.taxes[0]?.category, "AE");
    const notices = draft.notices.join(" ");
    assert.match(notices, /have the customer's usual rate "Reverse charge"/);
    assert.match(notices, /in the customer's language for invoices, French/);
    const { row } = await sent(team, draft.id);
    assert.deepEqual([row.buyer_name, row.language], [wishes.invoice_name, "fr"]);
    assert.equal(row.lines[0]?.tax_rate_id, rate.id);
    const own = await addDraft(team, { customer_id: id, language: "nl" });
    assert.equal((await sent(team, own)).row.language, "nl");
  });

  it("a rate that customers have is archived instead of deleted, and passed over with a notice", async () => {
    const { team, app, of, rate } = await opened();
    const customer_id = await addBuyer(team);
    const { updated_at: seen } = await app.ask(GET, { ...of, id: customer_id });
    await app.ask(SAVE, { ...of, id: customer_id, seen, tax_rate_id: rate.id });
    const shown = async () => (await app.ask(RATES, of)).items.find(({ id }) => id === rate.id);
    assert.equal((await shown())?.customer_count, 1);
    const activity = await Activity.of(team);
    assert.equal((await app.ask(DELETE_RATE, { ...of, id: rate.id })).deleted, false);
    assert.equal((await shown())?.is_archived, true);
    const draft = await team.call("invoices_create_draft", { customer_id, line_items: [LINE] });
    assert.match(
      draft.notices.join(" "),
      /team's usual rate "19 % USt"\. The customer's own rate is archived\./,
    );
    await activity.undo(await activity.latest(DELETE_RATE));
    assert.equal((await shown())?.is_archived, false);
  });

  it("a rate is not chosen and deleted at once", async () => {
    const { team, app, of } = await opened();
    for (let round = 0; round < 5; round += 1) {
      const customer_id = await addBuyer(team);
      const { updated_at: seen } = await app.ask(GET, { ...of, id: customer_id });
      const { id } = await app.ask(ADD_RATE, { ...of, ...REVERSE, name: `Rate ${round}` });
      const [saved, gone] = await Promise.all([
        app.attempt(SAVE, { ...of, id: customer_id, seen, tax_rate_id: id }),
        app.attempt(DELETE_RATE, { ...of, id }),
      ]);
      assert.ok([200, 404, 422].includes(saved.status), JSON.stringify(saved.body));
      assert.equal(gone.status, 200);
      const { tax_rate_id } = await app.ask(GET, { ...of, id: customer_id });
      const { items } = await app.ask(RATES, of);
      assert.equal(tax_rate_id, saved.status === 200 ? id : null);
      if (saved.status === 200) assert.ok(items.some((rate) => rate.id === id));
    }
  });

  if (world.isSecond) return;

  it("an unknown or archived rate, another language and another rounding are refused beside their fields", async () => {
    const { app, of, rate, team } = await opened();
    const customer_id = await addBuyer(team);
    const { updated_at: seen } = await app.ask(GET, { ...of, id: customer_id });
    await app.ask(CHANGE_RATE, { ...of, id: rate.id, is_archived: true });
    for (const [name, value] of [
      ["tax_rate_id", rate.id],
      ["tax_rate_id", customer_id],
      ["invoice_language", "es"],
      ["rounding", "up-7-day"],
    ] as const) {
      const refused = await app.refused(SAVE, { ...of, id: customer_id, seen, [name]: value });
      assert.deepEqual(refused.at, [`/${name}`], name);
    }
  });

  it("the name on invoices is the way out of one that no PDF can have, and the refusal leads to it", async () => {
    const { app, of, team } = await opened();
    const customer_id = await addBuyer(team, { name: "株式会社" });
    const id = await addDraft(team, { customer_id });
    const fault = async () =>
      (await app.ask(CHECK, { ...of, id })).items.find(({ path }) => path === "buyer.name");
    assert.equal((await fault())?.page, `/customers/${customer_id}`);
    assert.match((await fault())?.message ?? "", /Give it a name on invoices/);
    const error = await refusedCall(team, () => sent(team, id));
    assert.equal(error.code, "not_drawable");
    const { updated_at: seen } = await app.ask(GET, { ...of, id: customer_id });
    await app.ask(SAVE, { ...of, id: customer_id, seen, invoice_name: "Kabushiki Kaisha" });
    assert.equal(await fault(), undefined);
    assert.equal((await sent(team, id)).row.buyer_name, "Kabushiki Kaisha");
  });

  it("files have the name and the language, by code or by word", async () => {
    const { app, of } = await opened();
    const csv =
      "Name,E-mail,Name on invoices,Language of invoices\nAcme,a@acme.example,Acme Ltd,German\n";
    await app.upload("POST /api/teams/:team/customers/import", of, csv);
    const { items } = await app.ask("GET /api/teams/:team/customers", of);
    const customer = await app.ask(GET, { ...of, id: items[0]?.id ?? "" });
    assert.deepEqual([customer.invoice_name, customer.invoice_language], ["Acme Ltd", "de"]);
    const { body } = await app.attempt("GET /api/teams/:team/customers/export", of);
    assert.match(String(body), /Name on invoices,Language of invoices/);
    assert.match(String(body), /Acme Ltd,de/);
  });

  it("tools tell a deleted customer by the name on the invoice", async () => {
    const { team, app, of } = await opened();
    const customer_id = await addBuyer(team, { name: "Gone Ltd" });
    const id = await addDraft(team, { customer_id });
    await sent(team, id);
    await app.ask("DELETE /api/teams/:team/customers/:id", { ...of, id: customer_id });
    const gone = { id: null, name: "Gone Ltd" };
    assert.deepEqual((await team.call("invoices_get", { id })).customer, gone);
    assert.deepEqual((await team.call("invoices_list", {})).items[0].customer, gone);
  });
});
