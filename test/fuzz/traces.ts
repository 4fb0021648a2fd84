import assert from "node:assert/strict";
import type { Db } from "../../src/db/schema/schema.ts";
import { tools } from "../../src/mcp/registry.ts";
import { allRows } from "../rows.ts";
import type { Tally } from "./tally.ts";

type Row = any;

/** All rows of the database by table, keyed by their JSON. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** Tables about the calls themselves, which the journal does not cover. */
const ABOUT_CALLS = new Set(["idempotent_calls", "spent_answers"]);

/** Tables that follow from others. */
const KEPT = new Set([
  "tracker_totals",
  "month_totals",
  "booked_totals",
  "counterparts",
  "invoice_counters",
]);

export async function rowsOf(db: Db): Promise<Rows> {
  const tables = Object.entries(await allRows(db)).map(([table, rows]) => {
    const compared = table === "api_keys" ? rows.map(withoutLastUse) : rows;
    return [table, new Map(compared.map((row) => [JSON.stringify(row), row]))] as const;
  });
  return new Map(tables);
}

/** Drops the columns that every call updates: last use and client. */
function withoutLastUse(row: Row): Row {
  const { last_used_at: _at, last_used_by: _by, client_name: _name, ...unnamed } = row;
  const { client_version: _version, ...rest } = unnamed;
  return rest;
}

/**
 * Asserts that only successful calls changed the database: every changed row belongs to the team and
 * is named in the journal, which has at most one new event per call.
 */
export function assertAccounted(before: Rows, after: Rows, teamId: string, tally: Tally): void {
  const come = only(after, before);
  const gone = only(before, after);
  const events = come.filter(({ table }) => table === "activity_events").map(({ row }) => row);
  assertEvents(events, tally);
  const subjects = come.filter(({ table }) => table === "activity_changes");
  const told = new Set(subjects.map(({ row }) => row.subject_id));
  // A receipt is done while it has an attachment.
  for (const { table, row } of [...come, ...gone])
    if (table === "transaction_attachments" && told.has(row.id)) told.add(row.inbox_id);
  for (const { table, row } of [...come, ...gone]) {
    const what = `in ${table} the row ${JSON.stringify(row)} was changed`;
    assert.equal(row.team_id, teamId, `${what}, which is not of the team that called`);
    if (table.startsWith("activity_") || KEPT.has(table)) continue;
    const isDone = tally.done.size > 0 || events.length > 0;
    if (ABOUT_CALLS.has(table)) assert.ok(isDone, `${what} by a refused call`);
    else assert.ok(isNamed(table, row, told), `${what}, of which the journal does not tell`);
  }
  const rewritten = gone.filter(({ table }) => table.startsWith("activity_"));
  assert.deepEqual(rewritten, [], "the journal only grows");
  assertMonths(after);
  assertTotals(after);
  assertNumbers(after);
}

/** Asserts that the totals, of which the journal does not tell, are those of the entries. */
function assertTotals(rows: Rows): void {
  const sums = new Map<string, number>();
  for (const { project_id, assigned_id, duration } of rows.get("tracker_entries")?.values() ?? []) {
    const key = `${project_id} ${assigned_id}`;
    if (duration > 0) sums.set(key, (sums.get(key) ?? 0) + duration);
  }
  const totals = [...(rows.get("tracker_totals")?.values() ?? [])].map(
    ({ project_id, assigned_id, seconds }) => [`${project_id} ${assigned_id}`, seconds] as const,
  );
  assert.deepEqual(new Map(totals), sums);
}

/** Asserts that the totals of months are those of the transactions. No tool splits one. */
function assertMonths(rows: Rows): void {
  const sums = new Map<string, number>();
  for (const row of rows.get("transactions")?.values() ?? []) {
    const key = `${row.team_id} ${row.month} ${row.standing} ${row.category_slug ?? ""}`;
    sums.set(key, (sums.get(key) ?? 0) + row.base_minor);
  }
  const totals = [...(rows.get("month_totals")?.values() ?? [])].map(
    ({ team_id, month, standing, category_slug, in_minor, out_minor }) =>
      [`${team_id} ${month} ${standing} ${category_slug}`, in_minor + out_minor] as const,
  );
  assert.deepEqual(new Map(totals), sums);
}

/** Asserts that each number up to the last one of its series was given. No tool leaves one out. */
function assertNumbers(rows: Rows): void {
  const given = new Map<string, number>();
  for (const { team_id, series, period } of rows.get("invoices")?.values() ?? []) {
    const key = `${team_id} ${series} ${period}`;
    if (series !== null) given.set(key, (given.get(key) ?? 0) + 1);
  }
  const counters = [...(rows.get("invoice_counters")?.values() ?? [])].map(
    ({ team_id, series, period, last_value }) => [`${team_id} ${series} ${period}`, last_value],
  );
  assert.deepEqual(Object.fromEntries(given), Object.fromEntries(counters));
}

/** Rows of `one` that are missing or different in `other`. */
function only(one: Rows, other: Rows): readonly { readonly table: string; readonly row: Row }[] {
  return [...one].flatMap(([table, rows]) =>
    [...rows]
      .filter(([json]) => other.get(table)?.has(json) !== true)
      .map(([, row]) => ({ table, row })),
  );
}

function assertEvents(events: readonly Row[], { done, refused }: Tally): void {
  for (const outcome of ["done", "refused"] as const) {
    const calls = outcome === "done" ? done : refused;
    const told = new Map<string, number>();
    for (const { tool } of events.filter((event) => event.outcome === outcome))
      told.set(tool, (told.get(tool) ?? 0) + 1);
    for (const [tool, count] of told) {
      const most = isTold(outcome, tool) ? (calls.get(tool) ?? 0) : 0;
      assert.ok(
        count <= most,
        `the journal has ${count} × ${tool} ${outcome}, the answers ${most}`,
      );
    }
  }
}

/** True for outcomes in the journal: successful calls, and refused calls of tools that delete. */
function isTold(outcome: "done" | "refused", name: string): boolean {
  const tool = tools.find((tool) => tool.name === name);
  return tool !== undefined && (outcome === "done" || tool.tier === "destructive");
}

/** True when the journal names the row, the document that it is of, or for a link row one of its ends. */
function isNamed(table: string, row: Row, told: ReadonlySet<string>): boolean {
  if (table === "invoice_mails") return told.has(row.invoice_id);
  // Payments are suggested anew to receipts that wanted the same one, and groups of receipts change with a member.
  if (table === "outbox") return OF_OTHERS.has(row.job) || told.has(row.subject_id);
  return "id" in row ? told.has(row.id) : Object.values(row).some((value: any) => told.has(value));
}

/** Jobs for receipts that the call did not name. */
const OF_OTHERS: ReadonlySet<string> = new Set(["match_item", "match_joined"]);
