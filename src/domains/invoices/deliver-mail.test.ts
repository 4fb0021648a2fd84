import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { setInvoices } from "../../../test/invoices.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { mailedInvoice, mailingContext } from "../../../test/mailed-invoices.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { together } from "../../../test/races.ts";
import { attachmentIn, mailServer, type MailServer } from "../../../test/smtp.ts";
import { Failure } from "../../core/errors.ts";
import type { Mailer } from "../../core/mail.ts";
import type { Job, Jobs } from "../../jobs/worker.ts";
import { createMailer } from "../../mail/mailer.ts";
import { deliverMail } from "./deliver-mail.ts";
import { pdfOf } from "./invoice-pdf.ts";
import { mailsOf, type ShownMail } from "./mails.ts";
import { voidInvoice } from "./void-invoice.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNREACHED = "The connection to the mail server failed.";
const TO = ["anna@acme.example", "gone@acme.example", "zoe@acme.example"];

type Queued = Parameters<typeof mailedInvoice>[1] & { readonly team?: Team };

onEachDatabase((world) => {
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    // Mails that still wait are no part of the next test.
    world.pass(24 * HOUR_MS);
    await worked(world, jobsWith(new Mailbox()));
  });

  it("a mail goes out once, with the PDF, from the team, and is told as handed over", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued();
    await worked(world, jobsAt(server));
    await worked(world, jobsAt(server));
    const [mail, ...more] = server.taken;
    assert.deepEqual([mail?.to, more], [["anna@acme.example", "bills@acme.example"], []]);
    for (const header of [
      "From: Test team <books@server.example>",
      "To: anna@acme.example",
      "Cc: bills@acme.example",
      "Subject: Rechnung INV-2026-0001 von Test team",
      `Date: ${new Date(world.now).toUTCString().replace("GMT", "+0000")}`,
    ])
      assert.ok(mail?.headers.includes(header), `${header} in ${mail?.headers.join("\n")}`);
    const body = mail?.body ?? "";
    assert.match(body, /Rechnung INV-2026-0001 über 1\.374,98\u00a0€/);
    assert.ok(body.includes('<html lang="de">'));
    const pdf = await pdfOf(mailingContext(team), invoiceId);
    assert.deepEqual(attachmentIn(mail?.raw ?? "", "INV-2026-0001.pdf"), Buffer.from(pdf));
    const shown = await onlyMail(team, invoiceId);
    assert.deepEqual([shown.state, shown.sent_at, shown.error], ["sent", world.now, null]);
    assert.equal(shown.may_have_arrived_twice, false);
    assert.equal(shown.created_by, team.userId);
  });

  it("copies go to each of the team's own addresses", async () => {
    const server = await opened();
    const team = await world.team();
    await setInvoices(team, {
      copy_to: "us@seller.example, BILLS@acme.example, we@seller.example",
    });
    await queued({ team });
    await worked(world, jobsAt(server));
    const copied = ["bills@acme.example", "us@seller.example", "we@seller.example"];
    assert.deepEqual(server.taken[0]?.to, ["anna@acme.example", ...copied]);
  });

  it("a mail server that is away for a day is given the mail once when it is back", async () => {
    const away = await mailServer();
    await away.close();
    const { team, invoiceId } = await queued();
    const before = world.now;
    for (let hour = 0; hour < 24; hour += 1) {
      await worked(world, jobsAt(away));
      world.pass(HOUR_MS);
    }
    const waiting = await onlyMail(team, invoiceId);
    assert.deepEqual([waiting.state, waiting.error], ["queued", UNREACHED]);
    assert.ok((waiting.next_attempt_at ?? "") > before);
    const back = await opened();
    for (let hour = 0; hour < 24; hour += 1) {
      await worked(world, jobsAt(back));
      world.pass(HOUR_MS);
    }
    assert.equal(back.taken.length, 1);
    const sent = await onlyMail(team, invoiceId);
    assert.deepEqual([sent.state, sent.error, sent.next_attempt_at], ["sent", null, null]);
    assert.equal(sent.may_have_arrived_twice, false, "nothing had reached the server");
  });

  it("a mail server that is away for good fails the mail after the last attempt", async () => {
    const away = await mailServer();
    await away.close();
    const { team, invoiceId } = await queued();
    let mail = await onlyMail(team, invoiceId);
    for (let attempt = 0; mail.state === "queued"; attempt += 1) {
      assert.ok(attempt < 20);
      await worked(world, jobsAt(away));
      mail = await onlyMail(team, invoiceId);
      if (mail.next_attempt_at !== null) world.at(mail.next_attempt_at);
    }
    assert.deepEqual([mail.state, mail.error], ["failed", UNREACHED]);
    assert.deepEqual(await storedStates(team), ["failed"]);
  });

  for (const [status, state] of [
    [550, "failed"],
    [451, "queued"],
  ] as const)
    it(`a mail that is answered with ${status} is ${state}, and was not taken`, async () => {
      const server = await opened({
        onData: (stream, _session, callback) => {
          stream.resume();
          stream.on("end", () =>
            callback(Object.assign(new Error("not today"), { responseCode: status })),
          );
        },
      });
      const { team, invoiceId } = await queued();
      await worked(world, jobsAt(server));
      const mail = await onlyMail(team, invoiceId);
      assert.equal(mail.state, state);
      assert.match(mail.error ?? "", new RegExp(`${status} not today`));
      const patient = await opened();
      world.pass(2 * MINUTE_MS);
      await worked(world, jobsAt(patient));
      assert.equal(patient.taken.length, state === "failed" ? 0 : 1);
      assert.equal((await onlyMail(team, invoiceId)).may_have_arrived_twice, false);
    });

  it("a mail server that says nothing is left alone after a while", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    assert.ok(address !== null && typeof address !== "string");
    const { team, invoiceId } = await queued();
    await worked(world, jobsWith(mailerAt(address.port, 200)));
    const mail = await onlyMail(team, invoiceId);
    assert.deepEqual([mail.state, mail.error], ["queued", UNREACHED]);
  });

  it("a mail server that dies with the mail may have taken it, which is told after the next attempt", async () => {
    const dying = await opened({ diesAfterData: true });
    const { team, invoiceId } = await queued();
    await worked(world, jobsAt(dying));
    const unknown = await onlyMail(team, invoiceId);
    assert.deepEqual([unknown.state, unknown.error], ["sending", UNREACHED]);
    assert.equal(unknown.may_have_arrived_twice, false);
    const back = await opened();
    world.pass(2 * MINUTE_MS);
    await worked(world, jobsAt(back));
    assert.deepEqual(idAndDate(back.taken[0]), idAndDate(dying.taken[0]));
    const mail = await onlyMail(team, invoiceId);
    assert.deepEqual([mail.state, mail.may_have_arrived_twice], ["sent", true]);
  });

  it("a process that is killed after the mail was taken has it sent once more, with the same Message-ID and Date", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued();
    const { send } = mailerAt(server.port);
    const taken = Promise.withResolvers<null>();
    const killed: Mailer = {
      send: async (message) => {
        await send(message);
        taken.resolve(null);
        return new Promise(() => {});
      },
    };
    void worked(world, jobsWith(killed));
    await taken.promise;
    assert.deepEqual(await storedStates(team), ["sending"], "it was committed before");
    world.pass(MINUTE_MS);
    await worked(world, jobsAt(server));
    await worked(world, jobsAt(server));
    const [first, second, ...more] = server.taken;
    assert.deepEqual([idAndDate(second), more], [idAndDate(first), []]);
    const mail = await onlyMail(team, invoiceId);
    assert.deepEqual([mail.state, mail.may_have_arrived_twice], ["sent", true]);
  });

  it("one of three recipients that is refused is listed, and the others have it", async () => {
    const server = await opened({
      onRcptTo: ({ address }, _session, callback) =>
        callback(
          address.startsWith("gone@")
            ? Object.assign(new Error("no such person"), { responseCode: 550 })
            : null,
        ),
    });
    const { team, invoiceId } = await queued({ to: TO });
    await worked(world, jobsAt(server));
    assert.deepEqual(
      server.taken.map(({ to }) => to),
      [["anna@acme.example", "zoe@acme.example"]],
    );
    const mail = await onlyMail(team, invoiceId);
    assert.deepEqual([mail.state, mail.refused], ["sent", ["gone@acme.example"]]);
  });

  it("names of a customer and a team add no header, no recipient and no HTML", async () => {
    const server = await opened();
    const hostile = `{link}\r\nBcc: eve@example.com\u202e<img src=x onerror=alert(1)>`;
    const team = await world.team();
    await world.database.begin((db) =>
      db.updateTable("teams").set({ name: hostile }).where("id", "=", team.id).execute(),
    );
    const { invoiceId } = await queued({ team, customer: hostile, text: "{customer}" });
    await worked(world, jobsAt(server));
    const { to, headers, body } = server.taken[0] ?? assert.fail();
    assert.deepEqual(to, ["anna@acme.example", "bills@acme.example"]);
    assert.deepEqual(
      headers.filter((header) => /^(from|bcc|to):/i.test(header)),
      [
        'From: "{link} Bcc: src=x onerror=alert(1)" <books@server.example>',
        "To: anna@acme.example",
      ],
    );
    const [, page = ""] = body.split("text/html");
    assert.ok(!body.includes("\u202e") && !page.includes("<img") && page.includes("&lt;img"));
    assert.equal(body.split("{link}").length - 1, 2, "once as text, and once as HTML");
    assert.equal((await onlyMail(team, invoiceId)).state, "sent");
  });

  it("a mail whose invoice is voided while it waits is not sent", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued();
    await voidInvoice(mailingContext(team), { id: invoiceId });
    await worked(world, jobsAt(server));
    assert.deepEqual(server.taken, []);
    assert.equal((await onlyMail(team, invoiceId)).state, "withdrawn");
  });

  it("a mail whose invoice is voided while its PDF is drawn is not sent", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued();
    const drawing = async () => {
      await voidInvoice(mailingContext(team), { id: invoiceId });
      return new Uint8Array();
    };
    await worked(world, jobsDrawing(mailerAt(server.port), drawing));
    assert.deepEqual(server.taken, []);
    assert.equal((await onlyMail(team, invoiceId)).state, "withdrawn");
  });

  it("a mail whose invoice is voided while it is handed over went out", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued();
    const { send } = mailerAt(server.port);
    const late: Mailer = {
      send: async (message) => {
        await voidInvoice(mailingContext(team), { id: invoiceId });
        return send(message);
      },
    };
    await worked(world, jobsWith(late));
    assert.equal(server.taken.length, 1);
    assert.equal((await onlyMail(team, invoiceId)).state, "sent");
  });

  it("a mail whose invoice is voided after an attempt whose end nobody knows is not sent again", async () => {
    const dying = await opened({ diesAfterData: true });
    const { team, invoiceId } = await queued();
    await worked(world, jobsAt(dying));
    await voidInvoice(mailingContext(team), { id: invoiceId });
    const back = await opened();
    world.pass(2 * MINUTE_MS);
    await worked(world, jobsAt(back));
    assert.deepEqual(back.taken, []);
    assert.equal((await onlyMail(team, invoiceId)).state, "withdrawn");
  });

  it("two workers send each of many mails once", async () => {
    const server = await opened();
    const team = await world.team();
    for (let index = 1; index <= 12; index += 1) await queued({ team, cc: [] });
    await together(2, async () => worked(world, jobsAt(server)));
    const ids = server.taken.map((mail) => idAndDate(mail)[0]);
    assert.deepEqual([ids.length, new Set(ids).size], [12, 12]);
    assert.deepEqual(new Set(await storedStates(team)), new Set(["sent"]));
  });

  describe("a mail whose PDF cannot be drawn", () => {
    it("waits for it", async () => {
      const server = await opened();
      const { team, invoiceId } = await queued();
      const reason = "The PDF was not drawn in time.";
      const failing = () => Promise.reject(new Failure({ reason, isFinal: false }));
      await worked(world, jobsDrawing(mailerAt(server.port), failing));
      assert.deepEqual(server.taken, []);
      const mail = await onlyMail(team, invoiceId);
      assert.deepEqual([mail.state, mail.error], ["queued", reason]);
      world.pass(2 * MINUTE_MS);
      await worked(world, jobsAt(server));
      assert.equal(server.taken.length, 1);
      assert.equal((await onlyMail(team, invoiceId)).may_have_arrived_twice, false);
    });
  });

  it("without a mail server nothing goes out, and the state says so", async () => {
    const server = await opened();
    const { team, invoiceId } = await queued({ isMailing: false });
    await worked(world, jobsWith(null));
    await worked(world, jobsAt(server));
    assert.deepEqual(server.taken, []);
    const mail = await onlyMail(team, invoiceId);
    assert.deepEqual([mail.state, mail.error], ["not_sent", "no mail server"]);
  });

  async function opened(options?: Parameters<typeof mailServer>[0]): Promise<MailServer> {
    const server = await mailServer(options);
    closing.push(() => server.close());
    return server;
  }

  async function queued({ team: given, ...sending }: Queued = {}) {
    const team = given ?? (await world.team());
    return { team, invoiceId: await mailedInvoice(team, sending) };
  }

  async function onlyMail(team: Team, invoiceId: string): Promise<ShownMail> {
    const [mail, ...more] = await mailsOf(mailingContext(team), invoiceId);
    assert.deepEqual(more, []);
    return mail ?? assert.fail("no mail");
  }

  async function storedStates(team: Team): Promise<readonly string[]> {
    const mails = world.database.reader.selectFrom("invoice_mails").where("team_id", "=", team.id);
    return (await mails.select("state").execute()).map(({ state }) => state);
  }
});

function mailerAt(port: number, patienceMs = 0): Mailer {
  const from = { name: "Books", address: "books@server.example" };
  return createMailer(`smtp://127.0.0.1:${port}`, from, { patienceMs });
}

function jobsAt({ port }: MailServer): Jobs {
  return jobsWith(mailerAt(port));
}

/** Jobs whose mails are given their PDF by another function. */
function jobsDrawing(mailer: Mailer, draw: typeof pdfOf): Jobs {
  const name = "invoice_mail";
  const parts = { mailer, draw, mostAttempts: 2 };
  const run: Job["run"] = (context, id) => deliverMail(context, id, parts);
  return {
    ...jobsWith(mailer),
    invoice_pdf: null,
    invoice_mail: { name, retriesMs: [MINUTE_MS], run },
  };
}

function idAndDate(mail: MailServer["taken"][number] | undefined): readonly [string, string] {
  const of = (name: string) =>
    mail?.headers.find((header) => header.startsWith(`${name}: `)) ?? assert.fail(`no ${name}`);
  return [of("Message-ID"), of("Date")];
}
