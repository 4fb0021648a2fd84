import assert from "node:assert/strict";
import { before, test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { pageOfCustomers, type PageValues } from "./find-customers.ts";

const LIST = "GET /api/teams/:team/customers";

type Filter = Omit<Parameters<typeof listed>[1], "team">;

async function listed(app: WebApp, input: { team: string; [name: string]: unknown }) {
  const { items } = await app.ask(LIST, input);
  return items.map(({ name }) => name);
}

onEachDatabase((world) => {
  let team: Team;
  let app: WebApp;
  before(async () => {
    world.at("2026-11-21T09:00:00Z");
    team = await world.team();
    app = await WebApp.of(team);
    for (const [name, more] of [
      ["Zenith", { contact: "Ada Lovelace" }],
      ["acme", { email: "info@acme.example" }],
      ["Ärger AG", { contact: "Grace Hopper" }],
      ["Beta", {}],
    ] as const) {
      world.pass(1000);
      const email = `${name.slice(0, 1).toLowerCase().replace("ä", "a")}@x.example`;
      await team.call("customers_create", { name, email, ...more });
    }
  });

  const names = (filter: Filter = {}) => listed(app, { team: team.id, ...filter });

  test("customers are listed by name, or by age, in both directions", async () => {
    assert.deepEqual(await names(), ["acme", "Ärger AG", "Beta", "Zenith"]);
    assert.deepEqual(await names({ sort: "-name" }), ["Zenith", "Beta", "Ärger AG", "acme"]);
    assert.deepEqual(await names({ sort: "created" }), ["Zenith", "acme", "Ärger AG", "Beta"]);
    assert.deepEqual(await names({ sort: "-created" }), ["Beta", "Ärger AG", "acme", "Zenith"]);
  });

  test("the pages of each order have every customer once", async () => {
    for (const sort of ["name", "-name", "created", "-created"] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.ask(LIST, { team: team.id, sort, limit: 3, cursor });
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual(seen, await names({ sort }));
    }
  });

  test("a search finds part of the name, the address or the contact, without case and accents", async () => {
    assert.deepEqual(await names({ q: "ARGER" }), ["Ärger AG"]);
    assert.deepEqual(await names({ q: "info@" }), ["acme"]);
    assert.deepEqual(await names({ q: "lovelace" }), ["Zenith"]);
    assert.deepEqual(await names({ q: "%" }), []);
    assert.deepEqual(await names({ q: "  " }), await names());
  });

  test("a changed contact is found by its new text alone, also after an undo", async () => {
    const { id } = await team.call("customers_create", { name: "Y", email: "y@x.example" });
    await team.call("customers_update", { id, contact: "Alan Turing" });
    assert.deepEqual(await names({ q: "turing" }), ["Y"]);
    world.pass(1000);
    await team.call("customers_update", { id, contact: null });
    assert.deepEqual(await names({ q: "turing" }), []);
    const { events } = await app.ask("GET /api/teams/:team/activity", { team: team.id });
    const event = events.find(({ tool }) => tool === "customers_update")?.id ?? "";
    await app.ask("POST /api/teams/:team/activity/:id/undo", { team: team.id, id: event });
    assert.deepEqual(await names({ q: "turing" }), ["Y"]);
    await team.call("customers_update", { id, is_archived: true });
  });

  test("archived customers are apart", async () => {
    assert.deepEqual(await names({ archived: true }), ["Y"]);
    assert.equal((await names()).includes("Y"), false);
  });

  test("the customers of a tag are listed in each order", async () => {
    const tag = await team.call("tags_create", { name: "Wholesale" });
    for (const name of ["acme", "Beta"]) {
      const { items } = await team.call("customers_list", { name });
      await team.call("customers_update", { id: items[0].id, tag_ids: [tag.id] });
    }
    assert.deepEqual(await names({ tag: tag.id }), ["acme", "Beta"]);
    assert.deepEqual(await names({ tag: tag.id, sort: "-name" }), ["Beta", "acme"]);
    assert.deepEqual(await names({ tag: tag.id, sort: "created" }), ["acme", "Beta"]);
    assert.deepEqual(await names({ tag: tag.id, sort: "-created" }), ["Beta", "acme"]);
    assert.deepEqual(await names({ tag: tag.id, q: "acm" }), ["acme"]);
    assert.deepEqual(await names({ tag: tag.id, archived: true }), []);
  });

  test("many customers of a tag are found as few are", async () => {
    const { items } = await team.call("tags_list");
    const find = preparedQuery((db, slots: Slots<PageValues>) =>
      pageOfCustomers(db, "name", slots),
    );
    const after = { part: undefined, after_place: "acme", after_id: items[0].id };
    const values = { team_id: team.id, tag_id: items[0].id, is_archived: false, rows: 9, ...after };
    const few = await find(world.database.reader, values);
    assert.ok(few.length > 0);
    assert.deepEqual(await find(world.database.reader, { ...values, is_wide: true }), few);
  });

  test("the number of matches is that of the rows", async () => {
    for (const filter of [{}, { q: "a" }, { archived: true }, { q: "nobody" }])
      for (const limit of [1, 50]) {
        const page = await app.ask(LIST, { team: team.id, ...filter, limit });
        assert.equal(page.count, (await names(filter)).length);
        if (page.nextCursor === null) continue;
        const next = { team: team.id, ...filter, limit, cursor: page.nextCursor };
        assert.equal((await app.ask(LIST, next)).count, null);
      }
  });

  test("a row has its projects, the hours of this month and the latest activity", async () => {
    const own = await world.team();
    const { id } = await own.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const project_id = await addProject(own, { customer_id: id });
    await addProject(own, { customer_id: id });
    for (const [date, duration] of [
      ["2026-10-31", 1],
      ["2026-11-01", 600],
      ["2026-11-30", 60],
      ["2026-12-01", 1],
    ] as const)
      await addEntry(own, { project_id, date, duration });
    const person = await WebApp.of(own);
    const { items } = await person.ask(LIST, { team: own.id });
    assert.partialDeepStrictEqual(items, [
      { id, project_count: 2, seconds_this_month: 660, tracked_on: "2026-12-01" },
    ]);
    const detail = { team: own.id, id };
    assert.partialDeepStrictEqual(await person.ask("GET /api/teams/:team/customers/:id", detail), {
      project_count: 2,
      seconds: 662,
      seconds_this_month: 660,
      tracked_on: "2026-12-01",
    });
  });

  test("the hours of this month are summed up over all customers that match, loaded or not", async () => {
    const own = await world.team();
    const person = await WebApp.of(own);
    const tag = await own.call("tags_create", { name: "Retail" });
    for (const [name, date, more] of [
      ["Acme", "2026-11-02", {}],
      ["Acme Two", "2026-11-03", { tag_ids: [tag.id] }],
      ["Zenith", "2026-11-04", { tag_ids: [tag.id] }],
      ["Old", "2026-10-31", {}],
      ["Gone", "2026-11-05", { is_archived: true }],
    ] as const) {
      const given = { name, email: "a@x.example" };
      const { id } = await own.call("customers_create", given);
      await own.call("customers_update", { id, ...more });
      const project_id = await addProject(own, { customer_id: id });
      await addEntry(own, { project_id, date, duration: Number(date.slice(8)) * 60 });
    }
    await addEntry(own, { project_id: await addProject(own), date: "2026-11-02" });
    for (const [filter, seconds] of [
      [{}, 9 * 60],
      [{ q: "acme" }, 5 * 60],
      [{ tag: tag.id }, 7 * 60],
      [{ tag: tag.id, q: "zen" }, 4 * 60],
      [{ archived: true }, 5 * 60],
      [{ q: "nobody" }, 0],
    ] as const)
      for (const limit of [1, 50]) {
        const page = await person.ask(LIST, { team: own.id, ...filter, limit });
        assert.equal(page.seconds_this_month, seconds, JSON.stringify([filter, limit]));
        if (page.nextCursor === null) continue;
        const next = { team: own.id, ...filter, limit, cursor: page.nextCursor };
        assert.equal((await person.ask(LIST, next)).seconds_this_month, null);
      }
  });

  test("the month is that of the reader's time zone", async () => {
    const own = await world.team();
    await own.setTimeZone("Pacific/Kiritimati");
    const { id } = await own.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const project_id = await addProject(own, { customer_id: id });
    await addEntry(own, { project_id, date: "2026-12-01", duration: 60 });
    world.at("2026-11-30T12:00:00Z");
    const person = await WebApp.of(own);
    const { items } = await person.ask(LIST, { team: own.id });
    assert.equal(items[0]?.seconds_this_month, 60);
    world.at("2026-11-21T12:00:00Z");
  });

  test("the longest texts in any script can be stored and found", async () => {
    const own = await world.team();
    const name = "漢".repeat(200);
    const email = `a@${"漢".repeat(60)}.${"漢".repeat(60)}.${"漢".repeat(60)}.${"漢".repeat(50)}`;
    const contact = Array.from({ length: 300 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index * 37),
    ).join("");
    await own.call("customers_create", { name, email, contact });
    const person = await WebApp.of(own);
    assert.deepEqual(await listed(person, { team: own.id, q: contact.slice(100, 120) }), [name]);
  });
});
