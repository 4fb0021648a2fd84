import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, before, describe, test, type TestContext } from "node:test";
import { selfSigned } from "../../test/certificate.ts";
import { mailServer, type MailServer } from "../../test/smtp.ts";
import { createMailer } from "./mailer.ts";

const FROM = { name: "Our books", address: "books@acme.example" };
const HELLO = {
  to: "anna@example.com",
  subject: "Hello",
  text: "Hello, Zoë.",
  html: "<p>Hello, Zoë.</p>",
};
/** This machine under a name that does not say so. */
const ELSEWHERE = "0.0.0.0";
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
    ])
      assert.ok(headers.includes(header), `${header} in ${headers.join("\n")}`);
    assert.match(body, /text\/plain[^]*Hello, Zoë\.[^]*text\/html[^]*<p>Hello, Zoë\.<\/p>/);
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
    await mailer.send({ ...HELLO, to: "anna@example.com, eve@example.com" }).catch(() => null);
    for (const { to } of server.taken.slice(sent)) assert.ok(!to.includes("eve@example.com"));
  });

  test("goes to an internationalised address", async () => {
    await createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send({
      ...HELLO,
      to: "zoë@exämple.example",
    });
    assert.deepEqual(server.taken.at(-1)?.to, ["zoë@exämple.example"]);
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
      await assert.rejects(mailer.send(HELLO), /certificate/);
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
      /STARTTLS/,
    );
    assert.deepEqual([server.taken, server.logins], [[], []]);
    await createMailer(`smtp://anna:secret@127.0.0.1:${server.port}`, FROM).send(HELLO);
    assert.deepEqual(server.logins, ["anna secret"]);
  });

  test("that does not take the message fails it, without the password in the reason", async (t) => {
    const server = await opened(t, {
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error("no such user")),
    });
    const mailer = createMailer(`smtp://anna:secret@127.0.0.1:${server.port}`, FROM);
    await assert.rejects(mailer.send(HELLO), (error: Error) => !/secret/.test(error.message));
    const full = await opened(t, {
      onRcptTo: (_address, _session, callback) => callback(new Error("no such mailbox")),
    });
    await assert.rejects(createMailer(`smtp://127.0.0.1:${full.port}`, FROM).send(HELLO));
  });

  test("that is not there fails it", async () => {
    const server = await mailServer();
    await server.close();
    await assert.rejects(createMailer(`smtp://127.0.0.1:${server.port}`, FROM).send(HELLO));
  });

  test("that never answers fails it after a while, and is left alone then", async (t) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    t.after(() => silent.close());
    await once(silent, "listening");
    const address = silent.address();
    assert.ok(address !== null && typeof address !== "string");
    const mailer = createMailer(`smtp://127.0.0.1:${address.port}`, FROM, { patienceMs: 200 });
    await assert.rejects(mailer.send(HELLO), { code: "EABORT" });
    const [socket] = sockets;
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
