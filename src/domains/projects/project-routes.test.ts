import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { signedIn } from "../../../test/oauth.ts";
import { together } from "../../../test/races.ts";
import { addEntry, addProject } from "../../../test/tracker.ts";
import { WebApp } from "../../../test/web.ts";

const LIST = "GET /api/teams/:team/projects";
const SUMS = "GET /api/teams/:team/projects/sums";
const GET = "GET /api/teams/:team/projects/:id";
const CREATE = "POST /api/teams/:team/projects";
const UPDATE = "PATCH /api/teams/:team/projects/:id";
const COMPLETE = "POST /api/teams/:team/projects/:id/complete";
const REOPEN = "POST /api/teams/:team/projects/:id/reopen";
const DELETE = "DELETE /api/teams/:team/projects/:id";
const UNDO = "POST /api/teams/:team/activity/:id/undo";

onEachDatabase((world) => {
  test("a project is made with all its fields, changed by some of them, and undone", async () => {
    const { team, app, at } = await opened();
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const { event: addition, ...made } = await app.ask(CREATE, {
      ...at,
      name: " Website ",
      description: "Relaunch",
      customer_id: customer.id,
      estimate: 40.5,
      billable: true,
      rate_minor: 9550,
      currency: "eur",
    });
    const { created_at: _at, updated_at: _seen, id, ...fields } = made;
    assert.deepEqual(fields, {
      name: "Website",
      description: "Relaunch",
      trackerStatus: "in_progress",
      customer: { id: customer.id, name: "Acme" },
      estimate: 40.5,
      billable: true,
      rate_minor: 9550,
      currency: "EUR",
      rounding: null,
      total_duration: 0,
      unbilled: null,
    });
    const changed = await app.ask(UPDATE, {
      ...at,
      id,
      customer_id: null,
      currency: "JPY",
      rate_minor: 12_000,
    });
    assert.deepEqual(
      [changed.customer, changed.rate_minor, changed.currency],
      [null, 12_000, "JPY"],
    );
    assert.equal(changed.name, "Website");
    const [event] = await team.journalOf(UPDATE);
    await app.ask(UNDO, { ...at, id: event?.id ?? "" });
    assert.deepEqual((await app.ask(GET, { ...at, id })).project, made);
    await app.ask(UNDO, { ...at, id: addition });
    assert.equal((await app.refused(GET, { ...at, id })).status, 404);
  });

  test("of twenty changes at once to what all have seen, one is made", async () => {
    const { team, app, at } = await opened();
    const { id, updated_at: seen } = await app.ask(CREATE, { ...at, name: "a" });
    const sends = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.ready(UPDATE, { ...at, id, name: `name ${index}`, seen }),
      ),
    );
    const replies = await together(20, async (index) => sends[index]?.());
    assert.equal(replies.filter((reply) => reply?.status === 200).length, 1);
    assert.equal(replies.filter((reply) => reply?.status === 409).length, 19);
    assert.equal((await team.journalOf(UPDATE)).length, 1);
  });

  if (world.isSecond) return;

  test("the activity of a project names its changed fields with old and new values", async () => {
    const { team, app, at } = await opened();
    const activity = new Activity(app, team);
    const { id } = await app.ask(CREATE, { ...at, name: "Website", estimate: 40 });
    const said = async (changes: object) => {
      world.pass(1000);
      await app.ask(UPDATE, { ...at, id, ...changes });
      const [event] = await activity.list({ record: `tracker_project:${id}`, limit: 1 });
      return wordsOf(event?.deed ?? []);
    };
    assert.equal(
      await said({ name: "Shop", estimate: 50 }),
      "set name of Shop from Website to Shop and estimate from 40 to 50 hour",
    );
    assert.equal(
      await said({ rate_minor: 9550, currency: "EUR" }),
      "set hourly rate of Shop to 9550 EUR and currency to EUR",
    );
    assert.equal(await said({ billable: true }), "set billable of Shop to yes");
  });

  test("a rate needs a currency, and both are whole", async () => {
    const { app, at } = await opened();
    for (const [given, pointer] of [
      [{ rate_minor: 10 }, "/currency"],
      [{ rate_minor: 10.5, currency: "JPY" }, "/rate_minor"],
      [{ rate_minor: 1e12, currency: "EUR" }, "/rate_minor"],
      [{ rate_minor: -1, currency: "EUR" }, "/rate_minor"],
      [{ currency: "XXZ" }, "/currency"],
      [{ estimate: 0 }, "/estimate"],
      [{ name: " " }, "/name"],
    ] as const) {
      const refused = await app.refused(CREATE, { ...at, name: "Website", ...given });
      assert.deepEqual([refused.status, refused.at], [422, [pointer]], JSON.stringify(given));
    }
  });

  test("every change gives another updated_at, and whoever saw an earlier one is refused", async () => {
    const { app, at } = await opened();
    const made = await app.ask(CREATE, { ...at, name: "a" });
    const { id, updated_at: seen } = made;
    const second = await app.ask(UPDATE, { ...at, id, name: "b", seen });
    assert.notEqual(second.updated_at, seen);
    const refused = await app.refused(UPDATE, { ...at, id, name: "c", seen });
    assert.deepEqual([refused.status, refused.code], [409, "changed_meanwhile"]);
    const third = await app.ask(COMPLETE, { ...at, id, seen: second.updated_at });
    assert.equal(third.trackerStatus, "completed");
    assert.ok(third.updated_at > second.updated_at);
  });

  test("a change to what a project is already changes nothing, and is no event", async () => {
    const { team, app, at } = await opened();
    const { id, updated_at } = await app.ask(CREATE, { ...at, name: "a" });
    assert.equal((await app.ask(UPDATE, { ...at, id, name: "a" })).updated_at, updated_at);
    assert.equal((await app.ask(REOPEN, { ...at, id, seen: updated_at })).updated_at, updated_at);
    assert.deepEqual([await team.journalOf(UPDATE), await team.journalOf(REOPEN)], [[], []]);
  });

  test("the list is searched, filtered and in two orders; the sums are those of all its pages", async () => {
    const { team, app, at } = await opened();
    const customer = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const names = ["Éclair", "Website", "app", "Backend"];
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      world.pass(1000);
      const customer_id = index % 2 === 0 ? customer.id : null;
      ids.push(await addProject(team, { name, customer_id, estimate_hours: 2 }));
    }
    await addEntry(team, { project_id: ids[0] ?? "", duration: 3 * 3600 });
    await addEntry(team, { project_id: ids[1] ?? "", duration: 3600 });
    await app.ask(COMPLETE, { ...at, id: ids[3] ?? "", seen: world.now });
    const namesOf = async (input: object) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await app.ask(LIST, {
          ...at,
          ...input,
          limit: 1,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...page.items.map(({ name }) => name));
        if (page.nextCursor === null) return found;
        cursor = page.nextCursor;
      }
    };
    assert.deepEqual(await namesOf({}), names.toReversed());
    assert.deepEqual(await namesOf({ sort: "created" }), names);
    assert.deepEqual(await namesOf({ sort: "name" }), ["app", "Backend", "Éclair", "Website"]);
    assert.deepEqual(await namesOf({ sort: "-name" }), ["Website", "Éclair", "Backend", "app"]);
    const [done = ""] = names.slice(3);
    const open = names.filter((name) => name !== done);
    assert.deepEqual(await namesOf({ sort: "status" }), [...open.toReversed(), done]);
    assert.deepEqual(await namesOf({ sort: "-status" }), [done, ...open]);
    assert.deepEqual(await namesOf({ sort: "name", status: "in_progress" }), [
      "app",
      "Éclair",
      "Website",
    ]);
    assert.deepEqual(await namesOf({ q: "ECL" }), ["Éclair"]);
    assert.deepEqual(await namesOf({ q: "%" }), []);
    assert.deepEqual(await namesOf({ customer_id: customer.id }), ["app", "Éclair"]);
    const all = {
      projects: 4,
      tracked: 4 * 3600,
      estimate: 8,
      tracked_of_estimate: 4 * 3600,
      over_estimate: 1,
      unbilled: [],
    };
    assert.deepEqual(await app.ask(SUMS, at), all);
    const some = {
      projects: 1,
      tracked: 3600,
      estimate: 2,
      tracked_of_estimate: 3600,
      over_estimate: 0,
      unbilled: [],
    };
    assert.deepEqual(await app.ask(SUMS, { ...at, q: "web" }), some);
    const none = {
      projects: 0,
      tracked: 0,
      estimate: 0,
      tracked_of_estimate: 0,
      over_estimate: 0,
      unbilled: [],
    };
    assert.deepEqual(await app.ask(SUMS, { ...at, q: "nothing" }), none);
    const first = await app.ask(LIST, { ...at, limit: 1 });
    const other = await app.refused(LIST, { ...at, sort: "name", cursor: first.nextCursor });
    assert.equal(other.code, "invalid_cursor");
  });

  test("the list finds the projects over their estimate, with their own sums", async () => {
    const { team, app, at } = await opened();
    const over = await addProject(team, { name: "Over", estimate_hours: 1.5 });
    const exact = await addProject(team, { name: "Exact", estimate_hours: 1 });
    const open = await addProject(team, { name: "Without an estimate" });
    await addEntry(team, { project_id: over, duration: 5401 });
    for (const project_id of [exact, open]) await addEntry(team, { project_id });
    const { items } = await app.ask(LIST, { ...at, estimate: "over" });
    assert.deepEqual(
      items.map(({ id }) => id),
      [over],
    );
    const sums = await app.ask(SUMS, { ...at, estimate: "over" });
    assert.deepEqual([sums.projects, sums.tracked, sums.over_estimate], [1, 5401, 1]);
  });

  test("each project of the list has its unbilled amount, and the sums are those of the unbilled time", async () => {
    const { team, app, at } = await opened();
    const euros = { billable: true, rate_minor: 9999, currency: "EUR" };
    for (const [seconds, values] of [
      [90, euros],
      [60, euros],
      [7200, { ...euros, currency: "JPY" }],
      [3600, { ...euros, billable: false }],
      [3600, { billable: true }],
      // The product of rate and seconds is beyond the whole numbers of a double.
      [359_999_999, { ...euros, rate_minor: 99_999_999, currency: "USD" }],
    ] as const)
      await addEntry(team, { project_id: await addProject(team, values), duration: seconds });
    await addProject(team, euros);
    const listed = (await app.ask(LIST, at)).items;
    const unbilled = await app.ask("GET /api/teams/:team/projects/unbilled", at);
    const amountOf = new Map(
      unbilled.items.map(({ id, minor, currency }) => [id, { minor, currency }]),
    );
    for (const { id, unbilled } of listed) assert.deepEqual(unbilled, amountOf.get(id) ?? null);
    assert.equal(amountOf.size, 4);
    assert.deepEqual(
      (await app.ask(SUMS, at)).unbilled,
      unbilled.totals?.amounts.map(({ currency, minor }) => ({ currency, minor })),
    );
  });

  test("a project tells whose time is on it, who tracks now, and goes with all of it", async () => {
    world.at("2026-11-21T09:00:00Z");
    const { team, app, at } = await opened();
    const mia = await team.member("member");
    const id = await addProject(team);
    const other = await addProject(team, { name: "Other" });
    await addEntry(team, { project_id: id, duration: 60 });
    await addEntry(team, { project_id: id, duration: 120, assigned_id: mia.userId });
    await addEntry(team, { project_id: other });
    await team.call("tracker_start_timer", { project_id: id });
    const { time, latest } = await app.ask(GET, { ...at, id });
    assert.deepEqual([time.entries, time.seconds, latest.length], [3, 180, 3]);
    assert.deepEqual(
      time.people.map(({ seconds }) => seconds),
      [120, 60],
    );
    assert.equal(time.running.length, 1);
    const before = await team.state();
    const member = new WebApp(world, await signedIn(mia));
    assert.equal((await member.refused(DELETE, { ...at, id })).code, "not_allowed");
    const deleted = await app.ask(DELETE, { ...at, id });
    assert.equal(deleted.deleted_entries, 3);
    assert.equal((await team.state())["tracker_entries"]?.length, 1);
    await app.ask(UNDO, { ...at, id: deleted.event });
    const after = await team.state();
    for (const table of ["tracker_projects", "tracker_entries", "tracker_totals"])
      assert.deepEqual(after[table], before[table]);
  });

  async function opened(): Promise<{ team: Team; app: WebApp; at: { team: string } }> {
    const team = await world.team();
    return { team, app: await WebApp.of(team), at: { team: team.id } };
  }
});

type Deed = Awaited<ReturnType<Activity["list"]>>[number]["deed"];

/** A deed in words, its values as they are stored. */
function wordsOf(deed: Deed): string {
  const words = deed.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("name" in piece) return piece.name;
    const { kind: _kind, ...value } = piece.value;
    return Object.values(value)
      .filter((part) => part !== null)
      .join(" ");
  });
  return words.join("");
}
