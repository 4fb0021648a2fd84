import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addPlainDraft, lineOf, numbered, setInvoice } from "../../../test/invoices.ts";
import { WebApp } from "../../../test/web.ts";

const NOTHING = { owed: [], overdue: [], to_refund: [] };

const LIST = "GET /api/teams/:team/invoices";

onEachDatabase((world) => {
  /** Today is 21 November 2026. */
  async function opened() {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team();
    const app = await WebApp.of(team);
    const acme = await team.call("customers_create", { name: "Ácme", email: "a@acme.example" });
    const ids = {
      draft: await added(team, { customer_id: acme.id, reference: "Order 77" }),
      inTime: await sent(team, 1, { overdue_from: "2026-11-22" }),
      late: await sent(team, 2, { overdue_from: "2026-11-21", paid_minor: 4000 }),
      later: await sent(team, 3, { overdue_from: "2026-11-11" }, { currency: "JPY" }),
      paid: await sent(team, 4, { status: "paid", paid_minor: 10_000, overdue_from: "2026-11-10" }),
      canceled: await sent(team, 5, {
        status: "canceled",
        canceled_at: "2026-11-20T10:00:00.000Z",
      }),
    };
    const list = async (filter: object = {}) => app.ask(LIST, { team: team.id, ...filter });
    const found = async (filter: object) => {
      const names = new Map<string, string>(Object.entries(ids).map(([name, id]) => [id, name]));
      return (await list(filter)).items.map(({ id }) => names.get(id));
    };
    return { team, app, acme, ids, list, found };
  }

  async function added(team: Team, given: Readonly<Record<string, unknown>> = {}) {
    world.pass(1000);
    return addPlainDraft(team, given);
  }

  async function sent(team: Team, sequence: number, columns: object, given: object = {}) {
    const number = `INV-2026-000${sequence}`;
    const id = await added(team, { issue_date: `2026-10-0${sequence}`, ...given });
    await setInvoice(team, id, {
      ...numbered(number, sequence),
      search_text: number.toLowerCase(),
      ...columns,
    });
    return id;
  }

  test("each status has its invoices, and unpaid leaves out what is overdue today", async () => {
    const { found, list, ids, team } = await opened();
    const newest = ["canceled", "paid", "later", "late", "inTime", "draft"];
    assert.deepEqual(await found({}), newest);
    assert.deepEqual(await found({ sort: "created" }), newest.toReversed());
    assert.deepEqual(await found({ status: "draft" }), ["draft"]);
    assert.deepEqual(await found({ status: "unpaid" }), ["inTime"]);
    assert.deepEqual(await found({ status: "overdue" }), ["later", "late"]);
    assert.deepEqual(await found({ status: "paid" }), ["paid"]);
    assert.deepEqual(await found({ status: "canceled" }), ["canceled"]);
    assert.deepEqual(await found({ status: "refunded" }), []);
    const { items } = await list({ status: "overdue" });
    assert.deepEqual(
      items.map(({ status, days_overdue, due_minor }) => [status, days_overdue, due_minor]),
      [
        ["overdue", 11, 100],
        ["overdue", 1, 6000],
      ],
    );
    const tool = await team.call("invoices_list", { status: "overdue" });
    assert.deepEqual(
      tool.items.map(({ id, status, amount_due }: any) => [id, status, amount_due]),
      [
        [ids.later, "overdue", 100],
        [ids.late, "overdue", 60],
      ],
    );
    assert.deepEqual((await team.call("invoices_list", { status: "scheduled" })).items, []);
  });

  test("a tool's row has the tax, and the day, in the team's zone, from which nothing was owed", async () => {
    const { team, app, ids } = await opened();
    await app.ask("PATCH /api/teams/:team", { team: team.id, timeZone: "Asia/Tokyo" });
    await setInvoice(team, ids.paid, { paid_at: "2026-11-17T15:00:00.000Z", tax_minor: 1900 });
    const { items } = await team.call("invoices_list", { limit: 3 });
    assert.deepEqual(
      items.map(({ id, tax, paid_on }: any) => [id, tax, paid_on]),
      [
        [ids.canceled, 0, undefined],
        [ids.paid, 19, "2026-11-18"],
        [ids.later, 0, undefined],
      ],
    );
  });

  test("days that stand the wrong way round are told", async () => {
    const { team } = await opened();
    const list = await team.call("invoices_list", { from: "2026-10-05", to: "2026-10-01" });
    const notice = "from (2026-10-05) is after to (2026-10-01), so no day lies between them.";
    assert.deepEqual([list.items, list.notices], [[], [notice]]);
    const days = { from: "2026-10-01", to: "2026-10-01" };
    assert.equal((await team.call("invoices_list", days)).notices, undefined);
  });

  test("totals count all that match, and sum what is owed in each currency", async () => {
    const { list, app, team } = await opened();
    const { totals } = await list({ limit: 1 });
    const owed = [
      { currency: "EUR", minor: 16_000 },
      { currency: "JPY", minor: 100 },
    ];
    const overdue = [
      { currency: "EUR", minor: 6000 },
      { currency: "JPY", minor: 100 },
    ];
    assert.deepEqual(totals, { count: 6, owed, overdue, to_refund: [] });
    assert.deepEqual((await list({ status: "paid" })).totals, {
      count: 1,
      ...NOTHING,
    });
    const home = await app.ask("GET /api/teams/:team/overview", { team: team.id });
    assert.deepEqual([home.invoices, home.hasInvoices], [{ owed, overdue, to_refund: [] }, true]);
  });

  test("days are those of issue, and of creation for a draft without one, each bound alone", async () => {
    const { found } = await opened();
    assert.deepEqual(await found({ from: "2026-10-04" }), ["canceled", "paid", "draft"]);
    assert.deepEqual(await found({ to: "2026-10-02" }), ["late", "inTime"]);
    assert.deepEqual(await found({ from: "2026-11-21", to: "2026-11-21" }), ["draft"]);
    assert.deepEqual(await found({ from: "2026-11-22" }), []);
  });

  test("a search finds numbers, references and the customer's name of now", async () => {
    const { team, acme, found } = await opened();
    assert.deepEqual(await found({ q: "-0004" }), ["paid"]);
    assert.deepEqual(await found({ q: "order 7" }), ["draft"]);
    assert.deepEqual(await found({ q: "acme" }), ["draft"]);
    await team.call("customers_update", { id: acme.id, name: "Zenith" });
    assert.deepEqual(await found({ q: "acme" }), []);
    assert.deepEqual(await found({ q: "ZENI" }), ["draft"]);
    assert.deepEqual(await found({ q: "%" }), []);
    assert.deepEqual(await found({ customer: acme.id }), ["draft"]);
    const { items } = await team.call("search_global", { query: "zenith order" });
    assert.deepEqual(
      items.map(({ type, data }: any) => [type, data.total]),
      [["invoice", 100]],
    );
  });

  test("pages show each invoice once, and a cursor holds for its own filters alone", async () => {
    const { team, list } = await opened();
    for (let index = 0; index < 5; index += 1) await addPlainDraft(team, { lines: [lineOf(team)] });
    for (const sort of ["created", "-created"] as const) {
      const all = (await list({ sort })).items.map(({ id }) => id);
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await list({ sort, limit: 4, ...(cursor === undefined ? {} : { cursor }) });
        ids.push(...page.items.map(({ id }) => id));
        assert.equal(page.totals === null, cursor !== undefined);
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      assert.deepEqual(ids, all);
    }
    const { nextCursor } = await team.call("invoices_list", { limit: 2 });
    const refused = await team.refused("invoices_list", { cursor: nextCursor, status: "draft" });
    assert.equal(refused.code, "invalid_cursor");
    assert.equal((await team.rows("invoices_list", { limit: 2 })).length, 11);
  });

  test("nothing of another team is listed, counted or owed", async () => {
    await opened();
    const other = await world.team();
    const app = await WebApp.of(other);
    const { items, totals } = await app.ask(LIST, { team: other.id });
    assert.deepEqual([items, totals], [[], { count: 0, ...NOTHING }]);
  });
});
