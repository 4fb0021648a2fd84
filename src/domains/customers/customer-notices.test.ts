import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";

const EMAIL = { email: "a@acme.example" };

onEachDatabase((world) => {
  test("a new customer is told others with its VAT number or nearly its name, of its own team alone", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const create = async (given: object) => team.call("customers_create", { ...EMAIL, ...given });
    const name = "Bäckerei Sonnleitner";
    const first = await create({ name, vatNumber: "DE 111.222-333" });
    assert.equal(first.notices, undefined);
    const has = (same: string) => [`Customer "${name}" (${first.id}) has ${same}.`];
    const taxed = await create({ name: "Sonnleitner", vatNumber: "de111222333" });
    assert.deepEqual(taxed.notices, has("the same VAT number"));
    await team.call("customers_delete", { id: taxed.id });
    for (const near of ["Baeckerei Sonnleitner", "BACKEREI SONNLEITNER"]) {
      const { id, notices } = await create({ name: near });
      assert.deepEqual(notices, has("nearly the same name"), near);
      await team.call("customers_delete", { id });
    }
    const twin = await create({ name: "bäckerei sonnleitner", vatNumber: "DE111222333" });
    assert.deepEqual(twin.notices, has("the same VAT number and the same name"));
    const others = [];
    for (const _ of [1, 2]) others.push((await create({ name })).id);
    const { notices } = await create({ name });
    assert.equal(notices.length, 4);
    assert.equal(notices.at(-1), "Other customers have these too.");
    const elsewhere = await (await world.team()).call("customers_create", { ...EMAIL, name });
    assert.equal(elsewhere.notices, undefined);
  });

  test("a VAT number or a name that a change gives is compared, and one that stays is not", async () => {
    const team = await world.team();
    const vatNumber = "ATU12345678";
    const { id: first } = await team.call("customers_create", { ...EMAIL, name: "A", vatNumber });
    const { id } = await team.call("customers_create", { ...EMAIL, name: "B" });
    const change = async (given: object) =>
      (await team.call("customers_update", { id, ...given })).notices;
    assert.deepEqual(await change({ vatNumber: "ATU 1234 5678" }), [
      `Customer "A" (${first}) has the same VAT number.`,
    ]);
    assert.equal(await change({ phone: "1" }), undefined);
    assert.deepEqual(await change({ name: "a" }), [`Customer "A" (${first}) has the same name.`]);
    assert.equal(await change({ clear: ["vatNumber"] }), undefined);
  });

  test("the exact name of a country gives its code, with a notice, and nothing given is changed", async () => {
    const team = await world.team();
    const create = async (given: object) =>
      team.call("customers_create", { ...EMAIL, name: JSON.stringify(given), ...given });
    for (const [country, code] of [
      ["Germany", "DE"],
      ["deutschland", "DE"],
      ["Österreich", "AT"],
      ["Czech Republic", "CZ"],
      ["United States of America", "US"],
    ] as const) {
      const made = await create({ country });
      assert.deepEqual([made.country, made.countryCode], [country, code]);
      assert.deepEqual(made.notices, [`countryCode is ${code}, as the country is "${country}".`]);
    }
    const { items } = await team.call("customers_list", { country_code: "DE" });
    assert.equal(items.length, 2);
    for (const country of ["Congo", "Virgin Islands", "Germania", "D"]) {
      const { countryCode, notices } = await create({ country });
      assert.equal(countryCode, null);
      assert.match(notices.join(), /^countryCode is missing: customers_list with country_code/);
    }
    const both = await create({ country: "Germany", countryCode: "FR" });
    assert.deepEqual([both.country, both.countryCode], ["Germany", "FR"]);
    assert.match(both.notices.join(), /The country is "Germany", and countryCode is FR/);
    assert.equal((await create({ country: "Germany", countryCode: "DE" })).notices, undefined);
  });

  test("a change of the country leaves the code as it is, and tells which one it should be", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", { ...EMAIL, name: "Acme" });
    const change = async (given: object) => team.call("customers_update", { id, ...given });
    const placed = await change({ country: "France" });
    assert.equal(placed.countryCode, null);
    assert.match(placed.notices.join(), /countryCode is missing.* Give countryCode FR with/);
    assert.equal((await change({ countryCode: "FR" })).notices, undefined);
    const moved = await change({ country: "Germany" });
    assert.equal(moved.countryCode, "FR");
    assert.match(moved.notices.join(), /The country is "Germany", and countryCode is FR/);
  });

  test("a VAT number of another country of the EU is told", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", { ...EMAIL, name: "A", countryCode: "CZ" });
    const change = async (given: object) =>
      (await team.call("customers_update", { id, ...given })).notices?.join();
    assert.equal(
      await change({ vatNumber: "SK2020123456" }),
      'The VAT number "SK2020123456" begins with SK, and the customer\'s countryCode is CZ: see whether both are right.',
    );
    assert.equal(await change({ countryCode: "SK" }), undefined);
    assert.match((await change({ countryCode: "GR" })) ?? "", /begins with SK/);
    assert.equal(await change({ vatNumber: "el 123456789" }), undefined);
    assert.match((await change({ vatNumber: "XI123456789" })) ?? "", /begins with XI/);
    assert.equal(await change({ vatNumber: "XI 123456789", countryCode: "GB" }), undefined);
    for (const vatNumber of ["CHE-123.456.789", "12-3456789", "DEUTSCH", "NO 123 MVA"])
      assert.equal(await change({ vatNumber }), undefined, vatNumber);
    for (const [countryCode, vatNumber] of [
      ["MC", "FR12345678901"],
      ["RE", "FR 12 345678901"],
      ["AX", "FI12345678"],
    ] as const)
      assert.equal(await change({ countryCode, vatNumber }), undefined, countryCode);
    assert.match(
      (await change({ countryCode: "MC", vatNumber: "IT12345678901" })) ?? "",
      /with IT/,
    );
  });
});
