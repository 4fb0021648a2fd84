import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { extent } from "../../../test/extent.ts";
import { besideWrite, duringWrite } from "../../../test/races.ts";
import { type Reply, WebApp } from "../../../test/web.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import { lockCustomer } from "../customers/customer.ts";

const TAGS = "GET /api/teams/:team/tags";
const CUSTOMERS = "GET /api/teams/:team/customers";
const RENAME = "PATCH /api/teams/:team/tags/:id";
const MERGE = "POST /api/teams/:team/tags/:id/merge";
const DELETE = "DELETE /api/teams/:team/tags/:id";
const ROUNDS = extent(8, 60);

function statusesOf(replies: readonly Reply[]): readonly number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other);
}

onEachDatabase((world) => {
  async function withTags(...names: readonly string[]) {
    const team = await world.team();
    const ids: string[] = [];
    for (const name of names) ids.push((await team.call("tags_create", { name })).id);
    return { team, app: await WebApp.of(team), ids };
  }

  async function customer(team: Team, ...tag_ids: readonly string[]): Promise<string> {
    const acme = { name: "Acme", email: "anna@acme.example", tag_ids };
    return (await team.call("customers_create", acme)).id;
  }

  async function linksOf(team: Team): Promise<Set<string>> {
    const { customer_tags } = (await team.state()) as {
      customer_tags: { customer_id: string; tag_id: string }[];
    };
    return new Set(customer_tags.map(({ customer_id, tag_id }) => `${customer_id} ${tag_id}`));
  }

  test("tags are listed by name, each with as many customers as its lists of current and archived ones", async () => {
    const { team, app, ids } = await withTags("b", "Ä", "c");
    const [b = "", a = "", c = ""] = ids;
    const archived = await customer(team, b, a, c);
    await customer(team, b, a);
    await customer(team, a);
    await team.call("customers_update", { id: archived, is_archived: true });
    const { tags } = await app.ask(TAGS, { team: team.id });
    assert.deepEqual(
      tags.map(({ name, customers, archived_customers }) => [name, customers, archived_customers]),
      [
        ["Ä", 2, 1],
        ["b", 1, 1],
        ["c", 0, 1],
      ],
    );
    for (const { id, customers, archived_customers } of tags) {
      const count = async (is_archived: boolean) =>
        (await app.ask(CUSTOMERS, { team: team.id, tag: id, archived: is_archived })).count;
      assert.deepEqual([await count(false), await count(true)], [customers, archived_customers]);
    }
  });

  test("a tag is renamed, also to its own name in another case, but not to another tag's", async () => {
    const { team, app, ids } = await withTags("Wholesale", "Retail");
    const [id = ""] = ids;
    const of = { team: team.id, id, seen: "Wholesale" };
    const renamed = await app.ask(RENAME, { ...of, name: "wholesale" });
    assert.equal(renamed.name, "wholesale");
    const stale = { team: team.id, id, name: "Trade", seen: "Wholesale" };
    const late = await app.refused(RENAME, stale);
    assert.equal(late.code, "changed_meanwhile");
    const refused = await app.refused(RENAME, { team: team.id, id, name: "RETAIL" });
    assert.partialDeepStrictEqual(refused, { code: "already_exists", at: ["/name"] });
    await new Activity(app, team).undo({ id: renamed.event });
    const { tags } = await app.ask(TAGS, { team: team.id });
    assert.deepEqual(
      tags.map(({ name }) => name),
      ["Retail", "Wholesale"],
    );
  });

  test("tags that are renamed to the same name at once get it once", async () => {
    const { team, app, ids } = await withTags("a", "b", "c");
    const replies = await Promise.all(
      ids.map((id) => app.attempt(RENAME, { team: team.id, id, name: "same" })),
    );
    assert.deepEqual(statusesOf(replies), [200, 409, 409]);
  });

  test("a merge gives each customer the other tag once, and is undone as one", async () => {
    const { team, app, ids } = await withTags("old", "new");
    const [from = "", into = ""] = ids;
    const both = await customer(team, from, into);
    const one = await customer(team, from);
    await customer(team, into);
    const before = await team.state();
    world.pass(1000);
    const merged = await app.ask(MERGE, { team: team.id, id: from, into });
    assert.partialDeepStrictEqual(merged, { tag: { id: into, name: "new" }, customers: 2 });
    const links = await linksOf(team);
    assert.equal(links.size, 3);
    for (const id of [both, one]) assert.ok(links.has(`${id} ${into}`));
    assert.equal((await team.state())["tags"]?.length, 1);
    const activity = new Activity(app, team);
    await activity.undo({ id: merged.event });
    assert.deepEqual(await team.state(), before);
  });

  test("a merge into itself, into nothing or into another team's tag does nothing", async () => {
    const { team, app, ids } = await withTags("old");
    const other = await withTags("theirs");
    const [id = ""] = ids;
    for (const [into, code] of [
      [id, "invalid_argument"],
      [team.auditContext.newId(), "not_found"],
      [other.ids[0] ?? "", "not_found"],
    ] as const) {
      const refused = await app.refused(MERGE, { team: team.id, id, into });
      assert.partialDeepStrictEqual(refused, { code, at: ["/into"] });
    }
  });

  test("merges of the same tags at once, either way round, leave one of them", async () => {
    const { team, app } = await withTags();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [
        (await team.call("tags_create", { name: `a ${round}` })).id,
        (await team.call("tags_create", { name: `b ${round}` })).id,
      ];
      const id = await customer(team, a, b);
      const replies = await Promise.all([
        app.attempt(MERGE, { team: team.id, id: a, into: b }),
        app.attempt(MERGE, { team: team.id, id: b, into: a }),
      ]);
      assert.deepEqual(statusesOf(replies), [200, 404]);
      const { tags } = await team.call("customers_get", { id });
      assert.equal(tags.length, 1);
    }
  });

  test("a customer that gets a tag while it is merged has the other one, or is refused", async () => {
    const { team, app, ids } = await withTags("into");
    const [into = ""] = ids;
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = (await team.call("tags_create", { name: `from ${round}` })).id;
      const id = await customer(team);
      const chosen = { ids: [id] };
      const [tagged] = await Promise.all([
        app.attempt("POST /api/teams/:team/customers/tag", { team: team.id, chosen, tag: from }),
        app.ask(MERGE, { team: team.id, id: from, into }),
      ]);
      const { tags } = await team.call("customers_get", { id });
      const wanted = tagged.status === 200 ? [into] : [];
      assert.deepEqual(
        tags.map((tag: { id: string }) => tag.id),
        wanted,
      );
      if (tagged.status !== 200) assert.equal(tagged.status, 404);
    }
  });

  test("a merge does not wait for customers that are being changed", async () => {
    const { team, app, ids } = await withTags("old", "new");
    const [id = "", into = ""] = ids;
    const customer_id = await customer(team, id);
    const merge = await app.ready(MERGE, { team: team.id, id, into });
    const change = (db: Db) => lockCustomer({ ...team.auditContext, db } as never, customer_id);
    const { status } = await besideWrite(world, change, merge);
    assert.equal(status, 200);
    assert.deepEqual(await linksOf(team), new Set([`${customer_id} ${into}`]));
  });

  test("a merge waits for a customer's deletion before it locks what goes with the customer", async () => {
    const { team, app, ids } = await withTags("old", "new");
    const [id = "", into = ""] = ids;
    const customer_id = await customer(team, id);
    const merge = await app.ready(MERGE, { team: team.id, id, into });
    const hold = (db: Db) =>
      lockForUpdate(
        db,
        db.selectFrom("customers").selectAll().where("id", "=", customer_id),
      ).execute();
    const { status, body } = await duringWrite(world, hold, merge, async (db) => {
      const links = db.selectFrom("customer_tags").select("tag_id");
      const own = links.where("customer_id", "=", customer_id);
      // A retry would hide that the two had waited for each other.
      if (world.dialect === "postgres") await own.forUpdate().noWait().execute();
      await db.deleteFrom("customer_tags").where("customer_id", "=", customer_id).execute();
    });
    assert.deepEqual([status, body.customers], [200, 0]);
    assert.deepEqual(await linksOf(team), new Set());
  });

  test("merges, changes and deletions of the same customers and tags at once are each done or refused", async () => {
    const { app, team, ids } = await withTags("into");
    const [into = ""] = ids;
    for (let round = 0; round < ROUNDS; round += 1) {
      const from = (await team.call("tags_create", { name: `from ${round}` })).id;
      const [one, two] = [await customer(team, from), await customer(team, from)];
      const [merged, gone, ...others] = await Promise.all([
        app.attempt(MERGE, { team: team.id, id: from, into }),
        app.attempt("DELETE /api/teams/:team/customers/:id", { team: team.id, id: two }),
        app.attempt("POST /api/teams/:team/customers/tag", {
          team: team.id,
          chosen: { ids: [one, two] },
          tag: into,
        }),
        app.attempt("POST /api/teams/:team/customers/tag", {
          team: team.id,
          chosen: { ids: [one] },
          tag: from,
        }),
      ]);
      assert.deepEqual([merged.status, gone.status], [200, 200]);
      for (const { status } of others) assert.ok([200, 404].includes(status), String(status));
      assert.deepEqual(
        [...(await linksOf(team))].filter((link) => link.startsWith(one)),
        [`${one} ${into}`],
      );
    }
  });

  test("a deleted tag goes from its customers, and comes back with an undo", async () => {
    const { team, app, ids } = await withTags("old");
    const [id = ""] = ids;
    await customer(team, id);
    const before = await team.state();
    world.pass(1000);
    const { event } = await app.ask(DELETE, { team: team.id, id });
    assert.deepEqual((await team.state())["customer_tags"], []);
    await new Activity(app, team).undo({ id: event ?? "" });
    assert.deepEqual(await team.state(), before);
  });
});
