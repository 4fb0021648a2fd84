import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addEntry, addProject, runningIn } from "../../test/tracker.ts";
import { createProject } from "../domains/projects/create-project.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const UNDO = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  const destructive = async () => world.team({ destructive_ai_tools: true });

  describe("an event that is undone", () => {
    test("is linked with the event that undid it, which says who did it, and tells its changes backwards", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      const mia = await team.member("admin");
      const activity = await Activity.of(mia);
      const { event, undoing } = await activity.undo(await activity.latest("customers_create"));
      assert.deepEqual(event.undo, { state: "done", because: null, eventId: undoing.id });
      assert.partialDeepStrictEqual(undoing, {
        actor: { id: mia.userId, name: "Mia Member" },
        via: { kind: "web" },
        tool: UNDO,
        outcome: "done",
        subjects: [{ type: "customer", id, name: "Acme", did: "deleted" }],
        changeCount: 2,
        undo: { state: "possible" },
        undoes: event.id,
      });
      assert.deepEqual(await activity.list({ limit: 1, actor: mia.userId }), [undoing]);
      const [made] = await team.journalOf("customers_create");
      const [undone] = await team.journalOf(UNDO);
      assert.deepEqual(
        undone?.changes.map(({ subject_type, before, after }) => [subject_type, before, after]),
        made?.changes
          .map(({ subject_type, before, after }) => [subject_type, after, before])
          .toReversed(),
      );
    });

    test("that deleted a customer brings back projects, time, tags, and its invoices", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      const project_id = await addProject(team, { customer_id: id, estimate_hours: 0.1 });
      await addProject(team, { customer_id: id, status: "completed", rate_minor: 12_050 });
      for (let hours = 0; hours < 3; hours += 1) await addEntry(team, { project_id });
      await team.call("tracker_start_timer", { project_id, description: "Émile" });
      for (const table of ["invoices", "invoices", "recurring_invoices"] as const)
        await team.invoice(id, table);
      const before = await team.state();
      world.pass(DAY_MS);
      await team.call("customers_delete", { id });
      const activity = await Activity.of(team);
      await activity.undo(await activity.latest("customers_delete"));
      assert.deepEqual(await team.state(), before);
    });

    test("that started a timer leaves the one running that it had stopped", async () => {
      const team = await destructive();
      const project_id = await addProject(team);
      const first = await team.call("tracker_start_timer", { project_id });
      world.pass(5 * MINUTE_MS);
      const before = await team.state();
      await team.call("tracker_start_timer", { project_id });
      const activity = await Activity.of(team);
      await activity.undo(await activity.latest("tracker_start_timer"));
      assert.deepEqual(await team.state(), before);
      assert.deepEqual(await runningIn(team), [first.id]);
    });

    test("that an operator did on the command line is undone like any other", async () => {
      const team = await destructive();
      const before = await team.state();
      await createProject(
        { ...team.auditContext, tool: "project:create", now: world.now },
        { name: "Website" },
      );
      const activity = await Activity.of(team);
      await activity.undo(await activity.latest("project:create"));
      assert.deepEqual(await team.state(), before);
    });

    test("keeps what was changed later in other fields, and has the row changed now", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", { ...ACME, phone: "1" });
      world.pass(1000);
      await team.call("customers_update", { id, phone: "2" });
      const activity = await Activity.of(team);
      const change = await activity.latest("customers_update");
      world.pass(1000);
      await team.call("customers_update", { id, city: "Köln" });
      world.pass(1000);
      await activity.undo(change);
      const customer = await team.call("customers_get", { id });
      assert.partialDeepStrictEqual(customer, { phone: "1", city: "Köln", updated_at: world.now });
    });

    test("can be done again by undoing the undoing, as often as one likes", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", ACME);
      const before = await team.state();
      world.pass(1000);
      await team.call("customers_update", { id, name: "Zenith" });
      const after = await team.state();
      const activity = await Activity.of(team);
      let last = await activity.latest("customers_update");
      for (const state of [before, after, before, after]) {
        world.pass(1000);
        const { undoing } = await activity.undo(last);
        assert.deepEqual(await team.state(), state);
        last = undoing;
      }
    });

    test("finds what it brings back by its name, as before", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Größe" });
      const { id } = await team.call("customers_create", { name: "Änne", email: "Ä@acme.example" });
      const activity = await Activity.of(team);
      await team.call("customers_update", { id, name: "Zenith" });
      await team.call("tags_delete", { id: tag.id });
      for (const tool of ["tags_delete", "customers_update"])
        await activity.undo(await activity.latest(tool));
      const { items } = await team.call("customers_list", { name: "anne" });
      assert.equal(items.length, 1);
      assert.equal((await team.refused("tags_create", { name: "GRÖSSE" })).code, "already_exists");
    });
  });

  describe("nothing is undone", () => {
    async function refusal(team: Team, tool: string): Promise<string> {
      const activity = await Activity.of(team);
      return activity.refused(await activity.latest(tool));
    }

    test("that is undone already", async () => {
      const team = await destructive();
      await team.call("tags_create", { name: "a" });
      const activity = await Activity.of(team);
      const event = await activity.latest("tags_create");
      await activity.undo(event);
      assert.equal(await activity.refused(event), "not_undoable: It has been undone already.");
    });

    test("that is 30 days ago or more", async () => {
      const team = await destructive();
      await team.call("tags_create", { name: "a" });
      world.pass(30 * DAY_MS - 1);
      const young = await (await Activity.of(team)).latest("tags_create");
      assert.equal(young.undo.state, "possible");
      world.pass(1);
      const activity = await Activity.of(team);
      const { undo, ...event } = await activity.latest("tags_create");
      const because =
        "It happened more than 30 days ago, and the values are deleted after that; change the records by hand.";
      assert.deepEqual(undo, { state: "not_possible", because, eventId: null });
      assert.match(await activity.refused(event), /more than 30 days ago/);
      world.pass(-1);
      await activity.undo(event);
    });

    test("that was refused", async () => {
      const team = await world.team();
      const tag = await team.call("tags_create", { name: "a" });
      await team.refused("tags_delete", { id: tag.id });
      assert.equal(await refusal(team, "tags_delete"), "not_undoable: It changed nothing.");
    });

    test("of teams, their people, and what these hold: it says why, and what to do instead", async () => {
      const team = await world.team();
      await team.set({ member_full_access: true });
      const activity = await Activity.of(team);
      const invitation = { team: team.id, email: "ina@example.com", role: "member" } as const;
      await activity.app.ask("POST /api/teams/:team/invitations", invitation);
      await activity.app.ask("PATCH /api/me", { timeZone: "Europe/Berlin" });
      const events = await activity.list();
      const kinds = new Set(events.map(({ subjects }) => subjects[0]?.type));
      assert.deepEqual(kinds, new Set(["team", "api_key", "user", "invitation"]));
      for (const event of events) {
        assert.equal(event.undo.state, "not_possible");
        assert.match(event.undo.because ?? "", /not undone.*; .*\.$/);
        const refused = await activity.refused(event);
        assert.ok(event.undo.because?.startsWith(refused.slice("not_undoable: ".length, -1)));
      }
    });

    test("whose field has another value by now: both values are named", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", ACME);
      await team.call("customers_update", { id, phone: "1", default_payment_terms: 14 });
      const activity = await Activity.of(team);
      const event = await activity.latest("customers_update");
      await team.call("customers_update", { id, phone: null });
      assert.equal(
        await activity.refused(event),
        'not_undoable: The customer "Acme" has changed since: Phone was left as "1", and is nothing now.',
      );
    });

    test("that made a thing which was changed since", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", ACME);
      await team.call("customers_update", { id, name: "Zenith", is_archived: true });
      assert.equal(
        await refusal(team, "customers_create"),
        'not_undoable: The customer "Zenith" has changed since: Name was left as "Acme", and is "Zenith" now.',
      );
    });

    test("whose thing is gone", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", ACME);
      await team.call("customers_update", { id, phone: "1" });
      await team.call("customers_delete", { id });
      for (const tool of ["customers_create", "customers_update"])
        assert.equal(
          await refusal(team, tool),
          'not_undoable: The customer "Acme" is not there any more.',
        );
    });

    for (const [what, refer, words] of [
      [
        "a project",
        async (team: Team, id: string) => addProject(team, { customer_id: id }),
        "1 project",
      ],
      ["an invoice", async (team: Team, id: string) => team.invoice(id), "1 invoice"],
      [
        "a recurring invoice",
        async (team: Team, id: string) => team.invoice(id, "recurring_invoices"),
        "1 recurring invoice",
      ],
      [
        "a tag",
        async (team: Team, id: string) => {
          const tag = await team.call("tags_create", { name: "a" });
          await team.call("customers_update", { id, tag_ids: [tag.id] });
        },
        "1 tag",
      ],
    ] as const) {
      test(`that made a customer who has ${what} by now`, async () => {
        const team = await destructive();
        const { id } = await team.call("customers_create", ACME);
        await refer(team, id);
        const message = `not_undoable: The customer "Acme" has ${words} by now.`;
        assert.equal(await refusal(team, "customers_create"), message);
      });
    }

    test("that made a tag which customers carry by now", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      for (const name of ["a", "b"])
        await team.call("customers_create", { ...ACME, name, tag_ids: [tag.id] });
      const message = 'not_undoable: The tag "Wholesale" has 2 customers by now.';
      assert.equal(await refusal(team, "tags_create"), message);
    });

    test("that made a project on which time was tracked by now", async () => {
      const team = await destructive();
      const context = { ...team.auditContext, tool: "project:create", now: world.now };
      const { projectId } = await createProject(context, { name: "Website" });
      await team.call("tracker_start_timer", { project_id: projectId });
      const message = 'not_undoable: The project "Website" has 1 time entry by now.';
      assert.equal(await refusal(team, "project:create"), message);
    });

    test("that deleted a tag whose name another one has by now", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      await team.call("tags_delete", { id: tag.id });
      await team.call("tags_create", { name: "WHOLESALE" });
      const message =
        'not_undoable: The tag "Wholesale" cannot be as it was: there is another tag "WHOLESALE" now.';
      assert.equal(await refusal(team, "tags_delete"), message);
    });

    test("that took a tag from a customer who is gone by now", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      await team.call("tags_delete", { id: tag.id });
      await team.call("customers_delete", { id });
      const message =
        'not_undoable: The tag of a customer ("Wholesale", "Acme") cannot be as it was: the customer "Acme" is not there any more.';
      assert.equal(await refusal(team, "tags_delete"), message);
    });

    test("that took a tag from a customer who carries it again", async () => {
      const team = await destructive();
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const { id } = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      await team.call("customers_update", { id, tag_ids: [] });
      const activity = await Activity.of(team);
      const event = await activity.latest("customers_update");
      await team.call("customers_update", { id, tag_ids: [tag.id] });
      const message = 'not_undoable: The tag of a customer ("Wholesale", "Acme") is there again.';
      assert.equal(await activity.refused(event), message);
    });

    test("that deleted time of a project which is gone by now", async () => {
      const team = await destructive();
      const customer = await team.call("customers_create", ACME);
      const project_id = await addProject(team, { customer_id: customer.id });
      const id = await addEntry(team, { project_id });
      await team.call("tracker_delete_entry", { id });
      await team.call("customers_delete", { id: customer.id });
      const message =
        'not_undoable: The time entry ("Website", "Olga Owner") cannot be as it was: the project "Website" is not there any more.';
      assert.equal(await refusal(team, "tracker_delete_entry"), message);
    });

    for (const tool of ["tracker_delete_entry", "tracker_stop_timer"]) {
      test(`while another timer runs that day: ${tool}`, async () => {
        const team = await destructive();
        const project_id = await addProject(team);
        const { id } = await team.call("tracker_start_timer", { project_id });
        world.pass(5 * MINUTE_MS);
        await team.call(tool, tool === "tracker_delete_entry" ? { id } : {});
        await team.call("tracker_start_timer", { project_id });
        const message = `not_undoable: The time entry ("Website", "Olga Owner") cannot be as it was: another timer of "Olga Owner" runs on ${world.now.slice(0, 10)}.`;
        assert.equal(await refusal(team, tool), message);
      });
    }

    test("that took invoices from a customer, when one is another customer's by now", async () => {
      const team = await destructive();
      const { id } = await team.call("customers_create", ACME);
      const invoices = [await team.invoice(id), await team.invoice(id)];
      await team.call("customers_delete", { id });
      const other = await team.call("customers_create", { ...ACME, name: "Zenith" });
      await world.database.begin((db) =>
        db
          .updateTable("invoices")
          .set({ customer_id: other.id })
          .where("team_id", "=", team.id)
          .where("id", "=", invoices[0] ?? "")
          .execute(),
      );
      const message =
        'not_undoable: The invoice has changed since: Customer was left as nothing, and is "Zenith" now.';
      assert.equal(await refusal(team, "customers_delete"), message);
    });

    test("that does not exist", async () => {
      const team = await world.team();
      const { app } = await Activity.of(team);
      const { status, code } = await app.refused(UNDO, { team: team.id, id: team.id });
      assert.deepEqual([status, code], [404, "not_found"]);
    });
  });
});
