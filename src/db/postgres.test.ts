import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { World } from "../../test/app.ts";
import { POSTGRES } from "../../test/database.ts";

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
});
