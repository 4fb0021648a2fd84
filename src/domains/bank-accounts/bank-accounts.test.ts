import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addAccount, IBAN } from "../../../test/bank-accounts.ts";
import { addTeamRate, forgetRates, load } from "../../../test/rates.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/bank-accounts";
const CREATE = "POST /api/teams/:team/bank-accounts";
const GET = "GET /api/teams/:team/bank-accounts/:id";
const UPDATE = "PATCH /api/teams/:team/bank-accounts/:id";
const DELETE = "DELETE /api/teams/:team/bank-accounts/:id";
const NUMBER = "POST /api/teams/:team/bank-accounts/:id/number";

const GIRO = { name: "Giro", type: "current", currency: "EUR" } as const;

onEachDatabase((world) => {
  async function opened(): Promise<{ team: Team; app: WebApp; of: { team: string } }> {
    const team = await world.team();
    return { team, app: await WebApp.of(team), of: { team: team.id } };
  }

  test("an account is created, and read as it was given, with its number masked", async () => {
    const { team, app, of } = await opened();
    const account = await app.ask(CREATE, {
      ...of,
      ...GIRO,
      institution: "Sparkasse",
      opening_minor: -123_456,
      opening_date: "2026-01-01",
      number: "de89370400440532013000",
    });
    assert.deepEqual(account, {
      id: account.id,
      ...GIRO,
      institution: "Sparkasse",
      enabled: true,
      manual: true,
      opening_minor: -123_456,
      opening_date: "2026-01-01",
      balance_minor: -123_456,
      balance_date: "2026-01-01",
      check: null,
      gaps: { count: 0, newest: [] },
      file_check: null,
      balance_basis: "opening",
      account_number: "DE•• 3000",
      number_state: "kept",
      created_at: world.now,
      updated_at: world.now,
    });
    assert.deepEqual(await app.ask(GET, { ...of, id: account.id }), account);
    assert.deepEqual(await app.ask(LIST, of), { items: [account], secret_is_in_database: false });
    assert.deepEqual(await team.call("bank_accounts_list"), {
      items: [
        {
          id: account.id,
          name: "Giro",
          institution: "Sparkasse",
          type: "current",
          currency: "EUR",
          enabled: true,
          manual: true,
          account_number: "DE•• 3000",
          balance: -1234.56,
          balance_date: "2026-01-01",
          balance_basis: "opening",
          base_balance: -1234.56,
        },
      ],
      nextCursor: null,
    });
  });

  test("the number stands nowhere but in the answer to an admin who asks for it", async () => {
    const { team, app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    const plain = /DE89|3704 ?0044|05320130/;
    assert.doesNotMatch(JSON.stringify([await team.state(), await team.journal()]), plain);
    assert.doesNotMatch(JSON.stringify(await team.call("bank_accounts_list")), plain);
    assert.deepEqual(await app.ask(NUMBER, { ...of, id }), { number: IBAN });
    const none = await app.ask(CREATE, { ...of, ...GIRO, name: "Cash" });
    assert.deepEqual(await app.ask(NUMBER, { ...of, id: none.id }), { number: null });
    const mia = await WebApp.of(await team.member("member"));
    const { status, body } = await mia.attempt(NUMBER, { ...of, id });
    assert.deepEqual([status, body.code], [403, "not_allowed"]);
    world.pass(11 * 60_000);
    const late = await app.attempt(NUMBER, { ...of, id });
    assert.deepEqual([late.status, late.body.code], [403, "password_needed"]);
    assert.doesNotMatch(JSON.stringify([body, late.body]), plain);
  });

  test("the activity tells who looked at a number, without it, and there is nothing to undo", async () => {
    const { team, app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    const none = await app.ask(CREATE, { ...of, ...GIRO, name: "Cash" });
    await app.ask(NUMBER, { ...of, id });
    await app.ask(NUMBER, { ...of, id: none.id });
    const mia = await WebApp.of(await team.member("member"));
    await mia.attempt(NUMBER, { ...of, id });
    const looks = await team.journalOf(NUMBER);
    assert.equal(looks.length, 1, "what shows nothing is no look");
    const [change] = looks[0]?.changes ?? [];
    assert.deepEqual([change?.before, change?.after], [{}, {}]);
    const activity = new Activity(app, team);
    const event = await activity.latest(NUMBER);
    assert.match(JSON.stringify(event.deed), /looked at the whole number of/);
    assert.match(await activity.refused(event), /only looked at/);
    assert.equal((await app.ask(GET, { ...of, id })).updated_at, world.now);
  });

  test("names are unique ignoring case, and a number in its currency; the refusal has the id", async () => {
    const { app, of } = await opened();
    const giro = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    const dollars = { ...GIRO, name: "Dollars", currency: "USD", number: IBAN.replaceAll(" ", "") };
    await app.ask(CREATE, { ...of, ...dollars });
    for (const [given, pointer] of [
      [{ ...GIRO, name: "GIRO" }, "/name"],
      [{ ...GIRO, name: "Other", number: IBAN.toLowerCase() }, "/number"],
    ] as const) {
      const refused = await app.refused(CREATE, { ...of, ...given });
      assert.deepEqual(
        [refused.status, refused.code, refused.at],
        [409, "already_exists", [pointer]],
      );
      const { body } = await app.attempt(CREATE, { ...of, ...given });
      assert.ok(body.detail.includes(giro.id));
    }
    const { items } = await app.ask(LIST, of);
    const other = items.find(({ id }) => id !== giro.id);
    const moved = { ...of, id: other?.id, currency: "EUR" };
    assert.equal((await app.refused(UPDATE, moved)).code, "already_exists");
    assert.equal(
      (await app.refused(UPDATE, { ...of, id: other?.id, name: "giro" })).at[0],
      "/name",
    );
  });

  test("a change changes the given fields only, and nothing when nothing differs", async () => {
    const { team, app, of } = await opened();
    const { id, ...before } = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    world.pass(1000);
    const changes = { institution: "Bank", enabled: false, opening_date: "2026-02-01" };
    const after = await app.ask(UPDATE, { ...of, id, ...changes });
    const dated = { balance_date: "2026-02-01", updated_at: world.now };
    assert.deepEqual(after, { id, ...before, ...changes, ...dated });
    const events = (await team.journal()).length;
    world.pass(1000);
    assert.deepEqual(await app.ask(UPDATE, { ...of, id, ...changes }), after);
    assert.equal((await team.journal()).length, events);
    const cleared = await app.ask(UPDATE, { ...of, id, institution: null, number: null });
    assert.deepEqual([cleared.institution, cleared.account_number], [null, null]);
    assert.equal(cleared.number_state, "none");
  });

  test("a change from what is no longer so is refused, even within one millisecond", async () => {
    const { app, of } = await opened();
    const { id, updated_at: seen } = await app.ask(CREATE, { ...of, ...GIRO });
    const { updated_at } = await app.ask(UPDATE, { ...of, id, name: "One", seen });
    assert.ok(updated_at > seen);
    const refused = await app.refused(UPDATE, { ...of, id, name: "Two", seen });
    assert.deepEqual([refused.status, refused.code], [409, "changed_meanwhile"]);
    await app.ask(UPDATE, { ...of, id, name: "Two", seen: updated_at });
  });

  test("in another currency the opening balance stays the same number, or is refused", async () => {
    const { app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, opening_minor: 12_300 });
    const yen = await app.ask(UPDATE, { ...of, id, currency: "JPY" });
    assert.equal(yen.opening_minor, 123);
    const dinars = await app.ask(UPDATE, { ...of, id, currency: "KWD" });
    assert.equal(dinars.opening_minor, 123_000);
    const minors = await app.ask(UPDATE, { ...of, id, currency: "EUR", opening_minor: 12_345 });
    assert.equal(minors.opening_minor, 12_345);
    const refused = await app.refused(UPDATE, { ...of, id, currency: "JPY" });
    assert.deepEqual([refused.status, refused.at], [422, ["/opening_minor"]]);
  });

  test("amounts beyond the limits, and wrong numbers, days and currencies, are refused", async () => {
    const { app, of } = await opened();
    for (const [wrong, pointer] of [
      [{ opening_minor: 100_000_000_000_000 }, "/opening_minor"],
      [{ opening_minor: 0.5 }, "/opening_minor"],
      [{ opening_date: "2026-02-30" }, "/opening_date"],
      [{ currency: "EURO" }, "/currency"],
      [{ type: "piggy" }, "/type"],
      [{ number: "DE89 3704 0044 0532 0130 01" }, "/number"],
      [{ name: "" }, "/name"],
    ] as const) {
      const refused = await app.refused(CREATE, { ...of, ...GIRO, ...wrong });
      assert.deepEqual([refused.status, refused.at], [422, [pointer]]);
    }
    const largest = 99_999_999_999_999;
    const { balance_minor } = await app.ask(CREATE, { ...of, ...GIRO, opening_minor: -largest });
    assert.equal(balance_minor, -largest);
  });

  test("the list filters by what is enabled, goes by name in pages, and says what is not converted", async () => {
    const { team, app, of } = await opened();
    for (const [name, currency] of [
      ["zinc", "EUR"],
      ["Ash", "JPY"],
      ["birch", "USD"],
    ] as const)
      await addAccount(team, { name, currency, opening_minor: 150, number: null });
    const all = await team.call("bank_accounts_list");
    assert.deepEqual(
      all.items.map((row: any) => [row.name, row.balance, row.base_balance]),
      [
        ["Ash", 150, null],
        ["birch", 1.5, null],
        ["zinc", 1.5, 1.5],
      ],
    );
    assert.match(all.notices[0], /^There is no exchange rate of JPY and USD to EUR: .* null/);
    await app.ask(UPDATE, { ...of, id: all.items[1].id, enabled: false });
    const names = async (args: object) =>
      (await team.rows("bank_accounts_list", args)).map(({ name }) => name);
    assert.deepEqual(await names({ enabled: true }), ["Ash", "zinc"]);
    assert.deepEqual(await names({ enabled: false }), ["birch"]);
    assert.deepEqual(await names({ manual: false }), []);
    assert.deepEqual(await names({ limit: 1, enabled: null }), ["Ash", "birch", "zinc"]);
    const { nextCursor: cursor } = await team.call("bank_accounts_list", { limit: 1 });
    const foreign = await team.refused("bank_accounts_list", { cursor, enabled: true });
    assert.equal(foreign.code, "invalid_cursor");
    assert.deepEqual(await (await world.team()).call("bank_accounts_list"), {
      items: [],
      nextCursor: null,
    });
  });

  test("a balance is converted at the latest rates, and an old rate is named", async () => {
    await forgetRates(world);
    const { team } = await opened();
    for (const currency of ["USD", "RUB"])
      await addAccount(team, { name: currency, currency, opening_minor: 11_500, number: null });
    const listed = async () => {
      const { items, notices } = await team.call("bank_accounts_list");
      return [items.map((row: any) => row.base_balance), notices];
    };
    const missing = "There is no exchange rate of RUB to EUR: base_balance is null there.";
    await load(world, {
      "2026-11-20": { USD: "1.15" },
      "2026-11-19": { USD: "1.14" },
      "2026-11-12": { RUB: "90" },
    });
    assert.deepEqual(await listed(), [[null, 100], [missing]]);
    world.pass(10 * 24 * 60 * 60_000);
    const old = "base_balance of USD is at the rates of 2026-11-20, the newest that are loaded.";
    assert.deepEqual(await listed(), [
      [null, 100],
      [missing, old],
    ]);
    await addTeamRate(team, { currency: "RUB", day: "2026-11-28", rate: "50" });
    assert.deepEqual(await listed(), [[2.3, 100], [old]]);
    world.pass(-10 * 24 * 60 * 60_000);
  });

  test("a deleted account is gone, and its name and number are free", async () => {
    const { app, of } = await opened();
    const { id } = await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
    const { event, ...deleted } = await app.ask(DELETE, { ...of, id });
    assert.deepEqual(deleted, { id, deleted: true });
    assert.match(event ?? "", /^[-0-9a-f]{36}$/);
    assert.equal((await app.refused(DELETE, { ...of, id })).status, 404);
    await app.ask(CREATE, { ...of, ...GIRO, number: IBAN });
  });
});
