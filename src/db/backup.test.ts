import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addTag } from "../../test/tags.ts";
import { backUpTo } from "./backup.ts";
import { connect, type Database } from "./connect.ts";

const options = { onIdleError: (error: Error) => assert.fail(error) };

onEachDatabase((world) => {
  let folder = "";
  before(async () => void (folder = await mkdtemp(join(tmpdir(), "ledgerport-backup-"))));
  after(() => rm(folder, { recursive: true }));

  if (world.dialect === "postgres") {
    test("a PostgreSQL database is backed up with its own tools, and the refusal says so", async () => {
      await assert.rejects(backUpTo(world.database, join(folder, "copy.db")), { next: /pg_dump/ });
      assert.deepEqual(await readdir(folder), []);
    });
    return;
  }

  async function copied(file: string): Promise<Database> {
    await backUpTo(world.database, file);
    return connect(`sqlite:${file}`, options);
  }

  async function tagsIn({ reader }: Database, team: Team): Promise<string[]> {
    const rows = await reader
      .selectFrom("tags")
      .select("name")
      .where("team_id", "=", team.id)
      .execute();
    return rows.map(({ name }) => name).toSorted();
  }

  test("a copy holds everything, and can be opened as a database of its own", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    await team.call("customers_create", { name: "Acme", email: "a@x.example", tag_ids: [tag.id] });
    const copy = await copied(join(folder, "whole.db"));
    for (const table of [
      "users",
      "api_keys",
      "customers",
      "customer_tags",
      "activity_changes",
    ] as const) {
      const rows = (db: Database["reader"]) => db.selectFrom(table).selectAll().execute();
      assert.deepEqual(await rows(copy.reader), await rows(world.database.reader));
    }
    const { rows } = await sql`pragma integrity_check`.execute(copy.reader);
    assert.deepEqual(rows, [{ integrity_check: "ok" }]);
    await copy.close();
  });

  test("a copy made while others write holds each of their writes whole or not at all", async () => {
    const team = await world.team();
    const writeTwo = async (number: number) =>
      world.database.begin(async (db) => {
        for (const half of ["a", "b"]) {
          await addTag(db, team, `${number} ${half}`);
          await setImmediate();
        }
      });
    const enough = Promise.withResolvers<null>();
    const copying = { isOver: false };
    const writing = async () => {
      let written = 0;
      while (!copying.isOver) {
        await writeTwo(written);
        written += 1;
        if (written === 10) enough.resolve(null);
      }
      return written;
    };
    const writes = writing();
    await enough.promise;
    const copy = await copied(join(folder, "during.db"));
    copying.isOver = true;
    const names = await tagsIn(copy, team);
    await copy.close();
    assert.ok(names.length >= 20, `${names.length} tags`);
    const firsts = names.filter((name) => name.endsWith("a"));
    assert.deepEqual(
      names,
      firsts.flatMap((name) => [name, name.replace("a", "b")]),
    );
    const written = await writes;
    assert.equal((await tagsIn(world.database, team)).length, 2 * written);
  });

  test("an open transaction is not in the copy, and does not hold it up", async () => {
    const team = await world.team();
    await world.database.begin(async (db) => {
      await addTag(db, team, "open");
      const copy = await copied(join(folder, "open.db"));
      assert.deepEqual(await tagsIn(copy, team), []);
      await copy.close();
    });
    assert.deepEqual(await tagsIn(world.database, team), ["open"]);
  });

  test("a copy never takes the place of a file that is there", async () => {
    const file = join(folder, "taken.db");
    await backUpTo(world.database, file);
    await world.team();
    await assert.rejects(backUpTo(world.database, file), /exists/);
    assert.equal((await readdir(folder)).includes("taken.db"), true);
  });

  test("a file name is never read as SQL", async () => {
    const file = join(folder, "o'neil; --.db");
    await backUpTo(world.database, file);
    assert.ok((await readdir(folder)).includes("o'neil; --.db"));
  });
});
