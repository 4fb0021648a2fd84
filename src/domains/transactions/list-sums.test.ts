import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { Receipts } from "../../../test/receipts.ts";
import { Books } from "../../../test/transactions.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const VAT = { tax_rate_bp: 1900, tax_type: "VAT" };
const LIST = "transactions_list";
const LINK = "POST /api/teams/:team/transfers";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-22T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const savings = await addAccount(team, { name: "Savings", type: "savings", number: null });
    const add = async (name: string, amount_minor: number, given: object = {}) =>
      books.add({ date: "2026-10-05", name, amount_minor, ...given });
    const namesOf = async (given: object) => {
      const { items } = await team.call(LIST, { ...OCTOBER, ...given });
      return items.map(({ name }: any) => name).toSorted();
    };
    return { team, books, savings, add, namesOf };
  }

  test("stated_tax finds what states a tax or none, by rows and parts, with their totals", async () => {
    const { team, books, savings, add, namesOf } = await opened();
    await add("Server", -11_900, { category_slug: "hosting", ...VAT });
    await add("Desk", -5000, { category_slug: "office-supplies" });
    await add("Sale", 10_000, { category_slug: "service-revenue" });
    await add("To the state", -3000, { category_slug: "vat-gst-pst-qst-payments" });
    await add("Later", -700, { status: "pending" });
    const mixed = await add("Mixed", -2190);
    await books.split(mixed.id, [
      { amount_minor: -1190, category_slug: "hosting", ...VAT },
      { amount_minor: -1000, category_slug: "meals" },
    ]);
    const out = await add("Out", -4000);
    const into = await add("Into", 4000, { bank_account_id: savings });
    await books.app.ask(LINK, { team: team.id, id: out.id, other_id: into.id });
    const none = { stated_tax: "none" };
    assert.deepEqual(await namesOf({ ...none, direction: "out" }), ["Desk", "Mixed"]);
    assert.deepEqual(await namesOf(none), ["Desk", "Mixed", "Sale"]);
    assert.deepEqual(await namesOf({ stated_tax: "19 VAT" }), ["Mixed", "Server"]);
    assert.deepEqual(await namesOf({ stated_tax: "19" }), []);
    const { totals, notices } = await team.call(LIST, { ...OCTOBER, ...none, direction: "out" });
    assert.deepEqual([totals.count, totals.out], [2, -60]);
    assert.match(notices[0], /^stated_tax finds only what reports on tax count: no transfers/);
    const all = await team.call(LIST, { ...OCTOBER, tax: true, direction: "out" });
    // The report tells payments to the state among expenses without a tax.
    assert.equal(all.totals.no_tax_stated.expense.amount, 60 + 30);
    const other = await world.team();
    assert.deepEqual((await other.call(LIST, none)).items, []);
  });

  test("stated_tax keeps a group's slug for those below it", async () => {
    const { team, add, namesOf } = await opened();
    const { items } = await team.call("categories_list", {});
    const below = items.find(({ slug }: any) => slug === "hosting");
    const group = items.find(({ id }: any) => id === below.parent_id).slug;
    await add("Server", -11_900, { category_slug: "hosting" });
    await add("Lunch", -900, { category_slug: "meals" });
    assert.deepEqual(await namesOf({ stated_tax: "none", category_slug: group }), ["Server"]);
    assert.deepEqual(await namesOf({ category_slug: group }), ["Server"]);
  });

  test("stated_tax with tax or duplicates, and what states no tax, are refused", async () => {
    const { team } = await opened();
    for (const given of [
      { stated_tax: "none", tax: true, ...OCTOBER },
      { stated_tax: "none", duplicates: true },
      { stated_tax: "high" },
    ])
      assert.equal((await team.attempt(LIST, given)).refused?.path, "stated_tax");
  });

  test("totals of one account tell transfers beside, and other totals stay", async () => {
    const { team, books, savings, add } = await opened();
    await add("Rent", -90_000, { category_slug: "rent" });
    const out = await add("Out", -4000);
    const into = await add("Into", 4000, { bank_account_id: savings });
    await books.app.ask(LINK, { team: team.id, id: out.id, other_id: into.id });
    await add("Unlinked", 150, { category_slug: "internal-transfer" });
    await add("Later", -700, { status: "pending", category_slug: "internal-transfer" });
    const cash = await add("Cash", -1500);
    await books.split(cash.id, [
      { amount_minor: -1000, category_slug: "internal-transfer" },
      { amount_minor: -500, category_slug: "meals" },
    ]);
    const of = async (given: object) => (await team.call(LIST, { ...OCTOBER, ...given })).totals;
    const giro = await of({ bank_account_id: books.account });
    assert.deepEqual(giro, {
      count: 2,
      in: 0,
      out: -905,
      currency: "EUR",
      no_rate: 0,
      transfers: { in: 1.5, out: -50 },
    });
    const saved = await of({ bank_account_id: savings });
    assert.deepEqual([saved.in, saved.out, saved.transfers], [0, 0, { in: 40, out: 0 }]);
    assert.equal("transfers" in (await of({})), false);
    const rents = await of({ bank_account_id: books.account, category_slug: "rent" });
    assert.deepEqual(rents.transfers, { in: 0, out: 0 });
    const taxed = await of({ bank_account_id: books.account, stated_tax: "none" });
    assert.equal("transfers" in taxed, false);
  });

  test("totals of an account in another currency stand in that currency too", async () => {
    const { team, books, add } = await opened();
    const dollars = await addAccount(team, { name: "Dollars", currency: "USD", number: null });
    const on = { bank_account_id: dollars };
    await add("Not rated", -2500, { ...on, date: "2026-10-01" });
    await addTeamRate(team, { currency: "USD", day: "2026-10-02", rate: "1.25" });
    await add("Server", -12_500, on);
    await add("Sale", 5000, on);
    await add("Later", -700, { ...on, status: "pending" });
    const out = await add("Out", -1000);
    const into = await add("Into", 1250, on);
    await books.app.ask(LINK, { team: team.id, id: out.id, other_id: into.id });
    const { totals } = await team.call(LIST, { ...OCTOBER, ...on });
    assert.deepEqual(
      [totals.in, totals.out, totals.no_rate, totals.in_account_currency],
      [40, -100, 1, { currency: "USD", in: 50, out: -150, transfers: { in: 12.5, out: 0 } }],
    );
    const own = await team.call(LIST, { ...OCTOBER, bank_account_id: books.account });
    const all = await team.call(LIST, OCTOBER);
    for (const { totals } of [own, all]) assert.equal("in_account_currency" in totals, false);
  });

  test("without_receipt finds money out in sums that has no file", async () => {
    const { team, books, savings, add, namesOf } = await opened();
    const receipts = await Receipts.of(team);
    const server = await add("Server", -11_900);
    await add("Desk", -5000);
    await add("Sale", 10_000);
    await add("Later", -700, { status: "pending" });
    const out = await add("Out", -4000);
    const into = await add("Into", 4000, { bank_account_id: savings });
    await books.app.ask(LINK, { team: team.id, id: out.id, other_id: into.id });
    await add("Left out", -600, { status: "excluded" });
    await add("Own savings", -800, { category_slug: "internal-transfer" });
    await add("Put away", -900, { status: "archived" });
    const moved = await add("Moved", -1000);
    const halves = ["internal-transfer", "internal-transfer"];
    const parts = (slugs: readonly string[]) =>
      slugs.map((category_slug) => ({ amount_minor: -500, category_slug }));
    await books.split(moved.id, parts(halves));
    assert.deepEqual(await namesOf({ without_receipt: true }), ["Desk", "Server"]);
    const put = { without_receipt: true, status: "archived" };
    assert.deepEqual(await namesOf(put), ["Put away"]);
    await books.split(moved.id, parts(["internal-transfer", "meals"]));
    assert.deepEqual(await namesOf({ without_receipt: true }), ["Desk", "Moved", "Server"]);
    await team.call("transactions_update_status", { id: moved.id, status: "excluded" });
    assert.equal((await team.rows(LIST, { without_receipt: true, limit: 1 })).length, 2);
    await receipts.match(await receipts.add(), server.id);
    assert.deepEqual(await namesOf({ without_receipt: true }), ["Desk"]);
    assert.equal((await namesOf({ without_receipt: false })).length, 10);
    const { totals, notices } = await team.call(LIST, { ...OCTOBER, without_receipt: true });
    assert.deepEqual([totals.count, totals.out], [1, -50]);
    assert.match(notices[0], /^without_receipt finds only money out: no transfers/);
    const both = { without_receipt: true, duplicates: true };
    assert.equal((await team.refused(LIST, both)).path, "without_receipt");
  });

  test("min and max bound the amount in either direction, and the totals with it", async () => {
    const { team, add, namesOf } = await opened();
    await add("Small", -999);
    await add("Least", -1000);
    await add("Sale", 2500);
    await add("Most", -5000);
    await add("Large", -5001);
    assert.deepEqual(await namesOf({ min: 10, max: 50 }), ["Least", "Most", "Sale"]);
    assert.deepEqual(await namesOf({ min: 50, direction: "out" }), ["Large", "Most"]);
    const { totals } = await team.call(LIST, { ...OCTOBER, max: 10 });
    assert.deepEqual([totals.count, totals.out], [2, -19.99]);
    assert.equal((await team.refused(LIST, { min: -1 })).path, "min");
    const none = await team.call(LIST, { min: 50, max: 10 });
    const notice = "min (50) is more than max (10), so no amount lies between them.";
    assert.deepEqual([none.items, none.notices], [[], [notice]]);
    const reversed = { from: "2026-10-31", to: "2026-10-01" };
    for (const duplicates of [true, false])
      assert.match((await team.call(LIST, { ...reversed, duplicates })).notices[0], /is after to/);
  });

  test("transfers without an exchange rate are told, and not known where none has one", async () => {
    const { team, add } = await opened();
    const dollars = await addAccount(team, { name: "Dollars", currency: "USD", number: null });
    const given = { bank_account_id: dollars, category_slug: "internal-transfer" };
    await add("Out", -1250, given);
    const asked = { ...OCTOBER, bank_account_id: dollars };
    const before = await team.call(LIST, asked);
    assert.deepEqual(before.totals.transfers, { in: null, out: null });
    assert.deepEqual(before.notices, ["1 transaction without an exchange rate is in no sum."]);
    await addTeamRate(team, { currency: "USD", day: "2026-10-01", rate: "1.25" });
    assert.deepEqual((await team.call(LIST, asked)).totals.transfers, { in: 0, out: -10 });
  });

  test("one day alone has no totals, and is told so", async () => {
    const { team, add } = await opened();
    await add("Rent", -90_000);
    await add("Rent", -90_000);
    for (const day of [{ from: OCTOBER.from }, { to: OCTOBER.to }]) {
      const page = await team.call(LIST, { ...day, limit: 1 });
      assert.equal("totals" in page, false);
      assert.deepEqual(page.notices, ["There are no totals: they need both from and to."]);
      const next = await team.call(LIST, { ...day, limit: 1, cursor: page.nextCursor });
      assert.equal(next.notices, undefined);
    }
    for (const days of [{}, OCTOBER])
      assert.equal((await team.call(LIST, days)).notices, undefined);
  });
});
