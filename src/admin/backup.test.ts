import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase } from "../../test/app.ts";
import { connect, type Database, type State } from "../db/connect.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);
  let folder = "";

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ledgerport-backup-"));
  });

  after(() => rm(folder, { recursive: true }));

  if (world.dialect === "postgres") {
    test("a PostgreSQL database is left to its own tools", async () => {
      const error = await admin.refused(`backup "${join(folder, "copy.db")}"`);
      assert.equal(error.code, "not_allowed");
      assert.equal(error.next, "back it up with pg_dump");
      assert.deepEqual(await readdir(folder), []);
    });
    return;
  }

  test("the copy has what is committed and nothing else, while a writer is busy", async () => {
    const team = await world.team();
    await team.call("customers_create", { name: "Åse", email: "aase@aase.example" });
    const begun = Promise.withResolvers<null>();
    const mayEnd = Promise.withResolvers<null>();
    const write = world.database.begin(async (db) => {
      await db.updateTable("customers").set({ name: "Half done" }).execute();
      begun.resolve(null);
      await mayEnd.promise;
    });
    await begun.promise;
    const file = join(folder, "busy.db");
    const url = await urlOf(world.database);
    const open = (state: State) => connect(url, { onIdleError: fail, state });
    const { code } = await admin.run(`backup ${file}`, { open });
    assert.equal(code, 0);
    mayEnd.resolve(null);
    await write;
    const copy = await connect(`sqlite:${file}`, { onIdleError: fail });
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
      copy.reader,
    );
    assert.deepEqual(check.rows, [{ integrity_check: "ok" }]);
    const customers = await copy.reader.selectFrom("customers").select("name").execute();
    assert.deepEqual(customers, [{ name: "Åse" }]);
    await copy.close();
  });

  test("the answer is the file, which only its owner may read", async () => {
    const file = join(folder, "mine.db");
    await writeFile(`${file}.partial`, "left of a backup that was cut short");
    assert.deepEqual(await admin.done(`backup "${file}"`), { file });
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(!existsSync(`${file}.partial`));
  });

  test("a relative name is answered as the path it is", async () => {
    const name = relative(process.cwd(), join(folder, "relative.db"));
    const { file } = await admin.done(`backup "${name}"`);
    assert.equal(file, join(folder, "relative.db"));
  });

  test("a file that exists is never overwritten", async () => {
    const file = join(folder, "precious.db");
    await writeFile(file, "precious");
    const error = await admin.refused(`backup "${file}"`);
    assert.deepEqual(
      [error.code, error.path, error.next],
      ["already_exists", "file", "choose a new name"],
    );
    assert.equal(await readFile(file, "utf8"), "precious");
  });

  test("a folder that is missing is named", async () => {
    const error = await admin.refused(`backup "${join(folder, "nowhere", "copy.db")}"`);
    assert.equal(error.message, `There is no folder ${join(folder, "nowhere")}`);
  });

  test("what is empty or not there is no backup, and nothing is made of it", async () => {
    const empty = join(folder, "empty.db");
    await writeFile(empty, "");
    const missing = join(folder, "missing", "new.db");
    for (const [of, reason] of [
      [empty, "The database is empty"],
      [missing, `There is no database at ${missing}`],
    ] as const) {
      const open = (state: State) => connect(`sqlite:${of}`, { onIdleError: fail, state });
      const { code, stdout, stderr } = await admin.run(`backup "${join(folder, "of.db")}"`, {
        open,
      });
      assert.deepEqual([code, stdout], [1, []]);
      assert.deepEqual(stderr, [`${reason}; check that DATABASE_URL names yours.`]);
    }
    assert.equal(statSync(empty).size, 0);
    for (const name of ["of.db", "missing"]) assert.ok(!existsSync(join(folder, name)));
  });
});

function fail(error: Error): void {
  throw error;
}

async function urlOf(database: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.reader);
  return `sqlite:${rows[0]?.file}`;
}
