import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onAnyDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { subjects } from "../api/subjects.ts";
import { transaction } from "../db/transaction.ts";
import { projectSnapshot } from "../domains/projects/project.ts";
import { readAs } from "./field.ts";
import { difference, record } from "./journal.ts";
import { isSubjectType } from "./subject.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

onAnyDatabase((world) => {
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
    assert.deepEqual(rest, { event, more: 0 });
    assert.deepEqual(changes, [
      {
        type: "customer",
        noun: {
          label: "Customer",
          one: "a customer",
          named: "the customer *",
          many: "customers",
        },
        id,
        name: "Acme",
        did: "changed",
        page: `/customers/${id}`,
        fields: [
          { column: "phone", label: "Phone", before: text("1"), after: null },
          { column: "vat_number", label: "VAT number", before: null, after: text("DE 1") },
          {
            column: "default_payment_terms",
            label: "Payment terms",
            before: null,
            after: { kind: "number", number: 14, unit: "day" },
          },
          {
            column: "is_archived",
            label: "Archived",
            before: { kind: "boolean", isTrue: false },
            after: { kind: "boolean", isTrue: true },
          },
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
      ["customers_create", "created", (value: unknown) => ({ before: null, after: value })],
      ["customers_delete", "deleted", (value: unknown) => ({ before: value, after: null })],
    ] as const) {
      const { changes } = await activity.detail((await activity.latest(tool)).id);
      assert.equal(changes.length, 1);
      assert.partialDeepStrictEqual(changes[0], { did, name: "Acme" });
      assert.deepEqual(changes[0]?.fields, [
        { column: "name", label: "Name", ...value(text("Acme")) },
        { column: "email", label: "E-mail", ...value(text("anna@acme.example")) },
        {
          column: "is_archived",
          label: "Archived",
          ...value({ kind: "boolean", isTrue: false }),
        },
      ]);
    }
  });

  test("ids among the values are told by name, also of deleted records", async () => {
    const team = await destructive();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const customer = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    const project_id = await addProject(team, { customer_id: customer.id });
    await team.call("tracker_start_timer", { project_id });
    const activity = await Activity.of(team);
    const named = async (tool: string) => {
      const { changes } = await activity.detail((await activity.latest(tool)).id);
      return changes.flatMap(({ fields }) =>
        fields.flatMap(({ column, after }) =>
          column.endsWith("_id") && after?.kind === "text" ? [after.text] : [],
        ),
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
    assert.deepEqual(changes[0]?.fields[0]?.after, text("Acme"));
  });

  describe("an amount that was changed alone", () => {
    /** Changes the project by its own verb's rules: no tool changes projects yet. */
    const change = async (team: Team, id: string, values: object) => {
      const context = { ...team.auditContext, tool: "project:set", now: world.now };
      world.pass(1000);
      return transaction({ ...context, now: world.now }, async (context) => {
        const projects = context.db.selectFrom("tracker_projects").selectAll();
        const row = await projects.where("id", "=", id).executeTakeFirstOrThrow();
        await context.db.updateTable("tracker_projects").set(values).where("id", "=", id).execute();
        const snapshots = difference(projectSnapshot(row), projectSnapshot({ ...row, ...values }));
        return record(context, [{ type: "tracker_project", id, ...snapshots }]);
      });
    };
    const rateOf = async (activity: Activity, event: string) => {
      const { changes } = await activity.detail(event);
      const rate = changes[0]?.fields.find(({ column }) => column === "rate_minor");
      return [rate?.before, rate?.after];
    };
    const money = (minor: number, currency: string | null) => ({ kind: "money", minor, currency });

    test("is told in the currency of its record", async () => {
      const team = await destructive();
      const id = await addProject(team, { rate_minor: 1200, currency: "EUR" });
      const event = await change(team, id, { rate_minor: 1500 });
      const activity = await Activity.of(team);
      assert.deepEqual(await rateOf(activity, event), [money(1200, "EUR"), money(1500, "EUR")]);
    });

    test("keeps the currency that it had, whatever the record has now", async () => {
      const team = await destructive();
      const id = await addProject(team, { rate_minor: 1200, currency: "EUR" });
      const alone = await change(team, id, { rate_minor: 1500 });
      const both = await change(team, id, { rate_minor: 1700, currency: "USD" });
      await change(team, id, { currency: null });
      const activity = await Activity.of(team);
      assert.deepEqual(await rateOf(activity, alone), [money(1200, "EUR"), money(1500, "EUR")]);
      assert.deepEqual(await rateOf(activity, both), [money(1500, "EUR"), money(1700, "USD")]);
      const deeds = (await activity.list()).map(({ id, deed }) => [id, deed] as const);
      const set = ["set hourly rate of ", { name: "Website" }, " from "];
      assert.deepEqual(new Map(deeds).get(alone), [
        ...set,
        { value: money(1200, "EUR") },
        " to ",
        { value: money(1500, "EUR") },
      ]);
      assert.deepEqual(new Map(deeds).get(both)?.slice(0, 6), [
        ...set,
        { value: money(1500, "EUR") },
        " to ",
        { value: money(1700, "USD") },
      ]);
    });

    test("keeps its currency when its record is deleted", async () => {
      const team = await destructive();
      const customer = await team.call("customers_create", ACME);
      const values = { rate_minor: 1200, currency: "EUR", customer_id: customer.id };
      const id = await addProject(team, values);
      const event = await change(team, id, { rate_minor: 1500 });
      world.pass(1000);
      await team.call("customers_delete", { id: customer.id });
      const activity = await Activity.of(team);
      assert.deepEqual(await rateOf(activity, event), [money(1200, "EUR"), money(1500, "EUR")]);
    });

    test("is told as minor units without a currency when its record has none", async () => {
      const team = await destructive();
      const id = await addProject(team, { rate_minor: 1200, currency: null });
      const event = await change(team, id, { rate_minor: 1500 });
      const activity = await Activity.of(team);
      assert.deepEqual(await rateOf(activity, event), [money(1200, null), money(1500, null)]);
    });
  });

  test("each column of each snapshot is told as its kind, or is known not to be shown", async () => {
    const team = await destructive();
    const ada = await team.member("admin", { preset: "all" });
    await (await throughApp(ada)).call("tags_list", {});
    const tag = await team.call("tags_create", { name: "a" });
    const customer = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
    await team.invoice(customer.id);
    const project_id = await addProject(team, { customer_id: customer.id, rate_minor: 100 });
    await team.call("tracker_start_timer", { project_id });
    await team.call("customers_delete", { id: customer.id });
    const app = (await Activity.of(team)).app;
    const invitation = { team: team.id, email: "new@example.com", role: "member" } as const;
    await app.ask("POST /api/teams/:team/invitations", invitation);
    await app.ask("DELETE /api/teams/:team/members/:id", { team: team.id, id: ada.userId });
    const untold: string[] = [];
    for (const { changes } of await team.journal())
      for (const { subject_type, before, after } of changes)
        for (const snapshot of [before, after])
          for (const [column, value] of Object.entries({ ...(snapshot as object | null) }))
            if (column !== "id" && !isTold(subject_type, column, value))
              untold.push(`${subject_type}.${column}: ${JSON.stringify(value)}`);
    assert.deepEqual([...new Set(untold)], []);
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

const text = (text: string) => ({ kind: "text", text }) as const;

function isTold(type: string, column: string, value: unknown): boolean {
  if (!isSubjectType(subjects, type)) return false;
  const field = subjects[type].fields[column];
  const isEmpty = value === null || value === "";
  if (field === undefined) return false;
  return field === null || isEmpty || readAs(field, value, LOOKUPS) !== null;
}

const LOOKUPS = { names: new Map<string, string>(), currencyIn: () => "EUR" };
