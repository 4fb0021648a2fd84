import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { throughApp } from "../../test/oauth.ts";
import { addProject } from "../../test/tracker.ts";

const ACME = { name: "Acme", email: "anna@acme.example" };

onEachDatabase((world) => {
  /** A team that has done this, a second apart each. */
  async function teamThat(...tools: readonly (readonly [string, object])[]): Promise<Team> {
    const team = await world.team({ destructive_ai_tools: true });
    for (const [tool, args] of tools) {
      world.pass(1000);
      await team.call(tool, args);
    }
    world.pass(1000);
    return team;
  }

  describe("what is listed", () => {
    test("the newest event comes first, on pages that show each once", async () => {
      const team = await teamThat();
      for (let number = 1; number <= 7; number += 1) {
        if (number % 3 === 0) world.pass(1);
        await team.call("tags_create", { name: `tag ${number}` });
      }
      const activity = await Activity.of(team);
      const whole = await activity.list();
      assert.deepEqual(
        whole.map(({ id, at }) => `${at} ${id}`),
        whole
          .map(({ id, at }) => `${at} ${id}`)
          .toSorted()
          .toReversed(),
      );
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await activity.page({ limit: 2, cursor });
        assert.ok(page.events.length <= 2);
        seen.push(...page.events.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual(
        seen,
        whole.map(({ id }) => id),
      );
    });

    test("a page has 50 events unless another number up to 100 is asked for", async () => {
      const team = await teamThat();
      for (let number = 0; number < 101; number += 1)
        await team.call("tags_create", { name: `tag ${number}` });
      const activity = await Activity.of(team);
      assert.equal((await activity.list()).length, 50);
      assert.equal((await activity.list({ limit: 100 })).length, 100);
      const given = { team: team.id, limit: 101 };
      const { status, at } = await activity.app.refused("GET /api/teams/:team/activity", given);
      assert.deepEqual([status, at], [422, ["/limit"]]);
    });

    test("a cursor is good for the filters that it came from", async () => {
      const team = await teamThat(["tags_create", { name: "a" }], ["tags_create", { name: "b" }]);
      const activity = await Activity.of(team);
      const { nextCursor } = await activity.page({ limit: 1 });
      const given = { team: team.id, cursor: nextCursor, outcome: "done" };
      const { code } = await activity.app.refused("GET /api/teams/:team/activity", given);
      assert.equal(code, "invalid_cursor");
    });

    test("what another team does is nowhere", async () => {
      const [team, other] = [await teamThat(), await teamThat(["tags_create", { name: "a" }])];
      const activity = await Activity.of(team);
      assert.ok(!(await activity.tools()).includes("tags_create"));
      for (const filter of [{ actor: other.userId }, { credential: `key:${other.id}` }])
        assert.deepEqual(await activity.list(filter), []);
    });
  });

  describe("an event", () => {
    test("tells who, with which key and which client, by which tool, did what to what", async () => {
      const team = await teamThat();
      await team.rpc("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "Inspector", version: "1.2" },
      });
      const { id } = await team.call("customers_create", ACME);
      const activity = await Activity.of(team);
      const { id: _id, via, ...event } = await activity.latest("customers_create");
      assert.deepEqual(event, {
        at: world.now,
        actor: { id: team.userId, name: "Olga Owner" },
        client: { name: "Inspector", version: "1.2" },
        tool: "customers_create",
        outcome: "done",
        reason: null,
        deed: ["added the customer ", { name: "Acme" }],
        subjects: [{ type: "customer", id, name: "Acme", did: "created" }],
        changeCount: 1,
        undo: { state: "possible", because: null, eventId: null },
        undoes: null,
      });
      assert.partialDeepStrictEqual(via, {
        kind: "key",
        name: "Test key",
        hint: team.key.slice(-4),
      });
    });

    test("tells the name of an app", async () => {
      const team = await world.team();
      await (await throughApp(team, "apis.all")).call("tags_create", { name: "a" });
      const { via } = await (await Activity.of(team)).latest("tags_create");
      assert.deepEqual([via.kind, via.name, via.hint], ["app", "Test app", null]);
    });

    test("tells what was done in the web app, of which no session is named, and on the command line, by nobody", async () => {
      const team = await world.team();
      const activity = await Activity.of(team);
      const given = { team: team.id, name: "Renamed" };
      await activity.app.ask("PATCH /api/teams/:team", given);
      const web = await activity.latest("PATCH /api/teams/:team");
      assert.deepEqual(web.via, { kind: "web", id: null, name: null, hint: null });
      assert.equal(web.actor?.id, team.userId);
      await new Admin(world).done(`project:create --team ${team.id} --name Website`);
      const command = await activity.latest("project:create");
      assert.deepEqual(command.via, { kind: "command", id: null, name: null, hint: null });
      assert.equal(command.actor, null);
    });

    test("keeps the names of a person who has left and of their key", async () => {
      const team = await world.team();
      const ada = await team.member("admin", { name: "Ada Admin", preset: "all" });
      await ada.call("tags_create", { name: "a" });
      const activity = await Activity.of(team);
      const path = "DELETE /api/teams/:team/members/:id";
      await activity.app.ask(path, { team: team.id, id: ada.userId });
      const event = await activity.latest("tags_create");
      assert.deepEqual(event.actor, { id: ada.userId, name: "Ada Admin" });
      assert.deepEqual([event.via.name, event.via.hint], ["Test key", ada.key.slice(-4)]);
      const { people } = await activity.filters();
      assert.ok(people.some(({ id }) => id === ada.userId));
    });

    test("that was refused tells why, and that there is nothing to undo", async () => {
      const team = await world.team();
      const tag = await team.call("tags_create", { name: "a" });
      await team.refused("tags_delete", { id: tag.id });
      const event = await (await Activity.of(team)).latest("tags_delete");
      assert.partialDeepStrictEqual(event, {
        outcome: "refused",
        reason: "tool_not_available",
        subjects: [],
        changeCount: 0,
        undo: {
          state: "not_possible",
          because: "It changed nothing; there is nothing to undo.",
          eventId: null,
        },
      });
    });

    test("is named for what it is about mainly, and counts all that went with it", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const customer = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      const projects = [];
      for (const name of ["Website", "Shop", "Logo"])
        projects.push(await addProject(team, { name, customer_id: customer.id }));
      await team.call("tracker_start_timer", { project_id: projects[0] });
      await team.invoice(customer.id);
      await team.call("customers_delete", { id: customer.id });
      const activity = await Activity.of(team);
      const { subjects, changeCount } = await activity.latest("customers_delete");
      assert.deepEqual(subjects[0], {
        type: "customer",
        id: customer.id,
        name: "Acme",
        did: "deleted",
      });
      assert.deepEqual(
        subjects.slice(1).map(({ type, did }) => [type, did]),
        [
          ["tracker_project", "deleted"],
          ["tracker_project", "deleted"],
        ],
      );
      assert.equal(changeCount, 7);
    });

    test("that changed a record tells its fields, with names for ids, to those who see them", async () => {
      const customer = { ...ACME, default_payment_terms: 14 };
      const team = await teamThat(["customers_create", customer]);
      const [{ id }] = await team.rows("customers_list");
      await team.call("customers_update", { id, default_payment_terms: 30 });
      const activity = await Activity.of(team);
      assert.deepEqual((await activity.latest("customers_update")).deed, [
        "set payment terms of ",
        { name: "Acme" },
        " from ",
        { value: { kind: "number", number: 14, unit: null } },
        " to ",
        { value: { kind: "number", number: 30, unit: "day" } },
      ]);
      const project = await addProject(team, { customer_id: null });
      const entry = await team.call("tracker_start_timer", { project_id: project });
      world.pass(90_000);
      await team.call("tracker_stop_timer", { entry_id: entry.id });
      const stopped = await activity.latest("tracker_stop_timer");
      assert.deepEqual(stopped.deed, ["stopped the timer on ", { name: "Website" }]);
    });

    test("names a thing as it is called now, or as it was when it was deleted", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const { id } = await team.call("customers_create", ACME);
      await team.call("customers_update", { id, note: "x" });
      await team.call("customers_update", { id, name: "Zenith" });
      const activity = await Activity.of(team);
      const names = async () =>
        (await activity.list())
          .filter(({ tool }) => tool.startsWith("customers_"))
          .flatMap(({ subjects }) => subjects.map(({ name }) => name));
      assert.deepEqual(await names(), ["Zenith", "Zenith", "Zenith"]);
      await team.call("customers_delete", { id });
      assert.deepEqual(await names(), ["Zenith", "Zenith", "Zenith", "Zenith"]);
    });

    test("names time by its project, also when both are gone", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const customer = await team.call("customers_create", ACME);
      const project_id = await addProject(team, { customer_id: customer.id });
      await team.call("tracker_start_timer", { project_id });
      const activity = await Activity.of(team);
      const [entry] = (await activity.latest("tracker_start_timer")).subjects;
      assert.deepEqual([entry?.type, entry?.name], ["tracker_entry", "Website"]);
      await team.call("customers_delete", { id: customer.id });
      const [gone] = (await activity.latest("tracker_start_timer")).subjects;
      assert.equal(gone?.name, "Website");
    });

    test("that links a tag names the customer once", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const tag = await team.call("tags_create", { name: "Wholesale" });
      const customer = await team.call("customers_create", { ...ACME, tag_ids: [tag.id] });
      await team.call("tags_delete", { id: tag.id });
      const activity = await Activity.of(team);
      const shown = async (tool: string) =>
        (await activity.latest(tool)).subjects.map(({ type, name }) => [type, name]);
      assert.deepEqual(await shown("customers_create"), [["customer", "Acme"]]);
      assert.deepEqual(await shown("tags_delete"), [
        ["tag", "Wholesale"],
        ["customer_tag", "Acme"],
      ]);
      await team.call("customers_delete", { id: customer.id });
      assert.deepEqual((await shown("tags_delete"))[1], ["customer_tag", "Acme"]);
    });
  });

  describe("a filter", () => {
    test("by person finds what that person did", async () => {
      const team = await world.team();
      const ada = await team.member("admin", { preset: "all" });
      await ada.call("tags_create", { name: "a" });
      await team.call("tags_create", { name: "b" });
      const activity = await Activity.of(team);
      const events = await activity.list({ actor: ada.userId.toUpperCase() });
      assert.deepEqual(
        events.map(({ tool, actor }) => [tool, actor?.id]),
        [["tags_create", ada.userId]],
      );
      assert.deepEqual(await activity.list({ actor: team.id }), []);
    });

    test("by credential finds what came through it", async () => {
      const team = await world.team();
      const other = await team.as("all");
      const app = await throughApp(team, "apis.all");
      await team.call("tags_create", { name: "a" });
      await other.call("tags_create", { name: "b" });
      await app.call("tags_create", { name: "c" });
      const activity = await Activity.of(team);
      await activity.app.ask("PATCH /api/teams/:team", { team: team.id, name: "Renamed" });
      const { credentials } = await activity.filters();
      assert.deepEqual(
        credentials.map(({ value, label }) => `${value.split(":")[0]} ${label}`).toSorted(byText),
        [
          "app Test app of Olga Owner",
          "command Command line",
          `key Test key …${other.key.slice(-4)}`,
          `key Test key …${team.key.slice(-4)}`,
          "web Web app",
        ].toSorted(byText),
      );
      for (const { value, label } of credentials) {
        const events = await activity.list({ credential: value, limit: 100 });
        const names = new Set(events.map(({ via }) => [via.kind, via.name, via.hint].join()));
        assert.equal(names.size, 1, label);
        assert.ok(
          events.every(
            ({ via }) => value === (via.id === null ? via.kind : `${via.kind}:${via.id}`),
          ),
        );
      }
      const listed = await activity.list({ limit: 100 });
      const found = await Promise.all(
        credentials.map(({ value }) => activity.list({ credential: value, limit: 100 })),
      );
      assert.equal(found.flat().length, listed.length);
    });

    test("by kind of thing finds all events about one, also those that are mainly about another", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const customer = await team.call("customers_create", ACME);
      await addProject(team, { customer_id: customer.id });
      await team.call("customers_delete", { id: customer.id });
      await team.call("tags_create", { name: "a" });
      const activity = await Activity.of(team);
      assert.deepEqual(
        new Set(await activity.tools({ subject: "customer" })),
        new Set(["customers_delete", "customers_create"]),
      );
      assert.deepEqual(await activity.tools({ subject: "tracker_project" }), ["customers_delete"]);
      assert.deepEqual(await activity.tools({ subject: "tag" }), ["tags_create"]);
      assert.deepEqual(await activity.tools({ subject: "invoice" }), []);
      const { subjects } = await activity.filters();
      assert.deepEqual(
        subjects.filter(({ value }) => !ACCOUNTS.has(value)),
        [
          { value: "customer", label: "Customer" },
          { value: "tracker_project", label: "Project" },
          { value: "tag", label: "Tag" },
        ],
      );
    });

    test("by outcome tells what was done from what was refused", async () => {
      const team = await world.team();
      const tag = await team.call("tags_create", { name: "a" });
      await team.refused("tags_delete", { id: tag.id });
      const activity = await Activity.of(team);
      assert.deepEqual(await activity.tools({ outcome: "refused" }), ["tags_delete"]);
      const done = await activity.tools({ outcome: "done" });
      assert.ok(done.includes("tags_create") && !done.includes("tags_delete"));
      assert.deepEqual(await activity.tools({ outcome: "refused", subject: "tag" }), []);
    });

    test("by days goes by the calendar where the reader is, whole days and the last one too", async () => {
      world.at("2026-03-28T12:00:00Z");
      const team = await world.team();
      await team.setTimeZone("Europe/Berlin");
      for (const [at, name] of [
        ["2026-03-28T22:59:59.999Z", "saturday"],
        ["2026-03-28T23:00:00.000Z", "sunday, its first moment"],
        ["2026-03-29T21:59:59.999Z", "sunday, of 23 hours, its last"],
        ["2026-03-29T22:00:00.000Z", "monday"],
      ] as const) {
        world.at(at);
        await team.call("tags_create", { name });
      }
      const activity = await Activity.of(team);
      const named = async (filter: object) =>
        (await activity.list({ subject: "tag", ...filter })).map(
          ({ subjects }) => subjects[0]?.name,
        );
      const sunday = "2026-03-29";
      assert.deepEqual(await named({ from: sunday, to: sunday }), [
        "sunday, of 23 hours, its last",
        "sunday, its first moment",
      ]);
      assert.deepEqual(await named({ from: "2026-03-30" }), ["monday"]);
      assert.deepEqual(await named({ to: "2026-03-28" }), ["saturday"]);
      assert.deepEqual(await named({ from: "2026-03-30", to: sunday }), []);
      world.at("2026-11-21T09:00:00Z");
    });

    test("narrows down together with others, page by page", async () => {
      const team = await teamThat();
      const ada = await team.member("admin", { preset: "all" });
      for (let number = 0; number < 5; number += 1) {
        await ada.call("tags_create", { name: `ada ${number}` });
        await team.call("tags_create", { name: `olga ${number}` });
        world.pass(number % 2);
      }
      const activity = await Activity.of(team);
      const filter = {
        actor: ada.userId,
        subject: "tag",
        outcome: "done",
        from: "2026-11-21",
      } as const;
      const first = await activity.page({ ...filter, limit: 3 });
      const second = await activity.page({ ...filter, limit: 3, cursor: first.nextCursor ?? "" });
      assert.equal(second.nextCursor, null);
      const names = [...first.events, ...second.events].map(({ subjects }) => subjects[0]?.name);
      assert.deepEqual(
        names.map(String).toSorted(byText),
        [0, 1, 2, 3, 4].map((number) => `ada ${number}`),
      );
    });

    for (const [what, filter] of [
      ["a person that is no id", { actor: "me" }],
      ["a credential of another form", { credential: "key:mine" }],
      ["a kind of thing that does not exist", { subject: "constructor" }],
      ["an outcome that does not exist", { outcome: "maybe" }],
      ["a day that is none", { from: "2026-02-30" }],
      ["a day at the end of the calendar", { to: "9999-12-31" }],
      ["a number of events that is none", { limit: "many" }],
      ["a field that does not exist", { tool: "tags_create" }],
    ] as const) {
      test(`is refused with ${what}`, async () => {
        const team = await world.team();
        const { app } = await Activity.of(team);
        const given = { team: team.id, ...filter };
        const { status, at } = await app.refused("GET /api/teams/:team/activity", given);
        assert.deepEqual([status, at], [422, [`/${Object.keys(filter)[0]}`]]);
      });
    }
  });
});

const ACCOUNTS = new Set(["team", "membership", "user", "api_key", "oauth_grant", "invitation"]);

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}
