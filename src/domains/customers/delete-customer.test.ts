import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const NOTHING = {
  deleted_projects: 0,
  deleted_entries: 0,
  unlinked_invoices: 0,
  unlinked_recurring: 0,
};

onAnyDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  test("deletion takes projects and their time along, unlinks invoices, and says how many", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const busy = await addProject(team, { customer_id: id });
    await addProject(team, { customer_id: id, status: "completed" });
    for (let hours = 0; hours < 3; hours += 1) await addEntry(team, { project_id: busy });
    await team.call("tracker_start_timer", { project_id: busy });
    const invoices = [await team.invoice(id), await team.invoice(id)];
    const schedule = await team.invoice(id, "recurring_invoices");

    assert.partialDeepStrictEqual(await team.call("customers_delete", { id }), {
      id,
      deleted: true,
      deleted_projects: 2,
      deleted_entries: 4,
      unlinked_invoices: 2,
      unlinked_recurring: 1,
    });
    const state = await team.state();
    assert.partialDeepStrictEqual(
      state["invoices"]?.toSorted(byId),
      invoices.map((id) => ({ id, customer_id: null })).toSorted(byId),
    );
    assert.partialDeepStrictEqual(state, {
      customers: [],
      customer_tags: [],
      tracker_projects: [],
      tracker_entries: [],
      recurring_invoices: [{ id: schedule, customer_id: null }],
      tags: [{ id: tag.id }],
    });
    assert.equal(await team.call("customers_get", { id }), null);
  });

  test("deletion leaves alone what belongs to other customers, to none, or to another team", async () => {
    const [team, other] = [await destructive(), await destructive()];
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const neighbour = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const foreigner = await other.call("customers_create", ACME);
    for (const [owner, customer_id] of [
      [team, neighbour.id],
      [team, null],
      [other, foreigner.id],
    ] as const) {
      await addEntry(owner, { project_id: await addProject(owner, { customer_id }) });
    }
    await team.invoice(neighbour.id);
    await other.invoice(foreigner.id);
    const before = { ...(await team.state()), customers: 1, customer_tags: 1 };
    const otherBefore = await other.state();

    const { deleted, notices: _, ...effects } = await team.call("customers_delete", { id });
    assert.deepEqual({ deleted, effects }, { deleted: true, effects: { id, ...NOTHING } });
    const after = await team.state();
    assert.deepEqual(
      {
        ...after,
        customers: after["customers"]?.length,
        customer_tags: after["customer_tags"]?.length,
      },
      before,
    );
    assert.deepEqual(await other.state(), otherBefore);
    assert.equal((await team.call("customers_get", { id: neighbour.id })).invoice_count, 1);
  });

  test("deleting an absent customer, or another team's, is no error and leaves no trace", async () => {
    const [team, other] = [await destructive(), await destructive()];
    const gone = await team.call("customers_create", ACME);
    await team.call("customers_delete", { id: gone.id });
    const foreign = await other.call("customers_create", ACME);
    await other.invoice(foreign.id);
    const [before, otherBefore] = [await team.journal(), await other.state()];
    for (const id of [gone.id, foreign.id, team.auditContext.newId()]) {
      assert.deepEqual(await team.call("customers_delete", { id }), {
        id,
        deleted: false,
        ...NOTHING,
      });
    }
    assert.deepEqual(await team.journal(), before);
    assert.deepEqual(await other.state(), otherBefore);
  });

  test("an archived customer can be deleted", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_update", { id, is_archived: true });
    assert.equal((await team.call("customers_delete", { id })).deleted, true);
  });

  test("the journal keeps all that went, as it was", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const project_id = await addProject(team, {
      customer_id: id,
      rate_minor: 9000,
      billable: true,
    });
    const entry = await addEntry(team, { project_id, description: "Design" });
    const invoice = await team.invoice(id);
    const schedule = await team.invoice(id, "recurring_invoices");
    const { customers, tracker_entries, tracker_projects } = await team.state();
    await team.call("customers_delete", { id });

    const [event] = await team.journalOf("customers_delete");
    const changes = event?.changes.map(({ subject_type, subject_id, before, after }) => ({
      subject_type,
      subject_id,
      before,
      after,
    }));
    const unlinked = { before: { customer_id: id }, after: { customer_id: null } };
    assert.deepEqual(changes, [
      {
        subject_type: "tracker_entry",
        subject_id: entry,
        before: withoutKeys(tracker_entries?.[0]),
        after: null,
      },
      {
        subject_type: "tracker_project",
        subject_id: project_id,
        before: withoutKeys(tracker_projects?.[0]),
        after: null,
      },
      { subject_type: "invoice", subject_id: invoice, ...unlinked },
      { subject_type: "recurring_invoice", subject_id: schedule, ...unlinked },
      {
        subject_type: "customer_tag",
        subject_id: id,
        before: { customer_id: id, tag_id: tag.id },
        after: null,
      },
      {
        subject_type: "customer",
        subject_id: id,
        before: withoutKeys(customers?.[0]),
        after: null,
      },
    ]);
  });

  test("a customer with 1,200 time entries is deleted and journalled whole", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    const project_id = await addProject(team, { customer_id: id });
    for (let number = 0; number < 1200; number += 1) await addEntry(team, { project_id });
    assert.equal((await team.call("customers_delete", { id })).deleted_entries, 1200);
    const [event] = await team.journalOf("customers_delete");
    assert.deepEqual(
      event?.changes.map(({ position }) => position),
      Array.from({ length: 1202 }, (_, index) => index),
    );
  });
});

/** A row without its team and its sort and search keys. */
function withoutKeys(row: any): object {
  const { team_id: _team, sort_key: _key, name_folded: _name, ...rest } = row;
  const { email_folded: _email, contact_folded: _contact, ...own } = rest;
  return own;
}

function byId(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
