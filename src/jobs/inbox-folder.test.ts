import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync, writeSync } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase, type Team } from "../../test/app.ts";
import type { FolderProcess } from "../../test/folder-process.ts";
import { sourcesOf } from "../../test/outbox.ts";
import { together } from "../../test/races.ts";
import { filesIn } from "../../test/stored-files.ts";
import { FROM_FOLDER } from "../domains/inbox/journal.ts";
import { FileStore } from "../files/file-store.ts";
import { InboxFolder } from "./inbox-folder.ts";

const MINUTE_MS = 60_000;
const SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>";

onEachDatabase((world) => {
  let root = "";
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "ledgerport-inbox-"));
  });
  after(() => rm(root, { recursive: true }));

  /** A folder of its own for each test, with that of a new team. */
  const opened = async (
    given: Partial<ConstructorParameters<typeof InboxFolder>[0]> = {},
    team?: Team,
  ) => {
    const folder = await mkdtemp(join(root, "inbox-"));
    const of = team ?? (await world.team());
    const own = join(folder, of.id);
    await mkdir(own);
    const warned: string[] = [];
    const log = {
      warn: ({ path, because }: any) =>
        void warned.push(`${String(path).slice(folder.length + 1)}: ${because}`),
      error: (facts: object) => assert.fail(JSON.stringify(facts)),
    };
    const parts = { ...sourcesOf(world), folder, log, ...given };
    return { team: of, folder, own, warned, parts, inbox: new InboxFolder(parts) };
  };

  const put = async (folder: string, name: string, content: string | Uint8Array = name) =>
    writeFile(join(folder, name), content);

  /** The world's store, with other limits. */
  const storeWith = (limits: { readonly teamLimit?: number; readonly reserve?: number }) => {
    const { folder, largest, teamLimit } = world.files;
    const { clock } = sourcesOf(world);
    return new FileStore({ folder, largest, teamLimit, clock, randomBytes, draw: null, ...limits });
  };

  const twice = async (inbox: InboxFolder) => {
    await inbox.look();
    await inbox.look();
  };

  const documentsOf = async (team: Team): Promise<any[]> => (await team.state())["documents"] ?? [];

  const namesOf = async (team: Team) =>
    (await documentsOf(team)).map(({ name }) => String(name)).toSorted();

  /** Files of a team's folder wherever they stand, without folders. */
  const left = async (own: string) => filesIn(own);

  test("a file is taken when two looks find it the same, is a receipt, and leaves the folder", async () => {
    const { team, own, inbox } = await opened();
    await put(own, "taxi.txt", "Taxi 12.00");
    await inbox.look();
    await appendFile(join(own, "taxi.txt"), " EUR");
    await inbox.look();
    assert.deepEqual(await documentsOf(team), [], "it was still written to");
    await inbox.look();
    const [document] = await documentsOf(team);
    const { inbox_items, outbox } = await team.state();
    const [item, ...more]: any[] = inbox_items ?? [];
    assert.deepEqual(
      [document.name, document.source, document.created_by, item.document_id, more],
      ["taxi.txt", "folder", null, document.id, []],
    );
    assert.deepEqual(
      outbox?.map((row: any) => [row.job, row.subject_id]),
      [["read_document", document.id]],
    );
    const bytes = await world.files.read(team.id, document.sha256);
    assert.equal(Buffer.from(bytes).toString(), "Taxi 12.00 EUR");
    assert.deepEqual(await left(own), []);
    assert.deepEqual(await readdir(join(own, ".taking")), []);
    const activity = await Activity.of(team);
    const [event, ...others] = await activity.list({ credential: "folder" });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [event?.tool, event?.actor, event?.via.kind, event?.deed],
      [FROM_FOLDER, null, "folder", ["brought in the receipt ", { name: "taxi.txt" }]],
    );
    const { credentials } = await activity.filters();
    assert.ok(credentials.some(({ label }) => label === "Inbox folder"));
    await activity.undo(event ?? assert.fail());
    assert.deepEqual(await documentsOf(team), []);
  });

  test("two servers on one folder take each file once, and the same file under two names too", async () => {
    const { team, own, parts, inbox } = await opened();
    const other = new InboxFolder(parts);
    for (let file = 0; file < 12; file += 1) await put(own, `${file}.txt`, `File ${file % 10}`);
    await together(2, async (at) => (at === 0 ? inbox : other).look());
    await together(2, async (at) => (at === 0 ? inbox : other).look());
    const state = await team.state();
    for (const table of ["files", "documents", "inbox_items", "outbox"])
      assert.equal(state[table]?.length, 10, table);
    assert.equal((await team.journalOf(FROM_FOLDER)).length, 10);
    assert.deepEqual([await left(own), await readdir(join(own, ".taking"))], [[], []]);
  });

  for (const step of ["made", "claimed", "opened", "written", "named", "kept", "removed"] as const)
    test(`a server that is killed when a file is ${step} leaves it to the next one, which has it once`, async () => {
      const { team, folder, own, inbox } = await opened();
      await put(own, "taxi.txt", `Killed when ${step}`);
      await dying({ url: world.url, store: world.files.folder, folder, step });
      const before = await documentsOf(team);
      assert.equal(before.length, step === "kept" || step === "removed" ? 1 : 0);
      await twice(inbox);
      // A claim is as old as the clock of its disk says.
      const past = new Date(Date.parse(world.now) - 6 * MINUTE_MS);
      for (const id of await readdir(join(own, ".taking")))
        await utimes(join(own, ".taking", id), past, past);
      await inbox.look();
      const [document, ...more] = await documentsOf(team);
      assert.deepEqual([document.name, more], ["taxi.txt", []]);
      const bytes = await world.files.read(team.id, document.sha256);
      assert.equal(Buffer.from(bytes).toString(), `Killed when ${step}`);
      const { inbox_items } = await team.state();
      assert.deepEqual([inbox_items?.length, (await team.journalOf(FROM_FOLDER)).length], [1, 1]);
      assert.deepEqual([await left(own), await readdir(join(own, ".taking"))], [[], []]);
    });

  if (world.isSecond) return;

  test("a refusal that is killed midway loses neither file nor reason", async () => {
    const { own, folder, inbox } = await opened();
    await put(own, "a.svg", SVG);
    await dying({ url: world.url, store: world.files.folder, folder, step: "explained" });
    const past = new Date(Date.parse(world.now) - 6 * MINUTE_MS);
    for (const id of await readdir(join(own, ".taking")))
      await utimes(join(own, ".taking", id), past, past);
    await inbox.look();
    assert.deepEqual(await left(own), ["a (2).svg", "a (2).svg.txt", "a.svg.txt"]);
  });

  test("what is no paper is moved to refused, with a text that says why and what to do", async () => {
    const { team, own, inbox } = await opened();
    for (const content of [SVG, `${SVG} `]) {
      await put(own, "a.svg", content);
      await twice(inbox);
    }
    await put(own, "large.pdf", new Uint8Array(world.files.largest + 1).fill(32));
    await twice(inbox);
    assert.deepEqual(await left(own), [
      "a (2).svg",
      "a (2).svg.txt",
      "a.svg",
      "a.svg.txt",
      "large.pdf",
      "large.pdf.txt",
    ]);
    assert.equal(await readFile(join(own, "refused/a (2).svg"), "utf8"), `${SVG} `);
    const text = await readFile(join(own, "refused/a.svg.txt"), "utf8");
    assert.match(text, /^"a\.svg" was not taken: The content of the file is .*SVG/i);
    assert.match(text, /To do: save it as a PDF, or send a picture/);
    assert.match(await readFile(join(own, "refused/large.pdf.txt"), "utf8"), /larger than 25 MiB/);
    const { documents, inbox_items, files } = await team.state();
    assert.deepEqual([documents, inbox_items, files], [[], [], []]);
    assert.deepEqual(await team.journalOf(FROM_FOLDER), []);
  });

  test("links, folders, devices and empty files are left and named once; unfinished ones wait", async (t) => {
    const { team, folder, own, warned, inbox } = await opened();
    const secret = join(root, "secret.txt");
    await writeFile(secret, "A secret of the server");
    await symlink(secret, join(own, "link.txt"));
    await mkdir(join(own, "deeper"));
    await put(join(own, "deeper"), "in.txt");
    const socket = createServer().listen(join(own, "socket"));
    t.after(() => void socket.close());
    await once(socket, "listening");
    await put(own, "empty.txt", "");
    const waiting = [".hidden", "a.tmp", "a.pdf.part", "a.txt~", "~$a.docx", "Thumbs.db"];
    for (const name of waiting) await put(own, name);
    const stranger = "0192f000-0000-7000-8000-00000000dead";
    await mkdir(join(folder, stranger));
    await put(join(folder, stranger), "a.txt");
    await symlink(own, join(folder, "linked-team"));
    await put(folder, "beside.txt");
    await twice(inbox);
    await inbox.look();
    assert.deepEqual(await documentsOf(team), []);
    assert.deepEqual(
      warned.toSorted(),
      [
        `${stranger}: its name is the id of no team`,
        `${team.id}/deeper: it is a folder, and only files are taken`,
        `${team.id}/empty.txt: it is empty`,
        `${team.id}/link.txt: it is a link, and links are not followed`,
        `${team.id}/socket: it is no file`,
        "beside.txt: its name is the id of no team",
        "linked-team: it is a link, and links are not followed",
      ].toSorted(),
    );
    assert.deepEqual(await left(own), [...waiting, "empty.txt", "in.txt"].toSorted());
    assert.equal(await readFile(secret, "utf8"), "A secret of the server");
  });

  test("a link in the place of the server's own folders is not followed", async () => {
    const { team, own, warned, inbox } = await opened();
    const elsewhere = await mkdtemp(join(root, "elsewhere-"));
    await symlink(elsewhere, join(own, ".taking"));
    await put(own, "a.txt");
    await twice(inbox);
    assert.deepEqual([await documentsOf(team), await readdir(elsewhere)], [[], []]);
    assert.deepEqual(await readFile(join(own, "a.txt"), "utf8"), "a.txt");
    assert.match(warned.join(), /\.taking: it is no folder/);
  });

  test("a file waits where it is while the team's space or the disk is full, and is taken later", async () => {
    for (const [limits, words] of [
      [{ teamLimit: 10 }, /The team's files take 0 MB/],
      [{ reserve: Number.MAX_SAFE_INTEGER }, /The disk of the server is full/],
    ] as const) {
      const { team, own, warned, parts } = await opened({ files: storeWith(limits) });
      const given = { ...parts };
      const inbox = new InboxFolder(given);
      await put(own, "a.txt", "More than ten bytes");
      await put(own, "b.txt", "And another eleven");
      await twice(inbox);
      given.files = world.files;
      await twice(inbox);
      assert.deepEqual([await left(own), await documentsOf(team)], [["a.txt", "b.txt"], []]);
      assert.match(warned.join(), words);
      assert.equal(warned.length, 1, "the team is left alone for a while");
      world.pass(5 * MINUTE_MS);
      await twice(inbox);
      assert.deepEqual(await namesOf(team), ["a.txt", "b.txt"]);
      assert.deepEqual(await left(own), []);
    }
  });

  test("a file that is put back overwrites none that has come under its name", async () => {
    const { own, parts } = await opened({ files: storeWith({ teamLimit: 1 }) });
    await put(own, "a.txt", "old");
    const onStep = (step: string) => {
      if (step === "claimed") writeFileSync(join(own, "a.txt"), "new");
    };
    await twice(new InboxFolder({ ...parts, onStep }));
    assert.equal(await readFile(join(own, "a.txt"), "utf8"), "new");
    assert.equal(await readFile(join(own, "a (2).txt"), "utf8"), "old");
  });

  test("what a program writes to a file while it is taken is not lost", async () => {
    const { team, own, parts } = await opened();
    await put(own, "a.txt", "The first half");
    const writer = await open(join(own, "a.txt"), "a");
    let written = 0;
    const onStep = (step: string) => {
      if (step === "kept" && written === 0) written = writeSync(writer.fd, ", and the second");
    };
    const inbox = new InboxFolder({ ...parts, onStep });
    await twice(inbox);
    await writer.close();
    assert.equal(await readFile(join(own, "a.txt"), "utf8"), "The first half, and the second");
    await twice(inbox);
    assert.deepEqual([await left(own), (await documentsOf(team)).length], [[], 2]);
  });

  test("a team takes twenty files a look, so that the others have their turn", async () => {
    const { folder, team, own, inbox } = await opened();
    const other = await world.team();
    await mkdir(join(folder, other.id));
    for (let file = 0; file < 25; file += 1) await put(own, `${file}.txt`);
    await put(join(folder, other.id), "one.txt");
    await twice(inbox);
    assert.deepEqual([(await left(own)).length, await namesOf(other)], [5, ["one.txt"]]);
    await inbox.look();
    assert.equal((await documentsOf(team)).length, 25);
  });

  test("a server that stops ends after the file under way", async () => {
    const { own, team, parts } = await opened();
    for (let file = 0; file < 5; file += 1) await put(own, `${file}.txt`);
    const inbox: InboxFolder = new InboxFolder({
      ...parts,
      onStep: (step) => {
        if (step === "kept") inbox.leave();
      },
    });
    await twice(inbox);
    assert.equal((await documentsOf(team)).length, 1);
    assert.equal((await left(own)).length, 4);
  });

  test("a folder that is away is told once, and is used when it is there again", async () => {
    const { folder, own, team, warned, inbox } = await opened();
    await rm(folder, { recursive: true });
    await twice(inbox);
    assert.match(warned.join(), /^: it cannot be read: ENOENT/);
    assert.equal(warned.length, 1);
    await mkdir(own, { recursive: true });
    await put(own, "a.txt");
    await twice(inbox);
    assert.deepEqual(await namesOf(team), ["a.txt"]);
  });
});

/** Waits for a process that takes a file, and is killed on the way. */
async function dying(given: FolderProcess): Promise<void> {
  const script = join(import.meta.dirname, "../../test/folder-process.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL");
}
