import assert from "node:assert/strict";
import { test } from "node:test";
import { addBuyer } from "../../../test/invoices.ts";
import { assertSearches, onEachSize, planOf, plansOf } from "../../../test/plan.ts";
import { addProject } from "../../../test/tracker.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { selectTime } from "../timesheet/tracked-time.ts";
import { freeEntries, otherSums } from "./billable-time.ts";
import { holdersOf } from "./held-time.ts";
import { timeOfInvoice } from "./invoiced-time.ts";

const HELD = "sqlite_autoindex_invoice_time_2 (team_id=? AND entry_id=?)";
const INVOICE = "sqlite_autoindex_invoices_1 (team_id=? AND id=?)";
const BY_DAY =
  "tracker_entries_by_project (team_id=? AND project_id=? AND sort_key>? AND sort_key<?)";
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

onEachSize((world) => {
  test("time to bill is found by project and day, and whether an invoice has it by its entry", async () => {
    const team = await world.team();
    const customer = { id: await addBuyer(team), rounding: null };
    const price = { billable: true, rate_minor: 8000, currency: "EUR" };
    const project_id = await addProject(team, { customer_id: customer.id, ...price });
    const project = { id: project_id, name: "Website", ...price, rounding: null };
    const free = await planOf(world, (db) =>
      freeEntries({ ...ownerContext(team), db }, { customer, ...OCTOBER }, [project]),
    );
    assertSearches(free, { listed: BY_DAY, held: HELD });
    const plans = await plansOf(world, (db) =>
      otherSums(
        { ...ownerContext(team), db },
        { customer, ...OCTOBER },
        { today: "2026-11-21", projects: [project] },
      ),
    );
    const [sums = "", running = ""] = plans;
    assertSearches(sums, { listed: BY_DAY, invoice: INVOICE });
    assert.ok(sums.includes(`SEARCH held USING INDEX ${HELD}`), sums);
    assertSearches(running, { listed: BY_DAY });
  });

  test("what has an entry, and the time of an invoice, are found in indexes", async () => {
    const team = await world.team();
    const { id } = team;
    const held = await planOf(world, (db) => holdersOf({ ...ownerContext(team), db }, [id]));
    assertSearches(held, { held: HELD, invoice: INVOICE });
    const listed = await planOf(world, (db) =>
      selectTime(db).where("entry.team_id", "=", id).where("entry.id", "=", id).execute(),
    );
    assertSearches(listed, { held: HELD, invoice: INVOICE });
    const lines = "invoice_time_of_invoice (team_id=? AND invoice_id=?";
    const after = ["l", "2026-10-05", id] as const;
    for (const [from, found] of [
      [null, `${lines})`],
      [after, `${lines} AND (line_id,date,id)>(?,?,?))`],
    ] as const) {
      const asked = { id, after: from === null ? null : [...from], rows: 101 } as never;
      const rows = await planOf(world, (db) => timeOfInvoice({ ...ownerContext(team), db }, asked));
      assertSearches(rows, { held: found });
      assert.doesNotMatch(rows, /TEMP B-TREE/);
    }
  });
});
