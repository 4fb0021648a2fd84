import assert from "node:assert/strict";
import { test } from "node:test";
import { type Attempt, onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { addProject } from "../../../test/tracker.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const ROUNDS = extent(12, 60);

function assertDoneOrGone(attempts: readonly Attempt[]): void {
  for (const { refused } of attempts) if (refused !== null) assert.equal(refused.code, "not_found");
}

/** Asserts that what the journal says is done exists, and that no reference dangles. */
async function assertConsistent(team: Team): Promise<void> {
  const state = (await team.state()) as Record<string, any[]>;
  const ids = (table: string) => new Set(state[table]?.map(({ id }) => id));
  for (const { customer_id, tag_id } of state["customer_tags"] ?? []) {
    assert.ok(ids("customers").has(customer_id) && ids("tags").has(tag_id));
  }
  for (const table of ["tracker_projects", "invoices", "recurring_invoices"]) {
    for (const { customer_id } of state[table] ?? []) {
      assert.ok(customer_id === null || ids("customers").has(customer_id), table);
    }
  }
  const created = (await team.journalOf("customers_create")).length;
  const deleted = (await team.journalOf("customers_delete")).length;
  assert.equal(state["customers"]?.length, created - deleted);
}

onEachDatabase((world) => {
  test("a tag may go while customers take it: each call is done whole or refused", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("customers_create", ACME);
    for (let round = 0; round < ROUNDS; round += 1) {
      const tag = await team.call("tags_create", { name: `tag ${round}` });
      const tag_ids = [tag.id];
      if (round % 2 === 0) await team.call("customers_update", { id, tag_ids });
      const saved = await Promise.all([
        team.attempt("customers_create", { ...ACME, tag_ids }),
        team.attempt("customers_update", { id, tag_ids }),
        team.call("tags_delete", { id: tag.id }).then((answer) => ({ answer, refused: null })),
        team.attempt("customers_create", { ...ACME, tag_ids }),
        team.attempt("customers_update", { id, tag_ids: [] }),
      ]);
      assertDoneOrGone(saved);
      assert.equal(saved[2].answer.deleted, true);
      await assertConsistent(team);
    }
    assert.deepEqual((await team.state())["customer_tags"], []);
  });

  test("a customer may go while it is changed: each call is done whole or refused", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const tag = await team.call("tags_create", { name: "Wholesale" });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      await addProject(team, { customer_id: id });
      await team.invoice(id);
      const [before, deleted, ...others] = await Promise.all([
        team.attempt("customers_update", { id, name: "Before", tag_ids: [] }),
        team.attempt("customers_delete", { id }),
        team.attempt("customers_update", { id, name: "After", tag_ids: [tag.id] }),
        team.attempt("customers_get", { id }),
        team.attempt("customers_list", { tag_id: tag.id }),
      ]);
      assert.partialDeepStrictEqual(deleted.answer, {
        deleted: true,
        deleted_projects: 1,
        unlinked_invoices: 1,
      });
      assertDoneOrGone([before, ...others]);
      await assertConsistent(team);
    }
    assert.deepEqual((await team.state())["customers"], []);
  });

  test("a customer that is deleted twice at once goes once", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await team.call("customers_create", ACME);
      await addProject(team, { customer_id: id });
      const calls = Array.from({ length: 3 }, () => team.call("customers_delete", { id }));
      const answers = await Promise.all(calls);
      assert.equal(answers.filter(({ deleted }) => deleted).length, 1);
      assert.equal(answers.find(({ deleted }) => deleted).deleted_projects, 1);
    }
    await assertConsistent(team);
  });

  test("changes of one customer at once are all kept, one after the other", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", ACME);
    const changes = {
      phone: "1",
      city: "Köln",
      zip: "50667",
      note: "x",
      name: "Zenith",
      country: "Germany",
    };
    const calls = Object.entries(changes).map(([field, value]) =>
      team.call("customers_update", { id, [field]: value }),
    );
    await Promise.all(calls);
    assert.partialDeepStrictEqual(await team.call("customers_get", { id }), changes);
    const events = await team.journalOf("customers_update");
    const journalled = events.map(({ changes: [change] }) => change?.after);
    const { updated_at: _time, ...all } = Object.assign({}, ...journalled);
    assert.deepEqual(all, changes);
    const times = journalled.map((snapshot) => (snapshot as { updated_at: string }).updated_at);
    assert.equal(new Set(times).size, calls.length, "each change has a time of its own");
  });

  test("the tags of a customer are one of the sets that were asked for at once", async () => {
    const team = await world.team();
    const tags: { id: string }[] = [];
    for (const name of ["a", "b", "c", "d"]) tags.push(await team.call("tags_create", { name }));
    const [a = "", b = "", c = "", d = ""] = tags.map(({ id }) => id);
    const { id } = await team.call("customers_create", ACME);
    const sets = [[a, b], [b, c], [c, d], [d, a], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        sets.map(async (tag_ids) => team.call("customers_update", { id, tag_ids })),
      );
      const { tags } = await team.call("customers_get", { id });
      const linked = tags.map((tag: { id: string }) => tag.id).toSorted();
      assert.ok(
        sets.some((set) => set.toSorted().join(" ") === linked.join(" ")),
        linked.join(" "),
      );
    }
  });
});
