import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Admin } from "../test/admin.ts";
import { onEachDatabase } from "../test/app.ts";
import { connect, type Database } from "./db/connect.ts";

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
    const options = { onIdleError: fail, migrate: false };
    const ofCommand = await connect(await urlOf(world.database), options);
    const { code } = await admin.run(`backup ${file}`, { database: ofCommand });
    assert.equal(code, 0);
    await ofCommand.close();
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

  test("an empty database is no backup", async () => {
    const url = `sqlite:${join(folder, "empty", "new.db")}`;
    const database = await connect(url, { onIdleError: fail, migrate: false });
    const { code, stderr } = await admin.run(`backup "${join(folder, "of-empty.db")}"`, {
      database,
    });
    await database.close();
    assert.deepEqual(
      [code, stderr],
      [1, ["The database is empty; see whether DATABASE_URL names yours."]],
    );
    assert.ok(!existsSync(join(folder, "of-empty.db")));
  });
});

function fail(error: Error): void {
  throw error;
}

async function urlOf(database: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.reader);
  return `sqlite:${rows[0]?.file}`;
}
