import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";

async function add(team: Team, name: string, more: object = {}) {
  const email = `${name.toLowerCase()}@x.example`;
  return team.call("customers_create", { name, email, ...more });
}

async function listed(team: Team, filter: object = {}): Promise<string[]> {
  const { items } = await team.call("customers_list", filter);
  return items.map((customer: { name: string }) => customer.name);
}

onAnyDatabase((world) => {
  test("the newest customer comes first", async () => {
    const team = await world.team();
    for (const name of ["First", "Second", "Third"]) {
      world.pass(1);
      await add(team, name);
    }
    assert.deepEqual(await listed(team), ["Third", "Second", "First"]);
  });

  test("a row of the list has the short form of a customer", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const told = { preferred_currency: "EUR", countryCode: "de", vatNumber: "DE811111111" };
    const more = { ...told, tag_ids: [tag.id], note: "Likes tea." };
    const { id, created_at } = await add(team, "Acme", more);
    assert.deepEqual(await team.call("customers_list"), {
      items: [
        {
          id,
          name: "Acme",
          email: "acme@x.example",
          is_archived: false,
          preferred_currency: "EUR",
          country_code: "DE",
          vat_number: "DE811111111",
          tags: [tag],
          created_at,
        },
      ],
      nextCursor: null,
    });
  });

  test("customers of a country, with or without a VAT number, are found beside the other filters", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    await add(team, "Berlin", { countryCode: "DE", vatNumber: "DE811111111" });
    await add(team, "Bonn", { countryCode: "DE", tag_ids: [tag.id] });
    await add(team, "Lyon", { countryCode: "FR", tag_ids: [tag.id] });
    await add(team, "Nowhere");
    const names = async (filter: object) => (await listed(team, filter)).toSorted();
    assert.deepEqual(await names({ country_code: "de" }), ["Berlin", "Bonn"]);
    assert.deepEqual(await names({ country_code: "DE", has_vat_number: false }), ["Bonn"]);
    assert.deepEqual(await names({ has_vat_number: true }), ["Berlin"]);
    assert.deepEqual(await names({ has_vat_number: false, name: "o" }), [
      "Bonn",
      "Lyon",
      "Nowhere",
    ]);
    assert.deepEqual(await names({ country_code: "DE", tag_id: tag.id, name: "b" }), ["Bonn"]);
    const pages = await team.rows("customers_list", { country_code: "DE", limit: 1 });
    assert.equal(pages.length, 2);
    const refused = await team.refused("customers_list", { country_code: "Germany" });
    assert.deepEqual([refused.code, refused.path], ["invalid_argument", "country_code"]);
  });

  test("another team's customers are not listed", async () => {
    const [team, other] = [await world.team(), await world.team()];
    await add(other, "Acme");
    assert.deepEqual(await listed(team), []);
  });

  test("archived customers are listed, unless is_archived says otherwise", async () => {
    const team = await world.team();
    const { id } = await add(team, "Archived");
    await team.call("customers_update", { id, is_archived: true });
    world.pass(1);
    await add(team, "Current");
    assert.deepEqual(await listed(team), ["Current", "Archived"]);
    assert.deepEqual(await listed(team, { is_archived: null }), ["Current", "Archived"]);
    assert.deepEqual(await listed(team, { is_archived: true }), ["Archived"]);
    assert.deepEqual(await listed(team, { is_archived: false }), ["Current"]);
  });

  test("tag_id lists the customers that carry the tag; an unknown or foreign one lists none", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const foreign = await other.call("tags_create", { name: "Wholesale" });
    await add(other, "Foreign", { tag_ids: [foreign.id] });
    await add(team, "Tagged", { tag_ids: [tag.id] });
    await add(team, "Untagged");
    assert.deepEqual(await listed(team, { tag_id: tag.id }), ["Tagged"]);
    assert.deepEqual(await listed(team, { tag_id: foreign.id }), []);
    assert.deepEqual(await listed(team, { tag_id: team.auditContext.newId() }), []);
  });

  test("filters narrow each other down", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    for (const name of ["Anna", "Bert"]) {
      for (const email of ["one@x.example", "two@y.example"]) {
        for (const tag_ids of [[], [tag.id]]) {
          for (const is_archived of [false, true]) {
            world.pass(1);
            const { id } = await add(team, name, { email, tag_ids });
            await team.call("customers_update", { id, is_archived });
          }
        }
      }
    }
    const all = await team.rows("customers_list");
    for (const filter of combinations({
      name: "ann",
      email: "Y.EX",
      tag_id: tag.id,
      is_archived: true,
    })) {
      const expected = all.filter(
        (customer) =>
          (filter.name === undefined || customer.name === "Anna") &&
          (filter.email === undefined || customer.email === "two@y.example") &&
          (filter.tag_id === undefined || customer.tags.length === 1) &&
          (filter.is_archived === undefined || customer.is_archived),
      );
      assert.deepEqual(await team.rows("customers_list", filter), expected, JSON.stringify(filter));
    }
  });

  test("a page has 1 to 100 customers, 25 when nothing is said", async () => {
    const team = await world.team();
    for (let number = 0; number < 101; number += 1) await add(team, `N${number}`);
    for (const [limit, expected] of [
      [undefined, 25],
      [null, 25],
      [1, 1],
      [100, 100],
    ] as const) {
      const page = await team.call("customers_list", { limit });
      assert.equal(page.items.length, expected);
      assert.equal(typeof page.nextCursor, "string");
    }
    for (const limit of [0, -1, 101, 2.5, "10", true]) {
      const error = await team.refused("customers_list", { limit });
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "limit");
    }
  });

  test("the last page has no next one, also when it is full", async () => {
    const team = await world.team();
    await add(team, "A");
    await add(team, "B");
    for (const limit of [2, 3]) {
      assert.equal((await team.call("customers_list", { limit })).nextCursor, null);
    }
    assert.deepEqual(await team.call("customers_list", { name: "nobody" }), {
      items: [],
      nextCursor: null,
    });
  });
});

/** All subsets of the fields. */
function combinations<T extends object>(fields: T): Partial<T>[] {
  let chosen: Partial<T>[] = [{}];
  for (const [field, value] of Object.entries(fields)) {
    chosen = chosen.flatMap((some) => [some, { ...some, [field]: value }]);
  }
  return chosen;
}
