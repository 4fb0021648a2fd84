import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import type { Counted } from "../transactions/counted-in.ts";
import { findIds, matchingAll } from "../transactions/find-transactions.ts";
import { sumTaxes } from "../transactions/tax-sums.ts";
import { totalTransactions } from "../transactions/total-transactions.ts";
import { findLeft } from "./balance.ts";
import { findFirst, monthsOf } from "./range.ts";
import { readLines, readUnrated } from "./read-lines.ts";
import { findNames, findRecurring } from "./recurring-expenses.ts";
import { findPaidDays } from "./recurring-prices.ts";
import { matchingDays } from "./tax.ts";
import { findUnlinked } from "./unlinked-payments.ts";

const team = { id: "0198c5a0-7e57-7000-8000-000000000000", name: "Acme", baseCurrency: "EUR" };
const PART = "sqlite_autoindex_transaction_parts_1 (team_id=? AND transaction_id=?)";
const MONTH = "transactions_for_reports (team_id=? AND standing=? AND month=?)";
const MONTHS = "transactions_for_reports (team_id=? AND standing=? AND month>? AND month<?)";
const EXPENSE: Counted = {
  figure: "expense",
  leftOut: undefined,
  standing: null,
  category: undefined,
  both: ["rent", "software"],
  in: [],
  out: ["mixed", null],
  tax: undefined,
};
const RANGE = { from: "2026-05-01", to: "2026-10-31" };

onEachSize((world) => {
  test("whole months are read from their totals alone", async () => {
    const months = monthsOf(RANGE, "2026-11-22");
    const plan = await planOf(world, (db) => readLines({ db, team }, months));
    assertSearches(plan, { total: "PRIMARY KEY (team_id=? AND month>? AND month<?)" });
    assert.doesNotMatch(plan, /item|part/);
  });

  test("the days of cut months are read by their months, and parts by their transaction", async () => {
    const cut = monthsOf({ from: "2026-05-15", to: "2026-11-14" }, "2026-11-22");
    const plan = await planOf(world, (db) => readLines({ db, team }, cut));
    const steps = plan.split("\n").filter((step) => /^\s*(?:SEARCH|SCAN) item/.test(step.trim()));
    assert.equal(steps.length, 4, plan);
    for (const step of steps) assert.ok(step.includes(MONTH), step);
    assert.ok(plan.includes(PART), plan);
    assert.doesNotMatch(plan, /SCAN (?:item|part|total)\b/);
  });

  test("what has no rate, parties and tax are read by the months of the range", async () => {
    const unrated = await planOf(world, (db) => readUnrated({ db, team }, RANGE, ["2026-10"]));
    assert.ok(unrated.includes(MONTH), unrated);
    const parties = await planOf(world, (db) =>
      findRecurring({ db, team }, RANGE, { expense: EXPENSE, least: 3 }),
    );
    const tax = await planOf(world, (db) => sumTaxes({ db, team }, matchingDays({ team }, RANGE)));
    for (const plan of [parties, tax]) {
      assert.ok(plan.includes(MONTHS), plan);
      assert.ok(plan.includes(PART), plan);
    }
    for (const plan of [unrated, parties, tax])
      assert.doesNotMatch(plan, /SCAN (?:item|part)\b/, plan);
  });

  test("names of parties are read of their newest day alone", async () => {
    const some = [{ party: "hetzner", lastDate: "2026-10-31" }];
    const plan = await planOf(world, (db) => findNames({ db, team }, some, EXPENSE));
    const found = /transactions_by_party \(team_id=\? AND party_key=\? AND date=\?\)/;
    assert.match(plan, found);
    assert.ok(plan.includes(PART), plan);
    assert.doesNotMatch(plan, /SCAN (?:item|part)\b/, plan);
  });

  test("payments of parties are read by the party and its days alone", async () => {
    const days = { from: "2026-05-01", to: "2026-11-22" };
    const plan = await planOf(world, (db) =>
      findPaidDays({ db, team }, ["hetzner"], days, [EXPENSE, { ...EXPENSE, leftOut: "no_rate" }]),
    );
    const found = "transactions_by_party (team_id=? AND party_key=? AND date>? AND date<?)";
    assert.equal(plan.split(found).length, 3, plan);
    assert.ok(plan.includes(PART), plan);
    assert.doesNotMatch(plan, /SCAN (?:item|part)\b/, plan);
  });

  test("payments without a transaction are found by their days in an index that has no others", async () => {
    const plan = await planOf(world, (db) => findUnlinked(db, { team_id: team.id, ...RANGE }));
    assertSearches(plan, {
      payment: "invoice_payments_unlinked (team_id=? AND paid_on>? AND paid_on<?)",
      invoice: "sqlite_autoindex_invoices_1 (team_id=? AND id=?)",
    });
    assert.match(plan, /payment USING COVERING INDEX/);
  });

  test("the first month, and what balances leave out, come from indexes", async () => {
    const first = await planOf(world, (db) => findFirst(db, { team_id: team.id }));
    assertSearches(first, { month_totals: "PRIMARY KEY (team_id=?)" });
    assert.doesNotMatch(first, /TEMP B-TREE/);
    for (const until of [undefined, "2026-10-31"]) {
      const left = await planOf(world, (db) => findLeft(db, { team_id: team.id, until }));
      assert.match(left, /SEARCH item USING (?:COVERING )?INDEX transactions_by_status/);
    }
  });

  test("the list of a figure reads its categories in their order, and split ones by their standing", async () => {
    const counted = {
      figure: "spending",
      leftOut: undefined,
      standing: null,
      category: undefined,
      both: ["rent"],
      in: [],
      out: ["owner-draws", null],
      tax: undefined,
    } as const;
    const conditions = [sql<boolean>`item.team_id = ${team.id}`];
    const matching = { ...matchingAll(conditions), counted };
    const page = { isNewestFirst: true, after: null, rows: 26 };
    const context = (db: unknown) => ({ db, team }) as never;
    const plan = await planOf(world, (db) => findIds(context(db), matching, page));
    assert.match(plan, /transactions_by_category \(team_id=\? AND category_slug=\?\)/);
    assert.match(plan, /transactions_for_reports \(team_id=\? AND standing=\?\)/);
    assert.doesNotMatch(plan, /SCAN (?:item|part|transactions)\b/, plan);
    const totals = await planOf(world, (db) => totalTransactions(context(db), matching));
    assert.match(totals, /transactions_for_reports \(team_id=\? AND standing=\?/);
  });
});
