import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { World } from "../../test/app.ts";
import { addTag } from "../../test/tags.ts";
import { connect, type Database, Turns } from "./connect.ts";
import { openSqliteWriter } from "./sqlite.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

async function fileOf({ database }: World): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.reader);
  return rows[0]?.file ?? "";
}

function numbers(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, number) => number));
}

/** Opens the same file as another process would. */
async function secondProcess(): Promise<Database> {
  const url = `sqlite:${await fileOf(world)}`;
  return connect(url, { onIdleError: (error) => assert.fail(error) });
}

test("a reader cannot write", async () => {
  const team = await world.team();
  const written = world.database.reader.deleteFrom("teams").where("id", "=", team.id).execute();
  await assert.rejects(written, /cannot be written/);
});

test("a parameter that is no plain value is refused, not stored as text", async () => {
  for (const value of [undefined, {}, [], 1n, new Date(0)]) {
    const written = world.database.begin((db) => sql`select ${value}`.execute(db));
    await assert.rejects(written, TypeError);
  }
});

test("what one process has committed the other sees at once", async () => {
  const team = await world.team();
  const second = await secondProcess();
  const tags = () =>
    second.reader.selectFrom("tags").select("name").where("team_id", "=", team.id).execute();
  assert.deepEqual(await tags(), []);
  await team.call("tags_create", { name: "Wholesale" });
  assert.deepEqual(await tags(), [{ name: "Wholesale" }]);
  await second.close();
});

test("two processes that write at once wait for each other", async () => {
  const team = await world.team();
  const second = await secondProcess();
  const begins = [world.database.begin, second.begin];
  const writes = Array.from({ length: 10 }, async (_, number) =>
    begins[number % 2]?.(async (db) => addTag(db, team, `tag ${number}`)),
  );
  await Promise.all(writes);
  assert.equal((await team.call("tags_list")).items.length, 10);
  await second.close();
});

test("a new file that another process has locked is waited for", async () => {
  const file = `${await fileOf(world)}.new`;
  const other = new DatabaseSync(file);
  other.exec("begin exclusive");
  const opening = openSqliteWriter(file);
  setImmediate(() => other.close());
  const { writer } = await opening;
  await writer.transaction().execute(async (db) => sql`create table things (id)`.execute(db));
  await writer.destroy();
});

test("work that goes on while its transaction is undone leaves nothing", async () => {
  const team = await world.team();
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const failed = world.database.begin(async (db) => {
    const work = async () => {
      for (let number = 0; number < 1000; number += 1) await addTag(db, team, `tag ${number}`);
    };
    resolve(
      work().then(
        () => "done",
        () => "refused",
      ),
    );
    await Promise.resolve();
    throw new Error("on purpose");
  });
  await assert.rejects(failed, { message: "on purpose" });
  assert.equal(await late, "refused");
  assert.deepEqual((await team.call("tags_list")).items, []);
});

test("reading goes on while another process writes", async () => {
  const team = await world.team();
  const second = await secondProcess();
  await second.begin(async (db) => {
    await db.deleteFrom("memberships").where("team_id", "=", team.id).execute();
    assert.deepEqual((await team.call("tags_list")).items, []);
    await db
      .insertInto("memberships")
      .values({ team_id: team.id, user_id: team.userId, role: "owner", created_at: world.now })
      .execute();
  });
  await second.close();
});

test("what a statement needs to undo itself is in memory once the database is migrated", async () => {
  const { rows } = await world.database.begin(async (db) =>
    sql<{ readonly temp_store: number }>`pragma temp_store`.execute(db),
  );
  assert.deepEqual(rows, [{ temp_store: 2 }]);
});

test("the write-ahead log shrinks again after a large transaction", async () => {
  const file = `${await fileOf(world)}.log`;
  const { writer } = await openSqliteWriter(file);
  const write = async (bytes: number) =>
    writer.transaction().execute(async (db) => {
      await sql`insert into pages values (zeroblob(${bytes}))`.execute(db);
    });
  await writer.transaction().execute(async (db) => sql`create table pages (page blob)`.execute(db));
  await write(80 * 1024 * 1024);
  assert.ok((await stat(`${file}-wal`)).size > 80_000_000);
  // The first write after a checkpoint begins the log anew.
  await write(1);
  await write(1);
  assert.ok((await stat(`${file}-wal`)).size <= 64 * 1024 * 1024);
  await writer.destroy();
});

test("no commit copies the write-ahead log, but a thread does when it is long", async () => {
  const file = `${await fileOf(world)}.thread`;
  const { writer } = await openSqliteWriter(file);
  await writer.transaction().execute(async (db) => sql`create table pages (page blob)`.execute(db));
  const other = new DatabaseSync(file);
  const log = () => other.prepare("pragma wal_checkpoint(noop)").get() ?? {};
  let before = log();
  while (Number(before["log"]) < 4000) {
    await writer.transaction().execute(async (db) => {
      await sql`insert into pages values (zeroblob(400000))`.execute(db);
    });
    before = log();
    assert.equal(before["checkpointed"], 0);
  }
  await writer.transaction().execute(async (db) => sql`delete from pages`.execute(db));
  while (Number(log()["checkpointed"]) < Number(before["log"])) await setTimeout(10);
  other.close();
  await writer.destroy();
});

test("a log to which calls go on writing begins anew before a commit copies it", async () => {
  const file = `${await fileOf(world)}.steady`;
  const { writer } = await openSqliteWriter(file);
  await writer.transaction().execute(async (db) => sql`create table pages (page blob)`.execute(db));
  const [reader, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  other.exec("pragma wal_autocheckpoint = 0");
  let longest = 0;
  for (let count = 0; count < 40; count += 1) {
    await writer.transaction().execute(async (db) => {
      await sql`delete from pages`.execute(db);
      await sql`insert into pages values (zeroblob(2400000))`.execute(db);
    });
    // A page stays to be copied before each transaction: a log that is read does not begin anew.
    reader.exec("begin");
    reader.prepare("select count(*) from pages").get();
    other.exec("pragma wal_checkpoint(passive)");
    other.exec("insert into pages values (1)");
    reader.exec("commit");
    const { log } = other.prepare("pragma wal_checkpoint(noop)").get() ?? {};
    longest = Math.max(longest, Number(log));
  }
  reader.close();
  other.close();
  assert.ok(longest < 10_000, `${longest} pages`);
  await writer.destroy();
});

test("the write-ahead log stays small while large transactions follow each other", async () => {
  const file = `${await fileOf(world)}.busy`;
  const { writer } = await openSqliteWriter(file);
  await writer.transaction().execute(async (db) => sql`create table pages (page blob)`.execute(db));
  const sizes: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    await writer.transaction().execute(async (db) => {
      await sql`delete from pages`.execute(db);
      await sql`insert into pages select zeroblob(16000) from json_each(${numbers(6000)})`.execute(
        db,
      );
    });
    sizes.push((await stat(`${file}-wal`)).size);
  }
  assert.ok(Math.max(...sizes) <= 512 * 1024 * 1024, `${sizes.join(" ")} bytes`);
  await writer.destroy();
});

test("when the disk is full the call says so and keeps nothing, and the next one works", async () => {
  const { writer } = await openSqliteWriter(`${await fileOf(world)}.small`);
  await writer.transaction().execute(async (db) => {
    await sql`create table pages (page blob)`.execute(db);
    await sql`pragma max_page_count = 20`.execute(db);
  });
  const filled = writer.transaction().execute(async (db) => {
    for (;;) await sql`insert into pages values (zeroblob(4000))`.execute(db);
  });
  await assert.rejects(filled, /database or disk is full/);
  const swallowed = writer.transaction().execute(async (db) => {
    for (let count = 0; count < 30; count += 1) {
      await sql`insert into pages values (zeroblob(4000))`.execute(db).catch(() => undefined);
    }
  });
  await assert.rejects(swallowed);
  await writer
    .transaction()
    .execute(async (db) => sql`insert into pages values (zeroblob(1))`.execute(db));
  const counted = await writer
    .transaction()
    .execute(async (db) => sql`select count(*) as count from pages`.execute(db));
  assert.deepEqual(counted.rows, [{ count: 1 }]);
  await writer.destroy();
});

test("who waits behind a lock of another process is told so, and of no change of this one", async () => {
  const file = await fileOf(world);
  const { writer, isHeldOutside } = await openSqliteWriter(file);
  const turns = new Turns({ patienceMs: 50, isHeldOutside });
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  const write = async () =>
    turns.take(async () => writer.transaction().execute(async () => "done"));
  const [first, second] = [write(), write()];
  await assert.rejects(second, { code: "busy", message: /^Another process is writing/ });
  other.exec("rollback");
  other.close();
  assert.equal(await first, "done");
  assert.equal(isHeldOutside(), false);
  await writer.destroy();
});

test("a long log that a reader holds is told with its size, and no more once the reader has ended", async () => {
  const url = `sqlite:${await fileOf(world)}`;
  const told: number[] = [];
  const onHeldLog = (bytes: number) => void told.push(bytes);
  const database = await connect(url, { onIdleError: (error) => assert.fail(error), onHeldLog });
  const grow = async () =>
    database.begin(async (db) => {
      await sql`create table if not exists large (page blob)`.execute(db);
      await sql`insert into large select zeroblob(8000000) from json_each(${numbers(20)})`.execute(
        db,
      );
      await sql`drop table large`.execute(db);
    });
  const reader = new DatabaseSync(await fileOf(world));
  reader.exec("begin");
  reader.prepare("select count(*) from teams").get();
  await grow();
  const held = await untilTold(database);
  assert.ok(held > 150_000_000, `${held} bytes`);
  await database.begin(async (db) => sql`select 1`.execute(db));
  assert.deepEqual(told, [held]);
  reader.exec("rollback");
  reader.close();
  while (database.heldLog() !== null) {
    await database.begin(async (db) => sql`update migrations set name = name`.execute(db));
    await setTimeout(10);
  }
  assert.equal(told.length, 1);
  await database.close();

  /** Waits until the thread has ended that copies the log as far as it can. */
  async function untilTold({ begin, heldLog }: Database): Promise<number> {
    while (told.length === 0) {
      await begin(async (db) => sql`select 1`.execute(db));
      await setTimeout(10);
    }
    return heldLog() ?? 0;
  }
});
