import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Activity, type Shown } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { subjects } from "../api/subjects.ts";
import type { Role } from "../db/schema/accounts.ts";
import { events } from "../events.ts";

const PROJECT = "POST /api/teams/:team/projects";
const REMOVE_PROJECT = "DELETE /api/teams/:team/projects/:id";
const MERGE = "POST /api/teams/:team/projects/:id/merge";
const IMPORT = "POST /api/teams/:team/customers/import";
const ARCHIVE = "POST /api/teams/:team/customers/archive";
const LOG = "POST /api/teams/:team/entries";
const CHANGE = "PATCH /api/teams/:team/entries/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

const LEADS = "Only owners and admins of the team undo";

onEachDatabase((world) => {
  async function opened() {
    world.at("2026-11-21T09:00:00Z");
    const team = await world.team({ destructive_ai_tools: true, member_full_access: true });
    const of = async (role: Role) =>
      Activity.of(await team.member(role, { name: role, preset: "all" }));
    return { team, at: { team: team.id }, owner: await Activity.of(team), of };
  }

  async function assertBarred(activity: Activity, event: Shown, what: string): Promise<void> {
    const shown = (await activity.list({ limit: 100 })).find(({ id }) => id === event.id);
    const because = `${LEADS} ${what}`;
    assert.deepEqual(shown?.undo, {
      state: "not_possible",
      because: `${because}; ask one of them.`,
      eventId: null,
    });
    assert.equal(await activity.refused(event), `not_allowed: ${because}.`);
  }

  async function assertUndoes(activity: Activity, event: Shown): Promise<void> {
    const shown = (await activity.list({ limit: 100 })).find(({ id }) => id === event.id);
    assert.equal(shown?.undo.state, "possible");
    world.pass(1000);
    assert.equal((await activity.undo(event)).event.undo.state, "done");
  }

  async function setRole(team: Team, userId: string, role: Role): Promise<void> {
    await world.database.begin((db) =>
      db
        .updateTable("memberships")
        .set({ role })
        .where("team_id", "=", team.id)
        .where("user_id", "=", userId)
        .execute(),
    );
  }

  describe("an event of somebody else", () => {
    test("that made customers is undone by those who may delete customers", async () => {
      const { team, at, owner, of } = await opened();
      const [member, admin] = [await of("member"), await of("admin")];
      await team.call("customers_create", { name: "Acme", email: "anna@acme.example" });
      const one = await owner.latest("customers_create");
      await assertBarred(member, one, "what would delete a customer");
      await assertUndoes(admin, one);
      const file = [
        "Name,E-mail",
        ...Array.from({ length: 30 }, (_, index) => `N${index},n${index}@x.example`),
      ].join("\n");
      await owner.app.upload(IMPORT, at, file);
      const many = await owner.latest(IMPORT);
      await assertBarred(member, many, "what would delete customers");
      await assertUndoes(owner, many);
    });

    test("that made a project is undone by those who may delete projects", async () => {
      const { at, owner, of } = await opened();
      const [member, other] = [await of("member"), await of("member")];
      await member.app.ask(PROJECT, { ...at, name: "Website" });
      const event = await owner.latest(PROJECT);
      await assertBarred(other, event, "what would delete a project");
      await assertUndoes(owner, event);
    });

    test("that merged projects is undone by those who may merge them, however empty they were", async () => {
      const { team, at, owner, of } = await opened();
      const [member, admin] = [await of("member"), await of("admin")];
      const [id, into] = [await addProject(team, { name: "A" }), await addProject(team)];
      await admin.app.ask(MERGE, { ...at, id, into });
      const event = await owner.latest(MERGE);
      await assertBarred(member, event, "what it takes to merge projects");
      await assertUndoes(owner, event);
    });

    test("that changed or deleted what a member may change is undone by a member", async () => {
      const { team, at, owner, of } = await opened();
      const member = await of("member");
      const ids = [];
      for (const name of ["A", "B", "C", "D", "E"])
        ids.push((await team.call("customers_create", { name, email: `${name}@x.example` })).id);
      await owner.app.ask(ARCHIVE, { ...at, chosen: { ids } });
      await assertUndoes(member, await owner.latest(ARCHIVE));
      await team.call("customers_delete", { id: ids[0] });
      const before = await team.state();
      const deleted = await owner.latest("customers_delete");
      await assertUndoes(member, deleted);
      const undoing = await owner.latest(UNDO);
      await assertUndoes(member, undoing);
      assert.deepEqual(await team.state(), before);
    });

    test("with other people's time is undone by those who reach it", async () => {
      const { team, at, owner, of } = await opened();
      const [member, admin] = [await of("member"), await of("admin")];
      const project = await addProject(team);
      const times = { ...at, project, day: "2026-11-20", seconds: 3600 };
      const { entry } = await owner.app.ask(LOG, times);
      await assertBarred(member, await owner.latest(LOG), "time entries of others");
      const { version: seen } = await owner.app.ask("GET /api/teams/:team/entries/:id", {
        ...at,
        id: entry.id,
      });
      world.pass(1000);
      await owner.app.ask(CHANGE, { ...at, id: entry.id, seen, seconds: 60 });
      const change = await owner.latest(CHANGE);
      await assertBarred(member, change, "time entries of others");
      await assertUndoes(admin, change);
      await team.call("tracker_delete_entry", { id: entry.id });
      const deleted = await owner.latest("tracker_delete_entry");
      await assertBarred(member, deleted, "time entries of others");
      await assertUndoes(admin, deleted);
    });

    test("about a member's own time is undone by that member", async () => {
      const { team, at, of, owner } = await opened();
      const member = await of("member");
      const project_id = await addProject(team);
      const assigned_id = member.team.userId;
      const id = await addEntry(team, { project_id, assigned_id });
      await team.call("tracker_delete_entry", { id });
      await assertUndoes(member, await owner.latest("tracker_delete_entry"));
      await owner.app.ask(REMOVE_PROJECT, { ...at, id: project_id });
      await assertUndoes(member, await owner.latest(REMOVE_PROJECT));
    });
  });

  describe("an event of one's own", () => {
    test("is undone with the role that the deed needed", async () => {
      const { at, of, owner } = await opened();
      const member = await of("member");
      await member.app.ask(PROJECT, { ...at, name: "Website" });
      await assertUndoes(member, await owner.latest(PROJECT));
      await member.app.upload(
        IMPORT,
        at,
        "Name,E-mail\nA,a@x.example\nB,b@x.example\nC,c@x.example\nD,d@x.example",
      );
      await assertUndoes(member, await owner.latest(IMPORT));
      await assertUndoes(member, await owner.latest(UNDO));
    });

    test("by an assistant is undone by its holder, whatever the tool's tier", async () => {
      const { team, of, owner } = await opened();
      const member = await of("member");
      const project_id = await addProject(team);
      const id = await addEntry(team, { project_id });
      await member.team.call("tracker_delete_entry", { id });
      await assertUndoes(member, await owner.latest("tracker_delete_entry"));
    });

    test("is no more undone by an admin who has become a member", async () => {
      const { team, at, of, owner } = await opened();
      const admin = await of("admin");
      const [id, into] = [await addProject(team, { name: "A" }), await addProject(team)];
      await admin.app.ask(MERGE, { ...at, id, into });
      const entry = await addEntry(team, { project_id: into });
      const { version: seen } = await owner.app.ask("GET /api/teams/:team/entries/:id", {
        ...at,
        id: entry,
      });
      await admin.app.ask(CHANGE, { ...at, id: entry, seen, seconds: 60 });
      await setRole(team, admin.team.userId, "member");
      await assertBarred(admin, await owner.latest(MERGE), "what it takes to merge projects");
      await assertBarred(admin, await owner.latest(CHANGE), "time entries of others");
    });
  });

  if (world.isSecond) return;

  test("what a tool does to a record that can be undone, a route does too, so that it has a role", () => {
    const calls = [...events.values()];
    const routes = new Set(calls.flatMap(({ of, did, role }) => (role ? [`${of} ${did}`] : [])));
    for (const { of, did } of calls) {
      if ("because" in subjects[of].undo) continue;
      assert.ok(routes.has(`${of} ${did}`), `${of} ${did}`);
    }
  });
});
