import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team, type World } from "../../../test/app.ts";
import { besideWrite, together } from "../../../test/races.ts";
import { addEntry, addProject, runningIn, teamWithProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";

const READ = "GET /api/teams/:team/timer";
const START = "POST /api/teams/:team/timer";
const STOP = "POST /api/teams/:team/timer/:id/stop";
const CONTINUE = "POST /api/teams/:team/entries/:id/continue";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  test("a timer is started, read, switched and stopped", async () => {
    const { team, project, app } = await begin(world);
    const other = await addProject(team, { name: "Other" });
    const started = await app.ask(START, { team: team.id, project, description: " Plan " });
    assert.equal(started.stopped, null);
    assert.equal(started.timer.description, "Plan");
    world.pass(600_000);
    const { running, forgotten, now } = await app.ask(READ, { team: team.id });
    assert.deepEqual([running?.id, forgotten, now], [started.timer.id, [], world.now]);
    const next = await app.ask(START, { team: team.id, project: other });
    assert.deepEqual(next.stopped, { project: "Website", seconds: 600, isDiscarded: false });
    world.pass(60_000);
    const { id } = next.timer;
    const { event, ...stopped } = await app.ask(STOP, { team: team.id, id });
    assert.deepEqual(stopped, { project: "Other", seconds: 60, isDiscarded: false });
    assert.equal((await app.ask(READ, { team: team.id })).running, null);
    await app.ask(UNDO, { team: team.id, id: event });
    assert.equal((await app.ask(READ, { team: team.id })).running?.id, id);
  });

  test("a switch is undone in one go: the timer that was stopped runs again", async () => {
    const { team, project, app } = await begin(world);
    const { timer } = await app.ask(START, { team: team.id, project });
    world.pass(600_000);
    const { event } = await app.ask(START, { team: team.id, project });
    await app.ask(UNDO, { team: team.id, id: event });
    assert.deepEqual(await runningIn(team), [timer.id]);
  });

  test("ten starts at once leave one timer", async () => {
    const { team, project, app } = await begin(world);
    const replies = await together(10, () => app.attempt(START, { team: team.id, project }));
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal((await runningIn(team)).length, 1);
    assert.equal((await team.state())["tracker_entries"]?.length, 1);
  });

  test("of ten stops at once one is made, and the others say that it runs no longer", async () => {
    const { team, project, app } = await begin(world);
    const { timer } = await app.ask(START, { team: team.id, project });
    world.pass(600_000);
    const replies = await together(10, () => app.attempt(STOP, { team: team.id, id: timer.id }));
    const codes = replies.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]));
    assert.deepEqual(
      codes,
      Array.from({ length: 9 }, () => "already_stopped"),
    );
    const journal = await team.journalOf(STOP);
    assert.equal(journal.length, 1);
  });

  test("admins who continue with each other's entries do not wait for each other", async () => {
    const { team, project, app } = await begin(world);
    const mate = await team.member("admin");
    const other = await WebApp.of(mate);
    const [own, theirs] = [
      await addEntry(team, { project_id: project }),
      await addEntry(team, { project_id: project, assigned_id: mate.userId }),
    ];
    const proceed = await app.ready(CONTINUE, { team: team.id, id: theirs });
    const hold = (db: Db) =>
      lockForUpdate(
        db,
        db.selectFrom("memberships").select("user_id").where("user_id", "=", mate.userId),
      ).execute();
    assert.equal((await besideWrite(world, hold, proceed)).status, 200);
    const replies = await Promise.all([
      app.attempt(CONTINUE, { team: team.id, id: theirs }),
      other.attempt(CONTINUE, { team: team.id, id: own }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    const { running } = await other.ask(READ, { team: team.id });
    assert.equal(running?.person.id, mate.userId);
  });

  if (world.isSecond) return;

  test("an entry is continued with its project and description", async () => {
    const { team, project, app } = await begin(world);
    const id = await addEntry(team, { project_id: project, description: "Plan" });
    const { timer } = await app.ask(CONTINUE, { team: team.id, id });
    assert.deepEqual([timer.project.id, timer.description, timer.stop], [project, "Plan", null]);
    assert.equal(timer.start, world.now);
  });

  test("the last distinct combinations are offered, the newest first, without completed projects", async () => {
    const { team, project, app } = await begin(world);
    const done = await addProject(team, { name: "Done", status: "completed" });
    const entry = async (day: number, description: string | null, project_id = project) =>
      addEntry(team, { project_id, description, date: `2026-11-${String(day).padStart(2, "0")}` });
    for (let day = 1; day <= 12; day += 1) await entry(day, `Work ${day % 10}`);
    await entry(13, null);
    await entry(14, "Hidden", done);
    await entry(15, "Work 3");
    const { recent } = await app.ask("GET /api/teams/:team/timer/recent", { team: team.id });
    assert.deepEqual(
      recent.map(({ description }) => description),
      ["Work 3", null, "Work 2", "Work 1", "Work 0", "Work 9", "Work 8", "Work 7"],
    );
  });

  test("a forgotten timer comes with when it should have stopped, and why", async () => {
    const { team, project, app } = await begin(world);
    world.at("2026-11-20T09:00:00Z");
    const { timer } = await app.ask(START, { team: team.id, project });
    const proposed = async () => {
      world.at("2026-11-21T08:00:00Z");
      const { running, forgotten } = await app.ask(READ, { team: team.id });
      assert.equal(running, null);
      assert.deepEqual(
        forgotten.map(({ id }) => id),
        [timer.id],
      );
      return forgotten[0]?.proposal ?? null;
    };
    assert.equal(await proposed(), null, "nothing is known of the day");
    const end = "2026-11-20T11:00:00.000Z";
    const ended = { start: "2026-11-20T10:00:00.000Z", stop: end, date: "2026-11-20" };
    await addEntry(team, { project_id: project, ...ended });
    assert.deepEqual(await proposed(), { stop: end, because: "entry", client: null });
    world.at("2026-11-20T17:05:00Z");
    await team.call("tags_create", { name: "By an assistant" });
    const assistant = await proposed();
    assert.deepEqual(
      [assistant?.stop, assistant?.because],
      ["2026-11-20T17:05:00.000Z", "assistant"],
    );
    world.at("2026-11-20T18:05:00Z");
    await app.ask("POST /api/teams/:team/projects", { team: team.id, name: "By hand" });
    const own = { stop: "2026-11-20T18:05:00.000Z", because: "change", client: null };
    assert.deepEqual(await proposed(), own);
    const stopped = await app.ask(STOP, { team: team.id, id: timer.id, stop: own.stop });
    assert.equal(stopped.seconds, 9 * 3600 + 300);
  });

  test("what is done after midnight proposes nothing, and a long timer of today is doubtful too", async () => {
    const { team, project, app } = await begin(world);
    world.at("2026-11-20T09:00:00Z");
    const { timer } = await app.ask(START, { team: team.id, project });
    world.at("2026-11-20T19:00:00Z");
    assert.equal((await app.ask(READ, { team: team.id })).running?.isDoubtful, false);
    world.pass(1);
    assert.equal((await app.ask(READ, { team: team.id })).running?.isDoubtful, true);
    world.at("2026-11-21T00:10:00Z");
    await team.call("tags_create", { name: "Late" });
    const [forgotten] = (await app.ask(READ, { team: team.id })).forgotten;
    assert.deepEqual([forgotten?.id, forgotten?.proposal], [timer.id, null]);
  });

  test("a stop that cannot be is refused beside its field", async () => {
    const { team, project, app } = await begin(world);
    const { timer } = await app.ask(START, { team: team.id, project });
    for (const stop of ["2026-11-21T08:59:59Z", "2026-11-21T10:00:00Z"])
      assert.deepEqual((await app.refused(STOP, { team: team.id, id: timer.id, stop })).at, [
        "/stop",
      ]);
  });

  test("projects in progress are found by a part of their name or their customer's", async () => {
    const { team, app } = await begin(world);
    const customer = await team.call("customers_create", {
      name: "Größe AG",
      email: "a@b.example",
    });
    await addProject(team, { name: "Relaunch", customer_id: customer.id });
    await addProject(team, { name: "Relaunch 1", status: "completed" });
    const found = async (q: string) => {
      const path = "GET /api/teams/:team/time/projects";
      const { projects } = await app.ask(path, { team: team.id, q });
      return projects.map(({ name, customer }) => [name, customer]);
    };
    assert.deepEqual(await found("LAUNCH"), [["Relaunch", "Größe AG"]]);
    assert.deepEqual(await found("grosse"), await found("LAUNCH"));
    assert.equal((await found("")).length, 2);
    assert.deepEqual(await found("%"), []);
  });

  test("projects in progress can be those of one customer", async () => {
    const { team, app } = await begin(world);
    const [acme, beta] = await Promise.all(
      ["Acme", "Beta"].map(async (name) =>
        team.call("customers_create", { name, email: "a@b.example" }),
      ),
    );
    await addProject(team, { name: "Relaunch", customer_id: acme.id });
    await addProject(team, { name: "Care", customer_id: acme.id });
    await addProject(team, { name: "Old", customer_id: acme.id, status: "completed" });
    const found = async (customer_id: string, q = "") => {
      const path = "GET /api/teams/:team/time/projects";
      const { projects } = await app.ask(path, { team: team.id, q, customer_id });
      return new Set(projects.map(({ name }) => name));
    };
    assert.deepEqual(await found(acme.id), new Set(["Relaunch", "Care"]));
    assert.deepEqual(await found(acme.id, "care"), new Set(["Care"]));
    assert.deepEqual(await found(beta.id), new Set());
  });
});

async function begin(world: World): Promise<{ team: Team; project: string; app: WebApp }> {
  const { team, project_id: project } = await teamWithProject(world);
  return { team, project, app: await WebApp.of(team) };
}
