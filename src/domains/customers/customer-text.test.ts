import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { CUSTOMER_FIELDS } from "../../shared/records/customer.ts";
import type { Kind, RecordField } from "../../shared/records/field.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

const FIELDS = Object.entries<RecordField>(CUSTOMER_FIELDS);

/** Longest texts of kinds that have no bound of their own. */
const LONGEST_OF: Partial<Record<Kind, number>> = { "e-mail": 254, "e-mails": 1000, URL: 500 };

/** Arguments that take text, with their maximum length in characters. */
const LONGEST: Readonly<Record<string, number>> = Object.fromEntries(
  FIELDS.flatMap(([name, field]) => {
    const longest = "longest" in field ? field.longest : LONGEST_OF[field.kind];
    return longest === undefined ? [] : [[name, longest]];
  }),
);

const FREE_TEXT = FIELDS.filter(([, field]) => field.kind !== "name" && "longest" in field).map(
  ([name]) => name,
);

onEachDatabase((world) => {
  test("NUL and other control characters are refused under the argument's name", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    for (const field of [...Object.keys(LONGEST), "countryCode", "preferred_currency"]) {
      for (const character of ["\0", "\x01", "\x1b", "\x7f"]) {
        const given = { id, [field]: `a${character}b` };
        const error = await team.refusedWithoutTrace("customers_update", given);
        assert.equal(error.code, "invalid_argument");
        assert.equal(error.path, field);
      }
    }
  });

  test("NUL is refused in ids and in what is searched for", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    for (const [tool, args, path] of [
      ["customers_get", { id: `${id}\0` }, "id"],
      ["customers_list", { name: "\0" }, "name"],
      ["customers_list", { email: "\0" }, "email"],
      ["customers_list", { tag_id: "\0" }, "tag_id"],
      ["customers_list", { cursor: "\0" }, "cursor"],
    ] as const) {
      assert.equal((await team.refused(tool, args)).path, path);
    }
  });

  test("tabs and line breaks are text", async () => {
    const team = await world.team();
    const note = "one\r\n\ttwo\n\nthree\t";
    const { id } = await team.call("customers_create", { ...ACME, note });
    assert.equal((await team.call("customers_get", { id })).note, note);
  });

  test("a lone surrogate is kept as the replacement character", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", {
      ...ACME,
      name: "a\ud800",
      note: "\udc00b",
    });
    const customer = await team.call("customers_get", { id });
    assert.equal(customer.name, "a\ufffd");
    assert.equal(customer.note, "\ufffdb");
    assert.equal((await team.rows("customers_list", { name: "\udfff" })).length, 1);
  });

  test("every other character comes back as it went in", async () => {
    const team = await world.team();
    const strange =
      "\u0085\u00a0\u200b\u2028\u2029\ufeff\uffff\u{10ffff} 👩‍👩‍👧 e\u0301 é \u202e \\u0000 \\0 ${x} {{x}}";
    const given = Object.fromEntries(FREE_TEXT.map((field) => [field, `${field} ${strange}.`]));
    const { notices: _notices, ...customer } = await team.call("customers_create", {
      ...ACME,
      ...given,
    });
    assert.partialDeepStrictEqual(customer, given);
    assert.deepEqual(await team.call("customers_get", { id: customer.id }), customer);
  });

  test("a note of 10,000 characters comes back whole", async () => {
    const team = await world.team();
    for (const character of ["x", "ß", "東", '"', "\\", "\n"]) {
      const note = character.repeat(10_000);
      const { id } = await team.call("customers_create", { ...ACME, note });
      assert.equal((await team.call("customers_get", { id })).note, note);
    }
  });

  test("text over its maximum is refused under the argument's name", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    for (const [field, longest] of Object.entries(LONGEST)) {
      const value = `https://a@x.example/${"x".repeat(longest)}`.slice(0, longest + 1);
      const error = await team.refusedWithoutTrace("customers_update", { id, [field]: value });
      assert.equal(error.path, field);
      assert.ok(error.message.includes(`at most ${longest} characters`), error.message);
    }
    for (const field of FREE_TEXT) {
      const value = "x".repeat(LONGEST[field] ?? 0);
      const after = await team.call("customers_update", { id, [field]: value });
      assert.equal(after[field], value);
    }
  });

  test("the longest name and address can be saved and found, in any script", async () => {
    const team = await world.team();
    for (const character of ["x", "東", "ΐ", "ﬃ", "\u{1d160}", "\u0958"]) {
      const name = character.repeat(200 / character.length);
      const host = Array.from({ length: 3 }, () => "x".repeat(58)).join(".");
      const email = `${character.repeat(64 / character.length)}@${host}.example`;
      const { id } = await team.call("customers_create", { name, email });
      assert.equal((await team.call("customers_get", { id })).name, name);
      assert.equal(
        (await team.rows("customers_list", { name, email: email.slice(0, 200) })).length,
        1,
      );
    }
  });
});
