import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import {
  addressOf,
  CUSTOMER,
  offered,
  prompt,
  refusedContent,
  type Reference,
  resource,
} from "../../../test/content.ts";
import { GENERATIONS } from "../../../test/mcp.ts";

const TEMPLATE = "ledgerport://customers/{customer}";
const OF_TEMPLATE: Reference = { type: "ref/resource", uri: TEMPLATE };

/** Names that could break an address, a query or a template. */
const ODD = [
  'Say "hello" \\ GmbH',
  "A/B ../ C",
  "100 % Wolle_1",
  "%2e%2e",
  "Wie? Was#1 & mehr; =+",
  "{customer}",
  "{}",
  "$& $1 $$",
  "Ó Briain's; drop table customers --",
  "株式会社みなと物流",
  "بيت الياسمين",
  "👩‍💻 Studio",
  "toString",
  "a".repeat(200),
  "ß".repeat(200),
];

onEachDatabase((world) => {
  for (const [generation, send] of Object.entries(GENERATIONS)) {
    test(`a customer is found by any name, in an address and by a prompt, ${generation}`, async () => {
      const team = await world.team();
      for (const name of ODD) {
        const { id } = await add(team, name);
        const { customer } = await resource(team, addressOf(TEMPLATE, name), send);
        assert.deepEqual([customer.id, customer.name], [id, name]);
        const brief = await prompt(team, "brief_me_on_a_customer", { customer: name }, send);
        assert.equal(brief.attached[addressOf(TEMPLATE, id)].customer.name, name);
        assert.ok(
          brief.texts.every((text) => !text.includes(name)),
          "names stay in the data",
        );
        for (const ref of [CUSTOMER, OF_TEMPLATE])
          assert.deepEqual((await offered(team, ref, "customer", name, send)).values, [name]);
      }
    });
  }

  test("what cannot be a name is refused by its rule, whatever the database can store", async () => {
    const team = await world.team();
    for (const value of ["\0", "a\0b", " ", "x".repeat(201)]) {
      for (const [method, params] of asked(value)) {
        const { message } = await refusedContent(team, method, params);
        assert.match(message, /customer must /, JSON.stringify(value));
      }
      assert.deepEqual((await offered(team, CUSTOMER, "customer", `${value}x`)).values, []);
    }
    await add(team, "Acme");
    for (const value of ["\ud800", "🦊".repeat(5000)])
      assert.deepEqual((await offered(team, CUSTOMER, "customer", value)).values, []);
  });

  if (world.isSecond) return;

  test("an address takes an id in any case, a name in any case, and a part that one has alone", async () => {
    const team = await world.team();
    const { id } = await add(team, "Käthe Brandt");
    for (const value of [
      id,
      id.toUpperCase(),
      "käthe BRANDT",
      " Käthe Brandt ",
      "Ka\u0308the Brandt",
      "Kathe Brandt",
      "Käthe",
    ])
      assert.equal((await resource(team, addressOf(TEMPLATE, value)))?.customer.id, id, value);
    for (const value of ["Käthe  Brandt", id.slice(1), "Ludwig"])
      assert.equal(await resource(team, addressOf(TEMPLATE, value)), null, value);
    const other = await add(team, "Käthe Kollwitz");
    const several = await refusedContent(team, "resources/read", {
      uri: addressOf(TEMPLATE, "Käthe"),
    });
    for (const one of [id, other.id]) assert.ok(several.message.includes(one), several.message);
    assert.equal((await resource(team, "ledgerport://customers/käthe brandt")).customer.id, id);
  });

  test("a name that looks like an id, or like another's id, finds its customer", async () => {
    const team = await world.team();
    const named = await add(team, "0198c5a0-7e57-7000-8000-000000000000");
    const { customer } = await resource(team, addressOf(TEMPLATE, named.name));
    assert.equal(customer.id, named.id);
    const other = await add(team, named.id);
    assert.equal((await resource(team, addressOf(TEMPLATE, named.id))).customer.id, named.id);
    assert.equal((await resource(team, addressOf(TEMPLATE, other.id))).customer.id, other.id);
  });

  test("a name that several have is refused with their ids, in any case of its letters", async () => {
    const team = await world.team();
    const ids = [(await add(team, "Acme")).id, (await add(team, "ACME")).id];
    for (const [method, params] of asked("acme")) {
      const { message, data } = await refusedContent(team, method, params);
      assert.match(message, /^Invalid params: 2 customers are called "acme": /);
      assert.match(message, /; give the id of the one you mean\.$/);
      for (const id of ids) assert.ok(message.includes(id));
      const { uri, ...rest } = data;
      assert.deepEqual(rest, { code: "invalid_argument", path: "customer" });
      assert.equal(uri, "uri" in params ? params.uri : undefined);
    }
    assert.equal((await resource(team, addressOf(TEMPLATE, ids[0] ?? ""))).customer.name, "Acme");
  });

  test("of many that fit, a refusal names a few", async () => {
    const team = await world.team();
    for (let made = 0; made < 30; made += 1) await add(team, "Acme");
    const { message } = await refusedContent(team, "resources/read", {
      uri: addressOf(TEMPLATE, "Acme"),
    });
    assert.match(message, /Many customers are called "Acme": .*, and others; give the id/);
    assert.equal(message.match(/[0-9a-f-]{36}/g)?.length, 5);
  });

  test("a prompt takes a part of a name that one customer has, and names those that share one", async () => {
    const team = await world.team();
    const nordlicht = await add(team, "Nordlicht Energie eG");
    const [one, other] = [await add(team, "Acme Nord"), await add(team, "Acme")];
    const brief = async (customer: string) =>
      Object.keys((await prompt(team, "brief_me_on_a_customer", { customer })).attached);
    assert.deepEqual(await brief("énergie"), [addressOf(TEMPLATE, nordlicht.id)]);
    assert.deepEqual(await brief("acme"), [addressOf(TEMPLATE, other.id)], "the whole name first");
    const refusal = async (customer: string) =>
      (
        await refusedContent(team, "prompts/get", {
          name: "brief_me_on_a_customer",
          arguments: { customer },
        })
      ).message;
    assert.equal(
      await refusal("nord"),
      `Invalid params: 2 customers have "nord" in their names: "Acme Nord" (${one.id}), "Nordlicht Energie eG" (${nordlicht.id}); give the id of the one you mean.`,
    );
    assert.equal(
      await refusal("100%"),
      'Invalid params: No customer of this team has the id or name "100%", nor a name that contains it; customers_list shows them.',
    );
  });

  test("names are offered by any part, those that begin with it first, archived ones last", async () => {
    const team = await world.team();
    for (const name of ["Möbel Zander", "Alte Mobelwerke", "Zander", "Mobil", "Café"]) {
      await add(team, name);
    }
    for (const name of ["Mobiles Archiv", "Das Automobil"]) {
      const { id } = await add(team, name);
      await team.call("customers_update", { id, is_archived: true });
    }
    const values = async (typed: string) =>
      (await offered(team, CUSTOMER, "customer", typed)).values;
    assert.deepEqual(await values(" MÖB"), [
      "Möbel Zander",
      "Mobil",
      "Alte Mobelwerke",
      "Mobiles Archiv",
      "Das Automobil",
    ]);
    assert.deepEqual(await values("zander"), ["Zander", "Möbel Zander"]);
    assert.deepEqual(await values("%"), []);
    assert.deepEqual(await values("cafe"), ["Café"]);
    assert.deepEqual(await values(""), [
      "Café",
      "Mobil",
      "Zander",
      "Alte Mobelwerke",
      "Möbel Zander",
      "Das Automobil",
      "Mobiles Archiv",
    ]);
  });

  test("a name that several have is offered as their ids, also when only one of them is offered", async () => {
    const team = await world.team();
    const [one, other] = [await add(team, "Acme"), await add(team, "ACME")];
    await add(team, "Ácme");
    const { values } = await offered(team, CUSTOMER, "customer", "acm");
    assert.deepEqual(new Set(values), new Set([one.id, other.id, "Ácme"]));
    for (const id of [one.id, other.id])
      assert.equal((await resource(team, addressOf(TEMPLATE, id))).customer.id, id);
    for (let made = 0; made < 101; made += 1) await add(team, `New ${made}`);
    await add(team, "new 0");
    const newest = (await offered(team, CUSTOMER, "customer")).values;
    assert.equal(newest.includes("new 0"), false);
    assert.match(newest[0] ?? "", /^[0-9a-f-]{36}$/);
  });

  test("of many, a hundred are offered, and that there are more", async () => {
    const team = await world.team();
    for (let made = 0; made < 103; made += 1) await add(team, `Customer ${made}`);
    for (const typed of ["", "cust", "tomer", "customer 1"]) {
      const { values, hasMore } = await offered(team, CUSTOMER, "customer", typed);
      assert.equal(values.length, typed === "customer 1" ? 14 : 100);
      assert.equal(hasMore, typed !== "customer 1");
      assert.equal(new Set(values).size, values.length);
    }
  });
});

/** Both ways to name a customer: prompt argument and resource. */
function asked(customer: string): readonly [method: string, params: object][] {
  return [
    ["resources/read", { uri: addressOf(TEMPLATE, customer) }],
    ["prompts/get", { name: "brief_me_on_a_customer", arguments: { customer } }],
  ];
}

/** Adds a customer, newer than all before. */
async function add(team: Team, name: string): Promise<{ id: string; name: string }> {
  team.world.pass(1000);
  return team.call("customers_create", { name, email: "hello@acme.example" });
}
