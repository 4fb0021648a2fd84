import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Activity } from "../../../test/activity.ts";
import { BASE_URL, onEachDatabase } from "../../../test/app.ts";
import {
  addBuyer,
  addDraft,
  addTaxRate,
  refusedCall,
  sent,
  setInvoices,
} from "../../../test/invoices.ts";
import { jobsWith, worked } from "../../../test/outbox.ts";
import { together } from "../../../test/races.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { storedBody } from "./body-of.ts";
import { downloadPdf, pdfOf } from "./invoice-pdf.ts";

onEachDatabase((world) => {
  describe("the tools that send and void", () => {
    it("tell number, total, due date and mail, and the next step", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      await setInvoices(team, { void_issues_credit_note: true });
      const id = await addDraft(team);
      const sent = await team.call("invoices_send", { id });
      assert.partialDeepStrictEqual(sent, {
        id,
        number: "INV-2026-0001",
        status: "unpaid",
        total: 100,
        due_date: "2026-12-21",
        email: { to: ["anna@acme.example"], state: "not_sent", error: "no mail server" },
      });
      assert.equal((await team.refusedWithoutTrace("invoices_send", { id })).code, "not_a_draft");
      const voided = await team.call("invoices_void", { id });
      assert.partialDeepStrictEqual(voided, {
        number: "INV-2026-0001",
        status: "canceled",
        credit_note: { number: "CN-2026-0001" },
      });
      const again = await team.refusedWithoutTrace("invoices_void", { id });
      assert.equal(again.code, "already_canceled");
    });

    it("leave nothing of a dry run, which names the number that it would be", async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const id = await addDraft(team);
      const before = { state: await team.state(), journal: await team.journal() };
      const told = await team.call("invoices_send", { id, dry_run: true });
      assert.match(JSON.stringify(told), /INV-2026-0001/);
      assert.equal(told.dry_run, true);
      assert.match(
        JSON.stringify(told),
        /No mail goes out: no mail server is set up\. Once the invoice has/,
      );
      const voided = await team.call("invoices_void", { id, dry_run: true });
      assert.equal(voided.dry_run, true);
      assert.deepEqual({ state: await team.state(), journal: await team.journal() }, before);
      assert.equal((await team.call("invoices_send", { id })).number, "INV-2026-0001");
    });

    it("refuse a key that only reads", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const reader = await team.as("read");
      const before = await team.state();
      for (const tool of ["invoices_send", "invoices_void"])
        assert.equal((await reader.refused(tool, { id })).code, "tool_not_available");
      assert.deepEqual(await team.state(), before);
    });
  });

  describe("the same figures", () => {
    it("stand in draft, check, tool, page, body, and credit note", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const rate = await addTaxRate(team, { name: "19 % VAT", bp: 1900 });
      const lines = [
        { quantity: "12.5", price: "95", tax_rate_id: rate },
        { quantity: "3", price: "19.99", tax_rate_id: rate },
        { price: "49.90", discount_bp: 1500, tax_rate_id: rate },
      ];
      const id = await addDraft(team, { lines, discount_bp: 1000 });
      const app = await WebApp.of(team);
      const path = { team: team.id, id };
      const draft = await app.ask("GET /api/teams/:team/invoices/:id", path);
      const check = await app.ask("GET /api/teams/:team/invoices/:id/check", path);
      assert.equal(check.number, "INV-2026-0001");
      const given = { seen: draft.updated_at, total_minor: check.total_minor };
      const page = await app.ask("POST /api/teams/:team/invoices/:id/send", { ...path, ...given });
      assert.equal(page.number, check.number);
      const tool = await team.call("invoices_get", { id });
      const body = await storedBody(ownerContext(team), id);
      const voided = await app.ask("POST /api/teams/:team/invoices/:id/void", path);
      const [note] = voided.credit_notes;
      const credited = await storedBody(ownerContext(team), note?.id ?? "");
      const { total_minor } = body;
      assert.ok(total_minor > 0);
      assert.deepEqual(
        [draft, check, page, voided, credited].map((one) => one.total_minor),
        [total_minor, total_minor, total_minor, total_minor, total_minor],
      );
      assert.deepEqual([tool.total, note?.total_minor], [total_minor / 100, total_minor]);
      assert.deepEqual(page.body.lines, draft.body.lines);
      assert.deepEqual(credited.taxes, body.taxes);
    });
  });

  describe("the routes", () => {
    it("check what is missing, record and remove a payment, and tell what a void does", async () => {
      const team = await world.team({ country_code: "DE" });
      const id = await addDraft(team, { lines: [{ price: "300" }] });
      const app = await WebApp.of(team);
      const path = { team: team.id, id };
      const check = await app.ask("GET /api/teams/:team/invoices/:id/check", path);
      const needed = check.items.filter(({ is_needed }) => is_needed).map((item) => item.path);
      assert.ok(needed.includes("seller.name") && needed.includes("customer.city"), needed.join());
      assert.deepEqual(check.mail.to, ["anna@acme.example"]);
      assert.equal(check.mail.can_mail, false);
      assert.ok(check.mail.subject.includes("{number}"));
      const refused = await app.refused("POST /api/teams/:team/invoices/:id/send", path);
      assert.equal(refused.code, "invoice_incomplete");
      await team.set({ country_code: null });
      await app.ask("POST /api/teams/:team/invoices/:id/send", path);
      const payment = { amount_minor: 50_000, paid_on: "2026-11-21", method: "card" } as const;
      const paid = await app.ask("POST /api/teams/:team/invoices/:id/payments", {
        ...path,
        ...payment,
      });
      assert.equal(paid.status, "paid");
      assert.match(paid.notices?.join() ?? "", /200\.00 EUR more/);
      const loss = await app.ask("GET /api/teams/:team/invoices/:id/loss", path);
      assert.deepEqual(loss, {
        number: "INV-2026-0001",
        customer: "Acme",
        total: "300.00 EUR",
        paid: "500.00 EUR",
        credit_minor: null,
      });
      await app.ask("DELETE /api/teams/:team/invoices/:id/payments/:payment", {
        ...path,
        payment: paid.payments[0]?.id ?? "",
      });
      const after = await app.ask("GET /api/teams/:team/invoices/:id", path);
      assert.deepEqual([after.status, after.paid_minor, after.payments], ["unpaid", 0, []]);
      for (const [tool, verb] of [
        ["POST /api/teams/:team/invoices/:id/payments", "recorded"],
        ["DELETE /api/teams/:team/invoices/:id/payments/:payment", "removed"],
      ] as const) {
        const { deed } = await new Activity(app, team).latest(tool);
        const name = { name: "payment of €500.00 for INV-2026-0001" };
        assert.deepEqual(deed, [`${verb} the `, name, ""].slice(0, deed.length));
      }
      assert.equal(after.canceled_by, null);
      const mia = await WebApp.of(await team.member("member"));
      world.pass(1000);
      const voided = await mia.ask("POST /api/teams/:team/invoices/:id/void", path);
      assert.deepEqual([voided.by, voided.canceled_by], ["Olga Owner", "Mia Member"]);
      const numbers = await app.ask("GET /api/teams/:team/invoice-numbers", { team: team.id });
      assert.equal(
        numbers.sentence,
        "1 number given: none is missing, and all documents are as they were sent.",
      );
    });

    it("check the words of the mail as the mail has them", async () => {
      const team = await world.team();
      const app = await WebApp.of(team);
      const id = await addDraft(team, { lines: [{ price: "1374.98" }], language: "de" });
      const path = { team: team.id, id };
      const { mail } = await app.ask("GET /api/teams/:team/invoices/:id/check", path);
      await sent(team, id);
      const { mails } = await app.ask("GET /api/teams/:team/invoices/:id", path);
      const words = {
        number: "INV-2026-0001",
        customer: "Acme",
        total: "1.374,98\u00a0€",
        due_date: "21.12.2026",
        team: "Test team",
        link: `${BASE_URL}/i/…`,
      };
      assert.deepEqual(mail.values, words);
      for (const word of [words.total, words.due_date, words.team])
        assert.ok(mails[0]?.text.includes(word), word);
    });

    it("check by the days that the send would fix, and name what would keep it", async () => {
      const team = await world.team();
      await setInvoices(team, { dates_ordered: true });
      const app = await WebApp.of(team);
      const checked = async (id: string) => {
        const path = { team: team.id, id };
        const draft = await app.ask("GET /api/teams/:team/invoices/:id", path);
        return { ...(await app.ask("GET /api/teams/:team/invoices/:id/check", path)), draft };
      };
      await sent(team, await addDraft(team));
      const old = await addDraft(team, { issue_date: "2025-12-31" });
      const { items, number, draft } = await checked(old);
      assert.deepEqual([number, draft.next_number], ["INV-2026-0002", "INV-2026-0002"]);
      const moved = items.find(({ path }) => path === "issue_date");
      assert.match(moved?.message ?? "", /dated 2026-11-21 instead of 2025-12-31/);
      assert.equal(moved?.is_needed, false);
      assert.equal((await sent(team, old)).row.number, number);
      const early = await checked(await addDraft(team, { due_date: "2026-11-20" }));
      const late = early.items.find(({ path }) => path === "due_date");
      assert.deepEqual([late?.is_needed, early.number], [true, "INV-2026-0003"]);
    });

    it("let admins alone change the numbers", async () => {
      const team = await world.team();
      const member = await WebApp.of(await team.member("member"));
      const change = { team: team.id, invoice_pattern: "R-{YYYY}-{###}" };
      const path = "PATCH /api/teams/:team/invoice-numbers";
      assert.equal((await member.refused(path, change)).status, 403);
      const app = await WebApp.of(team);
      const { kinds } = await app.ask(path, change);
      assert.equal(kinds[0]?.next_number, "R-2026-001");
      assert.equal((await sent(team, await addDraft(team))).row.number, "R-2026-001");
    });
  });

  describe("the PDF", () => {
    it("is drawn by its job, and read back as it was stored, whoever asks first", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      await worked(world, jobsWith(null));
      const stored = await documentOf(id);
      assert.equal(stored.renderer, "2");
      assert.equal(
        Buffer.from(stored.pdf ?? [])
          .subarray(0, 5)
          .toString(),
        "%PDF-",
      );
      const all = await together(3, () => pdfOf(ownerContext(team), id));
      for (const pdf of all) assert.deepEqual(Buffer.from(pdf), Buffer.from(stored.pdf ?? []));
      const { name, bytes } = await downloadPdf(ownerContext(team), { id });
      assert.equal(name, "INV-2026-0001.pdf");
      assert.deepEqual(Buffer.from(bytes), Buffer.from(stored.pdf ?? []));
    });

    it("is drawn once when several ask at once, and is the one that is kept", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      const pdfs = await together(4, () => pdfOf(ownerContext(team), id));
      const stored = await documentOf(id);
      for (const pdf of pdfs) assert.deepEqual(Buffer.from(pdf), Buffer.from(stored.pdf ?? []));
    });

    it("of a draft is not stored, and is refused where it cannot be drawn", async () => {
      const team = await world.team();
      const draft = await addDraft(team);
      const { name, bytes } = await downloadPdf(ownerContext(team), { id: draft });
      assert.equal(name, "draft.pdf");
      assert.ok(bytes.length > 1000);
      const rows = world.database.reader.selectFrom("invoice_documents").selectAll();
      assert.deepEqual(await rows.where("team_id", "=", team.id).execute(), []);
      const customer_id = await addBuyer(team, { name: "東京" });
      const other = await addDraft(team, { customer_id });
      const error = await refusedCall(team, () => downloadPdf(ownerContext(team), { id: other }));
      assert.equal(error.code, "not_drawable");
    });

    it("of another team's invoice does not exist", async () => {
      const [team, other] = [await world.team(), await world.team()];
      const id = await addDraft(team);
      const error = await refusedCall(other, () => downloadPdf(ownerContext(other), { id }));
      assert.equal(error.code, "not_found");
    });
  });

  async function documentOf(id: string) {
    const rows = world.database.reader.selectFrom("invoice_documents").selectAll();
    return rows.where("invoice_id", "=", id).executeTakeFirstOrThrow();
  }
});
