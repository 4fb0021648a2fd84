import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
import { valuesFor } from "../../../test/record-values.ts";
import { addProject } from "../../../test/tracker.ts";
import { CUSTOMER_FIELDS } from "../../shared/records/customer.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

const { name: _name, email: _email, ...DETAILS } = valuesFor(CUSTOMER_FIELDS);

const EMPTY = Object.fromEntries(Object.keys(DETAILS).map((field) => [field, ""]));
const NO_DETAILS = Object.fromEntries(Object.keys(DETAILS).map((field) => [field, null]));

/** Without the time of the last change, which every change moves, and the notices of the call. */
function untimed({ updated_at: _time, notices: _notices, ...customer }: any): object {
  return customer;
}

onEachDatabase((world) => {
  test("a customer is created with every field as given, and customers_get answers the same", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const customer = await team.call("customers_create", {
      ...ACME,
      ...DETAILS,
      tag_ids: [tag.id],
    });
    assert.deepEqual(customer, {
      id: customer.id,
      ...ACME,
      ...DETAILS,
      is_archived: false,
      tags: [tag],
      invoice_count: 0,
      project_count: 0,
      created_at: world.now,
      updated_at: world.now,
    });
    assert.deepEqual(await team.call("customers_get", { id: customer.id }), customer);
  });

  test("an update changes the given field and nothing else", async () => {
    const team = await world.team();
    const changes = { ...DETAILS, name: "Zenith", email: "zoe@zenith.example", is_archived: true };
    for (const [field, value] of Object.entries(changes)) {
      const before = await team.call("customers_create", ACME);
      const after = await team.call("customers_update", { id: before.id, [field]: value });
      assert.deepEqual(untimed(after), untimed({ ...before, [field]: value }));
      assert.partialDeepStrictEqual(after, await team.call("customers_get", { id: before.id }));
    }
  });

  if (world.isSecond) return;

  test("what is left out, or null, at creation is null", async () => {
    const team = await world.team();
    for (const given of [ACME, { ...ACME, ...NO_DETAILS, tag_ids: null }, { ...ACME, ...EMPTY }]) {
      const customer = await team.call("customers_create", given);
      assert.partialDeepStrictEqual(customer, { ...NO_DETAILS, tags: [], is_archived: false });
    }
  });

  test("name and email are required at creation", async () => {
    const team = await world.team();
    for (const field of ["name", "email"]) {
      for (const value of [undefined, null, "", "   ", 7]) {
        const error = await team.refusedWithoutTrace("customers_create", {
          ...ACME,
          [field]: value,
        });
        assert.equal(error.code, "invalid_argument");
        assert.equal(error.path, field);
      }
    }
  });

  test("two customers may have the same name and e-mail address", async () => {
    const team = await world.team();
    const one = await team.call("customers_create", ACME);
    const other = await team.call("customers_create", ACME);
    assert.notEqual(one.id, other.id);
  });

  test("an unknown argument is refused by its name, also one that every object inherits", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    for (const argument of ["nickname", "billing_email", "constructor", "toString", "__proto__"]) {
      for (const value of ["x", null]) {
        const given = Object.fromEntries([
          ["id", id],
          [argument, value],
        ]);
        const error = await team.refusedWithoutTrace("customers_update", given);
        assert.equal(error.code, "unknown_argument");
        assert.equal(error.path, argument);
        assert.ok(error.sentence.includes(`"${argument}"`), error.sentence);
      }
    }
  });

  test("a customer cannot be created archived", async () => {
    const team = await world.team();
    const error = await team.refusedWithoutTrace("customers_create", {
      ...ACME,
      is_archived: true,
    });
    assert.equal(error.path, "is_archived");
  });

  test("updated_at differs after every change, also within a millisecond", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id, updated_at } = await team.call("customers_create", ACME);
    const times = [updated_at];
    for (const change of [{ phone: "1" }, { tag_ids: [tag.id] }, { tag_ids: [] }, { phone: "1" }])
      times.push((await team.call("customers_update", { id, ...change })).updated_at);
    assert.equal(new Set(times).size, 5);
  });

  test("an update moves updated_at and leaves created_at", async () => {
    const team = await world.team();
    const { id, created_at } = await team.call("customers_create", ACME);
    world.pass(1234);
    const after = await team.call("customers_update", { id, phone: "1" });
    assert.equal(after.created_at, created_at);
    assert.equal(after.updated_at, world.now);
  });

  test("null, an empty text or clear empties each detail, and only that", async () => {
    const team = await world.team();
    for (const field of Object.keys(DETAILS)) {
      const before = await team.call("customers_create", { ...ACME, ...DETAILS });
      for (const change of [{ [field]: null }, { [field]: "" }, { clear: [field, field] }]) {
        const after = await team.call("customers_update", { id: before.id, ...change });
        assert.deepEqual(untimed(after), untimed({ ...before, [field]: null }));
        await team.call("customers_update", { id: before.id, ...DETAILS });
      }
    }
  });

  test("clear empties several details beside other changes, and takes nothing else", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", { ...ACME, ...DETAILS });
    const clear = Object.keys(DETAILS).filter((field) => field !== "phone");
    const after = await team.call("customers_update", { id, phone: "1", clear });
    for (const [field, value] of Object.entries({ ...NO_DETAILS, phone: "1" }))
      assert.equal(after[field], value, field);
    for (const given of [
      { clear: ["name"] },
      { clear: ["email"] },
      { clear: ["tag_ids"] },
      { clear: "note" },
      { clear: ["phone"], phone: "2" },
    ]) {
      const { code } = await team.refused("customers_update", { id, ...given });
      assert.equal(code, "invalid_argument");
      assert.deepEqual(await team.call("customers_get", { id }), after);
    }
    const same = { id, clear: ["note"], note: null };
    assert.equal((await team.call("customers_update", same)).note, null);
  });

  test("null counts as left out where a field cannot be null", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const before = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const nulls = { name: null, email: null, is_archived: null, tag_ids: null };
    const after = await team.call("customers_update", { id: before.id, ...nulls });
    assert.deepEqual(after, before);
  });

  test("a customer that does not exist, or is another team's, cannot be updated", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const foreign = await other.call("customers_create", ACME);
    for (const id of [team.auditContext.newId(), foreign.id]) {
      const error = await team.refusedWithoutTrace("customers_update", { id, name: "Mine" });
      assert.equal(error.code, "not_found");
      assert.equal(error.path, "id");
      assert.ok(error.sentence.includes(id));
    }
    assert.deepEqual(await other.call("customers_get", { id: foreign.id }), foreign);
  });

  test("archiving and bringing back keep tags, projects and invoices", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", { ...ACME, ...DETAILS, tag_ids: [tag.id] });
    await addProject(team, { customer_id: id });
    await team.invoice(id);
    const before = await team.call("customers_get", { id });
    const archived = await team.call("customers_update", { id, is_archived: true });
    assert.deepEqual(untimed(archived), untimed({ ...before, is_archived: true }));
    const restored = await team.call("customers_update", { id, is_archived: false });
    assert.deepEqual(untimed(restored), untimed(before));
  });
});
