import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { together } from "../../test/races.ts";
import { filesIn, inParts } from "../../test/stored-files.ts";
import { FileStore, type FileStoreParts } from "./file-store.ts";

const TEAM = "0192f000-0000-7000-8000-000000000001";
const NOON = Date.parse("2026-11-21T12:00:00Z");
const folders: string[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newStore(given: Partial<FileStoreParts> = {}): Promise<FileStore> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-store-"));
  folders.push(folder);
  const limits = { largest: 2 ** 20, teamLimit: 2 ** 30, reserve: 0 };
  return new FileStore({ folder, ...limits, clock: () => NOON, randomBytes, draw: null, ...given });
}

function sent(content: string | Buffer, name = "a.txt") {
  const bytes = Buffer.from(content);
  return { chunks: inParts(bytes, 1000), length: bytes.length, name };
}

function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

test("bytes stand under team and hash, and nobody else on the machine may read them", async () => {
  const store = await newStore({ folder: join((await newStore()).folder, "files") });
  const content = "a;b\n".repeat(5000);
  const staged = await store.stage(TEAM, sent(content, "../../x.csv"));
  const sha256 = hashOf(content);
  assert.deepEqual([staged.sha256, staged.size, staged.kind], [sha256, content.length, "csv"]);
  await staged.discard();
  assert.deepEqual(await filesIn(store.folder), [sha256]);
  const path = join(store.folder, TEAM, sha256.slice(0, 2), sha256);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  for (const part of ["", TEAM, join(TEAM, sha256.slice(0, 2)), "tmp"])
    assert.equal((await stat(join(store.folder, part))).mode & 0o777, 0o700, part);
  assert.equal(Buffer.from(await store.read(TEAM, sha256)).toString(), content);
  await store.remove(TEAM, sha256);
  assert.equal(await store.has(TEAM, sha256), false);
  await assert.rejects(store.read(TEAM, sha256), { code: "bytes_missing" });
});

test("the same bytes at once are one file, and one that a fault has cut is made whole", async () => {
  const store = await newStore();
  const all = await together(8, async () => store.stage(TEAM, sent("the same")));
  const sha256 = hashOf("the same");
  assert.deepEqual(new Set(all.map((staged) => staged.sha256)), new Set([sha256]));
  assert.deepEqual(await filesIn(store.folder, TEAM), [sha256]);
  for (const staged of all) await staged.discard();
  assert.deepEqual(await filesIn(store.folder, "tmp"), []);
  await writeFile(join(store.folder, TEAM, sha256.slice(0, 2), sha256), "the s");
  await (await store.stage(TEAM, sent("the same"))).discard();
  assert.equal(Buffer.from(await store.read(TEAM, sha256)).toString(), "the same");
});

test("what is refused, or breaks off, leaves nothing", async () => {
  const store = await newStore();
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("the client is gone");
  }
  const chunks = inParts(Buffer.alloc(2 ** 20 + 1, "a"));
  await assert.rejects(store.stage(TEAM, { chunks, length: null, name: "a" }), {
    code: "file_too_large",
    path: "file",
  });
  await assert.rejects(store.stage(TEAM, sent(Buffer.alloc(2 ** 20 + 1))), {
    code: "file_too_large",
  });
  await assert.rejects(store.stage(TEAM, { chunks: broken(), length: null, name: "a" }), {
    message: "the client is gone",
  });
  await assert.rejects(store.stage(TEAM, sent("<svg xmlns='x'/>")), { code: "type_not_taken" });
  await assert.rejects(store.stage(TEAM, sent("")), { code: "type_not_taken" });
  await assert.rejects(store.stage("../..", sent("a")), { message: /no name of a file/ });
  assert.deepEqual(await filesIn(store.folder), []);
});

test("a disk that would be too full is told before anything is read", async () => {
  const store = await newStore({ reserve: Number.MAX_SAFE_INTEGER });
  let isRead = false;
  async function* chunks() {
    isRead = true;
    yield Buffer.from("a");
  }
  await assert.rejects(store.stage(TEAM, { chunks: chunks(), length: 1, name: "a" }), {
    code: "disk_full",
  });
  assert.equal(isRead, false);
  assert.deepEqual([await filesIn(store.folder), await store.state()], [[], "full"]);
});

const noPrlimit =
  spawnSync("prlimit", ["--version"]).error !== undefined && "prlimit is not on the PATH";

test(
  "a disk that is full midway leaves nothing, and is told as such",
  { skip: noPrlimit },
  async () => {
    const store = await newStore();
    const limit = (bytes: string) =>
      execFileSync("prlimit", [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
    async function* chunks() {
      yield Buffer.alloc(1000, "a");
      limit("1500");
      yield Buffer.alloc(1000, "a");
    }
    try {
      await assert.rejects(store.stage(TEAM, { chunks: chunks(), length: 2000, name: "a" }), {
        code: "disk_full",
      });
    } finally {
      limit("unlimited");
    }
    assert.deepEqual(await filesIn(store.folder), []);
  },
);

const isRoot = process.getuid?.() === 0 && "root may write everywhere";

test("a folder that cannot be written is told", { skip: isRoot }, async () => {
  const store = await newStore();
  await chmod(store.folder, 0o500);
  assert.equal(await store.state(), "not writable");
  await chmod(store.folder, 0o700);
  assert.equal(await store.state(), "ready");
});

test("a folder that is none is told, and one that is not there yet is none the worse", async () => {
  const { folder } = await newStore();
  await writeFile(join(folder, "file"), "");
  for (const [name, state] of [
    ["file", "not writable"],
    ["file/below", "not writable"],
    ["new/and/deep", "ready"],
  ] as const)
    assert.equal(await (await newStore({ folder: join(folder, name) })).state(), state);
  assert.deepEqual(await filesIn(folder), ["file"]);
});

test("a page is drawn once, also for two at a time, and again when its picture was removed", async () => {
  let drawn = 0;
  const draw: FileStoreParts["draw"] = async ({ bytes, page, width }) => {
    drawn += 1;
    if (page > 2) return null;
    return Buffer.from(`${Buffer.from(bytes).toString()} ${page} ${width}`);
  };
  const store = await newStore({ draw });
  const { sha256, kind } = await store.stage(TEAM, sent("words"));
  const asked = { teamId: TEAM, sha256, kind, page: 1, width: 320 };
  const pictures = await together(3, async () => store.preview(asked));
  for (const picture of [...pictures, await store.preview(asked)])
    assert.equal(Buffer.from(picture).toString(), "words 1 320");
  assert.equal(drawn, 1);
  await store.preview({ ...asked, page: 2 });
  assert.equal(drawn, 2);
  await assert.rejects(store.preview({ ...asked, page: 3 }), { code: "no_preview" });
  await store.remove(TEAM, sha256);
  assert.deepEqual(await filesIn(store.folder, "previews"), []);
  await assert.rejects(store.preview(asked), { code: "bytes_missing" });
});

test("the oldest pictures go where there are too many", async () => {
  let now = NOON;
  const draw: FileStoreParts["draw"] = async () => Buffer.alloc(100);
  const store = await newStore({ draw, mostPreviews: 1000, clock: () => now });
  const { sha256, kind } = await store.stage(TEAM, sent("words"));
  for (let page = 1; page <= 20; page += 1) {
    now += 1000;
    await store.preview({ teamId: TEAM, sha256, kind, page, width: 320 });
    // The first is looked at all the time.
    await store.preview({ teamId: TEAM, sha256, kind, page: 1, width: 320 });
  }
  await store.trimPreviews();
  const kept = await filesIn(store.folder, "previews");
  assert.ok(kept.length <= 10, String(kept.length));
  assert.ok(kept.includes("1-320.webp") && kept.includes("20-320.webp"));
  assert.ok(!kept.includes("2-320.webp"));
});
