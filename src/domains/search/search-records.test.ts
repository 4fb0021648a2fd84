import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { addReadDocument, addReceipt } from "../../../test/read-papers.ts";
import { addProject } from "../../../test/tracker.ts";
import { Books } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";

const SEARCH = "GET /api/teams/:team/search";

onAnyDatabase((world) => {
  test("customers and projects are found by a part of their names, whatever its case and accents", async () => {
    const team = await world.team();
    const acme = await addCustomer(team, "Ácme GmbH");
    const other = await addCustomer(team, "The acme of all");
    await addCustomer(team, "Bakery");
    const project = await addProject(team, { name: "Website for ACME" });
    await addProject(team, { name: "Garden" });
    const app = await WebApp.of(team);
    const found = await app.ask(SEARCH, { team: team.id, q: "acmé" });
    assert.deepEqual(found, {
      customers: {
        items: [
          { id: acme, name: "Ácme GmbH" },
          { id: other, name: "The acme of all" },
        ],
        hasMore: false,
      },
      projects: {
        items: [{ id: project, name: "Website for ACME", customer: null }],
        hasMore: false,
      },
      transactions: { items: [], hasMore: false },
      invoices: { items: [], hasMore: false },
      documents: { items: [], hasMore: false },
      receipts: { items: [], hasMore: false },
    });
  });

  test("names that begin with the text come first, five of a kind are listed, and more are told of", async () => {
    const team = await world.team();
    for (const name of ["Old north", "North 2", "North 1", "South north", "North 3"]) {
      await addCustomer(team, name);
      world.pass(1);
    }
    const app = await WebApp.of(team);
    const ask = async () => {
      const { customers } = await app.ask(SEARCH, { team: team.id, q: "north" });
      return [customers.items.map(({ name }) => name), customers.hasMore];
    };
    const five = ["North 1", "North 2", "North 3", "South north", "Old north"];
    assert.deepEqual(await ask(), [five, false]);
    await addCustomer(team, "Far north");
    const [, hasMore] = await ask();
    assert.equal(hasMore, true);
  });

  test("projects of a customer are found by its name, after those of that name, five in all", async () => {
    const team = await world.team();
    const other = await world.team();
    const customer_id = await addCustomer(team, "Orchard & Finch");
    const old = await addProject(team, { name: "Old brand", customer_id, status: "completed" });
    world.pass(1000);
    const brand = await addProject(team, { name: "Brand refresh", customer_id });
    const own = await addProject(team, { name: "Our orchard" });
    const both = await addProject(team, { name: "Orchard shop", customer_id });
    await addProject(team, { name: "Else", customer_id: await addCustomer(team, "Elsewhere") });
    await addProject(other, {
      name: "Brand refresh",
      customer_id: await addCustomer(other, "Orchard & Finch"),
    });
    const app = await WebApp.of(team);
    const found = async (q: string, kind?: "projects") => {
      const given = { team: team.id, q, ...(kind === undefined ? {} : { kind }) };
      return (await app.ask(SEARCH, given)).projects;
    };
    const wanted = [
      { id: both, name: "Orchard shop", customer: "Orchard & Finch" },
      { id: own, name: "Our orchard", customer: null },
      { id: brand, name: "Brand refresh", customer: "Orchard & Finch" },
      { id: old, name: "Old brand", customer: "Orchard & Finch" },
    ];
    assert.deepEqual(await found("orchard"), { items: wanted, hasMore: false });
    assert.deepEqual((await found("orchard", "projects")).items, wanted);
    for (const name of ["One", "Two", "Three"]) await addProject(team, { name, customer_id });
    const { items, hasMore } = await found("orchard");
    assert.deepEqual([items.length, hasMore], [5, false]);
    assert.deepEqual(items.slice(0, 2), wanted.slice(0, 2));
  });

  test("transactions are found by name, text and amount, the newest first, and none of another team", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const theirs = await Books.of(await world.team());
    await theirs.add({ name: "Hetzner", amount_minor: -1190 });
    const named = await books.add({ name: "Hetzner Online", amount_minor: -1190 });
    const told = await books.add({ name: "Card", description: "Hétzner", amount_minor: 50_000 });
    const found = async (q: string) => {
      const { transactions } = await books.app.ask(SEARCH, { team: team.id, q });
      return transactions.items;
    };
    const ids = async (q: string) => (await found(q)).map(({ id }) => id);
    assert.deepEqual(await ids("hetzner"), [told.id, named.id]);
    assert.deepEqual(await ids("11.90"), [named.id]);
    assert.deepEqual(await ids("hetzner 500"), [told.id]);
    assert.deepEqual((await found("11,9"))[0], {
      id: named.id,
      name: "Hetzner Online",
      date: named.date,
      amount_minor: -1190,
      currency: "EUR",
    });
    for (let count = 0; count < 5; count += 1) await books.add({ name: "Hetzner" });
    const { transactions } = await books.app.ask(SEARCH, { team: team.id, q: "hetzner" });
    assert.deepEqual([transactions.items.length, transactions.hasMore], [5, true]);
    const other = await books.app.ask(SEARCH, { team: team.id, q: "hetzner", kind: "projects" });
    assert.deepEqual(other.transactions.items, []);
  });

  test("documents are found by name and text, the best first, and more than five are told of", async () => {
    const team = await world.team();
    const told = await addReadDocument(team, { name: "scan.txt", text: "Mietvertrag" });
    const named = await addReadDocument(team, { name: "Mietvertrag.txt", text: "nichts" });
    await addReadDocument(await world.team(), { text: "Mietvertrag" });
    const app = await WebApp.of(team);
    const ask = async () =>
      (await app.ask(SEARCH, { team: team.id, q: "mietvertrag", kind: "documents" })).documents;
    assert.deepEqual(await ask(), {
      items: [
        { id: named, name: "Mietvertrag.txt" },
        { id: told, name: "scan.txt" },
      ],
      hasMore: false,
    });
    for (let count = 0; count < 4; count += 1) await addReadDocument(team, { text: "Mietvertrag" });
    const { items, hasMore } = await ask();
    assert.deepEqual([items.length, hasMore], [5, true]);
  });

  test("receipts are found by vendor, name and number, without those that were deleted", async () => {
    const team = await world.team();
    const id = await addReceipt(team, { vendor: "Bäckerei Süß", number: "R-77" });
    await addReceipt(team, { vendor: "Bäckerei Süß", status: "deleted" });
    const app = await WebApp.of(team);
    for (const q of ["backerei", "r-77"]) {
      const { receipts } = await app.ask(SEARCH, { team: team.id, q });
      const row = { id, name: "Bäckerei Süß", date: null, amount_minor: 350, currency: "EUR" };
      assert.deepEqual(receipts, { items: [row], hasMore: false });
    }
    const { items } = await team.call("search_global", { query: "bäckerei" });
    const inbox = items.filter(({ type }: any) => type === "inbox");
    assert.deepEqual(
      inbox.map(({ id, type, data }: any) => [id, type, data.amount]),
      [[id, "inbox", 3.5]],
    );
  });

  test("one kind alone is looked for when it is named", async () => {
    const team = await world.team();
    const customer = await addCustomer(team, "Acme");
    const project = await addProject(team, { name: "Acme" });
    const app = await WebApp.of(team);
    for (const [kind, ids] of [
      ["customers", [customer]],
      ["projects", [project]],
    ] as const) {
      const found = await app.ask(SEARCH, { team: team.id, q: "acme", kind });
      const items = [...found.customers.items, ...found.projects.items];
      assert.deepEqual(
        items.map(({ id }) => id),
        ids,
      );
    }
  });

  test("nothing of another team is found, and signs of SQL are text", async () => {
    const [team, other] = [await world.team(), await world.team()];
    await addCustomer(other, "Acme");
    await addProject(other, { name: "Acme" });
    const percent = await addCustomer(team, "100 % sure");
    const app = await WebApp.of(team);
    const found = async (q: string) =>
      (await app.ask(SEARCH, { team: team.id, q })).customers.items.map(({ id }) => id);
    assert.deepEqual(await found("acme"), []);
    assert.deepEqual(await found("%"), [percent]);
    assert.deepEqual(await found("_"), []);
  });

  test("no text, a long text or another kind is refused beside its field", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const [input, at] of [
      [{}, "/q"],
      [{ q: "  " }, "/q"],
      [{ q: "a".repeat(201) }, "/q"],
      [{ q: "a", kind: "users" }, "/kind"],
    ] as const) {
      const refusal = await app.refused(SEARCH, { team: team.id, ...input });
      assert.deepEqual([refusal.status, refusal.at], [422, [at]]);
    }
  });
});

async function addCustomer(team: Team, name: string): Promise<string> {
  const { id } = await team.call("customers_create", { name, email: "a@acme.example" });
  return id;
}
