import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { addDocument } from "../../test/papers.ts";
import { filesIn } from "../../test/stored-files.ts";
import { connect } from "../db/connect.ts";

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

onEachDatabase((world) => {
  const admin = new Admin(world);
  let folder = "";
  let serial = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ledgerport-file-backup-"));
  });

  after(() => rm(folder, { recursive: true }));

  const newFolder = () => join(folder, `backup-${(serial += 1)}`);

  /** Bytes of all files of a team, by their hash. */
  const bytesOf = async (team: Team, hashes: readonly string[]) =>
    Promise.all(hashes.map(async (hash) => Buffer.from(await world.files.read(team.id, hash))));

  const lose = async (team: Team) =>
    rm(join(world.files.folder, team.id), { recursive: true, force: true });

  test("files are backed up, the new ones alone the next time, and are restored elsewhere", async () => {
    const team = await world.team();
    await addDocument(team, { content: "one" });
    const to = newFolder();
    const first = (await admin.done(`backup --files ${to}`)).files;
    assert.deepEqual([first.folder, first.lostCount], [to, 0]);
    assert.deepEqual(await filesIn(to, team.id), await filesIn(world.files.folder, team.id));
    await addDocument(team, { content: "two" });
    const next = (await admin.done(`backup --files ${to}`)).files;
    assert.deepEqual([next.copied, next.present], [1, first.copied]);
    const hashes = await filesIn(world.files.folder, team.id);
    const bytes = await bytesOf(team, hashes);
    for (const name of await filesIn(to, team.id)) {
      const { mode } = await stat(join(to, team.id, name.slice(0, 2), name));
      assert.equal(mode & 0o777, 0o600);
    }
    await lose(team);
    const restored = (await admin.done(`restore --files ${to}`)).files;
    assert.deepEqual([restored.copied, restored.lostCount], [2, 0]);
    assert.deepEqual(await bytesOf(team, hashes), bytes);
  });

  test("what is damaged or missing in a backup is named, and the rest is restored", async () => {
    const team = await world.team();
    await addDocument(team, { content: "damaged" });
    await addDocument(team, { content: "missing" });
    await addDocument(team, { content: "whole" });
    const to = newFolder();
    await admin.done(`backup --files ${to}`);
    const hashes = await filesIn(to, team.id);
    const [damaged, missing, whole] = [hashOf("damaged"), hashOf("missing"), hashOf("whole")];
    await writeFile(join(to, team.id, damaged.slice(0, 2), damaged), "dAmaged");
    await rm(join(to, team.id, missing.slice(0, 2), missing));
    await lose(team);
    const { code, stdout } = await admin.run(`restore --files ${to} --json`);
    const { files } = JSON.parse(stdout.join());
    assert.deepEqual([code, files.copied, files.lostCount], [1, 1, 2]);
    assert.deepEqual(files.lost.toSorted(), [damaged, missing].toSorted());
    assert.deepEqual(await filesIn(world.files.folder, team.id), [whole]);
    const told = (await admin.run(`restore --files ${to}`)).stdout.join("\n");
    assert.ok(told.includes(damaged) && told.includes(missing));
    await addDocument(team, { content: "damaged" });
    await addDocument(team, { content: "missing" });
    assert.deepEqual(await filesIn(world.files.folder, team.id), hashes);
  });

  test("a folder that is none, or the server's own, is refused, and nothing is copied", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    for (const [line, message] of [
      [
        `restore --files ${join(folder, "nowhere")}`,
        `There is no folder ${join(folder, "nowhere")}`,
      ],
      [`restore --files ${file}`, `There is no folder ${file}`],
      [`restore --files ${world.files.folder}`, "own folder of files"],
      [`backup --files ${world.files.folder}`, "own folder of files"],
      [`backup --files ${join(file, "below")}`, "cannot be made"],
    ] as const) {
      const error = await admin.refused(line);
      assert.equal(error.path, "files");
      assert.ok(error.message.includes(message), error.message);
    }
    assert.deepEqual(await readdir(folder).then((names) => names.includes("nowhere")), false);
  });

  test("doctor names files without their bytes, and the folder that cannot take any", async () => {
    const team = await world.team();
    const { id } = await addDocument(team, { content: "looked for" });
    assert.equal(await found("files"), null);
    await lose(team);
    const problem = await found("files");
    assert.ok(problem?.includes(`document ${id} of team ${team.id}`), String(problem));
    await addDocument(team, { content: "looked for" });
    assert.equal(await found("files"), null);
    assert.equal(await found("files-folder"), null);
  });

  /** The problem that a check of `doctor` has found; null for none. */
  const found = async (name: string): Promise<string | null> => {
    const fetch = async (url: string, init: RequestInit) => world.app.request(url, init);
    const { stdout } = await admin.run("doctor --json", { fetch });
    const { checks } = JSON.parse(stdout.join()) as {
      checks: { name: string; problem: string | null }[];
    };
    const check = checks.find((check) => check.name === name);
    assert.ok(check !== undefined, stdout.join());
    return check.problem;
  };

  if (world.dialect === "postgres") return;

  test("database and files are restored together in another place", async () => {
    const team = await world.team();
    await addDocument(team, { content: "with its database" });
    const to = newFolder();
    await mkdir(to);
    const file = join(to, "books.db");
    const answer = await admin.done(`backup ${file} --files ${join(to, "files")}`);
    assert.deepEqual([answer.file, answer.files.lostCount], [file, 0]);
    const hashes = await filesIn(world.files.folder, team.id);
    const elsewhere = join(to, "elsewhere");
    const store = join(elsewhere, "files");
    const databaseUrl = `sqlite:${join(elsewhere, "books.db")}`;
    const { code, stdout } = await admin.run(
      `restore ${file} --files ${join(to, "files")} --json`,
      {
        databaseUrl,
        filesFolder: store,
        open: (state) => connect(databaseUrl, { onIdleError: assert.ifError, state }),
      },
    );
    assert.equal(code, 0, stdout.join());
    assert.deepEqual(await filesIn(store, team.id), hashes);
    const restored = await connect(databaseUrl, { onIdleError: assert.ifError });
    const rows = await restored.reader
      .selectFrom("files")
      .select("sha256")
      .where("team_id", "=", team.id)
      .execute();
    await restored.close();
    assert.deepEqual(
      rows.map(({ sha256 }) => sha256),
      hashes,
    );
  });
});
