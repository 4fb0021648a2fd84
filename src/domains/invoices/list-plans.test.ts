import assert from "node:assert/strict";
import { test } from "node:test";
import { SECRET } from "../../../test/app.ts";
import { sourcesOf } from "../../../test/outbox.ts";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { baseContextOf } from "../../db/context.ts";
import { findPaid } from "../reports/top-customers.ts";
import { countDocuments, findDocuments } from "./export-invoices.ts";
import { countInvoices, FIND_INVOICES, sumOwed, sumRefundable } from "./find-invoices.ts";
import { linkOf } from "./link.ts";
import { findPublicInvoice } from "./public-invoice.ts";

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const PAGE = { team_id: ID, rows: 26 };
const AFTER = { after_at: "2026-11-01T00:00:00.000Z", after_id: ID };

const BY_ID = "sqlite_autoindex_invoices_1 (team_id=? AND id=?)";
const NEWEST = "invoices_newest (team_id=?)";
const TO_REFUND = "invoices_to_refund (team_id=?)";
const OF_CUSTOMER = "invoices_by_customer (team_id=? AND customer_id=?)";

onEachSize((world) => {
  for (const [what, filter, found] of [
    ["all invoices", {}, NEWEST],
    ["a status", { status: "draft" }, NEWEST],
    ["a search", { part: "inv-2026" }, NEWEST],
    ["days", { from: "2026-11-01", created_from: AFTER.after_at }, NEWEST],
    ["credit notes", { only_credit_notes: true }, NEWEST],
    ["what is to be refunded", { to_refund: true }, TO_REFUND],
    ["a customer", { customer_id: ID, status: "paid" }, OF_CUSTOMER],
  ] as const) {
    test(`a page of ${what} comes from an index in its order, and its rows by their ids`, async () => {
      for (const sort of ["created", "-created"] as const) {
        const plan = await planOf(world, (db) => FIND_INVOICES[sort](db, { ...PAGE, ...filter }));
        assertSearches(plan, { item: found, invoice: BY_ID });
        assert.doesNotMatch(plan, /TEMP B-TREE/);
        const next = await planOf(world, (db) =>
          FIND_INVOICES[sort](db, { ...PAGE, ...AFTER, ...filter }),
        );
        assert.match(next, /SEARCH item USING .*\(team_id=\? AND .*created_at[<>]\?\)|created_at/);
        assert.doesNotMatch(next, /TEMP B-TREE/);
      }
    });
  }

  test("what is owed is summed by an index of what is unpaid, and counted in one", async () => {
    const team = { id: ID } as never;
    const owed = await planOf(world, (db) => sumOwed({ db, team }, {}, "2026-11-21"));
    assertSearches(owed, { item: "invoices_by_status (team_id=? AND status=?)" });
    const refunds = await planOf(world, (db) => sumRefundable({ db, team }, {}));
    assertSearches(refunds, { item: TO_REFUND });
    const count = await planOf(world, (db) => countInvoices({ db, team }, { part: "acme" }));
    assertSearches(count, { item: NEWEST });
    assert.match(count, /item USING COVERING INDEX/);
  });

  test("the document of a public link is found by the link alone", async () => {
    const base = baseContextOf(sourcesOf(world));
    const linking = { baseUrl: "", sealing: { secret: SECRET, isInDatabase: false } };
    const token = linkOf(linking, { link_id: ID })?.slice("/i/".length) ?? "";
    const plan = await planOf(world, (db) => findPublicInvoice({ ...base, ...linking, db }, token));
    assertSearches(plan, {
      invoice: "invoices_by_link (link_id=?)",
      document: "sqlite_autoindex_invoice_documents_1 (team_id=? AND invoice_id=?)",
    });
  });

  test("an export is read in the order of an index, with its rows by their ids", async () => {
    const filter = {
      with_credit_notes: true,
      from: "2026-07-01",
      created_from: AFTER.after_at,
    } as const;
    for (const after of [{}, AFTER]) {
      const plan = await planOf(world, (db) => findDocuments(db, { ...PAGE, ...filter, ...after }));
      assertSearches(plan, {
        invoice: BY_ID,
        credited: BY_ID,
        document: "sqlite_autoindex_invoice_documents_1 (team_id=? AND invoice_id=?)",
        mail: "invoice_mails_of_invoice (team_id=? AND invoice_id=?)",
      });
      assert.match(plan, /SEARCH item USING COVERING INDEX invoices_newest \(team_id=\?/);
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    }
    const team = { id: ID } as never;
    const count = await planOf(world, (db) => countDocuments({ db, team }, filter).catch(() => 0));
    assertSearches(count, { item: NEWEST, whole: BY_ID });
    assert.match(count, /item USING COVERING INDEX/);
  });

  test("customers who paid are found by the time of payment", async () => {
    const range = { team_id: ID, paid_from: AFTER.after_at, paid_until: AFTER.after_at };
    const plan = await planOf(world, (db) => findPaid(db, range));
    assertSearches(plan, { invoices: "invoices_paid (team_id=? AND paid_at>? AND paid_at<?)" });
  });
});
