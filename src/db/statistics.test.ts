import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { onEachDatabase, onOneDatabase } from "../../test/app.ts";
import { collect } from "../jobs/collect.ts";
import { connect } from "./connect.ts";
import { baseContextOf } from "./context.ts";

const options = { onIdleError: (error: Error) => assert.fail(error) };

onOneDatabase("PostgreSQL keeps its own statistics", (world) => {
  async function addTags(count: number, team: string): Promise<void> {
    await world.database.begin(async (db) => {
      await sql`insert into tags (team_id, id, name, name_key, name_folded, created_at)
        with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
        select ${team}, ${randomBytes(8).toString("hex")} || n, 'Tag', ${randomBytes(8).toString("hex")} || n,
          'tag', ${world.now} from number`.execute(db);
    });
  }

  /** Rows of the table as the planner knows them: null before the first analysis. */
  async function knownTags(): Promise<number | null> {
    const { database } = world;
    const tables = await sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`.execute(
      database.reader,
    );
    if (tables.rows.length === 0) return null;
    const { rows } = await sql<{ stat: string }>`select stat from sqlite_stat1
      where tbl = 'tags' and idx = 'tags_by_name'`.execute(database.reader);
    return rows[0] === undefined ? null : Number(rows[0].stat.split(" ")[0]);
  }

  const hour = async () => {
    const { database } = world;
    const context = baseContextOf({ database, clock: () => Date.parse(world.now), randomBytes });
    await collect(context, assert.ifError);
  };

  test("a table that has grown by far is analyzed within the hour, and connections that are open plan by it", async () => {
    const { id } = await world.team();
    await addTags(10, id);
    await hour();
    assert.equal(await knownTags(), 10);
    const version = await schemaVersion();
    await hour();
    assert.deepEqual(
      [await knownTags(), await schemaVersion()],
      [10, version],
      "nothing has grown",
    );
    await addTags(1000, id);
    await hour();
    assert.equal(await knownTags(), 1010);
    assert.notEqual(await schemaVersion(), version, "open connections read the schema again");
  });

  test("a table that has grown by far is analyzed when the database is opened", async () => {
    const { id } = await world.team();
    await addTags(50_000, id);
    await (await connect(world.url, options)).close();
    const known = await knownTags();
    assert.ok(known !== null && known > 20_000, String(known));
  });

  /** A connection reads the schema again, and the statistics with it, when this number changes. */
  async function schemaVersion(): Promise<unknown> {
    const { rows } = await sql`pragma schema_version`.execute(world.database.reader);
    return rows[0];
  }
});

onEachDatabase((world) => {
  test("renewing the statistics leaves no table behind", async () => {
    const names = async () =>
      (await world.database.reader.introspection.getTables()).map(({ name }) => name);
    const before = await names();
    await world.team();
    await (await connect(world.url, options)).close();
    assert.deepEqual(await names(), before);
  });
});
