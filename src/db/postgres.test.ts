import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { World } from "../../test/app.ts";
import { POSTGRES } from "../../test/postgres.ts";
import { addTag } from "../../test/tags.ts";
import type { Db } from "./schema/schema.ts";

const skip = POSTGRES === undefined ? "TEST_DATABASE_URL is not set" : false;

describe("postgres", { skip }, () => {
  test("a server that ends its connections ends the calls under way, and nothing else", async (t) => {
    const world = new World("postgres");
    await world.open();
    t.after(() => world.close());
    const { reader, begin } = world.database;
    const sleeping = [
      sql`select pg_sleep(30)`.execute(reader),
      begin((db) => sql`select pg_sleep(30)`.execute(db)),
    ].map((call) => assert.rejects(call));
    const state = { ended: false };
    const all = Promise.all(sleeping).then(() => (state.ended = true));
    while (!state.ended) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep%'`.execute(reader);
    }
    await all;
    const { rows } = await sql`select 1 as one`.execute(reader);
    assert.deepEqual(rows, [{ one: 1 }]);
  });

  test("calls that wait for a row keep nobody from reading", async (t) => {
    const world = new World("postgres");
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const other = await world.team();
    const held = Promise.withResolvers<null>();
    const taken = Promise.withResolvers<null>();
    const holder = world.database.begin(async (db) => {
      await db.selectFrom("customers").select("id").where("id", "=", id).forUpdate().execute();
      taken.resolve(null);
      await held.promise;
    });
    await taken.promise;
    const updates = Array.from({ length: 20 }, () =>
      team.call("customers_update", { id, zip: "1" }),
    );
    assert.deepEqual((await other.call("customers_list")).items, []);
    held.resolve(null);
    await Promise.all([holder, ...updates]);
  });

  test("of what is asked at once, one failure undoes all and leaves a connection that works", async (t) => {
    const world = new World("postgres");
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const pids = new Set<number>();
    for (let run = 0; run < 5; run += 1) {
      const failed = world.database.begin(async (db) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        pids.add(rows[0]?.pid ?? 0);
        await addTag(db, team, "first");
        await Promise.all([
          db.selectFrom("tags").selectAll().execute(),
          db.selectNoFrom(sql`1 / 0`.as("nothing")).execute(),
          addTag(db, team, "second"),
          db.selectFrom("tags").selectAll().execute(),
        ]);
      });
      await assert.rejects(failed, /division by zero/);
    }
    assert.equal(pids.size, 1, "the connection was kept");
    await world.database.begin(async (db) => addTag(db, team, "after"));
    assert.deepEqual(
      (await team.call("tags_list")).items.map(({ name }: { name: string }) => name),
      ["after"],
    );
  });

  test("a failure in what is sent with the begin undoes the transaction, caught or not", async (t) => {
    const world = new World("postgres");
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const fail = (db: Db) => db.selectNoFrom(sql`1 / 0`.as("nothing")).execute();
    await assert.rejects(world.database.begin(fail), /division by zero/);
    const caught = world.database.begin(async (db) => {
      await fail(db).catch(() => null);
      await addTag(db, team, "caught");
    });
    await assert.rejects(caught, /division by zero/);
    assert.deepEqual((await team.state())["tags"], []);
    await world.database.begin(async (db) => addTag(db, team, "after"));
    assert.equal((await team.state())["tags"]?.length, 1);
  });

  test("a connection that is lost at the commit is not used again", async (t) => {
    const world = new World("postgres");
    await world.open();
    t.after(() => world.close());
    const team = await world.team();
    const lost = world.database.begin(async (db) => {
      await addTag(db, team, "lost");
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.database.reader);
    });
    await assert.rejects(lost);
    await world.database.begin(async (db) => addTag(db, team, "after"));
    assert.equal((await team.state())["tags"]?.length, 1);
  });
});
