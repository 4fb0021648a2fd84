import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Admin } from "../../../test/admin.ts";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addDraft, refusedCall, sent, setInvoices } from "../../../test/invoices.ts";
import { emptied } from "../../../test/rows.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { undoEvent } from "../../activity/undo.ts";
import { subjects } from "../../api/subjects.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { Db } from "../../db/schema/schema.ts";
import { events } from "../../events.ts";
import { documentColumns, readBody, storedBody } from "./body-of.ts";
import { pdfOf } from "./invoice-pdf.ts";
import { getShownNumbers } from "./number-answers.ts";
import { SetNumbers, setNumbers } from "./number-settings.ts";
import { proofSentence, proveNumbers } from "./prove-numbers.ts";
import { voidInvoice } from "./void-invoice.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);
  afterEach(() => emptied(world.database));

  describe("the proof of numbers", () => {
    it("of a team without any says so", async () => {
      const team = await world.team();
      assert.equal(proofSentence(await proof(team)), "No number was given yet.");
    });

    it("finds nothing wrong with what was sent, paid and voided, page after page", async () => {
      const team = await world.team();
      await setInvoices(team, { void_issues_credit_note: true });
      const customer_id = await buyerOf(team);
      for (let index = 0; index < 60; index += 1)
        await sent(team, await addDraft(team, { customer_id }));
      const id = await addDraft(team, { customer_id });
      await sent(team, id);
      await voidInvoice(ownerContext(team), { id });
      const { periods, problems, read } = await proof(team);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        periods.map(({ series, last, given }) => [series, last, given]),
        [
          ["invoice", 61, 61],
          ["credit_note", 1, 1],
        ],
      );
      assert.equal(
        proofSentence({ periods, problems, read }),
        "62 numbers given: none is missing, and all documents are as they were sent.",
      );
    });

    it("reads the newest documents alone where it is asked for them, and all numbers", async () => {
      const team = await world.team();
      const customer_id = await buyerOf(team);
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        world.pass(1000);
        ids.push(await addDraft(team, { customer_id }));
        await sent(team, ids[index] ?? "");
      }
      const alter = async (id = "") =>
        world.database.begin((db) => documents(db, id).set({ body: "{}" }).execute());
      await alter(ids[0]);
      const newest = await proveNumbers(ownerContext(team), { newest: 2 });
      assert.equal(
        proofSentence(newest),
        "3 numbers given: none is missing, and the newest 2 documents are as they were sent; the command admin doctor reads all.",
      );
      assert.equal((await proof(team)).problems.length, 1);
      await alter(ids[2]);
      assert.match(
        (await proveNumbers(ownerContext(team), { newest: 2 })).problems.join(),
        /^The document of INV-2026-0003 was altered/,
      );
    });

    for (const [what, alter, said] of [
      [
        "a body",
        async (db, { id, body }) => {
          const other = body.replace("Consulting", "Consultinf");
          await documents(db, id).set({ body: other }).execute();
        },
        /document of INV-2026-0001 was altered: its text has another hash/,
      ],
      [
        "a body with its hash",
        async (db, { id, body }) => {
          const other = { ...readBody(body), total_minor: 9900 };
          await documents(db, id).set(documentColumns(other)).execute();
        },
        /sums of INV-2026-0001 are not those of its lines/,
      ],
      [
        "a total",
        async (db, { id }) => {
          await db
            .updateTable("invoices")
            .set({ total_minor: 9900 })
            .where("id", "=", id)
            .execute();
        },
        /INV-2026-0001 was altered: its total_minor/,
      ],
      [
        "a date",
        async (db, { id }) => {
          const changed = { issue_date: "2026-11-01" };
          await db.updateTable("invoices").set(changed).where("id", "=", id).execute();
        },
        /INV-2026-0001 was altered: its issue_date/,
      ],
      [
        "a number",
        async (db, { id }) => {
          const changed = { number: "INV-2026-0007", sequence: 7 };
          await db.updateTable("invoices").set(changed).where("id", "=", id).execute();
        },
        /INV-2026-0007 is number 7, and only 2 were given/,
      ],
      [
        "a status",
        async (db, { id }) => {
          await db.updateTable("invoices").set({ status: "paid" }).where("id", "=", id).execute();
        },
        /INV-2026-0001 is paid, which does not follow/,
      ],
      [
        "what was paid",
        async (db, { id }) => {
          await db.updateTable("invoices").set({ paid_minor: 1 }).where("id", "=", id).execute();
        },
        /paid on INV-2026-0001 is not the sum/,
      ],
      [
        "a PDF",
        async (db, { id }) => {
          const pdf = new TextEncoder().encode("another");
          await documents(db, id).set({ pdf }).execute();
        },
        /PDF of INV-2026-0001 was altered/,
      ],
      [
        "a document that goes",
        async (db, { id }) => {
          await db.deleteFrom("invoice_documents").where("invoice_id", "=", id).execute();
        },
        /INV-2026-0001 has no document/,
      ],
      [
        "an invoice that goes",
        async (db, { id }) => {
          await db.deleteFrom("invoice_documents").where("invoice_id", "=", id).execute();
          await db.deleteFrom("invoice_mails").where("invoice_id", "=", id).execute();
          await db.deleteFrom("invoices").where("id", "=", id).execute();
        },
        /Number 1 of the invoices in 2026 was given, and there is no document with it/,
      ],
    ] as const satisfies readonly (readonly [string, Alter, RegExp])[])
      it(`names ${what} that was altered by SQL, and the doctor does`, async () => {
        const team = await world.team();
        const id = await addDraft(team);
        await sent(team, id);
        await sent(team, await addDraft(team));
        await pdfOf(ownerContext(team), id);
        const body = canonicalJson(await storedBody(ownerContext(team), id));
        assert.deepEqual((await proof(team)).problems, []);
        assert.equal((await doctorSays())?.ok, true);
        await world.database.begin((db) => alter(db, { id, body }));
        const { problems } = await proof(team);
        assert.match(problems.join(" "), said);
        const check = await doctorSays();
        assert.equal(check?.ok, false);
        assert.ok(
          check?.problem?.includes(`in team ${team.id}. ${problems[0]}`),
          check?.problem ?? "",
        );
      });
  });

  describe("the next number", () => {
    it("is raised with a reason, which the proof knows, and never lowered or undone", async () => {
      const team = await world.team();
      await sent(team, await addDraft(team));
      const next = [{ series: "invoice", value: 100, reason: "From the old program" }] as const;
      const event = await setNumbers(ownerContext(team), SetNumbers.parse({ next }));
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-0100");
      const shown = await getShownNumbers(ownerContext(team));
      assert.partialDeepStrictEqual(shown.skips, [{ from_value: 2, to_value: 99 }]);
      assert.deepEqual(shown.problems, []);
      assert.match(shown.sentence, /^2 numbers given: 98 were left out with a reason/);
      assert.equal(shown.kinds[0]?.next_number, "INV-2026-0101");
      for (const value of [1, 50, 100]) {
        const lower = SetNumbers.parse({ next: [{ ...next[0], value }] });
        const error = await refusedCall(team, () => setNumbers(ownerContext(team), lower));
        assert.match(error.sentence, /INV-2026-0101.*only be raised.*give 101/);
      }
      const context = { ...ownerContext(team), subjects, events };
      const undo = await refusedCall(team, () => undoEvent(context, { id: event ?? "" }));
      assert.match(undo.message, /left out/);
    });

    it("of a pattern that meets a given number is refused with the value to start from", async () => {
      const team = await world.team();
      await sent(team, await addDraft(team));
      await sent(team, await addDraft(team));
      const change = { invoice_reset: "never" } as const;
      const error = await refusedCall(team, () =>
        setNumbers(ownerContext(team), SetNumbers.parse(change)),
      );
      assert.deepEqual([error.code, error.path], ["number_taken", "invoice_pattern"]);
      assert.match(error.next, /start at 3/);
      const next = [{ series: "invoice", value: 3, reason: "Numbers of 2026 by year" }];
      await setNumbers(ownerContext(team), SetNumbers.parse({ ...change, next }));
      assert.equal((await sent(team, await addDraft(team))).row.number, "INV-2026-0003");
      assert.deepEqual((await proof(team)).problems, []);
    });

    it("of a pattern that would repeat itself is refused, and so is one for nobody's series", async () => {
      const team = await world.team();
      for (const [given, path] of [
        [{ invoice_pattern: "INV-{####}" }, "invoice_pattern"],
        [{ credit_note_pattern: "CN" }, "credit_note_pattern"],
        [
          {
            credits_share_numbers: true,
            next: [{ series: "credit_note", value: 9, reason: "Why" }],
          },
          "next",
        ],
      ] as const) {
        const input = SetNumbers.parse(given);
        const error = await refusedCall(team, () => setNumbers(ownerContext(team), input));
        assert.deepEqual([error.code, error.path], ["invalid_argument", path]);
      }
    });

    it("that is raised while others send leaves no gap that is not written down", async () => {
      const team = await world.team();
      const ids = [];
      for (let index = 0; index < 8; index += 1) ids.push(await addDraft(team));
      const next = [{ series: "invoice", value: 500, reason: "From the old program" }];
      await Promise.all([
        ...ids.map((id) => sent(team, id)),
        setNumbers(ownerContext(team), SetNumbers.parse({ next })),
      ]);
      const { periods, problems } = await proof(team);
      assert.deepEqual(problems, []);
      assert.partialDeepStrictEqual(periods, [{ given: 8 }]);
    });
  });

  async function proof(team: Team) {
    return proveNumbers(ownerContext(team));
  }

  async function buyerOf(team: Team): Promise<string> {
    return (await team.call("customers_create", { name: "Acme", email: "a@acme.example" })).id;
  }

  async function doctorSays() {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const { stdout } = await admin.run("doctor --json", { fetch });
    const { checks } = JSON.parse(stdout.join()) as { checks: Examined[] };
    return checks.find(({ name }) => name === "invoices");
  }
});

type Examined = { readonly name: string; readonly ok: boolean; readonly problem: string | null };

type Alter = (db: Db, sent: { readonly id: string; readonly body: string }) => Promise<void>;

function documents(db: Db, id: string) {
  return db.updateTable("invoice_documents").where("invoice_id", "=", id);
}
