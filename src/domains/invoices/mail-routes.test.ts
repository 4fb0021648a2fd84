import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDraft, setInvoices } from "../../../test/invoices.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { mailedInvoice, mailingContext } from "../../../test/mailed-invoices.ts";
import { assertUntouched, loggedApp } from "../../../test/mcp.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { attachmentIn, quotedPrintable } from "../../../test/smtp.ts";
import { WebApp } from "../../../test/web.ts";
import { pdfOf } from "./invoice-pdf.ts";
import { mailsOf } from "./mails.ts";
import { voidInvoice } from "./void-invoice.ts";

const BY_OLGA = { kind: "invoice", by: "Olga Owner" };
const MAILS = "POST /api/teams/:team/invoices/:id/mails";
const FILE = "GET /api/teams/:team/invoices/:id/mail.eml";
const ONE = "GET /api/teams/:team/invoices/:id";

onEachDatabase((world) => {
  afterEach(() => worked(world, jobsWith(new Mailbox())));

  describe("a document is mailed again", () => {
    it("to whom it is said, by the team's template, and is another mail", async () => {
      const { team, web, id } = await prepared();
      await setInvoices(team, { reply_to: "office@seller.example" });
      await worked(world, jobsWith(new Mailbox()));
      world.pass(1000);
      const { mails } = await sent(web, team, id, {
        to: ["zoe@acme.example"],
        cc: ["bills@acme.example", "ZOE@acme.example"],
      });
      assert.deepEqual(
        mails.map(({ state, to, cc, kind, by }: any) => ({ state, to, cc, kind, by })),
        [
          { state: "sent", to: ["anna@acme.example"], cc: ["bills@acme.example"], ...BY_OLGA },
          { state: "queued", to: ["zoe@acme.example"], cc: ["bills@acme.example"], ...BY_OLGA },
        ],
      );
      const mailbox = new Mailbox();
      await worked(world, jobsWith(mailbox));
      const [mail, ...more] = mailbox.messages;
      assert.deepEqual(more, []);
      assert.equal(mail?.subject, "Rechnung INV-2026-0001 von Test team");
      assert.equal(mail?.attachments?.[0]?.name, "INV-2026-0001.pdf");
      assert.equal(mail?.date, world.now);
      assert.deepEqual(mail?.team, { name: "Test team", replyTo: "office@seller.example" });
    });

    it("with words of one's own, in which names are filled in once", async () => {
      const { team, web, id } = await prepared({ customer: "{team} {link}" });
      const { mails } = await sent(web, team, id, {
        to: ["anna@acme.example"],
        subject: "{number} again",
        text: "Dear {customer},\n{link}\nsee {number}.",
      });
      assert.deepEqual(
        [mails.at(-1).subject, mails.at(-1).text],
        // The link is put in when it goes out: it is stored nowhere.
        ["INV-2026-0001 again", "Dear {team} {link},\n{link}\nsee INV-2026-0001."],
      );
    });

    it("after it failed", async () => {
      const { team, web, id } = await prepared();
      const reason = "The mail server refused the mail: 550 no";
      await worked(world, jobsWith(Mailbox.failing({ reason, isFinal: true })));
      world.pass(1000);
      const { mails } = await sent(web, team, id, { to: ["anna@acme.example"] });
      assert.deepEqual(
        mails.map(({ state, last_error }: any) => [state, last_error]),
        [
          ["failed", reason],
          ["queued", null],
        ],
      );
    });

    it("after the server ended at its last attempt, which the list tells as the invoice does", async () => {
      const { team, web, id } = await prepared();
      const last_error = "The server ended while it did this, at every attempt.";
      await world.database.begin((db) =>
        db
          .updateTable("outbox")
          .set({ dead_at: world.now, last_error })
          .where("team_id", "=", team.id)
          .where("job", "=", "invoice_mail")
          .execute(),
      );
      const of = { team: team.id };
      const { mails } = await web.ask("GET /api/teams/:team/invoices/:id", { ...of, id });
      assert.partialDeepStrictEqual(mails, [
        { state: "failed", last_error, next_attempt_at: null },
      ]);
      const { items } = await web.ask("GET /api/teams/:team/invoices", of);
      assert.deepEqual(
        items.map(({ mail_state }) => mail_state),
        ["failed"],
      );
      world.pass(1000);
      assert.equal((await sent(web, team, id, { to: ["anna@acme.example"] })).mails.length, 2);
    });

    it("as a credit note, and of its canceled invoice says that it is canceled, without a PDF", async () => {
      const { team, web, id } = await prepared();
      await setInvoices(team, { void_issues_credit_note: true });
      const { creditNote } = await voidInvoice(mailingContext(team), { id });
      assert.ok(creditNote !== null);
      await sent(web, team, creditNote.id, { to: ["anna@acme.example"] });
      await sent(web, team, id, { to: ["zoe@acme.example"] });
      const mailbox = new Mailbox();
      await worked(world, jobsWith(mailbox));
      const note = mailbox.to("anna@acme.example");
      assert.equal(note.subject, "Rechnungskorrektur CN-2026-0001 von Test team");
      assert.equal(note.attachments?.[0]?.name, "CN-2026-0001.pdf");
      const canceled = mailbox.to("zoe@acme.example");
      assert.match(canceled.text, /Rechnung INV-2026-0001 .* ist storniert/);
      assert.deepEqual(canceled.attachments, []);
      assert.equal(mailbox.messages.length, 2, "the invoice itself was taken back");
    });

    it("and without a mail server is not sent, which the answer says", async () => {
      const { team, web, id } = await prepared({ sendsMail: false });
      const { mails } = await sent(web, team, id, { to: ["anna@acme.example"] });
      const { state, last_error } = mails.at(-1);
      assert.deepEqual([state, last_error], ["not_sent", "no mail server"]);
      const mailbox = new Mailbox();
      await worked(world, jobsWith(mailbox));
      assert.deepEqual(mailbox.messages, []);
    });
  });

  describe("nothing is mailed", () => {
    for (const [what, given, status, code] of [
      ["to nobody", { to: [] }, 422, "invalid_argument"],
      ["to what is no address", { to: ["anna"] }, 422, "invalid_argument"],
      ["with an unknown name", { text: "{nummer}" }, 422, "invalid_argument"],
      ["with a subject that is empty", { subject: " " }, 422, "invalid_argument"],
      [
        "to more than may be mailed on a team's first day",
        { to: many(20), cc: many(40).slice(20) },
        409,
        "limit_reached",
      ],
    ] as const)
      it(what, async () => {
        const { team, web, id } = await prepared();
        await assertUntouched(team, async () => {
          const input = { team: team.id, id, to: ["anna@acme.example"], ...given };
          const { status: was, body } = await web.attempt(MAILS, input);
          assert.deepEqual([was, body.code], [status, code], JSON.stringify(body));
        });
      });

    it("once the first day's addresses are used up, and the refusal says until when", async () => {
      const { team, web, id } = await prepared();
      await sent(web, team, id, { to: many(18) });
      await assertUntouched(team, async () => {
        const input = { team: team.id, id, to: ["anna@acme.example"] };
        const { status, body } = await web.attempt(MAILS, input);
        assert.deepEqual([status, body.code], [503, "busy"]);
        assert.match(body.detail, /^Send it from 2026-\d\d-\d\d \d\d:\d\d \(UTC\) on\.$/);
      });
    });

    it("of a draft, nor of another team's invoice", async () => {
      const { team, web } = await prepared();
      const draft = await addDraft(team);
      const other = await prepared();
      for (const id of [draft, other.id])
        for (const path of [MAILS, FILE])
          await assertUntouched(team, async () => {
            const to = path === MAILS ? { to: ["anna@acme.example"] } : {};
            const { status, body } = await web.attempt(path, { team: team.id, id, ...to });
            assert.deepEqual([status, body.code], [404, "not_found"]);
          });
    });
  });

  describe("the mail as a file", () => {
    it("is a draft for a mail program, with the text and the PDF of the mail", async () => {
      const { team, web, id } = await prepared({ sendsMail: false });
      const { status, body, headers } = await web.attempt(FILE, { team: team.id, id });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(headers.get("Content-Type"), "message/rfc822");
      assert.match(headers.get("Content-Disposition") ?? "", /INV-2026-0001\.eml/);
      const file = String(body);
      for (const line of ["X-Unsent: 1", "To: anna@acme.example", "Cc: bills@acme.example"])
        assert.ok(file.includes(`${line}\r\n`), line);
      assert.ok(!/^(From|Bcc):/m.test(file) && !/[^\r]\n/.test(file));
      const context = mailingContext(team);
      const pdf = Buffer.from(await pdfOf(context, id));
      assert.deepEqual(attachmentIn(file, "INV-2026-0001.pdf"), pdf);
      const [mail] = await mailsOf(context, id);
      const [, text = ""] = /text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(file) ?? [];
      const { public_url } = await web.ask(ONE, { team: team.id, id });
      assert.match(public_url ?? "", /^http:\/\/localhost:3000\/i\/svc_invoice_\w{49}$/);
      assert.equal(
        quotedPrintable(text).replaceAll("\r\n", "\n"),
        mail?.text.replace("{link}", public_url ?? ""),
      );
      assert.equal(mail?.state, "not_sent");
    });
  });

  async function prepared({ sendsMail = true, customer = "Acme GmbH" } = {}) {
    const team = await world.team();
    const id = await mailedInvoice(team, { customer, isMailing: sendsMail });
    world.pass(1000);
    const { app } = loggedApp(world, { sendsMail });
    return { team, id, web: await WebApp.of(team, { app }) };
  }

  async function sent(web: WebApp, team: Team, id: string, given: object): Promise<any> {
    const { status, body } = await web.attempt(MAILS, { team: team.id, id, ...given });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `person${index}@acme.example`);
}
