import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { Books } from "../../../test/transactions.ts";

onEachDatabase((world) => {
  test("transactions and customers are found by the beginnings of their words, the best match first", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const whole = await books.add({ name: "Acme, GmbH" });
    const prefix = await books.add({ name: "Acmeland GmbH" });
    const reference = await books.add({ name: "Shop GmbH", reference: "ACME-12" });
    await books.add({ name: "Macme GmbH" });
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
});
