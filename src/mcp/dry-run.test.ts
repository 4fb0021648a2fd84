import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import { BASE_URL, onAnyDatabase, onEachDatabase, type Team, type World } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { extent } from "../../test/extent.ts";
import { lives, take } from "../../test/life.ts";
import { assertUntouched } from "../../test/mcp.ts";
import { idIn, ownThings } from "../../test/own-things.ts";
import { duringWrite } from "../../test/races.ts";
import { addEntry, addProject } from "../../test/tracker.ts";
import { addTransaction, addTransactions, ownerContext } from "../../test/transactions.ts";
import { toldChanges, toldEvent } from "../activity/told-event.ts";
import { subjects } from "../api/subjects.ts";
import { Refusal } from "../core/errors.ts";
import { movedSums, readReportSums, type ReportSum } from "../domains/reports/moved-sums.ts";
import { events } from "../events.ts";
import { tools } from "./registry.ts";

const DRY = new Set(tools.filter(({ hasDryRun }) => hasDryRun).map(({ name }) => name));

type Journal = Awaited<ReturnType<Team["journal"]>>;

/** Ids of one millisecond are in any order. */
async function newEvent(team: Team, before: Journal) {
  const known = new Set(before.map(({ id }) => id));
  return (await team.journal()).find(({ id }) => !known.has(id));
}

/** Answer that the journal foretells: nothing when no event has come. */
async function toldOf(team: Team, before: Journal) {
  const event = await newEvent(team, before);
  if (event === undefined)
    return { would_have: "changed nothing", counts: {}, changes: [], more: 0 };
  const context = { ...ownerContext(team), subjects, events };
  const { deed, counts } = await toldEvent(context, event.id);
  const changes = await toldChanges(context, event.id, 50);
  const named = changes.reduce((sum, { times = 1 }) => sum + times, 0);
  return { would_have: deed, counts, changes, more: event.changes.length - named };
}

/** Sums of all months that the team has transactions in; null where one is too large. */
async function allSums(team: Team): Promise<readonly ReportSum[] | null> {
  const { transactions = [] } = await team.state();
  const months = new Set(transactions.map((row: any) => row.month));
  try {
    return await readReportSums(ownerContext(team), [...months]);
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_large") return null;
    throw error;
  }
}

/** Runs a call dry, then for real. @returns the answer of the dry run */
async function assertForetold(team: Team, name: string, args: object): Promise<any> {
  const dry = await assertUntouched(team, () => team.attempt(name, { ...args, dry_run: true }));
  const before = await team.journal();
  const sumsBefore = await allSums(team);
  const real = await team.attempt(name, args);
  assert.equal(dry.refused?.sentence, real.refused?.sentence);
  if (real.refused !== null) return null;
  const { dry_run, untrusted: _paths, reports, notices: _notices, ...rest } = dry.answer;
  const { subtotal, tax, total, currency, ...told } = rest;
  if (total !== undefined)
    assert.partialDeepStrictEqual(real.answer, { subtotal, tax, total, currency });
  const sumsAfter = await allSums(team);
  if (reports !== undefined && sumsBefore !== null && sumsAfter !== null)
    assert.deepEqual(
      new Set(reports),
      new Set(movedSums(sumsBefore, sumsAfter)),
      `${name} ${JSON.stringify(args)}`,
    );
  assert.equal(dry_run, true);
  assert.equal(Object.keys(dry.answer)[0], "dry_run");
  assert.deepEqual(told, await toldOf(team, before));
  return dry.answer;
}

onEachDatabase((world) => {
  for (const { name, example } of tools.filter(({ hasDryRun }) => hasDryRun))
    test(`a dry run of ${name} tells what the journal says of the real one, and leaves nothing`, async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const given = example(idIn(await ownThings(team, example)));
      const { counts } = await assertForetold(team, name, given);
      assert.notDeepEqual(counts, {});
    });

  for (const { name, tier, event, example } of tools)
    if (tier !== "read" && !DRY.has(name))
      test(`${name} has no dry run, since it deletes nothing and changes one record alone`, async () => {
        assert.equal(tier, "write");
        const team = await world.team();
        const given = example(idIn(await ownThings(team, example)));
        const before = await team.journal();
        await team.call(name, given);
        const { changes } = (await newEvent(team, before)) ?? assert.fail("it is not journalled");
        assert.equal(changes.filter(({ subject_type }) => subject_type === event?.of).length, 1);
        assert.ok(changes.every(({ after }) => after !== null));
      });

  test("a dry run tells the notices of the call, such as an overlap", async () => {
    const team = await world.team();
    const project_id = await addProject(team);
    const time = (from: string, to: string) => ({
      project_id,
      start: `2026-11-20T${from}:00Z`,
      stop: `2026-11-20T${to}:00Z`,
    });
    await team.call("tracker_start_timer", time("09:00", "11:00"));
    const again = { ...time("10:30", "12:00"), dry_run: true };
    const { notices } = await assertUntouched(team, () => team.call("tracker_start_timer", again));
    assert.match(notices[0], /^The time overlaps by 30 min with entry /);
  });

  test("a dry run of a draft tells what it would come to", async () => {
    const team = await world.team();
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const line_items = [{ name: "Consulting", quantity: 12.5, price: 95 }];
    const told = await assertForetold(team, "invoices_create_draft", {
      customer_id: id,
      line_items,
    });
    assert.deepEqual(
      [told.subtotal, told.tax, told.total, told.currency],
      [1187.5, 0, 1187.5, "EUR"],
    );
  });

  test("a dry run of many names the first, and counts the rest", async () => {
    const team = await world.team();
    const account = await addAccount(team);
    const ids = await addTransactions(team, account, 60);
    const told = await assertForetold(team, "transactions_update_status", {
      ids,
      status: "excluded",
    });
    // All sixty are called the same.
    assert.deepEqual([told.changes.length, told.changes[0].times, told.more], [1, 50, 10]);
    assert.equal(told.would_have, "changed the status of 60 transactions");
    assert.deepEqual(told.changes[0].fields, [
      { label: "Status", before: '"Posted"', after: '"Excluded"' },
    ]);
  });

  test("a dry run tells the sums of reports that would move, and a real call moves them so", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    const day = (date: string, amount_minor: number, tax_rate_bp?: number) =>
      addTransaction(team, account, { date, amount_minor, tax_rate_bp });
    const spent = await day("2026-09-10", -11_900, 1900);
    const other = await day("2026-10-10", -5000);
    await day("2026-10-11", 20_000);
    const args = { ids: [spent.id, other.id], status: "excluded" };
    const { reports } = await assertForetold(team, "transactions_update_status", args);
    const of = (report: string, figure: string, month: string, before: number, after: number) => ({
      report,
      figure,
      month,
      currency: "EUR",
      before,
      after,
    });
    assert.deepEqual(reports, [
      of("profit_loss", "expense", "2026-10", 50, 0),
      of("profit_loss", "delta", "2026-10", 150, 200),
      of("profit_loss", "expense", "2026-09", 119, 0),
      of("profit_loss", "delta", "2026-09", -119, 0),
      of("tax", "paid", "2026-09", 19, 0),
    ]);
    const range = { from: "2026-09-01", to: "2026-10-31" };
    const { totals } = await team.call("reports_profit_loss", range);
    assert.deepEqual(totals, { revenue: 200, expense: 0, delta: 200 });
    const gone = await assertForetold(team, "transactions_delete", { id: spent.id });
    assert.deepEqual(gone.reports, [
      { report: "balance", figure: "amount", currency: "EUR", before: 31, after: 150 },
    ]);
  });

  test("a dry run tells of hours and invoices what would be unbilled and owed", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const things = idIn(await ownThings(team));
    const seconds = { report: "unbilled", figure: "seconds", currency: null };
    const invoice = await assertForetold(team, "invoices_void", { id: things("sent_invoice") });
    assert.deepEqual(
      invoice.reports.map(({ report, figure }: any) => [report, figure]),
      [["owed", "owed"]],
    );
    const customer = await assertForetold(team, "customers_delete", { id: things("customer") });
    const hours = customer.reports.find(({ figure }: any) => figure === "seconds");
    assert.partialDeepStrictEqual(hours, { ...seconds, after: 0 });
    assert.ok(hours.before > 0);
  });

  test("a dry run of more than a year tells the newest months, and counts the others", async () => {
    const team = await world.team();
    const account = await addAccount(team);
    const ids: string[] = [];
    for (let month = 1; month <= 14; month += 1) {
      const date = `${month > 12 ? 2026 : 2025}-${String(((month - 1) % 12) + 1).padStart(2, "0")}-05`;
      ids.push((await addTransaction(team, account, { date })).id);
    }
    const args = { ids, status: "excluded", dry_run: true };
    const { reports, more_months } = await team.call("transactions_update_status", args);
    assert.deepEqual([reports.length, reports[0].month, more_months], [24, "2026-02", 2]);
  });

  test("while a dry run looks, other calls wait, so that it tells its own changes alone", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const account = await addAccount(team);
    // One waits for the other, and a busy machine may not take ten seconds for all.
    const ids = await addTransactions(team, account, 12);
    const calls = ids.map((id, at) =>
      team.call("transactions_delete", { id, ...(at % 2 === 0 ? { dry_run: true } : {}) }),
    );
    for (const { dry_run, reports } of await Promise.all(calls)) {
      if (dry_run !== true) continue;
      const moved = reports.map(({ before, after, figure }: any) => [figure, after - before]);
      assert.deepEqual(moved, [
        ["expense", -3.5],
        ["delta", 3.5],
        ["amount", 3.5],
      ]);
    }
  });

  test("a dry run tells the unbilled time that would go", async () => {
    const { team, ids } = await withTime(world);
    const { reports } = await team.call("tracker_delete_entry", { id: ids[0], dry_run: true });
    assert.deepEqual(reports, [
      { report: "unbilled", figure: "amount", currency: "EUR", before: 200, after: 100 },
      { report: "unbilled", figure: "seconds", currency: null, before: 7200, after: 3600 },
    ]);
  });

  // SQLite has one writer at a time.
  if (world.dialect === "postgres")
    test("time that others write meanwhile is in no sum of a dry run, which says so", async () => {
      const { team, ids, project_id } = await withTime(world);
      const { counts, reports, notices } = await duringWrite(
        world,
        // Holds the dry run between its readings: sums of balances read the accounts.
        (db) => sql`lock table bank_accounts in access exclusive mode`.execute(db),
        () => team.call("tracker_delete_entry", { id: ids[0], dry_run: true }),
        () => team.call("tracker_start_timer", { project_id }),
      );
      assert.deepEqual([counts, reports], [{ tracker_entry: 1 }, []]);
      assert.match(notices[0], /^Others wrote meanwhile/);
    });

  test("a dry run may be repeated under one idempotency key, and is no use of it", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Old" });
    const params = (dry_run: boolean) => ({
      name: "tags_delete",
      arguments: { id, dry_run },
      _meta: { idempotencyKey: "once" },
    });
    for (const isDry of [true, true, false]) {
      const { result } = JSON.parse(await (await team.rpc("tools/call", params(isDry))).text());
      assert.equal(result.structuredContent.dry_run, isDry ? true : undefined);
    }
    assert.deepEqual((await team.call("tags_list")).items, []);
  });

  test("whatever a team did before, a dry run tells what the real call does", async () => {
    await fc.assert(
      fc.asyncProperty(lives(12), async (steps) => {
        const team = await world.team({ destructive_ai_tools: true });
        const attempt = team.attempt.bind(team);
        const rehearsed = async (name: string, args: object = {}) => {
          team.attempt = attempt;
          if (DRY.has(name)) await assertForetold(team, name, args);
          else await attempt(name, args);
          team.attempt = rehearsed;
          return { answer: null, refused: null };
        };
        team.attempt = rehearsed;
        for (const step of steps) await take(team, step);
      }),
      { numRuns: extent(6, 200) },
    );
  });
});

/** A team with two hours on a billable project. */
async function withTime(world: World) {
  const team = await world.team({ destructive_ai_tools: true });
  const billable = { name: "Consulting", billable: true, rate_minor: 10_000, currency: "EUR" };
  const project_id = await addProject(team, billable);
  const days = ["2026-10-10", "2026-10-11"];
  const ids = await Promise.all(days.map((date) => addEntry(team, { project_id, date })));
  return { team, ids, project_id };
}

onAnyDatabase((world) => {
  test("a dry run needs the tier of the real call, and dry_run is true or false", async () => {
    const team = await world.team({ destructive_ai_tools: false });
    const { id } = await team.call("tags_create", { name: "Old" });
    const closed = await team.refused("tags_delete", { id, dry_run: true });
    assert.equal(closed.code, "tool_not_available");
    const open = await world.team({ destructive_ai_tools: true });
    const own = await open.call("tags_create", { name: "Old" });
    const wrong = await assertUntouched(open, () =>
      open.refused("tags_delete", { id: own.id, dry_run: "yes" }),
    );
    assert.deepEqual([wrong.code, wrong.path], ["invalid_argument", "dry_run"]);
    const unknown = await open.refused("tags_create", { name: "New", dry_run: true });
    assert.equal(unknown.code, "unknown_argument");
  });

  test("a deletion names what went, and where a person can undo it", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const before = await team.journal();
    const { deleted, notices } = await team.call("customers_delete", { id });
    const event = await newEvent(team, before);
    assert.equal(deleted, true);
    assert.deepEqual(notices, [
      `This deleted the customer "Acme". A person can undo it for 30 days at ${BASE_URL}/activity?event=${event?.id}`,
    ]);
    assert.equal("notices" in (await team.call("customers_delete", { id })), false);
  });
});
