import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { crc32 } from "node:zlib";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase } from "../../test/app.ts";
import { backUpTo } from "../db/backup.ts";
import { connect, type Database } from "../db/connect.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);
  let folder = "";
  let copy = "";
  let serial = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ledgerport-restore-"));
    copy = join(folder, "copy.db");
  });

  after(() => rm(folder, { recursive: true }));

  if (world.dialect === "postgres") {
    test("a PostgreSQL database is left to its own tools", async () => {
      await writeFile(copy, "x");
      const error = await admin.refused(`restore "${copy}"`);
      assert.equal(error.code, "not_allowed");
      assert.equal(error.next, "restore it with psql or pg_restore");
    });
    return;
  }

  before(async () => {
    const team = await world.team();
    await team.call("customers_create", { name: "From the backup", email: "a@a.example" });
    await backUpTo(world.database, copy);
  });

  test("the copy takes the database's place, and what was there is kept, with its log", async () => {
    const { file, database } = await inUse();
    await addTeam(database, "In the log");
    await database.close();
    cutShort(file);
    assert.ok(existsSync(`${file}-wal`));
    const { code, stdout } = await restore(file, copy);
    const kept = `${file}.before-restore-1`;
    assert.deepEqual([code, JSON.parse(stdout.join())], [0, { file, kept }]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(filesLike(file), [file, kept, `${file}.made`]);
    assert.deepEqual(namesIn(file, "customers"), ["From the backup"]);
    assert.deepEqual(namesIn(kept, "teams"), ["Cut short", "In the log"]);
    assert.equal(
      JSON.parse((await restore(file, copy)).stdout.join()).kept,
      `${file}.before-restore-2`,
    );
    const opened = await open(file);
    await opened.close();
  });

  test("where there is no database yet, it is made of the copy, without what another left behind", async () => {
    const file = join(folder, "new", "books.db");
    await mkdir(join(folder, "new"));
    await writeFile(`${file}-wal`, "of another database");
    const { stdout } = await restore(file, copy);
    assert.deepEqual(JSON.parse(stdout.join()), { file, kept: null });
    assert.deepEqual(filesLike(file), [file, `${file}.made`]);
    assert.deepEqual(namesIn(file, "customers"), ["From the backup"]);
  });

  test("a damaged database is kept as it is, and replaced", async () => {
    const { file, database } = await inUse();
    await database.close();
    const damage = "no database any more ".repeat(1000);
    await writeFile(file, damage);
    const { stdout } = await restore(file, copy);
    const { kept } = JSON.parse(stdout.join());
    assert.equal(readFileSync(kept, "utf8"), damage);
    assert.deepEqual(filesLike(file), [file, kept, `${file}.made`]);
    assert.deepEqual(namesIn(file, "customers"), ["From the backup"]);
  });

  test("while another has the database open, nothing happens", async () => {
    const { file, database } = await inUse();
    await addTeam(database, "At work");
    await refused(file, copy, "busy", /has .+ open, and nothing was changed/);
    await addTeam(database, "Still at work");
    await database.close();
    assert.deepEqual(namesIn(file, "teams"), ["At work", "Still at work"]);
  });

  test("what is not a sound copy is refused, and nothing happens", async () => {
    const { file, database } = await inUse();
    await database.close();
    const nowhere = join(folder, "not", "there", "books.db");
    for (const [name, make, says] of [
      ["missing.db", async () => {}, /^There is no file/],
      ["text.db", (path) => writeFile(path, "not a database ".repeat(99)), /is no sound SQLite/],
      ["empty.db", (path) => writeFile(path, ""), /is no database of Ledgerport/],
      ["other.db", async (path) => change(path, "create table t (x)"), /no database of Ledgerport/],
      ["damaged.db", damagedCopy, /is no sound SQLite/],
      ["newer.db", newerCopy, /newer version of Ledgerport \(it has 9999-future\)/],
      ["open.db", copyWithLog, /has .+open\.db-wal beside it/],
    ] as const satisfies readonly (readonly [string, (path: string) => Promise<void>, RegExp])[]) {
      const path = join(folder, name);
      await make(path);
      await refused(file, path, null, says);
      await refused(nowhere, path, null, says);
      assert.ok(!existsSync(join(folder, "not")));
    }
  });

  test("a database is not restored from itself", async () => {
    const { file, database } = await inUse();
    await database.close();
    await refused(file, file, "invalid_argument", /is the database itself/);
  });

  async function refused(file: string, from: string, code: string | null, says: RegExp) {
    // The -shm file holds nothing but locks.
    const paths = () => filesLike(file).filter((path) => !path.endsWith("-shm"));
    const contents = () => paths().map((path) => [path, crc32(readFileSync(path))]);
    const before = contents();
    const outcome = await restore(file, from);
    assert.equal(outcome.code, 1);
    const { error } = JSON.parse(outcome.stdout.join());
    assert.match(error.message, says);
    if (code !== null) assert.equal(error.code, code);
    assert.deepEqual(contents(), before);
  }

  function restore(file: string, from: string) {
    return admin.run(`restore "${from}" --json`, { databaseUrl: `sqlite:${file}` });
  }

  async function inUse(): Promise<{ file: string; database: Database }> {
    serial += 1;
    const file = join(folder, `books-${serial}.db`);
    return { file, database: await open(file) };
  }

  async function damagedCopy(path: string): Promise<void> {
    const bytes = readFileSync(copy);
    bytes.fill(0x5a, 8192, bytes.length - 4096);
    await writeFile(path, bytes);
  }

  async function newerCopy(path: string): Promise<void> {
    await copyFile(copy, path);
    change(path, "insert into migrations values ('9999-future', 'now')");
  }

  async function copyWithLog(path: string): Promise<void> {
    await copyFile(copy, path);
    await writeFile(`${path}-wal`, "x");
  }
});

function open(file: string): Promise<Database> {
  return connect(`sqlite:${file}`, { onIdleError: (error) => assert.fail(error) });
}

async function addTeam({ begin }: Database, name: string): Promise<void> {
  await begin((db) =>
    db
      .insertInto("teams")
      .values({
        id: name,
        name,
        base_currency: "EUR",
        fiscal_year_start: "01-01",
        time_zone: "UTC",
        destructive_ai_tools: false,
        member_full_access: false,
        created_at: "2026-11-21T09:00:00.000Z",
      })
      .execute(),
  );
}

/** Leaves a write in the -wal, as a killed process does. */
function cutShort(file: string): void {
  const copies = [file, `${file}-wal`];
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
  database.exec(
    "insert into teams (id, name, base_currency, created_at) select 'x', 'Cut short', 'EUR', created_at from teams",
  );
  const bytes = copies.map((path) => readFileSync(path));
  database.close();
  for (const [index, path] of copies.entries()) writeFileSync(path, bytes[index] ?? "");
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

function namesIn(file: string, table: "customers" | "teams"): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`select name from ${table} order by name`).all();
  database.close();
  return rows.map(({ name }) => name);
}

/** Lists the database's file and the files beside it that begin with its name. */
function filesLike(file: string): string[] {
  const folder = join(file, "..");
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.filter((path) => path.startsWith(file)).toSorted();
}
