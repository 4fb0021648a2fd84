import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, before, describe, test, type TestContext } from "node:test";
import { selfSigned } from "../../test/certificate.ts";
import { attachmentIn, mailServer, type MailServer } from "../../test/smtp.ts";
import { Failure } from "../core/errors.ts";
import { type Message, unsentMail } from "../core/mail.ts";
import { createMailer } from "./mailer.ts";

const FROM = { name: "Our books", address: "books@acme.example" };
const HELLO = {
  id: "a-mail.1@books.example",
  to: ["anna@example.com"],
  subject: "Hello",
  text: "Hello, Zoë.",
  html: "<p>Hello, Zoë.</p>",
};
/** A hostname of this machine that is not recognizably local. */
const ELSEWHERE = "0.0.0.0";
const UNREACHED = "The connection to the mail server failed.";
const { key, cert } = selfSigned(["localhost"]);

describe("a message", () => {
  let server: MailServer;
  before(async () => {
    server = await mailServer();
  });
  after(() => server.close());

  test("goes to one address, as text and as HTML, from whom it is said", async () => {
    await createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send(HELLO);
    const { from, to, headers, body, user } = server.taken.at(-1) ?? assert.fail();
    assert.deepEqual([from, to, user], ["books@acme.example", ["anna@example.com"], null]);
    for (const header of [
      "From: Our books <books@acme.example>",
      "To: anna@example.com",
      "Subject: Hello",
      "Auto-Submitted: auto-generated",
      "Message-ID: <a-mail.1@books.example>",
    ])
      assert.ok(headers.includes(header), `${header} in ${headers.join("\n")}`);
    assert.match(body, /text\/plain[^]*Hello, Zoë\.[^]*text\/html[^]*<p>Hello, Zoë\.<\/p>/);
  });

  test("has no encoded words that a receiver would take for other letters", async () => {
    const subject = "=?utf-8?Q?Eve_invites?= you, Zo";
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    await mailer.send({ ...HELLO, subject });
    const { headers } = server.taken.at(-1) ?? assert.fail();
    const told = headers.find((header) => header.startsWith("Subject: ")) ?? assert.fail();
    assert.equal(told, "Subject: = ?utf-8?Q?Eve_invites?= you, Zo");
  });

  test("keeps to its fields: nothing in them adds a header or a recipient", async () => {
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, {
      ...FROM,
      name: 'Eve" <eve@example.com>,\r\nBcc: eve@example.com',
    });
    await mailer.send({
      ...HELLO,
      subject: "Hi\r\nBcc: eve@example.com\r\n\r\nbody",
      text: "\r\n.\r\nRCPT TO:<eve@example.com>\r\n.",
    });
    const { from, to, headers, body } = server.taken.at(-1) ?? assert.fail();
    assert.deepEqual([from, to], ["books@acme.example", ["anna@example.com"]]);
    assert.deepEqual(
      headers.filter((header) => /^(bcc|cc|to|reply-to):/i.test(header)),
      ["To: anna@example.com"],
    );
    assert.ok(headers.includes("Subject: Hi Bcc: eve@example.com  body"), headers.join("\n"));
    assert.match(body, /RCPT TO:<eve@example\.com>/);
    const sent = server.taken.length;
    await mailer.send({ ...HELLO, to: ["anna@example.com, eve@example.com"] }).catch(() => null);
    for (const { to } of server.taken.slice(sent)) assert.ok(!to.includes("eve@example.com"));
  });

  test("goes to an internationalised address", async () => {
    await createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send({
      ...HELLO,
      to: ["zoë@exämple.example"],
    });
    assert.deepEqual(server.taken.at(-1)?.to, ["zoë@exämple.example"]);
  });
});

const PDF = { name: "INV-2026-0042.pdf", type: "application/pdf", bytes: bytesOf(200_000) };
const INVOICE: Message = {
  ...HELLO,
  to: ["anna@acme.example", "zoë@acme.example"],
  cc: ["bills@acme.example"],
  date: "2026-11-21T09:00:00.000Z",
  attachments: [PDF],
  team: { name: "Müller & Söhne", replyTo: "office@seller.example" },
};

describe("a message of a team", () => {
  let server: MailServer;
  before(async () => {
    server = await mailServer();
  });
  after(() => server.close());

  test("goes to several addresses with its attachment, under the team's name, with its date", async () => {
    const outcome = await createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send(INVOICE);
    assert.deepEqual(outcome, { refused: [] });
    const { from, to, headers, raw } = server.taken.at(-1) ?? assert.fail();
    assert.equal(from, "books@acme.example");
    assert.deepEqual(to, ["anna@acme.example", "zoë@acme.example", "bills@acme.example"]);
    for (const header of [
      "To: anna@acme.example, zoë@acme.example",
      "Cc: bills@acme.example",
      "Reply-To: office@seller.example",
      "From: =?UTF-8?Q?M=C3=BCller_=26_S=C3=B6hne?= <books@acme.example>",
      "Date: Sat, 21 Nov 2026 09:00:00 +0000",
      "Message-ID: <a-mail.1@books.example>",
    ])
      assert.ok(headers.map(asUtf8).includes(header), `${header} in ${headers.join("\n")}`);
    assert.ok(!headers.some((header) => header.startsWith("Auto-Submitted")));
    assert.deepEqual(attachmentIn(raw, PDF.name), Buffer.from(PDF.bytes));
  });

  for (const [what, name, told] of [
    ["an address", "Eve <eve@bank.example>", "From: Eve <books@acme.example>"],
    ["a bare address", "eve@bank.example", "From: Our books <books@acme.example>"],
    ["a wide @", "eve\uff20bank.example Ltd", "From: Ltd <books@acme.example>"],
    ["a line break", "Eve\r\nBcc: eve", 'From: "Eve Bcc: eve" <books@acme.example>'],
    ["what turns text around", "Acme\u202eetl\u200b", "From: Acmeetl <books@acme.example>"],
    ["quotes", 'Acme" <', "From: Acme <books@acme.example>"],
  ] as const)
    test(`has no other sender by a name with ${what}`, async () => {
      const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
      await mailer.send({ ...INVOICE, team: { name, replyTo: null } });
      const { headers } = server.taken.at(-1) ?? assert.fail();
      assert.deepEqual(
        headers.filter((header) => /^(from|bcc|reply-to|sender):/i.test(header)),
        [told],
      );
    });

  test("as a file is a draft with the same text and attachment, and without a sender", async () => {
    const file = Buffer.from(await unsentMail(INVOICE)).toString("latin1");
    await createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send(INVOICE);
    const { raw } = server.taken.at(-1) ?? assert.fail();
    assert.match(file, /^X-Unsent: 1\r\n/m);
    assert.ok(!/^From:/m.test(file));
    assert.match(file, /^To: anna@acme\.example, /m);
    assert.deepEqual(attachmentIn(file, PDF.name), Buffer.from(PDF.bytes));
    assert.equal(textPartOf(file), textPartOf(raw));
  });
});

describe("a mail server", () => {
  test("is logged in to, with what is special in the password decoded, under TLS where it offers that", async (t) => {
    const server = await opened(t, { key, cert });
    const url = `smtp://anna%40acme:p%40ss%3Aword@localhost:${server.port}`;
    await createMailer(url, FROM).send(HELLO);
    assert.deepEqual(server.logins, ["anna@acme p@ss:word"]);
    assert.deepEqual(
      server.taken.map(({ isSecure, user }) => [isSecure, user]),
      [[true, "anna@acme"]],
    );
  });

  test("is spoken to under TLS from the first byte with smtps", async (t) => {
    const server = await opened(t, { key, cert, secure: true });
    const url = `smtps://anna:secret@localhost:${server.port}`;
    await createMailer(url, FROM).send(HELLO);
    assert.equal(server.taken.length, 1);
  });

  for (const scheme of ["smtp", "smtps"] as const) {
    test(`elsewhere whose certificate nobody vouches for is sent nothing over ${scheme}`, async (t) => {
      const server = await opened(t, { key, cert, secure: scheme === "smtps" });
      const mailer = createMailer(`${scheme}://anna:secret@${ELSEWHERE}:${server.port}`, FROM);
      await assert.rejects(
        mailer.send(HELLO),
        isFailure({ reason: UNREACHED, isFinal: false, detail: /certificate/ }),
      );
      assert.deepEqual([server.taken, server.logins], [[], []]);
    });
  }

  test("elsewhere is given no password without TLS", async (t) => {
    const server = await opened(t, {
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
    });
    await assert.rejects(
      createMailer(`smtp://anna:secret@${ELSEWHERE}:${server.port}`, FROM).send(HELLO),
      isFailure({ reason: UNREACHED, isFinal: false, detail: /STARTTLS/ }),
    );
    assert.deepEqual([server.taken, server.logins], [[], []]);
    await createMailer(`smtp://anna:secret@127.0.0.1:${server.port}`, FROM).send(HELLO);
    assert.deepEqual(server.logins, ["anna secret"]);
  });

  test("that refuses the log-in fails the message for now, without the password in the reason", async (t) => {
    const server = await opened(t, {
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error("no such user")),
    });
    const mailer = createMailer(`smtp://anna:secret@127.0.0.1:${server.port}`, FROM);
    await assert.rejects(mailer.send(HELLO), (error: Failure) => {
      assert.ok(!/secret/.test(`${error.message} ${error.detail}`));
      return isFailure({ reason: "The mail server refused the log-in.", isFinal: false })(error);
    });
  });

  for (const [when, command] of [
    ["for this recipient", "onRcptTo"],
    ["for this sender", "onMailFrom"],
    ["after it has read it", "onData"],
  ] as const) {
    for (const status of [550, 451]) {
      const isFinal = status >= 500;
      test(`that refuses the message ${when} with ${status} fails it ${isFinal ? "for good" : "for now"}, without the address in the reason`, async (t) => {
        const problem = Object.assign(new Error("<anna@example.com>: \u202eno\tmailbox"), {
          responseCode: status,
        });
        const server = await opened(t, refusing(command, problem));
        const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
        const did = isFinal ? "refused the mail" : "did not take the mail yet";
        const reason = `The mail server ${did}: ${status} <(the address)>: \\u202eno mailbox`;
        await assert.rejects(mailer.send(HELLO), (error: Failure) => {
          assert.ok(!error.detail?.includes("anna@example.com"));
          return isFailure({ reason, isFinal })(error);
        });
      });
    }
  }

  test("that repeats the link in its answer has no secret told to anybody", async (t) => {
    const link = "https://books.example/join?token=svc_invite_0123456789abcdefABCDEF";
    const problem = Object.assign(new Error(`blocked: ${link} is listed`), { responseCode: 554 });
    const server = await opened(t, refusing("onData", problem));
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    await assert.rejects(mailer.send(HELLO), (error: Failure) => {
      assert.ok(!/svc_invite/.test(`${error.message} ${error.detail}`));
      assert.match(error.message, /554 blocked: .+ is listed$/);
      return true;
    });
  });

  test("that answers at length has little of it read and kept", async (t) => {
    const problem = Object.assign(new Error("x".repeat(20_000)), { responseCode: 554 });
    const server = await opened(t, refusing("onData", problem));
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    await assert.rejects(mailer.send(HELLO), (error: Failure) => {
      assert.ok(error.message.length < 300 && (error.detail ?? "").length <= 1000);
      return true;
    });
  });

  test("that refuses one of three recipients is given the message for the others", async (t) => {
    const server = await opened(t, {
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith("gone@") ? answering(550) : null),
    });
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    const to = ["anna@acme.example", "gone@acme.example"];
    assert.deepEqual(await mailer.send({ ...INVOICE, to }), { refused: ["gone@acme.example"] });
    assert.deepEqual(
      server.taken.map(({ to }) => to),
      [["anna@acme.example", "bills@acme.example"]],
    );
  });

  test("that falls silent after it has read the message is left alone, and may have taken it", async (t) => {
    const server = await opened(t, { onData: (stream) => void stream.resume(), closeTimeout: 1 });
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM, { patienceMs: 2000 });
    const mayBeDone = { reason: UNREACHED, isFinal: false, mayBeDone: true };
    await assert.rejects(mailer.send(INVOICE), isFailure(mayBeDone));
  });

  test("that takes its time is waited for", async (t) => {
    const server = await opened(t, {
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on("end", () => setTimeout(callback, 500));
      },
    });
    const { send } = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    assert.deepEqual(await send(INVOICE), { refused: [] });
  });

  test("that dies after it has read the message may have taken it", async (t) => {
    const server = await opened(t, { diesAfterData: true });
    const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
    const mayBeDone = { reason: UNREACHED, isFinal: false, mayBeDone: true };
    await assert.rejects(mailer.send(INVOICE), isFailure(mayBeDone));
    assert.equal(server.taken.length, 1);
  });

  test("that answers after it has read the message has taken it or has not", async (t) => {
    for (const status of [451, 550]) {
      const server = await opened(t, refusing("onData", answering(status)));
      const mailer = createMailer(`smtp://127.0.0.1:${server.port}`, FROM);
      await assert.rejects(mailer.send(INVOICE), (error: Failure) => !error.mayBeDone);
    }
  });

  test("that is not there fails it for now", async () => {
    const server = await mailServer();
    await server.close();
    await assert.rejects(
      createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send(HELLO),
      isFailure({
        reason: UNREACHED,
        isFinal: false,
        mayBeDone: false,
        detail: /ECONNREFUSED/,
      }),
    );
  });

  test("that never answers fails it after a while, and is left alone then", async (t) => {
    const silent = createServer().listen(0, "127.0.0.1");
    t.after(() => silent.close());
    await once(silent, "listening");
    const address = silent.address();
    assert.ok(address !== null && typeof address !== "string");
    const connected = once(silent, "connection");
    const mailer = createMailer(`smtp://127.0.0.1:${address.port}`, FROM, { patienceMs: 200 });
    await assert.rejects(
      mailer.send(HELLO),
      isFailure({ reason: UNREACHED, isFinal: false, mayBeDone: false }),
    );
    const [socket]: Socket[] = await connected;
    assert.ok(socket !== undefined);
    if (!socket.destroyed) {
      socket.resume();
      await once(socket, "close");
    }
  });
});

async function opened(t: TestContext, options?: Parameters<typeof mailServer>[0]) {
  const server = await mailServer(options);
  t.after(() => server.close());
  return server;
}

function isFailure(
  expected: Pick<Failure, "isFinal"> & {
    readonly reason: string;
    readonly mayBeDone?: boolean;
    readonly detail?: RegExp;
  },
) {
  return (error: unknown) => {
    assert.ok(error instanceof Failure, String(error));
    assert.deepEqual([error.message, error.isFinal], [expected.reason, expected.isFinal]);
    if (expected.mayBeDone !== undefined) assert.equal(error.mayBeDone, expected.mayBeDone);
    if (expected.detail !== undefined) assert.match(error.detail ?? "", expected.detail);
    return true;
  };
}

function refusing(
  command: "onRcptTo" | "onMailFrom" | "onData",
  problem: Error,
): Parameters<typeof mailServer>[0] {
  if (command !== "onData")
    return {
      [command]: (_address: unknown, _session: unknown, callback: Refuse) => callback(problem),
    };
  return {
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.on("end", () => callback(problem));
    },
  };
}

type Refuse = (error: Error) => void;

function answering(responseCode: number): Error {
  return Object.assign(new Error("no"), { responseCode });
}

function bytesOf(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => (index * 31) % 251);
}

function asUtf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function textPartOf(raw: string): string {
  const [, part] = /text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(raw) ?? [];
  return part ?? assert.fail("no text");
}
