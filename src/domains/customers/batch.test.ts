import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { WebApp } from "../../../test/web.ts";

const ARCHIVE = "POST /api/teams/:team/customers/archive";
const RESTORE = "POST /api/teams/:team/customers/restore";
const TAG = "POST /api/teams/:team/customers/tag";
const UNTAG = "POST /api/teams/:team/customers/untag";

/** More than one chunk. */
const MANY = 507;

onEachDatabase((world) => {
  async function teamOf(count: number, tag_ids: readonly string[] = []) {
    const team = await world.team();
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const customer = { name: `Customer ${made}`, email: `${made}@acme.example`, tag_ids };
      ids.push((await team.call("customers_create", customer)).id);
    }
    return { team, ids, app: await WebApp.of(team) };
  }

  async function archivedIn(team: Team): Promise<number> {
    const { customers } = (await team.state()) as { customers: { is_archived: boolean }[] };
    return customers.filter(({ is_archived }) => is_archived).length;
  }

  test("many are archived as one event, told in one sentence, and come back with one undo", async () => {
    const { team, ids, app } = await teamOf(3);
    const before = await team.state();
    world.pass(1000);
    const done = await app.ask(ARCHIVE, { team: team.id, chosen: { ids: ids.slice(0, 2) } });
    assert.equal(done.changed, 2);
    assert.equal(await archivedIn(team), 2);
    const activity = new Activity(app, team);
    const event = await activity.latest(ARCHIVE);
    assert.equal(event.id, done.event);
    assert.deepEqual(event.deed, ["archived 2 customers"]);
    await activity.undo(event);
    assert.deepEqual(await team.state(), before);
  });

  test("what is so already is left as it is, and writes no event", async () => {
    const { team, ids, app } = await teamOf(2);
    await app.ask(ARCHIVE, { team: team.id, chosen: { ids: ids.slice(0, 1) } });
    const before = await team.state();
    const again = await app.ask(ARCHIVE, { team: team.id, chosen: { ids: ids.slice(0, 1) } });
    assert.deepEqual(again, { changed: 0, event: null });
    assert.deepEqual(await team.state(), before);
    assert.equal((await team.journalOf(ARCHIVE)).length, 1);
    const restored = await app.ask(RESTORE, { team: team.id, chosen: { ids } });
    assert.equal(restored.changed, 1);
    assert.equal(await archivedIn(team), 0);
  });

  test("all that match are changed, over several chunks, and undone at once", async () => {
    const { team, ids, app } = await teamOf(MANY);
    await app.ask(ARCHIVE, { team: team.id, chosen: { ids: ids.slice(0, 2) } });
    const { id: tag } = await team.call("tags_create", { name: "Wholesale" });
    const before = await team.state();
    world.pass(1000);
    const chosen = { all: { archived: false }, count: MANY - 2 };
    const done = await app.ask(TAG, { team: team.id, chosen, tag });
    assert.equal(done.changed, MANY - 2);
    assert.equal((await team.state())["customer_tags"]?.length, MANY - 2);
    const again = await app.ask(TAG, { team: team.id, chosen, tag });
    assert.equal(again.changed, 0);
    const activity = new Activity(app, team);
    await activity.undo(await activity.latest(TAG));
    assert.deepEqual(await team.state(), before);
  });

  test("a tag goes from those that have it", async () => {
    const { team, ids, app } = await teamOf(2);
    const { id: tag } = await team.call("tags_create", { name: "Wholesale" });
    await app.ask(TAG, { team: team.id, chosen: { ids: ids.slice(0, 1) }, tag });
    const { updated_at } = await team.call("customers_get", { id: ids[0] });
    const done = await app.ask(UNTAG, { team: team.id, chosen: { ids }, tag });
    assert.equal(done.changed, 1);
    assert.deepEqual((await team.state())["customer_tags"], []);
    const after = await team.call("customers_get", { id: ids[0] });
    assert.notEqual(after.updated_at, updated_at, "an edit that began before is noticed");
  });

  test("a batch is refused whole when one is gone or another team's, or others match by now", async () => {
    const { team, ids, app } = await teamOf(2);
    const other = await teamOf(1);
    const { id: tag } = await team.call("tags_create", { name: "Wholesale" });
    const { id: foreignTag } = await other.team.call("tags_create", { name: "Theirs" });
    const ofTeam = { team: team.id };
    for (const [chosen, code] of [
      [{ ids: [...ids, other.ids[0] ?? ""] }, "not_found"],
      [{ ids: [...ids, team.auditContext.newId()] }, "not_found"],
      [{ all: {}, count: 3 }, "changed_meanwhile"],
      [{ all: { q: "nobody" }, count: 2 }, "changed_meanwhile"],
      [{ all: {}, count: 20_001 }, "invalid_argument"],
    ] as const) {
      assert.equal((await app.refused(ARCHIVE, { ...ofTeam, chosen })).code, code);
      assert.equal((await app.refused(TAG, { ...ofTeam, chosen, tag })).code, code);
    }
    const refused = await app.refused(TAG, { ...ofTeam, chosen: { ids }, tag: foreignTag });
    assert.partialDeepStrictEqual(refused, { code: "not_found", at: ["/tag"] });
  });

  test("batches and edits of the same customers at once are each done whole", async () => {
    const { team, ids, app } = await teamOf(5);
    const { id: tag } = await team.call("tags_create", { name: "Wholesale" });
    const all = { all: {}, count: 5 };
    const replies = await Promise.all([
      app.attempt(TAG, { team: team.id, chosen: { ids }, tag }),
      app.attempt(TAG, { team: team.id, chosen: all, tag }),
      app.attempt(UNTAG, { team: team.id, chosen: { ids: ids.toReversed() }, tag }),
      team.attempt("customers_update", { id: ids[2], name: "Changed" }),
    ]);
    assert.deepEqual(
      replies.slice(0, 3).map((reply) => ("status" in reply ? reply.status : 0)),
      [200, 200, 200],
    );
    const links = (await team.state())["customer_tags"]?.length ?? 0;
    assert.ok(links === 0 || links === 5, `${links} links`);
  });
});
