import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addTaxRate } from "../../../test/invoices.ts";
import { together } from "../../../test/races.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import {
  createPaymentAccount,
  deletePaymentAccount,
} from "../payment-accounts/save-payment-account.ts";

const GET = "GET /api/teams/:team/invoice-settings";
const SET = "PATCH /api/teams/:team/invoice-settings";
const TEAM = "PATCH /api/teams/:team";

const SELLER = {
  legal_name: "Acme GmbH",
  address: "Hauptstraße 1",
  city: "Berlin",
  zip: "10115",
  vat_number: "DE123456789",
} as const;

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    const [app, activity] = [await WebApp.of(team), await Activity.of(team)];
    return { team, app, activity, of: { team: team.id } };
  }

  test("a team that has set nothing has the defaults, which write nothing", async () => {
    const { team, app, of } = await opened();
    const before = await team.state();
    const settings = await app.ask(GET, of);
    assert.deepEqual(
      [settings.legal_name, settings.language, settings.terms_days, settings.paper],
      [null, "en", 30, "A4"],
    );
    assert.deepEqual(await team.state(), before);
    assert.equal((await app.ask(SET, { ...of, terms_days: 30 })).event, null);
    assert.deepEqual(await team.state(), before);
  });

  test("paper is Letter where that is usual, until the team chooses another", async () => {
    const { app, of } = await opened();
    await app.ask(TEAM, { ...of, countryCode: "US" });
    assert.equal((await app.ask(GET, of)).paper, "LETTER");
    await app.ask(SET, { ...of, paper: "A4" });
    assert.equal((await app.ask(GET, of)).paper, "A4");
  });

  test("settings are changed field by field, and each change is undone", async () => {
    const { team, app, activity, of } = await opened();
    const first = await team.state();
    const { version } = await app.ask(GET, of);
    const saved = await app.ask(SET, { ...of, ...SELLER, seen: version });
    assert.deepEqual({ ...saved, ...SELLER }, saved);
    world.pass(1000);
    const second = await team.state();
    const changed = await app.ask(SET, {
      ...of,
      city: null,
      terms_days: 14,
      email: "a@acme.example",
    });
    assert.deepEqual([changed.city, changed.terms_days, changed.zip], [null, 14, SELLER.zip]);
    const event = await activity.latest(SET);
    assert.match(JSON.stringify(event.deed), /of invoices/);
    await activity.undo(event);
    assert.deepEqual(await team.state(), second);
    await activity.undo(
      (await activity.list({ limit: 100 })).find(({ id }) => id === saved.event) ?? event,
    );
    assert.deepEqual(await team.state(), first);
  });

  test("a usual rate or account that was archived or deleted since does not come back", async () => {
    const { team, app, activity, of } = await opened();
    const [first, second] = [
      await addTaxRate(team, { name: "First", bp: 900 }),
      await addTaxRate(team, { name: "Second", bp: 700 }),
    ];
    await app.ask(SET, { ...of, ...SELLER, tax_rate_id: first });
    world.pass(1000);
    await app.ask(SET, { ...of, tax_rate_id: second });
    const rated = await activity.latest(SET);
    await app.ask("PATCH /api/teams/:team/tax-rates/:id", { ...of, id: first, is_archived: true });
    assert.match(await activity.refused(rated), /"First" is archived now/);
    const account = { holder: "Acme GmbH", details: "1" };
    const context = ownerContext(team);
    const gone = await createPaymentAccount(context, { ...account, label: "Gone" });
    const usual = await createPaymentAccount(context, { ...account, label: "Usual" });
    world.pass(1000);
    await app.ask(SET, { ...of, payment_account_id: usual });
    const paid = await activity.latest(SET);
    await deletePaymentAccount(context, { id: gone });
    assert.match(await activity.refused(paid), /bank details are not there any more/);
    const { tax_rate_id, payment_account_id } = await app.ask(GET, of);
    assert.deepEqual([tax_rate_id, payment_account_id], [second, usual]);
  });

  test("the country is the team's, and is set with the seller in one event", async () => {
    const { team, app, activity, of } = await opened();
    const saved = await app.ask(SET, { ...of, ...SELLER, country_code: "DE" });
    assert.equal(saved.country_code, "DE");
    assert.deepEqual(saved.usual, { dates_ordered: false, void_issues_credit_note: true });
    const events = await team.journalOf(SET);
    assert.deepEqual(
      events.map(({ changes }) => changes.map(({ subject_type }) => subject_type)),
      [["invoice_settings", "team"]],
    );
    assert.match(await activity.refused(await activity.latest(SET)), /not_undoable/);
    const french = await app.ask(SET, { ...of, country_code: "FR" });
    assert.deepEqual(french.usual, { dates_ordered: true, void_issues_credit_note: true });
  });

  test("what does not fit is refused beside its field, and nothing happens", async () => {
    const { app, of } = await opened();
    await app.ask(SET, { ...of, ...SELLER });
    const unknown = "01a1fd55-8e08-7234-a024-5689525185d7";
    for (const [input, code, at] of [
      [{ accent: "#ffd02b" }, "invalid_argument", ["/accent"]],
      [{ accent: "petrol" }, "invalid_argument", ["/accent"]],
      [{ country_code: "XX" }, "invalid_argument", ["/country_code"]],
      [{ email: "anna" }, "invalid_argument", ["/email"]],
      [{ copy_to: "a@b.example, anna" }, "invalid_argument", ["/copy_to"]],
      [{ language: "eo" }, "invalid_argument", ["/language"]],
      [{ terms_days: 3651 }, "invalid_argument", ["/terms_days"]],
      [{ tax_rate_id: unknown }, "not_found", ["/tax_rate_id"]],
      [{ payment_account_id: unknown }, "not_found", ["/payment_account_id"]],
      [{ city: "Bonn", seen: "another" }, "changed_meanwhile", []],
    ] as const) {
      const refused = await app.refused(SET, { ...of, ...input });
      assert.deepEqual([refused.code, refused.at], [code, at], JSON.stringify(input));
    }
  });

  test("members read the settings and change none", async () => {
    const { team, app, of } = await opened();
    await app.ask(SET, { ...of, ...SELLER });
    const mia = await WebApp.of(await team.member("member"));
    assert.equal((await mia.ask(GET, of)).legal_name, SELLER.legal_name);
    assert.equal((await mia.refused(SET, { ...of, city: "Bonn" })).code, "not_allowed");
  });

  test("first settings that are saved at once are one row, and each is an event", async () => {
    const { team, app, of } = await opened();
    const cities = ["Berlin", "Bonn", "Bremen", "Köln", "Ulm"];
    const ready = await together(5, async (index) =>
      app.ready(SET, { ...of, city: cities[index], zip: String(index) }),
    );
    const replies = await Promise.all(ready.map(async (send) => send()));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    const { city, zip } = await app.ask(GET, of);
    assert.equal(cities[Number(zip)], city);
    assert.equal((await team.journalOf(SET)).length, 5);
    const { version } = await app.ask(GET, of);
    const seen = await together(5, async (index) =>
      app.ready(SET, { ...of, city: `Town ${index}`, seen: version }),
    );
    const codes = (await Promise.all(seen.map(async (send) => send()))).map(
      ({ body }) => body.code,
    );
    assert.equal(codes.filter((code) => code === "changed_meanwhile").length, 4);
  });
});
