import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { countTagged } from "../tags/list-tags.ts";
import {
  countCustomers,
  filterOf,
  isWideTag,
  pageOfCustomers,
  type PageValues,
  sumOwedBy,
  sumTime,
} from "./find-customers.ts";
import { FIND_MOVES, findMoveSums } from "./find-moves.ts";
import { duplicatesIn } from "./import/plan.ts";
import { listCustomers } from "./list-customers.ts";
import { owedByCustomers } from "./owed-amounts.ts";
import { ListShown } from "./page-answers.ts";

const TAG = "0198c5a0-7e57-7000-8000-000000000000";
const DAWN = "2026-11-21T00:00:00.000Z";
const ACTOR = { id: TAG, name: "Olga", role: "owner", timeZone: "UTC" } as const;

const TAGGED = {
  link: "customer_tags_by_tag (team_id=? AND tag_id=?)",
  customer: "customers_newest (team_id=? AND created_at=? AND id=? AND is_archived=?)",
};

onEachSize((world) => {
  for (const [what, input, found] of [
    ["by name", {}, { customers: "customers_by_name (team_id=?)" }],
    ["by name backwards", { sort: "-name" }, { customers: "customers_by_name (team_id=?)" }],
    ["by age", { sort: "-created" }, { customers: "customers_newest (team_id=?)" }],
    ["a search", { q: "a" }, { customer: "customers_by_name (team_id=?)" }],
    ["archived ones", { archived: true }, { customers: "customers_by_name (team_id=?)" }],
    ["a tag", { tag: TAG, sort: "created" }, TAGGED],
    ["a tag and a search", { tag: TAG, q: "a", sort: "-created" }, TAGGED],
  ] as const)
    test(`a page of ${what} comes from an index in its order, and its figures from each project`, async () => {
      const { auditContext } = await world.team();
      const { sort, ...filter } = ListShown.parse({ ...input });
      const asked = { filter: filterOf(filter), sort, listing: "", cursor: undefined, limit: 50 };
      const plan = await planOf(world, (db) =>
        listCustomers({ ...auditContext, db, actor: ACTOR } as never, asked, { hasFigures: true }),
      );
      const [page = "", rest = ""] = plan.split(
        /^SCAN page$|(?<=^SEARCH customers USING INDEX customers_.*$)/m,
      );
      assertSearches(page, found);
      assert.match(page, /^SEARCH (customers USING|(customer|link) USING COVERING) INDEX/m, plan);
      assert.doesNotMatch(page, /TEMP B-TREE/);
      assert.doesNotMatch(rest, /SCAN (project|entry)/);
      for (const [, search] of rest.matchAll(/SEARCH project USING (.*)/g))
        assert.match(
          search ?? "",
          /tracker_projects_by_customer \(team_id=\? AND customer_id=\?\)/,
        );
      for (const [, search] of rest.matchAll(/SEARCH entry USING (.*)/g))
        assert.match(
          search ?? "",
          /tracker_entries_by_project \(team_id=\? AND project_id=\?( AND sort_key>\? AND sort_key<\?)?\)/,
        );
    });

  test("few customers of a tag are sorted by name, many are met in the order of their names", async () => {
    const { auditContext, id } = await world.team();
    const find = preparedQuery((db, slots: Slots<PageValues>) =>
      pageOfCustomers(db, "name", slots),
    );
    const nothing = { part: undefined, after_place: undefined, after_id: undefined };
    const values = { team_id: id, tag_id: TAG, is_archived: false, rows: 51, ...nothing };
    const few = await planOf(world, (db) => find(db, values));
    assertSearches(few, TAGGED);
    const many = await planOf(world, (db) => find(db, { ...values, is_wide: true }));
    assertSearches(many.replace("link EXISTS", "link"), {
      customer: "customers_by_name (team_id=?)",
      link: "sqlite_autoindex_customer_tags_1 (team_id=? AND customer_id=? AND tag_id=?)",
    });
    assert.doesNotMatch(many, /TEMP B-TREE/);
    const plans = await plansOf(world, (db) => isWideTag({ ...auditContext, db } as never, TAG, 9));
    assertSearches(plans[0] ?? "", { link: "customer_tags_by_tag (team_id=? AND tag_id=?)" });
  });

  test("counting matches reads an index alone", async () => {
    const { auditContext } = await world.team();
    const plan = await planOf(world, (db) =>
      countCustomers({ ...auditContext, db } as never, { part: "a", is_archived: false }),
    );
    assert.match(plan, /SEARCH customer USING COVERING INDEX/);
  });

  test("counting without a search reads the smallest index", async () => {
    const { auditContext } = await world.team();
    const plan = await planOf(world, (db) =>
      countCustomers({ ...auditContext, db } as never, { is_archived: false }),
    );
    assertSearches(plan, { customer: "customers_counted (team_id=? AND is_archived=?)" });
  });

  test("the hours of the month come from an index of the days alone", async () => {
    const { auditContext } = await world.team();
    const plan = await planOf(world, (db) =>
      sumTime({ ...auditContext, db, actor: ACTOR } as never, { part: "a", is_archived: false }),
    );
    assertSearches(plan, {
      entry: "tracker_entries_by_day (team_id=? AND date>? AND date<?)",
      project: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
      customer: "sqlite_autoindex_customers_1 (team_id=? AND id=?)",
    });
    assert.match(plan, /SEARCH entry USING COVERING INDEX/);
  });

  test("what customers owe comes from an index of unpaid invoices alone, of each or of all", async () => {
    const { auditContext } = await world.team();
    const each = await planOf(world, (db) =>
      owedByCustomers({ ...auditContext, db }, [TAG, ACTOR.id], "2026-11-21"),
    );
    assertSearches(each, { item: "invoices_owed (team_id=? AND customer_id=?)" });
    assert.match(each, /SEARCH item USING COVERING INDEX/);
    const all = await planOf(world, (db) =>
      sumOwedBy({ ...auditContext, db } as never, { part: "a" }, "2026-11-21"),
    );
    assertSearches(all, {
      item: "invoices_owed (team_id=?)",
      customer: "sqlite_autoindex_customers_1 (team_id=? AND id=?)",
    });
    assert.match(all, /SEARCH item USING COVERING INDEX/);
  });

  test("a statement reads the customer's invoices, and the credit notes and payments of each", async () => {
    const range = { from: "2026-01-01", to: "2026-12-31", starts: DAWN, ends: DAWN };
    const of = { team_id: TAG, customer_id: TAG, ...range };
    const item = "invoices_by_customer (team_id=? AND customer_id=?)";
    for (const find of Object.values(FIND_MOVES)) {
      const plan = await planOf(world, (db) => find(db, { ...of, rows: 500 }));
      assertSearches(plan, { item });
      assert.doesNotMatch(plan, /SCAN (item|note|payment)/);
    }
    const sums = await planOf(world, (db) => findMoveSums(db, of));
    assert.equal(sums.split(item).length, 5, sums);
    assert.match(sums, /note USING INDEX invoices_credited \(team_id=\? AND credits_id=\?/);
    const payments = await planOf(world, (db) => FIND_MOVES.payments(db, { ...of, rows: 500 }));
    for (const plan of [sums, payments])
      assert.match(
        plan,
        /payment USING .*invoice_payments_of_invoice \(team_id=\? AND invoice_id=\?/,
      );
  });

  test("each tag counts its customers in the smallest index, and the archived ones from these", async () => {
    const { auditContext } = await world.team();
    const plan = await planOf(world, (db) => countTagged({ ...auditContext, db } as never));
    assertSearches(plan, {
      tag: "tags_by_name (team_id=?)",
      customer_tags: "customer_tags_counted (team_id=?)",
      customer: "customers_counted (team_id=? AND is_archived=?)",
      link: "sqlite_autoindex_customer_tags_1 (team_id=? AND customer_id=?)",
    });
  });

  test("what rows of an import repeat is found by address and by name", async () => {
    const { auditContext } = await world.team();
    const told = { name: "A", email: "a@x.example" };
    const row = {
      line: 2,
      told,
      values: { name: "A", email: "a@x.example" },
      tags: [],
      problems: [],
    };
    const plans = await plansOf(world, (db) =>
      duplicatesIn({ ...auditContext, db } as never, [row]),
    );
    assert.match(plans[0] ?? "", /customers_by_email \(team_id=\? AND email_folded=\?\)/);
    assert.match(plans[1] ?? "", /customers_by_name \(team_id=\? AND name_folded=\?\)/);
  });
});
