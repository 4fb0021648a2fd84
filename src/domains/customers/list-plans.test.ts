import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../../test/app.ts";
import { planOf } from "../../../test/plan.ts";
import { type ListCustomers, listCustomers } from "./list-customers.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

const TAG = "0198c5a0-7e57-7000-8000-000000000000";

for (const [what, filter, index] of [
  ["all customers", {}, /SEARCH customer USING COVERING INDEX customers_newest \(/],
  [
    "a search",
    { name: "a", email: "b" },
    /SEARCH customer USING COVERING INDEX customers_newest \(/,
  ],
  ["a tag", { tag_id: TAG }, /SEARCH link USING COVERING INDEX customer_tags_by_tag \(/],
  [
    "a tag and a search",
    { tag_id: TAG, name: "a", is_archived: false },
    /SEARCH link USING COVERING INDEX customer_tags_by_tag \(/,
  ],
] as const) {
  test(`a page of ${what} comes from an index in its order, and each tag by its id`, async () => {
    const { auditContext } = await world.team();
    const input: ListCustomers = { ...filter, limit: 25 };
    const plan = await planOf(world, (db) =>
      listCustomers({ ...auditContext, db } as never, input),
    );
    const [page = "", tags = ""] = plan.split("CORRELATED");
    assert.match(page, index);
    assert.doesNotMatch(page, /TEMP B-TREE/);
    assert.match(tags, /SEARCH tag USING INDEX sqlite_autoindex_tags_1 \(team_id=\? AND id=\?\)/);
  });
}
