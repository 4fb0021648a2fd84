import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachSize, plansOf } from "../../../test/plan.ts";
import { SearchEverything, searchEverything } from "./search-everything.ts";
import { searchRecords } from "./search-records.ts";

onEachSize((world) => {
  test("names that begin with the text are found by name, others and transactions in the order of the list, all in indexes alone", async () => {
    const { auditContext } = await world.team();
    const plans = await plansOf(world, (db) =>
      searchRecords({ ...auditContext, db } as never, { q: "acme" }),
    );
    const page = (search: string, then: readonly string[]) => [
      "CO-ROUTINE page",
      `SEARCH ${search}`,
      "SCAN page",
      ...then,
    ];
    const named = (table: string, search: string) =>
      page(`${table} USING COVERING INDEX ${table}_${search}`, [
        "CORRELATED SCALAR SUBQUERY 1",
        `SEARCH found USING INDEX sqlite_autoindex_${table}_1 (team_id=? AND id=?)`,
      ]);
    assert.deepEqual(
      plans.toSorted((one, other) => one.localeCompare(other)).map((plan) => plan.split("\n")),
      [
        named("customers", "by_name (team_id=? AND name_folded>? AND name_folded<?)"),
        named("customers", "newest (team_id=?)"),
        [
          "CO-ROUTINE page",
          "SEARCH item USING COVERING INDEX invoices_newest (team_id=?)",
          "LIST SUBQUERY 3",
          "SEARCH customer USING COVERING INDEX customers_named (team_id=?)",
          "CREATE BLOOM FILTER",
          "SCAN page",
          "SEARCH invoice USING INDEX sqlite_autoindex_invoices_1 (team_id=? AND id=?)",
          "SEARCH customer USING INDEX sqlite_autoindex_customers_1 (team_id=? AND id=?) LEFT-JOIN",
          "CORRELATED SCALAR SUBQUERY 1",
          "SEARCH credited USING INDEX sqlite_autoindex_invoices_1 (team_id=? AND id=?)",
          "CORRELATED SCALAR SUBQUERY 2",
          "SEARCH mail USING INDEX invoice_mails_of_invoice (team_id=? AND invoice_id=?)",
          "SEARCH job USING INDEX sqlite_autoindex_outbox_2 (team_id=? AND job=? AND subject_id=?) LEFT-JOIN",
        ],
        page("item USING COVERING INDEX transactions_newest (team_id=?)", [
          "SEARCH item USING INDEX sqlite_autoindex_transactions_1 (team_id=? AND id=?)",
        ]),
        named("tracker_projects", "by_name (team_id=? AND name_folded>? AND name_folded<?)"),
        named("tracker_projects", "newest (team_id=?)"),
      ],
    );
  });

  test("what assistants search for is found in indexes alone, the newest first", async () => {
    const { auditContext } = await world.team();
    const plans = await plansOf(world, (db) =>
      searchEverything({ ...auditContext, db } as never, SearchEverything.parse({ query: "acme" })),
    );
    const [transactions = "", customers = ""] = plans.toSorted(
      (one, other) => one.length - other.length,
    );
    assert.equal(transactions, "SEARCH item USING COVERING INDEX transactions_newest (team_id=?)");
    assert.match(
      customers,
      /SEARCH customers USING COVERING INDEX customers_newest \(team_id=\?\)/,
    );
    assert.doesNotMatch(customers, /TEMP B-TREE/);
  });
});
