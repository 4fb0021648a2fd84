import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addProject } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  const ACME = { name: "Acme", email: "anna@acme.example" };

  test("customers_get answers null for an id that nobody has", async () => {
    const team = await world.team();
    assert.equal(await team.call("customers_get", { id: team.auditContext.newId() }), null);
  });

  test("customers_get answers null for a customer of another team", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const { id } = await other.call("customers_create", ACME);
    assert.equal(await team.call("customers_get", { id }), null);
  });

  test("customers_get takes an id in upper case", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    const customer = await team.call("customers_get", { id: id.toUpperCase() });
    assert.equal(customer.id, id);
  });

  test("customers_get refuses what is no UUID", async () => {
    const team = await world.team();
    for (const id of ["", "1", "0198c5a0-7e57-7000-8000", "' or 1=1 --", 7, null, ["x"]]) {
      const error = await team.refused("customers_get", { id });
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "id");
    }
  });

  test("a customer's invoices and projects are counted, and nobody else's", async () => {
    const [team, other] = [await world.team(), await world.team()];
    const customer = await team.call("customers_create", ACME);
    const neighbour = await team.call("customers_create", ACME);
    const foreigner = await other.call("customers_create", ACME);
    await addProject(team, { customer_id: customer.id });
    await addProject(team, { customer_id: customer.id });
    await addProject(team);
    await addProject(team, { customer_id: neighbour.id });
    await addProject(other, { customer_id: foreigner.id });
    await team.invoice(customer.id);
    await team.invoice(neighbour.id);
    await team.invoice(customer.id, "recurring_invoices");

    const { invoice_count, project_count } = await team.call("customers_get", { id: customer.id });
    assert.deepEqual({ invoice_count, project_count }, { invoice_count: 1, project_count: 2 });
  });

  test("a customer's tags come by name, whatever the case and the accents", async () => {
    const team = await world.team();
    const tag_ids: string[] = [];
    for (const name of ["zebra", "Écru", "apple", "Éclair"]) {
      tag_ids.push((await team.call("tags_create", { name })).id);
    }
    const { id } = await team.call("customers_create", { ...ACME, tag_ids });
    const { tags } = await team.call("customers_get", { id });
    assert.deepEqual(
      tags.map((tag: { name: string }) => tag.name),
      ["apple", "Éclair", "Écru", "zebra"],
    );
  });
});
