import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase } from "../../test/app.ts";
import { addEntry, addProject } from "../../test/tracker.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

onEachDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  test("a change is told by the fields that differ, as a person calls them, with both values", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", { ...ACME, phone: "1" });
    world.pass(1000);
    const change = {
      id,
      phone: null,
      vatNumber: "DE 1",
      is_archived: true,
      default_payment_terms: 14,
    };
    await team.call("customers_update", change);
    const activity = await Activity.of(team);
    const event = await activity.latest("customers_update");
    const { changes, ...rest } = await activity.detail(event.id);
    assert.deepEqual(rest, { event, names: { [id]: "Acme" }, more: 0 });
    assert.deepEqual(changes, [
      {
        type: "customer",
        label: "Customer",
        id,
        name: "Acme",
        did: "changed",
        fields: [
          { field: "phone", label: "Phone", before: "1", after: null },
          { field: "vat_number", label: "VAT number", before: null, after: "DE 1" },
          {
            field: "default_payment_terms",
            label: "Payment terms in days",
            before: null,
            after: 14,
          },
          { field: "is_archived", label: "Archived", before: false, after: true },
        ],
        isRedacted: false,
      },
    ]);
  });

  test("what was created or deleted is told by the fields that held something", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_delete", { id });
    const activity = await Activity.of(team);
    for (const [tool, did, value] of [
      ["customers_create", "created", (text: unknown) => ({ before: null, after: text })],
      ["customers_delete", "deleted", (text: unknown) => ({ before: text, after: null })],
    ] as const) {
      const { changes } = await activity.detail((await activity.latest(tool)).id);
      assert.equal(changes.length, 1);
      assert.partialDeepStrictEqual(changes[0], { did, name: "Acme" });
      assert.deepEqual(changes[0]?.fields, [
        { field: "name", label: "Name", ...value("Acme") },
        { field: "email", label: "E-mail", ...value("anna@acme.example") },
        { field: "is_archived", label: "Archived", ...value(false) },
      ]);
    }
  });

  test("ids among the values have names, also of what is gone", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const customer = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const project_id = await addProject(team, { customer_id: customer.id });
    await team.call("tracker_start_timer", { project_id });
    const activity = await Activity.of(team);
    const named = async (tool: string) => {
      const { names, changes } = await activity.detail((await activity.latest(tool)).id);
      return changes.flatMap(({ fields }) =>
        fields.flatMap(({ field, after }) => (field.endsWith("_id") ? [names[String(after)]] : [])),
      );
    };
    assert.deepEqual(await named("customers_create"), ["Wholesale", "Acme"]);
    assert.deepEqual(await named("tracker_start_timer"), ["Website", "Olga Owner"]);
    await team.call("customers_delete", { id: customer.id });
    await team.call("tags_delete", { id: tag.id });
    assert.deepEqual(await named("customers_create"), ["Wholesale", "Acme"]);
    assert.deepEqual(await named("tracker_start_timer"), ["Website", "Olga Owner"]);
  });

  test("a new name of a thing does not change what was done to it", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    await team.call("customers_update", { id, name: "Zenith" });
    const activity = await Activity.of(team);
    const { changes } = await activity.detail((await activity.latest("customers_create")).id);
    assert.equal(changes[0]?.name, "Zenith");
    assert.equal(changes[0]?.fields[0]?.after, "Acme");
  });

  test("of many changes the 200 that matter most are told, the thing itself first, and how many more there are", async () => {
    const team = await destructive();
    const { id } = await team.call("customers_create", ACME);
    const project_id = await addProject(team, { customer_id: id });
    for (let hours = 0; hours < 200; hours += 1) await addEntry(team, { project_id });
    await team.call("customers_delete", { id });
    const activity = await Activity.of(team);
    const event = await activity.latest("customers_delete");
    const { changes, more } = await activity.detail(event.id);
    assert.deepEqual([changes.length, more, event.changeCount], [200, 2, 202]);
    assert.deepEqual(
      changes.slice(0, 3).map(({ type }) => type),
      ["customer", "tracker_project", "tracker_entry"],
    );
    const { undoing } = await activity.undo(event);
    const back = await activity.detail(undoing.id);
    assert.deepEqual([back.changes[0]?.type, back.changes.length, back.more], ["customer", 200, 2]);
  });

  test("an event of another team, or that does not exist, is not there", async () => {
    const [team, other] = [await destructive(), await destructive()];
    await other.call("tags_create", { name: "a" });
    const { id } = await (await Activity.of(other)).latest("tags_create");
    const activity = await Activity.of(team);
    for (const absent of [id, team.id, "none"]) {
      const path = "GET /api/teams/:team/activity/:id";
      const { status } = await activity.app.refused(path, { team: team.id, id: absent });
      assert.equal(status, absent === "none" ? 422 : 404);
    }
  });
});
