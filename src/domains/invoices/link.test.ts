import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDraft, refusedCall, sent, setInvoices } from "../../../test/invoices.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { mailedInvoice } from "../../../test/mailed-invoices.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { together } from "../../../test/races.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { makeLink, revokeLink } from "./link.ts";
import { sendAgain } from "./send-again.ts";
import { voidInvoice } from "./void-invoice.ts";

const ONE = "GET /api/teams/:team/invoices/:id";
const MAKE = "POST /api/teams/:team/invoices/:id/link";
const REVOKE = "DELETE /api/teams/:team/invoices/:id/link";

onEachDatabase((world) => {
  async function isOpen(url: string | null): Promise<boolean> {
    assert.ok(url !== null);
    return (await world.app.request(new URL(url).pathname)).status === 200;
  }

  async function opened() {
    const team = await world.team();
    const id = await addDraft(team);
    await sent(team, id);
    const app = await WebApp.of(team);
    return { team, app, of: { team: team.id, id } };
  }

  describe("the link of a document", () => {
    it("comes with its number, for credit notes too, and is told alike by tools and the page", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const app = await WebApp.of(team);
      const draft = await team.call("invoices_get", { id });
      assert.deepEqual([draft.url, draft.opened_at], [null, null]);
      const { url } = await team.call("invoices_send", { id });
      assert.match(url, /^http:\/\/localhost:3000\/i\/svc_invoice_\w{49}$/);
      assert.ok(await isOpen(url));
      assert.equal((await team.call("invoices_get", { id })).url, url);
      assert.equal((await app.ask(ONE, { team: team.id, id })).public_url, url);
      await setInvoices(team, { void_issues_credit_note: true });
      const { creditNote } = await voidInvoice(ownerContext(team), { id });
      const note = await team.call("invoices_get", { id: creditNote?.id });
      assert.notEqual(note.url, url);
      assert.ok((await isOpen(note.url)) && (await isOpen(url)));
    });

    it("is revoked for good, and a new one is another", async () => {
      const { app, of } = await opened();
      const first = (await app.ask(ONE, of)).public_url;
      const revoked = await app.ask(REVOKE, of);
      assert.equal(revoked.public_url, null);
      assert.ok(!(await isOpen(first)));
      const second = (await app.ask(MAKE, of)).public_url;
      const third = (await app.ask(MAKE, of)).public_url;
      assert.equal(new Set([first, second, third]).size, 3);
      assert.deepEqual(await Promise.all([first, second, third].map(isOpen)), [false, false, true]);
    });

    it("is not in the journal, which tells who made or revoked it, and does not undo that", async () => {
      const { team, app, of } = await opened();
      const link_ids = [await linkIdOf(team, of.id)];
      await app.ask(MAKE, of);
      link_ids.push(await linkIdOf(team, of.id));
      await app.ask(REVOKE, of);
      const journal = JSON.stringify(await team.journal());
      for (const link of link_ids) assert.ok(link !== null && !journal.includes(link));
      const activity = await Activity.of(team);
      for (const [route, words] of [
        [MAKE, "made a new public link for "],
        [REVOKE, "revoked the public link of "],
      ] as const) {
        const event = await activity.latest(route);
        assert.deepEqual(event.deed, [words, { name: "INV-2026-0001" }]);
        assert.match(
          await activity.refused(event),
          /not_undoable: A link that is revoked never works/,
        );
      }
    });

    it("is refused for a draft, where there is none, and in another team, and nothing happens", async () => {
      const { team, app, of } = await opened();
      const draft = await addDraft(team);
      for (const call of [makeLink, revokeLink]) {
        const error = await refusedCall(team, () => call(ownerContext(team), { id: draft }));
        assert.deepEqual([error.code, error.path], ["invalid_argument", "id"]);
      }
      await app.ask(REVOKE, of);
      const twice = await refusedCall(team, () => revokeLink(ownerContext(team), { id: of.id }));
      assert.equal(twice.code, "not_found");
      const other = await world.team();
      for (const call of [makeLink, revokeLink]) {
        const error = await refusedCall(other, () => call(ownerContext(other), { id: of.id }));
        assert.equal(error.code, "not_found");
      }
    });

    it("is one, however many are made at the same time", async () => {
      const { app, of } = await opened();
      const answers = await together(10, async () => app.ask(MAKE, of));
      const { public_url } = await app.ask(ONE, of);
      assert.ok(await isOpen(public_url));
      const links = new Set(answers.map(({ public_url }) => public_url));
      const works = await Promise.all([...links].map(isOpen));
      assert.equal(works.filter(Boolean).length, 1);
    });
  });

  describe("{link} in a mail", () => {
    it("is the link of the moment in which it goes out, which is stored nowhere", async () => {
      const team = await world.team();
      const id = await mailedInvoice(team);
      const first = (await team.call("invoices_get", { id })).url;
      assert.ok(!JSON.stringify(await team.state()).includes(first.slice(-20)));
      await makeLink(ownerContext(team), { id });
      const { url } = await team.call("invoices_get", { id });
      const mailbox = new Mailbox();
      await worked(world, jobsWith(mailbox));
      const { text, html } = mailbox.to("anna@acme.example");
      assert.ok(text.includes(`\n\n${url}\n\n`) && !text.includes(first));
      assert.ok(html?.includes(`<a href="${url}">${url}</a>`));
      assert.doesNotMatch(text + html, /[{}\u{e000}]/u);
    });

    it("takes its line with it once the link is revoked, in a mail that waits and in one that is sent again", async () => {
      const team = await world.team();
      const id = await mailedInvoice(team);
      await revokeLink(ownerContext(team), { id });
      const context = ownerContext(team);
      const mailing = { domain: "books.example", invoiceMailsPerHour: 100 };
      const text = "Dear {customer},\n\n{link}\n\nBye";
      await sendAgain({ ...context, mailing }, { id, to: ["zoe@acme.example"], cc: [], text });
      const mailbox = new Mailbox();
      await worked(world, jobsWith(mailbox));
      const [waited, again] = ["anna@acme.example", "zoe@acme.example"].map((to) => mailbox.to(to));
      assert.doesNotMatch(waited?.text ?? "", /\/i\/|[{}\u{e000}]|\n{3}/u);
      assert.equal(again?.text, "Dear Acme GmbH,\n\nBye");
    });

    it("is not for a subject, which is refused", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const error = await refusedCall(team, () => sent(team, id, { subject: "See {link}" }));
      assert.deepEqual([error.code, error.path], ["invalid_argument", "subject"]);
    });
  });
});

async function linkIdOf({ id: team, world }: Team, id: string): Promise<string | null> {
  const { link_id } = await world.database.reader
    .selectFrom("invoices")
    .select("link_id")
    .where("team_id", "=", team)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return link_id;
}
