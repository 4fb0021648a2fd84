import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf } from "../../test/plan.ts";
import type { Search } from "../core/naming.ts";
import type { Context } from "../db/context.ts";
import { customerNames } from "../domains/customers/customer.ts";
import { findProjects } from "../domains/projects/find-projects.ts";
import { projectNames } from "../domains/projects/project.ts";
import { findEntries, findHeldEntries } from "../domains/timesheet/list-entries.ts";
import { recentEntriesOf, findTimeOfCustomer } from "../domains/timesheet/time-of-customer.ts";
import { findSums } from "../domains/timesheet/time-sheet.ts";

/** Prompts, resources and completions read through indexes, even for large teams. */

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const REGISTERS = { customers: customerNames, tracker_projects: projectNames } as const;

onEachSize((world, isLarge) => {
  async function plan(read: (context: Context) => Promise<unknown>): Promise<string> {
    const { auditContext } = await world.team();
    return planOf(world, (db) => read({ ...auditContext, db } as never));
  }

  for (const [table, register] of Object.entries(REGISTERS)) {
    const [byName, newest] = [`${table}_by_name`, `${table}_newest (team_id=?)`];
    const ways: readonly [string, Search, string][] = [
      ["is", { is: "acme", rows: 21 }, `${byName} (team_id=? AND name_folded=?)`],
      [
        "begins",
        { begins: "ac", isPast: false, rows: 101 },
        `${byName} (team_id=? AND name_folded>? AND name_folded<?)`,
      ],
      ["holds further in", { within: "ac", isPast: false, rows: 101 }, newest],
      ["holds", { holds: "ac", rows: 21 }, newest],
      ["is anything", { isPast: false, rows: 101 }, newest],
    ];
    for (const [how, search, index] of ways) {
      test(`in ${table} a name that ${how} is found in an index, in its order`, async () => {
        const found = await plan((context) => register.search(context, search));
        assertSearches(found, { [table]: index });
        assert.doesNotMatch(found, /TEMP B-TREE/);
      });
    }
  }

  test("a week is summed up in the index of its person", async () => {
    const span = { team_id: ID, assigned_id: ID, first: "2026-11-16", last: "2026-11-22~" };
    const found = await plan(({ db }) => findSums(db, span));
    assertSearches(found, {
      entry:
        "tracker_entries_by_person (team_id=? AND assigned_id=? AND sort_key>? AND sort_key<?)",
    });
  });

  test("a customer's newest entries are found in indexes alone, and only these are read whole", async () => {
    const found = await plan((context) => recentEntriesOf(context, ID, 21));
    assertSearches(found, {
      listed: "tracker_entries_by_project (team_id=? AND project_id=?)",
      newest: "tracker_entries_newest (team_id=? AND sort_key=?)",
      of_customer: "tracker_projects_by_customer (team_id=? AND customer_id=?)",
      entry: "tracker_entries_newest (team_id=? AND sort_key=?)",
    });
  });

  test("older entries of a customer are found in the same indexes", async () => {
    const found = await plan((context) =>
      recentEntriesOf(context, ID, 21, { before: "2026-11-21 " }),
    );
    assertSearches(found, {
      listed: "tracker_entries_by_project (team_id=? AND project_id=? AND sort_key<?)",
      newest: "tracker_entries_newest (team_id=? AND sort_key=?)",
      of_customer: "tracker_projects_by_customer (team_id=? AND customer_id=?)",
      entry: "tracker_entries_newest (team_id=? AND sort_key=?)",
    });
  });

  test("a customer's time is summed up from the totals of its projects", async () => {
    const found = await plan((context) =>
      findTimeOfCustomer(context.db, { team_id: ID, customer_id: ID }),
    );
    assertSearches(found, {
      total: "PRIMARY KEY (team_id=? AND project_id=?)",
      project: "tracker_projects_by_customer (team_id=? AND customer_id=?)",
    });
  });

  test("a page of projects reads their totals, and no entry", async () => {
    const place = { created_at: "2026-11-21T09:00:00.000Z", id: ID };
    for (const [filter, project] of [
      [{}, "tracker_projects_newest (team_id=?)"],
      [{ status: "completed" }, "tracker_projects_by_status (team_id=? AND status=?)"],
      [{ customer_id: ID }, "tracker_projects_by_customer (team_id=? AND customer_id=?)"],
      [
        { after_created_at: place.created_at, after_id: ID },
        "tracker_projects_newest (team_id=? AND (created_at,id)<(?,?))",
      ],
    ] as const) {
      const found = await plan((context) =>
        findProjects(context.db, { team_id: ID, ...filter, rows: 26 }),
      );
      assertSearches(found, { project, total: "PRIMARY KEY (team_id=? AND project_id=?)" });
      assert.doesNotMatch(found.split(/^(?=SCAN entry)/m)[0] ?? "", /TEMP B-TREE|SCAN/, found);
    }
  });

  test("a page of entries is found in an index in its order, whatever it is filtered by", async () => {
    const days = { first: "2026-11-01", last: "2026-11-30~" };
    for (const [filter, entry] of [
      [{}, "newest (team_id=?)"],
      [days, "newest (team_id=? AND sort_key>? AND sort_key<?)"],
      [{ assigned_id: ID }, "by_person (team_id=? AND assigned_id=?)"],
      [{ project_id: ID }, "by_project (team_id=? AND project_id=?)"],
      // Without statistics the days alone are taken for as few entries.
      ...(isLarge
        ? ([
            [
              { project_id: ID, ...days },
              "by_project (team_id=? AND project_id=? AND sort_key>? AND sort_key<?)",
            ],
          ] as const)
        : []),
      [
        { project_id: ID, assigned_id: ID },
        "by_project_and_person (team_id=? AND project_id=? AND assigned_id=?)",
      ],
      [
        { project_id: ID, assigned_id: ID, ...days },
        "by_project_and_person (team_id=? AND project_id=? AND assigned_id=? AND sort_key>? AND sort_key<?)",
      ],
    ] as const) {
      const found = await plan((context) =>
        findEntries(context.db, { team_id: ID, ...filter, rows: 51 }),
      );
      assertSearches(found, {
        listed: `tracker_entries_${entry}`,
        project: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
        assigned: "sqlite_autoindex_users_1 (id=?)",
      });
      assert.doesNotMatch(found.split(/^(?=SCAN entry)/m)[0] ?? "", /TEMP B-TREE|SCAN/, found);
      const held = await plan((context) =>
        findHeldEntries(context.db, { team_id: ID, ...filter, rows: 51 }),
      );
      assertSearches(held, {
        listed: `tracker_entries_${entry}`,
        held: "sqlite_autoindex_invoice_time_2 (team_id=? AND entry_id=?)",
        invoice: "sqlite_autoindex_invoices_1 (team_id=? AND id=?)",
      });
    }
  });
});
