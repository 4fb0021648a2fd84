import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../../test/plan.ts";
import { CustomersAsked, toolCustomers } from "./tool-answers.ts";

const TAG = "0198c5a0-7e57-7000-8000-000000000000";

const NEWEST = "customers_newest (team_id=?)";
const TAGGED = { link: "customer_tags_by_tag (team_id=? AND tag_id=?)" };
const SEARCHED = {
  ...TAGGED,
  customer: "customers_newest (team_id=? AND created_at=? AND id=? AND is_archived=?)",
};

onEachSize((world) => {
  for (const [what, filter, found] of [
    ["all customers", {}, { customers: NEWEST }],
    ["a search", { name: "a", email: "b" }, { customer: NEWEST }],
    ["a country", { country_code: "DE", has_vat_number: false }, { customer: NEWEST }],
    ["a tag", { tag_id: TAG }, TAGGED],
    ["a tag and a search", { tag_id: TAG, name: "a", is_archived: false }, SEARCHED],
  ] as const) {
    test(`a page of ${what} comes from an index in its order, and each tag by its id`, async () => {
      const { auditContext } = await world.team();
      const input = CustomersAsked.parse(filter);
      const plan = await planOf(world, (db) =>
        toolCustomers({ ...auditContext, db } as never, input),
      );
      const [page = "", tags = ""] = plan.split(
        /^SCAN page$|(?<=^SEARCH customers USING INDEX customers_.*$)/m,
      );
      // Countries and VAT numbers are in no index: the rows are read in the list's order.
      const isRead = "country_code" in filter;
      const first = isRead ? "customer USING" : "(customers USING|(customer|link) USING COVERING)";
      assert.match(page, new RegExp(`^SEARCH ${first} INDEX`, "m"), plan);
      assertSearches(page, found);
      assert.doesNotMatch(page, /TEMP B-TREE/);
      assertSearches(tags, {
        link: "sqlite_autoindex_customer_tags_1 (team_id=? AND customer_id=?)",
        tag: "sqlite_autoindex_tags_1 (team_id=? AND id=?)",
      });
    });
  }
});
