import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { addReceipt } from "../../../test/read-papers.ts";
import { addProject } from "../../../test/tracker.ts";
import { Books } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";

/** Words in another order than the record has them, parts of words, and one word that it lacks. */
const FINDS = [
  "orchard",
  "rchar",
  "finch orchard",
  "gmb INCH",
  "orchard finch gmbh or & - rch",
  "- finch",
];
const FINDS_NOT = ["orchards", "orchard fox", "finchorchard"];

/** Each spelling finds all, and none finds what it would as a short word. */
const GERMAN = ["Bäckerei Grüße & Söhne", "Baeckerei Gruesse & Soehne"];
const FINDS_GERMAN = [...GERMAN, "BÄCKER", "baeck", "soehne bäckerei", "Sö", "grüsse", "Grueße"];
const FINDS_NO_GERMAN = ["bueckerei", "gae", "sae", "soehnen"];

onEachDatabase((world) => {
  async function named(name: string) {
    const team = await world.team();
    const books = await Books.of(team);
    const app = await WebApp.of(team);
    const { id: customer_id } = await team.call("customers_create", {
      name,
      email: "a@acme.example",
    });
    const rate = { billable: true, rate_minor: 10_000, currency: "EUR" };
    const project = await addProject(team, { name, ...rate });
    await team.call("invoices_create_draft", {
      customer_id,
      line_items: [{ name: "Work", quantity: 1, price: 100 }],
    });
    await books.add({ name });
    await addReceipt(team, { vendor: name });
    world.pass(60_000);
    const [start, stop] = ["2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z"];
    await team.call("tracker_start_timer", { project_id: project, start, stop });

    return async (q: string) => {
      const of = { team: team.id, q };
      const [customers, projects, unbilled, choices, invoices, records, global, listed] =
        await Promise.all([
          app.ask("GET /api/teams/:team/customers", of),
          app.ask("GET /api/teams/:team/projects", of),
          app.ask("GET /api/teams/:team/projects/unbilled", of),
          app.ask("GET /api/teams/:team/time/projects", of),
          app.ask("GET /api/teams/:team/invoices", of),
          app.ask("GET /api/teams/:team/search", of),
          team.call("search_global", { query: q }),
          team.call("transactions_list", { q }),
        ]);
      const lists = [customers, projects, unbilled, invoices, listed];
      // The text of the receipt's document is found by beginnings of words alone.
      const { documents: _text, ...kinds } = records;
      const { document: _words, ...counts } = global.counts;
      return [
        ...[...lists, ...Object.values(kinds)].map(({ items }) => items.length),
        choices.projects.length,
        Object.values(counts).length,
      ];
    };
  }

  test("every search finds a record by all words, or parts of words, in any order", async () => {
    const found = await named("Orchard & Finch GmbH");
    for (const q of FINDS) assert.deepEqual(await found(q), [...Array(11).fill(1), 5], q);
    for (const q of FINDS_NOT) assert.deepEqual(await found(q), Array(12).fill(0), q);
  });

  test("every search finds ä, ö, ü and ß as ae, oe, ue and ss, and the other way round", async () => {
    for (const name of GERMAN) {
      const found = await named(name);
      for (const q of FINDS_GERMAN)
        assert.deepEqual(await found(q), [...Array(11).fill(1), 5], `${q} in ${name}`);
      for (const q of FINDS_NO_GERMAN)
        assert.deepEqual(await found(q), Array(12).fill(0), `${q} in ${name}`);
    }
    const team = await world.team();
    for (const name of GERMAN)
      await team.call("customers_create", { name, email: "a@acme.example", note: "Größe Maß" });
    for (const name of [...GERMAN, "BÄCKER", "baeck", "Sö"])
      assert.equal((await team.call("customers_list", { name })).items.length, 2, name);
    assert.deepEqual((await team.call("customers_list", { name: "gae" })).items, []);
    const { counts } = await team.call("search_global", { query: "groesse mass" });
    assert.deepEqual(counts, { customer: 2 });
  });

  test("a name of many words is found by all of it, with its signs and words that it has twice", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const names = [
      "Haus der Kunst in der Stadt der Musik",
      "Verein zur Pflege und Erhaltung & Rettung alter Bäume",
    ];
    for (const name of names) {
      await team.call("customers_create", { name, email: "a@acme.example" });
      for (const q of [name, ` ${name.toUpperCase()} `]) {
        const of = { team: team.id, q };
        const { items } = await app.ask("GET /api/teams/:team/customers", of);
        assert.deepEqual(
          items.map((customer) => customer.name),
          [name],
        );
        const { counts } = await team.call("search_global", { query: q });
        assert.deepEqual(counts, { customer: 1 });
      }
    }
  });
});
