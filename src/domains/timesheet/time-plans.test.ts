import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import type { Db } from "../../db/schema/schema.ts";
import { findChoices } from "../projects/choose-project.ts";
import { findLastCall, findLastChange, findNewest } from "../timers/own-timer.ts";
import { findBeside } from "../timers/time-notices.ts";
import { groupEntries } from "./group-entries.ts";
import { findEarlier, findTimes } from "./list-time.ts";
import { lockCell } from "./set-cell.ts";
import { totalOfCustomer } from "./time-of-customer.ts";

/** Pages of tracked time read through indexes on each visit, even for large teams. */

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const PERSON = { team_id: ID, assigned_id: ID };
const WEEK = { first: "2026-11-16", last: "2026-11-22~" };
const BY_PERSON = "tracker_entries_by_person (team_id=? AND assigned_id=?";

onEachSize((world) => {
  const reads: readonly [string, (db: Db) => Promise<unknown>, Readonly<Record<string, string>>][] =
    [
      [
        "the entries of some days",
        (db) => findTimes(db, { ...PERSON, ...WEEK, rows: 1001 }),
        { listed: `${BY_PERSON} AND sort_key>? AND sort_key<?)` },
      ],
      [
        "the entries beside one",
        (db) =>
          findBeside(db, { ...PERSON, ...WEEK, id: ID, start: "2026", end: "2027", rows: 21 }),
        { listed: `${BY_PERSON} AND sort_key>? AND sort_key<?)` },
      ],
      [
        "the day before them",
        (db) => findEarlier(db, { ...PERSON, first: WEEK.first }),
        { entry: `${BY_PERSON} AND sort_key<?)` },
      ],
      [
        "the newest entries",
        (db) => findNewest(db, { ...PERSON, rows: 200 }),
        { listed: `${BY_PERSON})` },
      ],
      [
        "the entries of a cell",
        (db) => lockCell(db, { ...PERSON, ...WEEK, project_id: ID }),
        {
          tracker_entries:
            "tracker_entries_by_project_and_person (team_id=? AND project_id=? AND assigned_id=? AND sort_key>? AND sort_key<?)",
        },
      ],
      [
        "the last change of a person",
        (db) => findLastChange(db, { team_id: ID, person: ID, from: "2026", until: "2027" }),
        {
          activity_events:
            "activity_events_by_actor (team_id=? AND actor_id=? AND created_at>? AND created_at<?)",
        },
      ],
      [
        "the last call of a person",
        (db) => findLastCall(db, { team_id: ID, person: ID, from: "2026", until: "2027" }),
        {
          call_log: "call_log_by_user (team_id=? AND user_id=? AND created_at>? AND created_at<?)",
        },
      ],
      [
        "projects in progress",
        (db) => findChoices(db, { team_id: ID, part: undefined, rows: 51 }),
        { project: "tracker_projects_by_status (team_id=? AND status=?)" },
      ],
      [
        "projects in progress by their names and their customers'",
        (db) => findChoices(db, { team_id: ID, part: "web", rows: 51 }),
        {
          project: "tracker_projects_by_status (team_id=? AND status=?)",
          customer: "customers_named (team_id=? AND id=?)",
          chosen: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
        },
      ],
      [
        "projects in progress of a customer",
        (db) => findChoices(db, { team_id: ID, part: undefined, customer_id: ID, rows: 51 }),
        {
          project: "tracker_projects_by_customer (team_id=? AND customer_id=?)",
          chosen: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
        },
      ],
    ];
  for (const [what, read, indexes] of reads)
    test(`${what} are found in an index, in its order`, async () => {
      const plan = await planOf(world, read);
      assertSearches(plan, indexes);
      assert.doesNotMatch(plan, /TEMP B-TREE/);
    });

  test("the entries of a customer are counted and summed up project by project", async () => {
    const total = async (from?: string, until?: string) =>
      plansOf(world, (db) =>
        totalOfCustomer({ db, team: { id: ID } } as never, ID, { from, until }),
      );
    const project = "tracker_projects_by_customer (team_id=? AND customer_id=?)";
    const entry = "tracker_entries_by_project (team_id=? AND project_id=?";
    const [counted = ""] = await total();
    assertSearches(counted, { project, entry: `${entry})` });
    assert.match(counted, /SEARCH entry USING COVERING INDEX/);
    const [summed = ""] = await total(WEEK.first, WEEK.last);
    assertSearches(summed, { project, entry: `${entry} AND sort_key>? AND sort_key<?)` });
  });

  for (const by of ["project", "customer", "person", "day"] as const)
    test(`sums by ${by} read the index of days, and the entries of held time alone`, async () => {
      const range = { from: "2026-10-01", to: "2026-10-31" };
      const planned = async (project_id?: string) =>
        planOf(world, (db) =>
          groupEntries({ db, team: { id: ID } } as never, {
            by,
            range,
            project_id,
            assigned_id: undefined,
          }),
        );
      const plan = await planned();
      const entries = plan.split("\n").filter((step) => /\bentry\b/.test(step));
      assert.deepEqual(entries, [
        "SEARCH entry USING COVERING INDEX tracker_entries_by_day (team_id=? AND date>? AND date<?)",
        "SEARCH entry USING INDEX sqlite_autoindex_tracker_entries_1 (team_id=? AND id=?)",
      ]);
      assert.match(plan, /SEARCH of_team USING COVERING INDEX \w+ \(team_id=\?\)/);
      assertSearches(plan, {
        held: "invoice_time_of_project (team_id=? AND project_id=? AND date>? AND date<?)",
      });
      assertSearches(await planned(ID), {
        of_team: "sqlite_autoindex_tracker_projects_1 (team_id=? AND id=?)",
        held: "invoice_time_of_project (team_id=? AND project_id=? AND date>? AND date<?)",
      });
    });
});
