import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { World } from "../../test/app.ts";
import { createDatabase } from "../../test/database.ts";
import { loggedApp } from "../../test/mcp.ts";
import { connect, type Database } from "./connect.ts";
import { FailureLog } from "./failures.ts";

const UNAVAILABLE = { code: "unavailable", message: /not at its place; nothing was saved/ };

test("nothing is acknowledged after the file was removed, and the log says so once", async (t) => {
  const { file, database, log } = await opened(t);
  await addUser(database, "before");
  await rm(file);
  for (let call = 0; call < 50; call += 1)
    await assert.rejects(addUser(database, `after ${call}`), UNAVAILABLE);
  assert.deepEqual(await usersIn(database), ["before"]);
  assert.equal(log.length, 1);
  assert.ok(log[0].err.message.startsWith(`${file} was removed or replaced`));
});

test("nor after it was replaced, and what replaced it stays as it is", async (t) => {
  const { file, database } = await opened(t);
  const other = await opened(t);
  await addUser(other.database, "of the other");
  await other.database.close();
  await rename(other.file, file);
  await assert.rejects(addUser(database, "lost"), UNAVAILABLE);
  await rm(`${file}-wal`);
  const replaced = await connect(`sqlite:${file}`, { onIdleError: assert.ifError });
  assert.deepEqual(await usersIn(replaced), ["of the other"]);
  await replaced.close();
});

test("nothing is acknowledged after another file was copied over it, and the log says so once", async (t) => {
  const { file, database, log } = await opened(t);
  await addUser(database, "in the copy");
  await copied(database, file);
  await copyFile(file, `${file}.copy`);
  for (let call = 0; call < 50; call += 1) await addUser(database, `before ${call}`);
  await copyFile(`${file}.copy`, file);
  for (let call = 0; call < 50; call += 1)
    await assert.rejects(addUser(database, `after ${call}`), UNAVAILABLE);
  await assert.rejects(database.tryWrite(), UNAVAILABLE);
  assert.equal(log.length, 1);
  assert.ok(log[0].err.message.startsWith(`${file} was removed or replaced`));
});

test("nor where the copy has the time of the file it was made of, and the log had begun anew", async (t) => {
  const { file, database } = await opened(t);
  await addUser(database, "in the copy");
  await copied(database, file);
  await cp(file, `${file}.copy`, { preserveTimestamps: true });
  await addUser(database, "of the next log");
  await copied(database, file);
  await addUser(database, "of the last log");
  await cp(`${file}.copy`, file, { preserveTimestamps: true });
  await assert.rejects(addUser(database, "lost"), UNAVAILABLE);
});

test("a file that a read finds damaged takes no writes", async (t) => {
  const { file, database, log } = await opened(t);
  const name = "n".repeat(10_000);
  for (let count = 0; count < 500; count += 1) await addUser(database, `${count} ${name}`);
  await copied(database, file);
  const { size } = await stat(file);
  const whole = await open(file, "r+");
  await whole.write(Buffer.alloc(size / 2, 7), 0, size / 2, size / 2);
  await whole.close();
  // More than the reader keeps in memory.
  await assert.rejects(usersIn(database), UNAVAILABLE);
  await assert.rejects(addUser(database, "lost"), UNAVAILABLE);
  await assert.rejects(database.tryWrite(), UNAVAILABLE);
  assert.equal(log.length, 1);
  assert.ok(log[0].err.message.startsWith(`${file} was removed or replaced`));
});

test("copying the log into the database stops no write, whichever process does it", async (t) => {
  const { file, database, log } = await opened(t);
  for (let round = 0; round < 5; round += 1) {
    await addUser(database, `${round} before`);
    await copied(database, file);
    await addUser(database, `${round} after`);
    const other = new DatabaseSync(file);
    other.exec(`insert into users (id, name, email, email_key, time_zone, created_at)
      values ('${round}', '${round}', '${round}', '${round}', 'UTC', '')`);
    other.exec("pragma wal_checkpoint(truncate)");
    other.close();
    await addUser(database, `${round} at the end`);
    await database.tryWrite();
  }
  assert.equal((await usersIn(database)).length, 20);
  assert.deepEqual(log, []);
});

for (const isFirst of [false, true])
  test(`nor where the log begins anew twice before this process looks at it${isFirst ? ", and there was none" : ""}`, async (t) => {
    const { file, database, log } = await opened(t);
    await addUser(database, "before");
    if (isFirst) await copiedAndEmptied(database, file);
    else await copied(database, file);
    const other = new DatabaseSync(file);
    for (const name of ["a", "b"]) {
      other.exec(`insert into users (id, name, email, email_key, time_zone, created_at)
        values ('${name}', '${name}', '${name}', '${name}', 'UTC', '')`);
      if (name === "a") other.exec("pragma wal_checkpoint(passive)");
    }
    other.close();
    await addUser(database, "after");
    assert.deepEqual(await usersIn(database), ["a", "after", "b", "before"]);
    assert.deepEqual(log, []);
  });

test("nor where the next transaction comes as soon as the log of a large one is copied", async (t) => {
  const { file, database, log } = await opened(t);
  await addUser(database, "before");
  await copied(database, file);
  await database.begin(async (db) => {
    for (let count = 0; count < 20; count += 1) {
      const users = Array.from({ length: 500 }, (_, index) => userOf(`${count} ${index}`));
      await db.insertInto("users").values(users).execute();
    }
  });
  const other = new DatabaseSync(file);
  const look = other.prepare("pragma wal_checkpoint(noop)");
  // In one turn, so that this process has not heard of the end of the copy.
  for (let isCopied = false; !isCopied;) {
    const { log: pages, checkpointed } = look.get() ?? {};
    isCopied = pages === checkpointed;
  }
  other.close();
  await addUser(database, "next");
  await untilCopied(database);
  await addUser(database, "last");
  assert.equal((await usersIn(database)).length, 10_003);
  assert.deepEqual(log, []);
});

test("once the file is back at its place it is written again", async (t) => {
  const { file, database } = await opened(t);
  for (let time = 1; time <= 2; time += 1) {
    await rename(file, `${file}.away`);
    await assert.rejects(addUser(database, "away"), UNAVAILABLE);
    await assert.rejects(database.tryWrite(), UNAVAILABLE);
    assert.ok(!existsSync(file), "looking makes no new file");
    await rename(`${file}.away`, file);
    await addUser(database, `back ${time}`);
    await database.tryWrite();
  }
  assert.deepEqual(await usersIn(database), ["back 1", "back 2"]);
});

test("without its log the database takes no writes, and has all that was saved after a stop", async (t) => {
  const { file, database, log } = await opened(t);
  await addUser(database, "saved");
  await rm(`${file}-wal`);
  await assert.rejects(addUser(database, "lost"), UNAVAILABLE);
  assert.match(log[0].err.message, /-wal was removed .* stop the server/);
  await database.close();
  const again = await connect(`sqlite:${file}`, { onIdleError: assert.ifError });
  assert.deepEqual(await usersIn(again), ["saved"]);
  await again.close();
});

test("a large transaction is no exception", async (t) => {
  const { file, database } = await opened(t);
  const written = database.begin(async (db) => {
    for (let count = 0; count < 20; count += 1) {
      const users = Array.from({ length: 500 }, (_, index) => userOf(`${count} ${index}`));
      await db.insertInto("users").values(users).execute();
    }
    await rm(`${file}-wal`);
  });
  await assert.rejects(written, UNAVAILABLE);
  assert.deepEqual(await usersIn(database), []);
});

test("/readyz says that a server whose database was removed is not ready", async (t) => {
  const world = new World("sqlite");
  await world.open();
  t.after(() => world.close());
  // An answer stands for some seconds, so each question goes to another app.
  const ready = async () => (await loggedApp(world).app.request("/readyz")).status;
  assert.equal(await ready(), 200);
  const file = world.url.slice("sqlite:".length);
  await rename(file, `${file}.away`);
  assert.equal(await ready(), 503);
  await rename(`${file}.away`, file);
  assert.equal(await ready(), 200);
});

test("no empty database is begun where one was", async (t) => {
  const { file, database } = await opened(t);
  await addUser(database, "saved");
  // As a killed process leaves it: all tables are in the log.
  await copyFile(file, `${file}.killed`);
  await database.close();
  await rename(file, `${file}.saved`);
  const refused = async (files: readonly string[]) => {
    await assert.rejects(connect(`sqlite:${file}`, { onIdleError: assert.ifError }), {
      code: "not_found",
      message: `The database ${file} is gone or empty, and ${file}.made says that there was one`,
      next: /^bring it back with the command admin restore, or remove that file/,
    });
    assert.deepEqual(readdirSync(dirname(file)).toSorted(), files);
  };
  await refused(["test.db.killed", "test.db.made", "test.db.saved"]);
  await rename(`${file}.killed`, file);
  await refused(["test.db", "test.db.made", "test.db.saved"]);
  await rename(`${file}.saved`, file);
  const found = await connect(`sqlite:${file}`, { onIdleError: assert.ifError });
  assert.deepEqual(await usersIn(found), ["saved"]);
  await found.close();
});

test("without the marker an empty database is begun", async (t) => {
  const { file, database } = await opened(t);
  await database.close();
  for (const name of [file, `${file}.made`]) await rm(name);
  const begun = await connect(`sqlite:${file}`, { onIdleError: assert.ifError });
  assert.deepEqual(await usersIn(begun), []);
  await begun.close();
  assert.deepEqual(readdirSync(dirname(file)).toSorted(), ["test.db", "test.db.made"]);
});

/** An empty database that is in use, and what was reported of its place. */
async function opened(t: TestContext) {
  const { url, drop } = await createDatabase("sqlite");
  const log: any[] = [];
  const failures = new FailureLog(pino({}, { write: (line) => log.push(JSON.parse(line)) }));
  const database = await connect(url, { onIdleError: assert.ifError, onFailure: failures.note });
  // The reader opens the files at its first query.
  assert.deepEqual(await usersIn(database), []);
  t.after(async () => {
    await database.close();
    await drop();
  });
  return { file: url.slice("sqlite:".length), database, log };
}

async function addUser(database: Database, name: string): Promise<void> {
  await database.begin(async (db) => db.insertInto("users").values(userOf(name)).execute());
}

function userOf(name: string) {
  const email = `${name}@example.com`;
  return { id: name, name, email, email_key: email, time_zone: "UTC", created_at: "" };
}

/** Copies the log into the database, as the server does from time to time, from a connection of its own. */
async function copied(database: Database, file: string): Promise<void> {
  const other = new DatabaseSync(file);
  const copy = other.prepare("pragma wal_checkpoint(passive)");
  // Busy while the thread of the database copies too.
  for (let done = copy.get(); done?.["busy"] !== 0; done = copy.get()) await sleep(20);
  const { log, checkpointed } = copy.get() ?? {};
  assert.equal(checkpointed, log);
  other.close();
  await database.tryWrite();
}

async function copiedAndEmptied(database: Database, file: string): Promise<void> {
  const other = new DatabaseSync(file);
  other.exec("pragma wal_checkpoint(truncate)");
  other.close();
  assert.equal((await stat(`${file}-wal`)).size, 0);
  await database.tryWrite();
}

/** Waits until the thread has ended that copies the log. */
async function untilCopied(database: Database): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    await sleep(20);
    await database.tryWrite();
  }
}

async function usersIn({ reader }: Database): Promise<readonly string[]> {
  const users = await reader.selectFrom("users").select("name").orderBy("name").execute();
  return users.map(({ name }) => name);
}
