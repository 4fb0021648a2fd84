import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, test } from "node:test";
import { onAnyDatabase, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { MailDialog, sendMail } from "../../test/mail-dialog.ts";
import { openMailDoor } from "../../test/mail-door.ts";
import type { MailProcess } from "../../test/mail-process.ts";
import { jobsWith, worked } from "../../test/outbox.ts";
import { mailOf } from "../../test/papers.ts";
import { together } from "../../test/races.ts";
import { filesIn } from "../../test/stored-files.ts";
import { WebApp } from "../../test/web.ts";
import { FileStore } from "../files/file-store.ts";
import { memoryRateLimit } from "../http/rate-limit.ts";
import { PaperReader } from "../reading/reader-process.ts";

const ADDRESS = "POST /api/teams/:team/inbox/address";
const FROM = "shop@muster.example";
const RECEIPT = "Muster GmbH\nInvoice RE-2026-0001\nDate: 31.10.2026\nTotal EUR 119.00";

async function addressed(world: World): Promise<{ team: Team; app: WebApp; to: string }> {
  const team = await world.team();
  const app = await WebApp.of(team);
  const { address } = await app.ask(ADDRESS, { team: team.id });
  return { team, app, to: address ?? assert.fail("no address was made") };
}

/** A mail with a text attached; `id` is its Message-ID. */
function mailWith({ id = "<1@muster.example>", head = "", body = RECEIPT, from = "" } = {}) {
  const mail = mailOf([
    { type: "text/plain", name: "rechnung.txt", body, disposition: "attachment" },
  ]).toString("latin1");
  const sent = from === "" ? mail : mail.replace(/^From: .*$/m, `From: ${from}`);
  return `${head}${sent.replace("<1@muster.example>", id)}`;
}

/** A mail of words alone. */
function noteWith(head = ""): string {
  return `${head}From: Muster <${FROM}>\r\nTo: books@team.example\r\nSubject: Note\r\nDate: Sat, 31 Oct 2026 10:00:00 +0000\r\nMessage-ID: <note@muster.example>\r\n\r\nThank you.\r\n`;
}

/** All rows of a team, and the names of its bytes on the disk. */
async function everythingOf(team: Team) {
  return { state: await team.state(), bytes: await filesIn(team.world.files.folder, team.id) };
}

type Kept = { name: string; source: string; origin: any; created_by: string | null };

async function documentsOf(team: Team): Promise<readonly Kept[]> {
  return (await team.state())["documents"] as Kept[];
}

onEachDatabase((world) => {
  const reader = new PaperReader();
  after(async () => reader.stop());

  test("a mail is kept as it came, and its attachments become receipts, signed as mail", async () => {
    const { team, app, to } = await addressed(world);
    const door = await openMailDoor(world);
    const raw = mailWith();
    assert.match(await sendMail(door.port, { raw, from: FROM, to }), /^250 /);
    const { read_document } = jobsWith(null, reader);
    await worked(world, { ...jobsWith(null), read_document, match_item: null });
    const origin = {
      message_id: "<1@muster.example>",
      sender: "Muster Shop <billing@muster.example>",
      subject: "Your receipt",
      is_from_outside: true,
    };
    const documents = await documentsOf(team);
    assert.deepEqual(
      new Set(documents.map(({ name, source, created_by }) => `${name} ${source} ${created_by}`)),
      new Set(["Your receipt.eml mail null", "rechnung.txt mail null"]),
    );
    for (const document of documents) assert.deepEqual(document.origin, origin);
    const events = await team.journalOf("inbox_mail");
    assert.deepEqual(
      events.map(({ actor_id, credential_kind }) => [actor_id, credential_kind]),
      [
        [null, "mail"],
        [null, "mail"],
      ],
    );
    const { items } = await app.ask("GET /api/teams/:team/inbox", { team: team.id });
    const found = await app.ask("GET /api/teams/:team/inbox/:id", {
      team: team.id,
      id: items[0]?.id ?? "",
    });
    assert.deepEqual(found.mail, { sender: origin.sender, is_from_outside: true });
    assert.equal(found.amount_minor, 11_900);
    await door.stop();
  });

  test("a mail that comes again is taken and brings nothing new, eight at once too", async () => {
    const { team, to } = await addressed(world);
    const other = await addressed(world);
    const door = await openMailDoor(world);
    const replies = await together(8, async (at) =>
      sendMail(door.port, { raw: mailWith({ head: `Received: by ${at}\r\n` }), from: FROM, to }),
    );
    for (const reply of replies) assert.match(reply, /^250 /);
    assert.equal((await documentsOf(team)).length, 1);
    assert.equal((await team.journalOf("inbox_mail")).length, 1);
    const state = await everythingOf(team);
    assert.match(await sendMail(door.port, { raw: mailWith(), from: FROM, to }), /^250 .*before/);
    const unnamed = noteWith().replace(/^Message-ID.*\r\n/m, "");
    assert.deepEqual(await everythingOf(team), state);
    for (const expected of [/kept$/, /before$/])
      assert.match(await sendMail(door.port, { raw: unnamed, from: FROM, to }), expected);
    assert.equal((await documentsOf(team)).length, 2);
    await sendMail(door.port, { raw: mailWith(), from: FROM, to: other.to });
    assert.equal((await documentsOf(other.team)).length, 1);
    await door.stop();
  });

  test("an address that is renewed while a mail comes in takes it no more", async () => {
    const { team, app, to } = await addressed(world);
    const door = await openMailDoor(world);
    const { dialog, reply } = await MailDialog.to(door.port, to);
    assert.match(reply, /^250 /);
    await dialog.say("DATA");
    const mail = mailWith();
    dialog.write(mail.slice(0, 300));
    const { address } = await app.ask(ADDRESS, { team: team.id });
    assert.notEqual(address, to);
    const before = await everythingOf(team);
    dialog.write(mail.slice(300));
    assert.match(await dialog.say("\r\n."), /^550 /);
    assert.match(await sendMail(door.port, { raw: mail, from: FROM, to }), /^550 /);
    assert.deepEqual(await everythingOf(team), before);
    assert.match(
      await sendMail(door.port, { raw: mail, from: FROM, to: address ?? "" }),
      /^250 .*kept/,
    );
    await door.stop();
  });

  test("only members are not from outside, whatever the envelope says", async () => {
    const { team, to } = await addressed(world);
    const { email } = await world.database.reader
      .selectFrom("users")
      .select("email")
      .where("id", "=", team.userId)
      .executeTakeFirstOrThrow();
    const door = await openMailDoor(world);
    const own = mailWith({ id: "<own@x>", from: `Olga <${email.toUpperCase()}>` });
    await sendMail(door.port, { raw: own, from: FROM, to });
    await sendMail(door.port, { raw: mailWith({ body: "other" }), from: email, to });
    const documents = await documentsOf(team);
    assert.deepEqual(
      new Map(documents.map(({ origin }) => [origin.message_id, origin.is_from_outside])),
      new Map([
        ["<1@muster.example>", true],
        ["<own@x>", false],
      ]),
    );
    await door.stop();
  });

  test("no room on the disk or in the team's space is told as passing, and leaves nothing", async () => {
    const { team, to } = await addressed(world);
    const before = await everythingOf(team);
    const limits = { largest: 2 ** 20, teamLimit: 100, reserve: 0 };
    const parts = { ...limits, clock: Date.now, draw: null, folder: world.files.folder };
    const randomBytes = team.auditContext.randomBytes;
    for (const [files, code] of [
      [new FileStore({ ...parts, randomBytes }), /^452 The team's files take/],
      [
        new FileStore({ ...parts, randomBytes, reserve: Number.MAX_SAFE_INTEGER }),
        /^452 The disk of the server is full/,
      ],
    ] as const) {
      const door = await openMailDoor(world, { files });
      assert.match(await sendMail(door.port, { raw: mailWith(), from: FROM, to }), code);
      assert.deepEqual(await everythingOf(team), before);
      await door.stop();
    }
    assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
    const door = await openMailDoor(world);
    assert.match(await sendMail(door.port, { raw: mailWith(), from: FROM, to }), /^250 .*kept/);
    await door.stop();
  });

  for (const step of ["named", "within", "committed"] as const)
    test(`a server that dies with a mail ${step} has not taken it, and gets it again`, async () => {
      const { team, to } = await addressed(world);
      const { url, files } = world;
      const server = await dying({ url, folder: files.folder, step });
      const { dialog } = await MailDialog.to(server.port, to);
      assert.equal(await dialog.send(mailWith()), "", "there is no reply");
      assert.equal(await server.signal(), "SIGKILL");
      assert.equal((await documentsOf(team)).length, step === "committed" ? 1 : 0);
      const door = await openMailDoor(world);
      const again = await sendMail(door.port, { raw: mailWith(), from: FROM, to });
      assert.match(again, step === "committed" ? /^250 .*before/ : /^250 .*kept$/);
      assert.equal((await documentsOf(team)).length, 1);
      await door.stop();
    });

  test("each team has its own mails an hour, and more are told to come later", async () => {
    const { team, to } = await addressed(world);
    const other = await addressed(world);
    const door = await openMailDoor(world, { mails: memoryRateLimit({ limit: 2, seconds: 3600 }) });
    for (const id of ["<a@x>", "<b@x>"])
      assert.match(
        await sendMail(door.port, { raw: mailWith({ id, body: id }), from: FROM, to }),
        /^250 /,
      );
    const before = await everythingOf(team);
    const { dialog, reply } = await MailDialog.to(door.port, to);
    assert.match(reply, /^452 /);
    dialog.breakOff();
    assert.deepEqual(await everythingOf(team), before);
    const { dialog: elsewhere, reply: taken } = await MailDialog.to(door.port, other.to);
    assert.match(taken, /^250 /);
    elsewhere.breakOff();
    await door.stop();
  });
});

onAnyDatabase((world) => {
  test("an address of no team is refused before the mail is sent, and nothing is passed on", async () => {
    const { team, to } = await addressed(world);
    const [token = ""] = to.split("@");
    const door = await openMailDoor(world);
    const before = await everythingOf(team);
    const dialog = await MailDialog.open(door.port);
    await dialog.say("EHLO muster.example");
    await dialog.say(`MAIL FROM:<${FROM}>`);
    for (const recipient of [
      "books@receipts.example",
      `${"a".repeat(24)}@receipts.example`,
      `${token}@other.example`,
      `${token}%other.example@receipts.example`,
      `${token}@receipts.example.other.example`,
      "victim@other.example",
      `'"@receipts.example`,
    ])
      assert.match(await dialog.say(`RCPT TO:<${recipient}>`), /^550 |^501 /, recipient);
    assert.match(await dialog.say("DATA"), /^503 /);
    assert.match(await dialog.say(`RCPT TO:<${to.toUpperCase()}>`), /^250 /);
    assert.match(await dialog.say("RCPT TO:<second@receipts.example>"), /^452 /);
    assert.match(await dialog.say("RSET"), /^250 /);
    assert.deepEqual(await everythingOf(team), before);
    dialog.breakOff();
    await door.stop();
  });

  test("neither log-in nor TLS is offered, and the largest mail is", async () => {
    const door = await openMailDoor(world);
    const dialog = await MailDialog.open(door.port);
    const offered = await dialog.say("EHLO muster.example");
    assert.match(offered, /SIZE 36700160\r\n/);
    assert.doesNotMatch(offered, /AUTH|STARTTLS/);
    for (const line of ["AUTH PLAIN AGEAYg==", "STARTTLS"])
      assert.match(await dialog.say(line), /^500 /);
    assert.match(await dialog.say("MAIL FROM:<a@b.example> SIZE=36700161"), /^552 /);
    dialog.breakOff();
    await door.stop();
  });

  test("a mail is kept up to 35 MB, larger than an upload, and refused beyond", async () => {
    const { team, to } = await addressed(world);
    const door = await openMailDoor(world);
    const line = `${"x".repeat(998)}\r\n`;
    const large = (lines: number) => `${noteWith()}${line.repeat(lines)}`;
    const before = await everythingOf(team);
    assert.match(await sendMail(door.port, { raw: large(37_000), from: FROM, to }), /^552 /);
    assert.deepEqual(await everythingOf(team), before);
    assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
    assert.match(await sendMail(door.port, { raw: large(36_000), from: FROM, to }), /^250 .*kept/);
    await door.stop();
  });

  test("automatic replies are taken and not kept, and only their number is logged", async () => {
    const { team, to } = await addressed(world);
    const door = await openMailDoor(world);
    const before = await everythingOf(team);
    for (const [raw, from] of [
      [noteWith("Auto-Submitted: auto-replied (vacation)\r\n"), FROM],
      [noteWith("Precedence: bulk\r\n"), FROM],
      [noteWith("Precedence: auto_reply\r\n"), FROM],
      [mailWith({ id: "<bounce@x>" }), ""],
    ] as const)
      assert.match(await sendMail(door.port, { raw, from, to }), /^250 /);
    assert.deepEqual(await everythingOf(team), before);
    assert.deepEqual(
      door.log.map(({ dropped }: any) => dropped),
      [1, 2, 3, 4],
    );
    assert.doesNotMatch(JSON.stringify(door.log), /Note|muster/);
    for (const raw of [
      noteWith("Auto-Submitted: auto-generated\r\n"),
      mailWith({ id: "<bulk@x>", head: "Precedence: bulk\r\n", body: "one" }),
      mailWith({ id: "<auto@x>", head: "Auto-Submitted: auto-replied\r\n", body: "two" }),
    ])
      assert.match(await sendMail(door.port, { raw, from: FROM, to }), /^250 .*kept/);
    assert.equal((await documentsOf(team)).length, 3);
    await door.stop();
  });

  test("what is no mail is refused, and so is one that breaks off", async () => {
    const { team, to } = await addressed(world);
    const door = await openMailDoor(world);
    const before = await everythingOf(team);
    for (const content of ["words\r\n", "%PDF-1.7\r\n", "<html><body>x</body></html>\r\n", ""]) {
      const { dialog } = await MailDialog.to(door.port, to);
      assert.match(await dialog.send(content), /^554 /, content);
      dialog.breakOff();
    }
    const { dialog } = await MailDialog.to(door.port, to);
    await dialog.say("DATA");
    dialog.write(mailWith().slice(0, -20));
    dialog.breakOff();
    await door.stop();
    assert.deepEqual(await everythingOf(team), before);
    assert.deepEqual(await filesIn(world.files.folder, "tmp"), []);
    assert.deepEqual(door.log, []);
  });

  test("a subject becomes the name of the file, without what a path or a reader takes wrongly", async () => {
    const { team, to } = await addressed(world);
    const door = await openMailDoor(world);
    const subjects = ["Rechnung 10/2026", "=?utf-8?q?B=C3=A4ckerei_=E2=80=AEfdp?=", ""];
    for (const [at, subject] of subjects.entries()) {
      const raw = noteWith()
        .replace("Subject: Note", `Subject: ${subject}`)
        .replace("<note@", `<${at}@`);
      assert.match(await sendMail(door.port, { raw, from: FROM, to }), /^250 .*kept/);
    }
    const names = (await documentsOf(team)).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ["Bäckerei fdp.eml", "Mail.eml", "Rechnung 10-2026.eml"]);
    await door.stop();
  });

  test("idle, long and many connections are ended", async () => {
    const times = { idle: 300, whole: 600 };
    const door = await openMailDoor(world, { times, mostConnections: 2 });
    const idle = await MailDialog.open(door.port);
    assert.match(await idle.reply(), /^421 .*[Tt]imeout/);
    const chatty = await MailDialog.open(door.port);
    let noops = 0;
    while ((await chatty.say("NOOP")) !== "") noops += 1;
    assert.ok(noops > 0);
    const two = await together(2, async () => MailDialog.open(door.port));
    const third = await MailDialog.open(door.port);
    await third.closed;
    for (const dialog of two) dialog.breakOff();
    await door.stop();
  });

  test("a stop answers the mail under way, ends idle connections, and takes no more", async () => {
    const { team, to } = await addressed(world);
    const door = await openMailDoor(world);
    const idle = await MailDialog.open(door.port);
    const { dialog } = await MailDialog.to(door.port, to);
    await dialog.say("DATA");
    const mail = mailWith();
    dialog.write(mail.slice(0, 300));
    const stopped = door.stop();
    dialog.write(`${mail.slice(300)}\r\n.\r\n`);
    assert.match(await dialog.reply(), /^250 .*kept/);
    await stopped;
    await idle.closed;
    assert.equal((await documentsOf(team)).length, 1);
    await assert.rejects(MailDialog.open(door.port));
  });

  test("members see the address, and only owners and admins renew it", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const at = { team: team.id };
    assert.deepEqual(await app.ask("GET /api/teams/:team/inbox/address", at), {
      takes_mail: true,
      address: null,
    });
    const member = await WebApp.of(await team.member("member"));
    assert.equal((await member.refused(ADDRESS, at)).status, 403);
    const made = await app.ask(ADDRESS, at);
    assert.match(made.address ?? "", /^[a-km-np-z2-9]{24}@receipts\.example$/);
    assert.deepEqual(await member.ask("GET /api/teams/:team/inbox/address", at), made);
    assert.equal((await team.call("team_get")).inbox_address, made.address);
    const [token = ""] = made.address?.split("@") ?? [];
    const shown = await app.ask("GET /api/teams/:team/activity", at);
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(token));
  });
});

/** A server in a process of its own, which kills itself on the way. */
async function dying(given: MailProcess) {
  const script = join(import.meta.dirname, "../../test/mail-process.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [said] = await once(child.stdout, "data");
  return { port: Number(String(said)), signal: async () => (await ended)[1] };
}
