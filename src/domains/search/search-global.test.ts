import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase } from "../../../test/app.ts";
import { addReadDocument } from "../../../test/read-papers.ts";
import { addProject } from "../../../test/tracker.ts";
import { Books } from "../../../test/transactions.ts";

onEachDatabase((world) => {
  test("transactions and customers are found by words, their beginnings and parts of them, the best match first", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const whole = await books.add({ name: "Acme, GmbH" });
    const prefix = await books.add({ name: "Acmeland GmbH" });
    const reference = await books.add({ name: "Shop GmbH", reference: "ACME-12" });
    const part = await books.add({ name: "Macme GmbH" });
    await books.add({ name: "Acme" });
    const customer = await team.call("customers_create", {
      name: "Ácme Gmbh",
      email: "a@acme.example",
    });
    const { items } = await team.call("search_global", { query: "acme gm" });
    assert.deepEqual(
      items.map(({ id, type, relevance }: any) => [id, type, relevance]),
      [
        [customer.id, "customer", 0.85],
        [whole.id, "transaction", 0.85],
        [reference.id, "transaction", 0.8],
        [prefix.id, "transaction", 0.7],
        [part.id, "transaction", 0.55],
      ],
    );
    assert.equal(items[1].data.amount, -3.5);
    assert.equal(items[0].data.email, "a@acme.example");
  });

  test("the limits of all, of a kind and of relevance hold, and nothing of another team is found", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const books = await Books.of(team);
    for (let number = 0; number < 3; number += 1) await books.add({ name: "Cafe" });
    await books.add({ name: "Cafeteria" });
    const count = async (more: object) =>
      (await team.call("search_global", { query: "cafe", ...more })).items.length;
    assert.equal(await count({}), 4);
    assert.equal(await count({ per_table_limit: 2 }), 2);
    assert.equal(await count({ limit: 1 }), 1);
    assert.equal(await count({ relevance_threshold: 0.9 }), 3);
    assert.deepEqual((await other.call("search_global", { query: "cafe" })).items, []);
  });

  test("what the list of transactions finds, by parts of words and by amounts, is found here too", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    await books.add({ name: "Hetzner Online", amount_minor: -1190 });
    await books.add({ name: "Card", description: "to hétzner", amount_minor: 50_000 });
    await books.add({ name: "Bakery", amount_minor: 1190 });
    for (const [query, count] of [
      ["etzner", 2],
      ["HÉTZ", 2],
      ["11,9", 2],
      ["etzner 11.90", 1],
      ["zner tzn 500", 1],
      ["hetzner bakery", 0],
    ] as const) {
      const listed = await team.call("transactions_list", { q: query });
      const { items, counts } = await team.call("search_global", { query });
      assert.deepEqual(items.map(idOf).toSorted(), listed.items.map(idOf).toSorted(), query);
      assert.equal(items.length, count, query);
      assert.deepEqual(counts, count === 0 ? {} : { transaction: count });
    }
  });

  test("customers are found by notes and VAT numbers, as they are now, also after an undo", async () => {
    const team = await world.team();
    const customer = await team.call("customers_create", {
      name: "Acme",
      email: "a@acme.example",
      note: "Wants paper invoices, ask Frau Müller",
      vatNumber: "DE 811 907 980",
    });
    await team.call("customers_create", { name: "Bare", email: "b@bare.example" });
    const found = async (query: string) => {
      const { items } = await team.call("search_global", { query });
      return items.map(({ id, type }: any) => [type, id]);
    };
    const acme = [["customer", customer.id]];
    for (const query of ["muller", "aper acme", "de 907", "811 paper acme"])
      assert.deepEqual(await found(query), acme, query);
    assert.deepEqual(await found("muller bare"), []);
    const change = { id: customer.id, note: null, vatNumber: "ATU12345678" };
    await team.call("customers_update", change);
    assert.deepEqual(await found("muller"), []);
    assert.deepEqual(await found("u1234"), acme);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("customers_update"));
    assert.deepEqual(await found("muller"), acme);
    assert.deepEqual(await found("u1234"), []);
  });

  test("projects are found by their names and those of their customers, as the list has them", async () => {
    const team = await world.team();
    const { id: customer_id } = await team.call("customers_create", {
      name: "Orchard & Finch",
      email: "o@orchard.example",
    });
    const website = await addProject(team, { name: "Website", customer_id });
    const orchard = await addProject(team, { name: "Our orchard" });
    await addProject(await world.team(), { name: "Orchard" });
    const { items, counts } = await team.call("search_global", { query: "rchard" });
    assert.deepEqual(counts, { customer: 1, project: 2 });
    const projects = items.filter(({ type }: any) => type === "project");
    assert.deepEqual(
      projects.map(({ id, relevance }: any) => [id, relevance]),
      [
        [orchard, 0.4],
        [website, 0.24],
      ],
    );
    const listed = await team.call("tracker_list_projects");
    const rows = projects.map(({ data }: any) => data);
    assert.deepEqual(rows.toSorted(byId), listed.items.toSorted(byId));
    const both = await team.call("search_global", { query: "finch website" });
    assert.deepEqual([both.items.length, both.items[0].id], [1, website]);
  });

  test("documents are found by a part of a word of their names", async () => {
    const team = await world.team();
    const id = await addReadDocument(team, { name: "Mietvertrag.txt", text: "nichts" });
    const { items, counts } = await team.call("search_global", { query: "vertrag" });
    assert.deepEqual([items.map(idOf), counts], [[id], { document: 1 }]);
  });

  test("more notes than are compared are told of", async () => {
    const team = await world.team();
    const row = { team_id: team.id, name: "Acme", name_folded: "acme", note: "Käthe" };
    const email = { email: "a@acme.example", email_folded: "a@acme.example" };
    const times = { created_at: world.now, updated_at: world.now };
    for (let count = 0; count < 5001; count += 1667)
      await world.database.begin((db) =>
        db
          .insertInto("customers")
          .values(
            Array.from({ length: 1667 }, () => ({
              ...row,
              ...email,
              ...times,
              id: randomUUID(),
              is_archived: false,
            })),
          )
          .execute(),
      );
    const { counts, notices } = await team.call("search_global", { query: "kathe" });
    assert.deepEqual(counts, { customer: 500 });
    assert.deepEqual(notices, [
      "Of type customer only the newest 500 that match were compared and counted; there may be more.",
      "Of customers with notes or VAT numbers only the newest 5000 were compared by these.",
    ]);
  });

  test("what is found and not listed is counted by type", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    for (let number = 0; number < 12; number += 1) await books.add({ name: "Cafe" });
    await team.call("customers_create", { name: "Cafe", email: "a@cafe.example" });
    const search = async (more: object) => team.call("search_global", { query: "cafe", ...more });
    const counts = { transaction: 12, customer: 1 };
    const usual = await search({});
    assert.deepEqual(
      [usual.items.length, usual.counts, usual.more],
      [11, counts, { transaction: 2 }],
    );
    const all = await search({ per_table_limit: 50 });
    assert.deepEqual([all.items.length, all.counts, all.more], [13, counts, {}]);
    const one = await search({ limit: 1 });
    const left = Object.values<number>(one.more).reduce((sum, count) => sum + count, 0);
    assert.deepEqual([one.items.length, one.counts, left], [1, counts, 12]);
    assert.equal(one.notices, undefined);
  });

  test("more records of a type than are compared are told of", async () => {
    const team = await world.team();
    for (let number = 0; number < 501; number += 1)
      await addProject(team, { name: `Cafe ${number}` });
    const { counts, more, notices } = await team.call("search_global", { query: "cafe" });
    assert.deepEqual([counts, more], [{ project: 500 }, { project: 490 }]);
    assert.deepEqual(notices, [
      "Of type project only the newest 500 that match were compared and counted; there may be more.",
    ]);
  });
});

function idOf({ id }: { id: string }): string {
  return id;
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
