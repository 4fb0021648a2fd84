import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { invoiceWith } from "../../../test/invoice-settings.ts";
import { together } from "../../../test/races.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/payment-accounts";
const CREATE = "POST /api/teams/:team/payment-accounts";
const UPDATE = "PATCH /api/teams/:team/payment-accounts/:id";
const DELETE = "DELETE /api/teams/:team/payment-accounts/:id";
const SETTINGS = "GET /api/teams/:team/invoice-settings";
const SET = "PATCH /api/teams/:team/invoice-settings";

const BANK = { label: "House bank", holder: "Acme GmbH", iban: "DE89370400440532013000" };

onEachDatabase((world) => {
  async function opened() {
    const team = await world.team();
    return { team, app: await WebApp.of(team), of: { team: team.id } };
  }

  test("bank details are added as they are typed, kept without spaces, and the first are the usual ones", async () => {
    const { app, of } = await opened();
    const typed = { ...BANK, iban: "de89 3704 0044 0532 0130 00", bic: "cobade ffxxx" };
    const account = await app.ask(CREATE, { ...of, ...typed });
    assert.deepEqual(account, {
      ...BANK,
      id: account.id,
      bic: "COBADEFFXXX",
      details: null,
      currency: null,
      payment_url: null,
      is_archived: false,
      updated_at: world.now,
    });
    const dollars = { label: "Dollars", holder: "Acme", details: "ABA 026009593\nAccount 1234" };
    const other = await app.ask(CREATE, { ...of, ...dollars, currency: "usd" });
    assert.equal(other.currency, "USD");
    assert.deepEqual((await app.ask(LIST, of)).items, [other, account]);
    assert.equal((await app.ask(SETTINGS, of)).payment_account_id, account.id);
  });

  test("each change needs the password and the role, and leaves nothing without", async () => {
    const { team, app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...BANK });
    const changes = [
      [CREATE, { ...BANK, label: "Other" }],
      [UPDATE, { id, iban: "GB82WEST12345698765432" }],
      [DELETE, { id }],
    ] as const;
    const mia = await WebApp.of(await team.member("member"));
    for (const [path, input] of changes)
      assert.equal((await mia.refused(path, { ...of, ...input })).code, "not_allowed");
    assert.equal((await mia.ask(LIST, of)).items.length, 1);
    world.pass(11 * 60_000);
    for (const [path, input] of changes)
      assert.equal((await app.refused(path, { ...of, ...input })).code, "password_needed");
  });

  test("details by which nobody can pay are refused beside their field", async () => {
    const { app, of } = await opened();
    await app.ask(CREATE, { ...of, ...BANK });
    const nameless = { label: "Other", holder: "Acme" };
    for (const [input, code, at] of [
      [nameless, "invalid_argument", "/iban"],
      [{ ...nameless, details: " \n " }, "invalid_argument", "/iban"],
      [{ ...nameless, iban: "DE89370400440532013001" }, "invalid_argument", "/iban"],
      [{ ...nameless, iban: "1234 5678" }, "invalid_argument", "/iban"],
      [{ ...nameless, ...BANK, bic: "COBA" }, "invalid_argument", "/bic"],
      [{ ...BANK, payment_url: "javascript:alert(1)" }, "invalid_argument", "/payment_url"],
      [{ ...BANK, label: "HOUSE BANK" }, "already_exists", "/label"],
    ] as const) {
      const refused = await app.refused(CREATE, { ...of, ...input });
      assert.deepEqual([refused.code, refused.at], [code, [at]], JSON.stringify(input));
    }
  });

  test("a change from another state is refused, and so is one that leaves no way to pay", async () => {
    const { app, of } = await opened();
    const { id, updated_at } = await app.ask(CREATE, { ...of, ...BANK });
    world.pass(1000);
    await app.ask(UPDATE, { ...of, id, holder: "Acme Ltd", seen: updated_at });
    const late = await app.refused(UPDATE, { ...of, id, holder: "Evil", seen: updated_at });
    assert.equal(late.code, "changed_meanwhile");
    assert.deepEqual((await app.refused(UPDATE, { ...of, id, iban: null })).at, ["/iban"]);
    const unknown = { id: "01a1fd55-8e08-7234-a024-5689525185d7", label: "X" };
    assert.equal((await app.refused(UPDATE, { ...of, ...unknown })).code, "not_found");
  });

  test("details that an invoice has are archived instead of deleted, and are no longer the usual ones", async () => {
    const { team, app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...BANK });
    const { id: free } = await app.ask(CREATE, { ...of, ...BANK, label: "Other" });
    await invoiceWith(team, { payment_account_id: id });
    assert.equal((await app.ask(DELETE, { ...of, id: free })).deleted, true);
    assert.equal((await app.ask(DELETE, { ...of, id })).deleted, false);
    const { items } = await app.ask(LIST, of);
    assert.deepEqual(
      items.map(({ id, is_archived }) => [id, is_archived]),
      [[id, true]],
    );
    assert.equal((await app.ask(SETTINGS, of)).payment_account_id, null);
    const refused = await app.refused(SET, { ...of, payment_account_id: id });
    assert.deepEqual([refused.code, refused.at], ["invalid_argument", ["/payment_account_id"]]);
    assert.equal((await app.ask(UPDATE, { ...of, id, is_archived: false })).is_archived, false);
  });

  test("Activity shows a change with both values, and it is not undone without the password", async () => {
    const { team, app, of } = await opened();
    const activity = new Activity(app, team);
    const { id } = await app.ask(CREATE, { ...of, ...BANK });
    await app.ask(UPDATE, { ...of, id, iban: "GB82WEST12345698765432" });
    const event = await activity.latest(UPDATE);
    assert.match(JSON.stringify(event.deed), /DE89370400440532013000.*GB82WEST12345698765432/);
    assert.match(await activity.refused(event), /only with the password/);
    await app.ask(DELETE, { ...of, id });
    assert.match(await activity.refused(await activity.latest(DELETE)), /only with the password/);
  });

  test("of changes that are made at once, and a deletion, none is half done", async () => {
    const { app, of } = await opened();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await app.ask(CREATE, { ...of, ...BANK });
      const ready = await together(4, async (index) =>
        index === 0
          ? app.ready(DELETE, { ...of, id })
          : app.ready(UPDATE, { ...of, id, label: `Bank ${index}` }),
      );
      const [deleted, ...changed] = await Promise.all(ready.map(async (send) => send()));
      assert.equal(deleted?.status, 200);
      for (const { status, body } of changed)
        assert.ok(status === 200 || body.code === "not_found", JSON.stringify(body));
      assert.deepEqual((await app.ask(LIST, of)).items, []);
      assert.equal((await app.ask(SETTINGS, of)).payment_account_id, null);
    }
  });
});
