import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";

const STRANGER = "0192f000-0000-7000-8000-00000000dead";

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let root = "";
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "ledgerport-doctor-inbox-"));
  });
  after(() => rm(root, { recursive: true }));

  const found = async (name: string, inboxFolder: string | null) => {
    const fetch = async (url: string, init: RequestInit) => world.app.request(url, init);
    const { stdout } = await admin.run("doctor --json", { fetch, inboxFolder });
    const { checks } = JSON.parse(stdout.join()) as {
      checks: { name: string; ok: boolean; problem: string | null }[];
    };
    return checks.find((check) => check.name === name);
  };

  test("doctor says nothing of a folder that is not set, and nothing wrong of one in use", async () => {
    assert.equal(await found("inbox-folder", null), undefined);
    const team = await world.team();
    const folder = await mkdtemp(join(root, "inbox-"));
    await mkdir(join(folder, team.id));
    await writeFile(join(folder, team.id, "scan.pdf"), "%PDF-");
    for (const name of ["inbox-folder", "inbox-files"])
      assert.partialDeepStrictEqual(await found(name, folder), { ok: true, problem: null });
  });

  test("doctor names a folder that is away, is none, or is not the server's", async () => {
    const file = join(root, "file");
    await writeFile(file, "");
    for (const [folder, problem] of [
      [join(root, "nowhere"), /nowhere, cannot be used: ENOENT/],
      [file, /file, cannot be used: ENOTDIR/],
    ] as const) {
      const check = await found("inbox-folder", folder);
      assert.equal(check?.ok, false);
      assert.match(check?.problem ?? "", problem);
    }
  });

  const isRoot = process.getuid?.() === 0 && "root may write everywhere";

  test("doctor names a team's folder that the server may not write", { skip: isRoot }, async () => {
    const team = await world.team();
    const folder = await mkdtemp(join(root, "inbox-"));
    await mkdir(join(folder, team.id), { mode: 0o500 });
    const check = await found("inbox-folder", folder);
    await chmod(join(folder, team.id), 0o700);
    assert.equal(check?.ok, false);
    assert.match(check?.problem ?? "", /cannot be used: EACCES/);
  });

  test("doctor names what is left alone, folders of no team, and how much was refused", async () => {
    const team = await world.team();
    const folder = await mkdtemp(join(root, "inbox-"));
    const own = join(folder, team.id);
    await mkdir(join(own, "refused"), { recursive: true });
    await writeFile(join(own, "refused/a.svg"), "");
    await writeFile(join(own, "refused/a.svg.txt"), "");
    await symlink("/etc/passwd", join(own, "link.txt"));
    await mkdir(join(folder, STRANGER));
    const check = await found("inbox-files", folder);
    assert.equal(check?.ok, true, "the server works all the same");
    assert.equal(
      check?.problem,
      `Left alone: ${join(folder, STRANGER)}, since no team has this id; ${join(own, "link.txt")}, since it is a link, and links are not followed. 1 file refused, with a text beside that says why.`,
    );
  });
});
