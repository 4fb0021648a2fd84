import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { sourcesOf } from "../../test/outbox.ts";
import { addDocument } from "../../test/papers.ts";
import { together } from "../../test/races.ts";
import { filesIn, inParts } from "../../test/stored-files.ts";
import type { UploadProcess } from "../../test/upload-process.ts";
import { baseContextOf } from "../db/context.ts";
import { collectFiles } from "./collect-files.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

onEachDatabase((world) => {
  const run = async () => collectFiles(baseContextOf(sourcesOf(world)), world.files);

  const newTeam = async () => world.team({ destructive_ai_tools: true });

  const rowsOf = async ({ id }: Team) => {
    const files = world.database.reader.selectFrom("files").select(["sha256", "released_at"]);
    return files.where("team_id", "=", id).orderBy("sha256").execute();
  };

  /** Hashes that have a row, which must be those whose bytes are there. */
  const kept = async (team: Team): Promise<readonly string[]> => {
    const named = (await rowsOf(team)).map(({ sha256 }) => sha256);
    assert.deepEqual(await filesIn(world.files.folder, team.id), named);
    return named;
  };

  const stage = async (team: Team, content: string) => {
    const bytes = Buffer.from(content);
    return world.files.stage(team.id, { chunks: inParts(bytes), length: null, name: "a.txt" });
  };

  test("a file goes 31 days after its last document: first its row, then its bytes", async () => {
    const team = await newTeam();
    const { id } = await addDocument(team);
    const other = await addDocument(team, { content: "this one stays" });
    assert.equal((await kept(team)).length, 2);
    await team.call("documents_delete", { id });
    assert.ok((await run()).marked >= 1);
    world.pass(31 * DAY_MS - 1);
    await run();
    assert.equal((await kept(team)).length, 2);
    world.pass(1);
    const { deleted } = await run();
    assert.equal(deleted, 1);
    const [left, ...more] = await kept(team);
    assert.equal(more.length, 0);
    const documents = world.database.reader.selectFrom("documents").selectAll();
    const stays = await documents.where("id", "=", other.id).executeTakeFirstOrThrow();
    assert.equal(stays.sha256, left);
  });

  test("an undo after 29 days brings the file back for good", async () => {
    const team = await newTeam();
    const { id } = await addDocument(team);
    await team.call("documents_delete", { id });
    const activity = await Activity.of(team);
    const event = await activity.latest("documents_delete");
    await run();
    world.pass(29 * DAY_MS);
    await (await Activity.of(team)).undo(event);
    world.pass(DAY_MS);
    await run();
    const rows = await rowsOf(team);
    assert.deepEqual(
      rows.map(({ released_at }) => released_at),
      [null],
    );
    world.pass(40 * DAY_MS);
    await run();
    assert.equal((await kept(team)).length, 1);
    assert.equal((await team.call("documents_get", { id })).id, id);
  });

  test("the same bytes that come again in time begin anew", async () => {
    const team = await newTeam();
    const { id } = await addDocument(team);
    await team.call("documents_delete", { id });
    await run();
    world.pass(30 * DAY_MS);
    await addDocument(team);
    world.pass(2 * DAY_MS);
    await run();
    assert.equal((await kept(team)).length, 1);
  });

  test("bytes that never got a row go a day after they were sent last", async () => {
    const team = await newTeam();
    const staged = await stage(team, "lost");
    await staged.discard();
    world.pass(23 * HOUR_MS);
    await (await stage(team, "lost")).discard();
    world.pass(23 * HOUR_MS);
    await run();
    assert.deepEqual(await filesIn(world.files.folder, team.id), [staged.sha256]);
    world.pass(HOUR_MS);
    assert.ok((await run()).removed >= 1);
    assert.deepEqual(await filesIn(world.files.folder, team.id), []);
  });

  test("what uploads have left that broke off goes after a day", async () => {
    const folder = join(world.files.folder, "tmp");
    await mkdir(folder, { recursive: true });
    for (const [name, age] of [
      ["old", DAY_MS],
      ["new", DAY_MS - 1],
    ] as const) {
      await writeFile(join(folder, name), "half");
      const at = new Date(Date.parse(world.now) - age);
      await utimes(join(folder, name), at, at);
    }
    await run();
    assert.deepEqual(await filesIn(folder), ["new"]);
    world.pass(1);
    await run();
    assert.deepEqual(await filesIn(folder), []);
  });

  test("bytes of a team that the database does not have stay", async () => {
    const team = await newTeam();
    const elsewhere = new Map([["0", team.auditContext.newId()]]);
    for (const id of elsewhere.values()) {
      const bytes = Buffer.from("of another database");
      const sent = { chunks: inParts(bytes), length: bytes.length, name: "a.txt" };
      await (await world.files.stage(id, sent)).discard();
      world.pass(40 * DAY_MS);
      await run();
      assert.equal((await filesIn(world.files.folder, id)).length, 1);
    }
  });

  test("bytes that are collected while their upload goes on are there when it commits", async () => {
    const team = await newTeam();
    const staged = await stage(team, "slow");
    world.pass(25 * HOUR_MS);
    // The upload has held its temporary file all the time.
    await world.files.remove(team.id, staged.sha256);
    assert.deepEqual(await filesIn(world.files.folder, team.id), []);
    await world.files.keep(team.id, staged);
    assert.deepEqual(await filesIn(world.files.folder, team.id), [staged.sha256]);
    await staged.discard();
  });

  test("two collectors beside uploads of the same bytes never take those of a row", async () => {
    const team = await newTeam();
    const { id } = await addDocument(team, { content: "contested" });
    await team.call("documents_delete", { id });
    await run();
    for (let round = 0; round < 5; round += 1) {
      world.pass(32 * DAY_MS);
      await together(6, async (index) =>
        index % 3 === 0 ? run() : addDocument(team, { content: "contested" }),
      );
      const [only] = await kept(team);
      assert.ok(only !== undefined);
      const documents = world.database.reader.selectFrom("documents").select("id");
      const again = await documents.where("team_id", "=", team.id).executeTakeFirstOrThrow();
      await team.call("documents_delete", { id: again.id });
      await run();
    }
  });

  for (const step of [
    "opened",
    "written",
    "flushed",
    "linked",
    "named",
    "kept",
    "committed",
  ] as const)
    test(`an upload whose process dies when its bytes are ${step} leaves no row without bytes, and nothing for ever`, async () => {
      const team = await newTeam();
      const content = `killed when ${step}`;
      const { folder } = world.files;
      await dying({ url: world.url, folder, teamId: team.id, content, step });
      const named = (await rowsOf(team)).map(({ sha256 }) => sha256);
      assert.equal(named.length, step === "committed" ? 1 : 0);
      for (const sha256 of named) {
        const bytes = Buffer.from(await world.files.read(team.id, sha256));
        assert.equal(bytes.toString(), content);
      }
      world.at(new Date(Date.now() + 25 * HOUR_MS).toISOString());
      await run();
      assert.deepEqual(await kept(team), named);
      assert.deepEqual(await filesIn(folder, "tmp"), []);
      assert.equal((await addDocument(team, { content })).isNew, step !== "committed");
      assert.equal((await kept(team)).length, 1);
    });
});

/** Waits for a process that uploads, and is killed on the way. */
async function dying(given: UploadProcess): Promise<void> {
  const script = join(import.meta.dirname, "../../test/upload-process.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL");
}
