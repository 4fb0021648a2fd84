import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let serial = 0;

  test("project:create makes a project, with a customer of the same team or without one", async () => {
    const team = await world.team();
    const customer = await team.call("customers_create", { name: "C", email: "c@c.example" });
    const line = `project:create --team ${team.id} --name "New site"`;
    const plain = await admin.done(line);
    assert.deepEqual(Object.keys(plain), ["projectId"]);
    const { projectId } = await admin.done(`${line} --customer ${customer.id}`);
    const projects = await team.rows("tracker_list_projects");
    const seen = projects.map(({ id, name, customer }) => [id, name, customer?.name ?? null]);
    assert.deepEqual(
      new Set(seen.map((row) => JSON.stringify(row))),
      new Set([
        JSON.stringify([projectId, "New site", "C"]),
        JSON.stringify([plain.projectId, "New site", null]),
      ]),
    );
    const { teamId } = await newTeam();
    const foreign = `project:create --team ${teamId} --name P --customer ${customer.id}`;
    assert.equal((await admin.refused(foreign)).path, "customer_id");
  });

  function newEmail(): string {
    serial += 1;
    return `person${serial}@commands.example`;
  }

  async function newTeam(): Promise<{ teamId: string; userId: string; email: string }> {
    const email = newEmail();
    return { ...(await admin.done(`team:create --name T --owner-email ${email}`)), email };
  }
});
