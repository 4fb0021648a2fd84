import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../test/app.ts";
import { planOf } from "../../test/plan.ts";
import type { Search } from "../core/naming.ts";
import type { Context } from "../db/context.ts";
import { customerNames } from "../domains/customers/customer-names.ts";
import { projectNames } from "../domains/projects/project-names.ts";
import { recentEntriesOf } from "../domains/timesheet/recent-entries.ts";
import { findTimeOfCustomer } from "../domains/timesheet/time-of-customer.ts";
import { findSums } from "../domains/timesheet/time-sheet.ts";

/** Prompts, resources and completions read through indexes, even for large teams. */

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const REGISTERS = { customers: customerNames, tracker_projects: projectNames } as const;

async function plan(read: (context: Context) => Promise<unknown>): Promise<string> {
  const { auditContext } = await world.team();
  return planOf(world, (db) => read({ ...auditContext, db } as never));
}

for (const [table, register] of Object.entries(REGISTERS)) {
  const ways: readonly [string, Search, RegExp][] = [
    ["is", { is: "acme", rows: 21 }, /by_name \(team_id=\? AND name_folded=\?\)/],
    [
      "begins",
      { begins: "ac", isPast: false, rows: 101 },
      /by_name \(team_id=\? AND name_folded>\? AND name_folded<\?\)/,
    ],
    ["holds further in", { within: "ac", isPast: false, rows: 101 }, /newest \(team_id=\?\)/],
    ["holds", { holds: "ac", rows: 21 }, /newest \(team_id=\?\)/],
    ["is anything", { isPast: false, rows: 101 }, /newest \(team_id=\?\)/],
  ];
  for (const [how, search, index] of ways) {
    test(`in ${table} a name that ${how} is found in an index, in its order`, async () => {
      const found = await plan((context) => register.search(context, search));
      assert.match(found, index);
      assert.ok(found.includes(`INDEX ${table}_`), found);
      assert.doesNotMatch(found, /TEMP B-TREE/);
    });
  }
}

test("a week is summed up in the index of its person", async () => {
  const span = { team_id: ID, assigned_id: ID, first: "2026-11-16", last: "2026-11-22~" };
  const found = await plan(({ db }) => findSums(db, span));
  assert.match(
    found,
    /SEARCH entry USING INDEX tracker_entries_by_person \(team_id=\? AND assigned_id=\? AND sort_key>\? AND sort_key<\?\)/,
  );
});

test("a customer's newest entries are found in indexes alone, and only these are read whole", async () => {
  const found = await plan((context) => recentEntriesOf(context, ID, 21));
  assert.match(
    found,
    /SEARCH newest USING COVERING INDEX tracker_entries_by_project \(team_id=\? AND project_id=\?\)/,
  );
  assert.match(
    found,
    /SEARCH of_customer USING (COVERING )?INDEX tracker_projects_by_customer \(team_id=\? AND customer_id=\?\)/,
  );
  assert.match(
    found,
    /SEARCH entry USING INDEX tracker_entries_newest \(team_id=\? AND sort_key=\?\)/,
  );
});

test("a customer's time is summed up in indexes alone", async () => {
  const found = await plan((context) =>
    findTimeOfCustomer(context.db, { team_id: ID, customer_id: ID }),
  );
  assert.match(
    found,
    /SEARCH entry USING COVERING INDEX tracker_entries_by_project \(team_id=\? AND project_id=\?\)/,
  );
  assert.match(
    found,
    /SEARCH project USING (COVERING )?INDEX tracker_projects_by_customer \(team_id=\? AND customer_id=\?\)/,
  );
});
