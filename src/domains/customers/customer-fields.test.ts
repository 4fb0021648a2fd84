import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

/** Given and stored values, by field. */
const KEPT: Readonly<Record<string, readonly (readonly [given: unknown, kept: unknown])[]>> = {
  name: [
    ["  Acme  ", "Acme"],
    [
      'O\'Neil "Bob" & Söhne; drop table customers --',
      'O\'Neil "Bob" & Söhne; drop table customers --',
    ],
  ],
  email: [
    [" anna@acme.example ", "anna@acme.example"],
    ["Anna.O'Neil+x@Acme.Example", "Anna.O'Neil+x@Acme.Example"],
    ["ännä@müller.example", "ännä@müller.example"],
  ],
  billingEmail: [
    ["a@x.example", "a@x.example"],
    ["a@x.example,b@x.example ,  c@x.example", "a@x.example, b@x.example, c@x.example"],
  ],
  website: [
    ["https://acme.example", "https://acme.example"],
    ["http://acme.example:8080/a?b=c#d", "http://acme.example:8080/a?b=c#d"],
    ["acme.example", "https://acme.example"],
    ["acme.example/a", "https://acme.example/a"],
    [" www.müller.example ", "https://www.müller.example"],
  ],
  countryCode: [
    ["de", "DE"],
    ["Gb", "GB"],
  ],
  preferred_currency: [
    ["eur", "EUR"],
    ["Jpy", "JPY"],
    ["KWD", "KWD"],
  ],
  default_payment_terms: [
    [0, 0],
    [3650, 3650],
  ],
};

const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  email: [
    "anna",
    "anna@",
    "@acme.example",
    "anna@acme",
    "a b@acme.example",
    "a@b@c.example",
    "a@x.example, b@x.example",
  ],
  billingEmail: [
    "anna",
    "a@x.example,",
    ",a@x.example",
    "a@x.example; b@x.example",
    "a@x.example, nobody",
  ],
  website: [
    "acme",
    "javascript:alert(1)",
    "ftp://acme.example",
    "https://",
    "http://a b.example",
    "mailto:a@x.example",
    5,
  ],
  countryCode: ["D", "DEU", "ZZ", "D1", "🇩🇪", 49],
  preferred_currency: ["EU", "EURO", "ZZZ", "€", "123", 978],
  default_payment_terms: [-1, 1.5, "30", 3651, true, 1e300],
  is_archived: ["true", 1],
};

onAnyDatabase((world) => {
  for (const [field, cases] of Object.entries(KEPT)) {
    test(`${field} is kept in one form`, async () => {
      const team = await world.team();
      for (const [given, kept] of cases) {
        const customer = await team.call("customers_create", { ...ACME, [field]: given });
        assert.equal(customer[field], kept);
        const again = await team.call("customers_update", { id: customer.id, [field]: given });
        assert.equal(again[field], kept);
      }
    });
  }

  for (const [field, values] of Object.entries(REFUSED)) {
    test(`a wrong ${field} is refused under its name`, async () => {
      const team = await world.team();
      const { id } = await team.call("customers_create", ACME);
      for (const value of values) {
        const error = await team.refusedWithoutTrace("customers_update", { id, [field]: value });
        assert.equal(error.code, "invalid_argument", JSON.stringify(value));
        assert.equal(error.path, field);
        assert.ok(error.sentence.includes(field));
      }
    });
  }

  test("every argument at fault is named at once", async () => {
    const team = await world.team();
    const error = await team.refusedWithoutTrace("customers_create", {
      email: "x",
      countryCode: "ZZ",
    });
    for (const field of ["name", "email", "countryCode"]) assert.ok(error.message.includes(field));
  });
});
