import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachSize, plansOf } from "../../../test/plan.ts";
import { findHits } from "../documents/words/find-hits.ts";
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
    // The test below has the plans of documents and receipts.
    const others = plans.filter((plan) => !/document|inbox/.test(plan));
    assert.deepEqual(
      others.toSorted((one, other) => one.localeCompare(other)).map((plan) => plan.split("\n")),
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
    const planOf = (step: string) => plans.find((plan) => plan.includes(step)) ?? "";
    const newest = "USING COVERING INDEX";
    assert.equal(
      planOf("transactions_newest"),
      `SEARCH item ${newest} transactions_newest (team_id=?)`,
    );
    const pages = ["customers USING COVERING INDEX customers_newest (team_id=?)"];
    for (const page of [...pages, `item ${newest} inbox_newest (team_id=?)`])
      assert.match(planOf(page), new RegExp(`SEARCH ${page.replaceAll(/[()?]/g, "\\$&")}`));
    for (const plan of [planOf("customers_newest"), planOf("inbox_newest")])
      assert.doesNotMatch(plan.replace(/USE TEMP B-TREE FOR ORDER BY$/, ""), /TEMP B-TREE/);
  });

  test("documents are found by their names in an index alone, and by their words in the index of words", async () => {
    const { auditContext } = await world.team();
    const plans = await plansOf(world, (db) =>
      findHits({ ...auditContext, db }, { query: "acme gmbh", most: 10, isLoose: false }),
    );
    const [languages = "", names = "", texts = ""] = plans;
    assert.match(languages, /documents_by_language \(team_id=\? AND language=\?\)/);
    assert.match(names, /SEARCH item USING COVERING INDEX documents_newest \(team_id=\?\)/);
    assert.match(names, /SEARCH words USING COVERING INDEX \S+ \(team_id=\? AND document_id=\?\)/);
    assert.doesNotMatch(names, /TEMP B-TREE/);
    assert.match(texts, /SCAN document_tokens VIRTUAL TABLE INDEX/);
    assert.match(texts, /SEARCH words USING INTEGER PRIMARY KEY/);
    assert.match(
      texts,
      /SEARCH item USING INDEX sqlite_autoindex_documents_1 \(team_id=\? AND id=\?\)/,
    );
  });
});
