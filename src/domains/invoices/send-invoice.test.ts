import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addBuyer, addDraft, refusedCall, sent, setInvoices } from "../../../test/invoices.ts";
import { assertUntouched } from "../../../test/mcp.ts";
import { duringWrite, together } from "../../../test/races.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { Cancelled, Refusal } from "../../core/errors.ts";
import type { InvoiceSeries } from "../../db/schema/invoices.ts";
import { deleteCustomer } from "../customers/delete-customer.ts";
import {
  createPaymentAccount,
  deletePaymentAccount,
} from "../payment-accounts/save-payment-account.ts";
import { storedBody } from "./body-of.ts";
import { mailsOf } from "./mails.ts";
import { setNumbers } from "./number-settings.ts";
import { proveNumbers } from "./prove-numbers.ts";
import { sendInvoice } from "./send-invoice.ts";
import { updateDraft } from "./update-draft.ts";
import { voidInvoice } from "./void-invoice.ts";

onEachDatabase((world) => {
  describe("a draft that is sent", () => {
    it("gets the next number, keeps what it says, and asks for its PDF", async () => {
      const team = await world.team();
      const id = await addDraft(team, { reference: "PO 7", lines: [{ quantity: "12.5" }] });
      const { row, mail, notices } = await sent(team, id);
      assert.deepEqual(
        [row.number, row.status, row.issue_date, row.due_date, row.overdue_from],
        ["INV-2026-0001", "unpaid", "2026-11-21", "2026-12-21", "2026-12-22"],
      );
      assert.deepEqual([mail.state, mail.to], ["not_sent", ["anna@acme.example"]]);
      assert.ok(notices.some((notice) => notice.includes("no mail server")));
      const body = await storedBody(ownerContext(team), id);
      assert.deepEqual(
        [body.number, body.total_minor, body.buyer.name],
        [row.number, 125_000, "Acme"],
      );
      assert.deepEqual(await jobsOf(team), ["invoice_pdf"]);
      const images = (await team.journal()).flatMap(({ changes }) => changes);
      const gave = images.filter(({ after }) => (after as any)?.number === "INV-2026-0001");
      assert.deepEqual(
        gave.map(({ subject_id }) => subject_id),
        [id],
      );
      assert.deepEqual((await stored(team, id)).lines, row.lines);
      assert.deepEqual(await stored(team, id), row);
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
    });

    it("is refused in every other state, with its number and day, and nothing happens", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await sent(team, id);
      const again = await refusedCall(team, () => sent(team, id));
      assert.equal(again.code, "not_a_draft");
      assert.match(again.message, /INV-2026-0001.*2026-11-21/);
      await voidInvoice(ownerContext(team), { id });
      assert.equal((await refusedCall(team, () => sent(team, id))).code, "not_a_draft");
      const draft = await addDraft(team);
      await voidInvoice(ownerContext(team), { id: draft });
      assert.equal((await refusedCall(team, () => sent(team, draft))).code, "not_a_draft");
      const other = await world.team();
      assert.equal((await refusedCall(other, () => sent(other, id))).code, "not_found");
    });

    it("names all that it lacks, and takes no number", async () => {
      const team = await world.team({ country_code: "DE" });
      const id = await addDraft(team, { lines: [{ price: "300" }] });
      const error = await refusedCall(team, () => sent(team, id));
      assert.equal(error.code, "invoice_incomplete");
      for (const missing of [/name of your business/, /VAT number or tax number/, /city of Acme/])
        assert.match(error.message, missing);
      const empty = await addDraft(team, { customer_id: null, lines: [] });
      const nothing = await refusedCall(team, () => sent(team, empty));
      assert.match(nothing.message, /no customer.*no line/);
    });

    it("with characters that the font lacks is refused, with the field, before a number", async () => {
      const team = await world.team();
      const customer_id = await addBuyer(team, { name: "東京 GmbH" });
      const id = await addDraft(team, { customer_id });
      const error = await refusedCall(team, () => sent(team, id));
      assert.equal(error.code, "not_drawable");
      assert.match(error.message, /東.*the customer’s name/);
      const next = await sent(team, await addDraft(team));
      assert.equal(next.row.number, "INV-2026-0001");
    });

    it("with a total of 0 counts as paid at once, and says so", async () => {
      const team = await world.team();
      const free = await addDraft(team, { lines: [{ price: "0" }, { discount_bp: 10_000 }] });
      const { row, notices } = await sent(team, free);
      assert.deepEqual([row.status, row.total_minor, row.paid_at], ["paid", 0, world.now]);
      assert.ok(notices.some((notice) => notice.includes("counts as paid")));
    });

    it("is refused when it is another than the one that was seen", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const seen = (await stored(team, id)).updated_at;
      world.pass(1000);
      await updateDraft(ownerContext(team), { id, seen, note: "Thank you" });
      const stale = await refusedCall(team, () => sent(team, id, { seen }));
      assert.equal(stale.code, "changed_meanwhile");
      const other = await refusedCall(team, () => sent(team, id, { total_minor: 9999 }));
      assert.equal(other.code, "changed_since");
      assert.match(other.message, /99\.99 EUR.*100\.00 EUR/);
    });

    it("is refused when its stored total is not that of its lines, with both", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      await world.database.begin((db) =>
        db.updateTable("invoices").set({ total_minor: 9000 }).where("id", "=", id).execute(),
      );
      const error = await refusedCall(team, () => sent(team, id));
      assert.equal(error.code, "changed_since");
      assert.match(error.message, /90\.00 EUR.*100\.00 EUR/);
    });
  });

  describe("numbers", () => {
    it("of parallel sends have no gap and no double, also when every fifth fails after the counter", async () => {
      const team = await world.team();
      const customer_id = await addBuyer(team);
      const ids: string[] = [];
      for (let index = 0; index < 20; index += 1) ids.push(await addDraft(team, { customer_id }));
      const outcomes = await together(20, async (index) => {
        // The caller goes away: everything is undone behind the counter.
        const isCancelled = () => index % 5 === 4;
        const context = { ...ownerContext(team), isCancelled };
        return sendInvoice(context, { id: ids[index] ?? "" }).then(
          ({ row }) => row.number,
          (error: unknown) => {
            if (error instanceof Cancelled) return null;
            throw error;
          },
        );
      });
      assert.deepEqual(
        outcomes.filter((number) => number !== null).toSorted(),
        Array.from({ length: 16 }, (_, at) => `INV-2026-${String(at + 1).padStart(4, "0")}`),
      );
      for (const [index, id] of ids.entries()) {
        if (index % 5 !== 4) continue;
        const row = await stored(team, id);
        assert.deepEqual([row.status, row.number], ["draft", null]);
      }
      const { periods, problems } = await proveNumbers(ownerContext(team));
      assert.deepEqual(problems, []);
      assert.partialDeepStrictEqual(periods, [{ last: 16, given: 16, skipped: 0 }]);
    });

    it("begin with 1 when two are the first of a period at once", async () => {
      for (let round = 0; round < 5; round += 1) {
        const team = await world.team();
        const ids = [await addDraft(team), await addDraft(team)];
        const numbers = await Promise.all(
          ids.map(async (id) => (await sent(team, id)).row.number ?? ""),
        );
        assert.deepEqual(numbers.toSorted(), ["INV-2026-0001", "INV-2026-0002"]);
      }
    });

    it("of December that is sent in January are December's, with a notice", async () => {
      const team = await world.team();
      await sent(team, await addDraft(team));
      const late = await addDraft(team, { issue_date: "2026-12-30" });
      world.at("2027-01-03T09:00:00Z");
      const { row, notices } = await sent(team, late);
      assert.deepEqual([row.number, row.issue_date], ["INV-2026-0002", "2026-12-30"]);
      assert.ok(
        notices.some((notice) => notice.includes("2026-12-30, and was sent on 2027-01-03")),
      );
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2027-0001");
      assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
      world.at("2026-11-21T09:00:00Z");
    });

    it("grow a digit after 9999", async () => {
      const team = await world.team();
      await setCounter(team, "invoice", 9998);
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-9999");
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-10000");
    });

    it("that exist are refused, never left out", async () => {
      const team = await world.team();
      await setInvoices(team, { invoice_pattern: "R-{####}", invoice_reset: "never" });
      await sent(team, await addDraft(team));
      await sent(team, await addDraft(team));
      await setInvoices(team, { invoice_pattern: "R-{####}{YY}", invoice_reset: "year" });
      await setInvoices(team, { invoice_pattern: "{YYYY}-{##}", invoice_reset: "year" });
      await sent(team, await addDraft(team));
      await setInvoices(team, { invoice_pattern: "R-{####}", invoice_reset: "never" });
      await world.database.begin((db) =>
        db
          .updateTable("invoice_counters")
          .set({ last_value: 0 })
          .where("team_id", "=", team.id)
          .where("period", "=", "")
          .execute(),
      );
      const id = await addDraft(team);
      const error = await refusedCall(team, () => sent(team, id));
      assert.equal(error.code, "number_taken");
      assert.match(error.sentence, /R-0001.*start at 3/);
    });

    it("that two series come to at the same moment are given to one of them", async () => {
      const team = await world.team();
      const pattern = "{YYYY}-{####}";
      const same = { invoice_pattern: pattern, credit_note_pattern: pattern };
      await setInvoices(team, { ...same, void_issues_credit_note: true });
      const [first, second] = [await addDraft(team), await addDraft(team)];
      await sent(team, first);
      await setCounter(team, "credit_note", 1);
      const outcomes = await Promise.all([
        codeOf(sent(team, second)),
        codeOf(voidInvoice(ownerContext(team), { id: first })),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["done", "number_taken"]);
    });

    it("are not called taken when another rule of the database refuses the row", async () => {
      const team = await world.team();
      await sent(team, await addDraft(team));
      await setInvoices(team, { invoice_pattern: "R-{####}", invoice_reset: "year" });
      // A restored backup of one table: the count begins again, under another pattern.
      await setCounter(team, "invoice", 0);
      const id = await addDraft(team);
      const error = await assertUntouched(team, () =>
        sent(team, id).then(
          () => assert.fail("it was sent"),
          (error: unknown) => error,
        ),
      );
      assert.ok(!(error instanceof Refusal), String(error));
    });

    it("of both kinds of documents count on in one series, where the team wants that", async () => {
      const team = await world.team();
      await setInvoices(team, { credits_share_numbers: true, void_issues_credit_note: true });
      const id = await addDraft(team);
      await sent(team, id);
      const { creditNote } = await voidInvoice(ownerContext(team), { id });
      assert.deepEqual([creditNote?.number, creditNote?.series], ["INV-2026-0002", "invoice"]);
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-0003");
      const { periods, problems } = await proveNumbers(ownerContext(team));
      assert.deepEqual(problems, []);
      assert.partialDeepStrictEqual(periods, [{ series: "invoice", last: 3, given: 3 }]);
    });
  });

  describe("dates that follow the numbers", () => {
    it("become today when they are before the last or to come, and the due date moves as far", async () => {
      const team = await world.team();
      await setInvoices(team, { dates_ordered: true });
      await sent(team, await addDraft(team, { issue_date: "2026-11-20" }));
      const between = await sent(team, await addDraft(team, { issue_date: "2026-11-20" }));
      assert.equal(between.row.issue_date, "2026-11-20");
      const early = { issue_date: "2026-11-10", due_date: "2026-11-24" };
      const moved = await sent(team, await addDraft(team, early));
      assert.deepEqual([moved.row.issue_date, moved.row.due_date], ["2026-11-21", "2026-12-05"]);
      assert.ok(moved.notices.some((notice) => notice.includes("dates follow the numbers")));
      const ahead = await sent(team, await addDraft(team, { issue_date: "2026-12-24" }));
      assert.equal(ahead.row.issue_date, "2026-11-21");
    });

    it("wait for the day of the last document, which the refusal names", async () => {
      const team = await world.team();
      await sent(team, await addDraft(team, { issue_date: "2026-11-25" }));
      await setInvoices(team, { dates_ordered: true });
      const id = await addDraft(team);
      const error = await refusedCall(team, () => sent(team, id));
      assert.equal(error.code, "dates_ordered");
      assert.match(error.sentence, /INV-2026-0001.*2026-11-25/);
      world.at("2026-11-25T09:00:00Z");
      assert.equal((await sent(team, id)).row.number, "INV-2026-0002");
      world.at("2026-11-21T09:00:00Z");
    });

    it("do so from the moment on at which the team wants it, also for a send that waits", async () => {
      const team = await world.team();
      const id = await addDraft(team, { issue_date: "2026-12-24" });
      const ordered = { dates_ordered: true, next: [] };
      const { row } = await duringWrite(
        world,
        (db) => setNumbers({ ...ownerContext(team), db, begin: null }, ordered),
        () => sent(team, id),
      );
      assert.equal(row.issue_date, "2026-11-21");
    });

    it("stay in order when many are sent at once", async () => {
      const team = await world.team();
      await setInvoices(team, { dates_ordered: true });
      const ids: string[] = [];
      for (let day = 1; day <= 10; day += 1)
        ids.push(await addDraft(team, { issue_date: `2026-11-${String(day).padStart(2, "0")}` }));
      const rows = await Promise.all(ids.map(async (id) => (await sent(team, id)).row));
      const byNumber = rows.toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
      const days = byNumber.map(({ issue_date }) => issue_date ?? "");
      assert.deepEqual(days, days.toSorted());
      assert.deepEqual(
        byNumber.map(({ sequence }) => sequence),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      );
    });
  });

  describe("a send that crosses another call", () => {
    it("is done once when two send the same draft", async () => {
      const team = await world.team();
      const id = await addDraft(team);
      const outcomes = await together(4, () => codeOf(sent(team, id)));
      assert.deepEqual(outcomes.toSorted(), ["done", "not_a_draft", "not_a_draft", "not_a_draft"]);
      assert.partialDeepStrictEqual((await proveNumbers(ownerContext(team))).periods, [
        { last: 1 },
      ]);
    });

    it("is done whole before or refused after its customer goes", async () => {
      for (let round = 0; round < 8; round += 1) {
        const team = await world.team();
        const customer_id = await addBuyer(team);
        const id = await addDraft(team, { customer_id });
        const [send, gone] = await Promise.all([
          codeOf(sent(team, id)),
          codeOf(deleteCustomer(ownerContext(team), { id: customer_id })),
        ]);
        assert.equal(gone, "done");
        const row = await stored(team, id);
        assert.equal(row.customer_id, null);
        if (send === "done") assert.equal(row.buyer_name, "Acme");
        else assert.deepEqual([row.status, row.number], ["draft", null], send);
        assert.ok(["done", "changed_meanwhile", "invoice_incomplete"].includes(send), send);
        assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
      }
    });

    it("goes to no address that came while it waited", async () => {
      const team = await world.team();
      const customer_id = await addBuyer(team);
      const id = await addDraft(team, { customer_id });
      const outcome = await duringWrite(
        world,
        (db) => db.updateTable("invoices").set({ note: null }).where("id", "=", id).execute(),
        () => codeOf(sent(team, id)),
        (db) => {
          const other = { email: "other@acme.example", email_folded: "other@acme.example" };
          return db.updateTable("customers").set(other).where("id", "=", customer_id).execute();
        },
      );
      // On SQLite the send began when the write was over.
      assert.equal(outcome, world.dialect === "postgres" ? "changed_meanwhile" : "done");
      if (world.dialect === "postgres") await sent(team, id);
      const [mail] = await mailsOf(ownerContext(team), id);
      assert.deepEqual(mail?.to, ["other@acme.example"]);
    });

    it("has no bank details that were deleted while it waited", async () => {
      const team = await world.team();
      const account = { label: "Usual", holder: "Acme", details: "1" };
      const accountId = await createPaymentAccount(ownerContext(team), account);
      const id = await addDraft(team);
      const outcome = await duringWrite(
        world,
        (db) => deletePaymentAccount({ ...ownerContext(team), db, begin: null }, { id: accountId }),
        () => codeOf(sent(team, id)),
      );
      assert.equal(outcome, "done");
      assert.partialDeepStrictEqual(await stored(team, id), {
        number: "INV-2026-0001",
        payment_account_id: null,
      });
    });

    it("is done before or refused after its draft is voided", async () => {
      for (let round = 0; round < 8; round += 1) {
        const team = await world.team();
        const id = await addDraft(team);
        const [send, gone] = await Promise.all([
          codeOf(sent(team, id)),
          codeOf(voidInvoice(ownerContext(team), { id })),
        ]);
        assert.equal(gone, "done");
        const row = await stored(team, id);
        assert.equal(row.status, "canceled");
        assert.equal(row.number === null, send !== "done", send);
        assert.deepEqual((await proveNumbers(ownerContext(team))).problems, []);
      }
    });
  });

  async function stored(team: Team, id: string) {
    const rows = world.database.reader.selectFrom("invoices").selectAll();
    return rows.where("team_id", "=", team.id).where("id", "=", id).executeTakeFirstOrThrow();
  }

  async function setCounter(team: Team, series: InvoiceSeries, last_value: number) {
    const place = { team_id: team.id, series, period: "2026" };
    await world.database.begin((db) =>
      db
        .insertInto("invoice_counters")
        .values({ ...place, last_value, last_date: null })
        .onConflict((conflict) =>
          conflict.columns(["team_id", "series", "period"]).doUpdateSet({ last_value }),
        )
        .execute(),
    );
  }

  async function jobsOf(team: Team) {
    const jobs = world.database.reader.selectFrom("outbox").where("team_id", "=", team.id);
    return (await jobs.select("job").execute()).map(({ job }) => job);
  }
});

/** `done`, or the code of the refusal. */
async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}
