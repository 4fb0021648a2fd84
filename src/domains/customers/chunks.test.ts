import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { EMPTY_DRAFT, onEachDatabase, type Team } from "../../../test/app.ts";
import { duringWrite } from "../../../test/races.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";

/** More than two chunks. */
const MANY = 2 * ROWS_A_CHUNK + 7;

onEachDatabase((world) => {
  const destructive = () => world.team({ destructive_ai_tools: true });

  test("a tag that very many customers have goes from all of them, and comes back to all", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    await addCustomers(team, tag.id);
    const before = await team.state();
    world.pass(1000);
    await team.call("tags_delete", { id: tag.id });
    assert.partialDeepStrictEqual(await team.state(), { tags: [], customer_tags: [] });
    const [event] = await team.journalOf("tags_delete");
    assert.equal(event?.changes.length, MANY + 1);
    world.pass(1000);
    const activity = await Activity.of(team);
    const { undoing } = await activity.undo(await activity.latest("tags_delete"));
    assert.equal(undoing.changeCount, MANY + 1);
    assert.deepEqual(await team.state(), before);
  });

  test("very many invoices stay without their customer, and get it back", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const invoices = Array.from({ length: MANY }, () => ({
      ...EMPTY_DRAFT,
      team_id: team.id,
      id: team.auditContext.newId(),
      customer_id: id,
      created_at: world.now,
      updated_at: world.now,
    }));
    await world.database.begin((db) => db.insertInto("invoices").values(invoices).execute());
    const before = await team.state();
    world.pass(1000);
    const { unlinked_invoices } = await team.call("customers_delete", { id });
    assert.equal(unlinked_invoices, MANY);
    world.pass(1000);
    const activity = await Activity.of(team);
    await activity.undo(await activity.latest("customers_delete"));
    assert.deepEqual(await team.state(), before);
  });

  test("an entry that another call deletes meanwhile does not cut the deletion short", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const project_id = await addProject(team, { customer_id: id });
    const entries: string[] = [];
    for (let made = 0; made <= ROWS_A_CHUNK; made += 1)
      entries.push(await addEntry(team, { project_id }));
    const answer = await duringWrite(
      world,
      (db) =>
        db
          .deleteFrom("tracker_entries")
          .where("id", "=", entries[0] ?? "")
          .execute(),
      () => team.call("customers_delete", { id }),
    );
    assert.equal(answer.deleted_entries, ROWS_A_CHUNK);
    assert.partialDeepStrictEqual(await team.state(), { customers: [], tracker_entries: [] });
  });

  /** Customers with a tag: of some moments, so that some were made at the same one. */
  async function addCustomers(team: Team, tag_id: string): Promise<void> {
    const rows = Array.from({ length: MANY }, (_, index) => ({
      team_id: team.id,
      id: team.auditContext.newId(),
      created_at: new Date(Date.UTC(2026, 0, 1) + (index % 3)).toISOString(),
    }));
    const customers = rows.map((row, index) => {
      const [name, email] = [`Customer ${index}`, `${index}@acme.example`];
      const folded = { name_folded: `customer ${index}`, email_folded: email, is_archived: false };
      return { ...row, name, email, ...folded, updated_at: row.created_at };
    });
    const links = rows.map(({ id, ...row }) => ({ ...row, customer_id: id, tag_id }));
    await world.database.begin(async (db) => {
      await db.insertInto("customers").values(customers).execute();
      await db.insertInto("customer_tags").values(links).execute();
    });
  }
});
