import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { subjects } from "../src/api/subjects.ts";
import type { CallEvent } from "../src/core/event.ts";
import type { Team } from "./app.ts";
import { snapshotOf } from "./rows.ts";

/** Rows by the kind of record that the journal has of them, as its snapshots are. */
type Rows = Record<string, any[]>;
type Change = { subject_type: string; subject_id: string; before: unknown; after: unknown };

/** Tables by the kind of record, where rows are put back by an undo. */
const TABLES: ReadonlyMap<string, string> = new Map(
  Object.entries(subjects).flatMap(([type, { undo }]) =>
    "table" in undo ? [[type, undo.table]] : [],
  ),
);

/** Routes whose example changes nothing: they need more records than one of each kind. */
const IN_THE_STORY: ReadonlySet<string> = new Set([
  "PUT /api/teams/:team/rules",
  "POST /api/teams/:team/entries/:id/split",
  "POST /api/teams/:team/time/import",
  "POST /api/teams/:team/week/copy",
]);

/** The team's whole journal, applied to nothing, gives what the team has, and undone backwards nothing. */
export async function assertReplays(team: Team): Promise<void> {
  const events = await team.journal();
  const called = new Set(events.map(({ tool }) => tool));
  for (const name of IN_THE_STORY) assert.ok(called.has(name), name);
  const changes = events.flatMap((event) => event.changes);
  const rows: Rows = Object.fromEntries([...TABLES.keys()].map((type) => [type, []]));
  assertLeads(rows, changes, await rowsOf(team));
  assertLeads(rows, backwards(changes), {});
}

/**
 * Runs a call by a tool or a route. It writes the event of its definition, if that has one, and what the
 * journal says then leads from the rows before to the rows after, and back.
 */
export async function told<T>(
  team: Team,
  { name, event }: { readonly name: string; readonly event: CallEvent | null },
  call: () => Promise<T>,
): Promise<T> {
  const known = new Set((await team.journal()).map(({ id }) => id));
  const before = await rowsOf(team);
  // Events of one moment have no order.
  team.world.pass(1);
  const answer = await call();
  const events = (await team.journal()).filter(({ id }) => !known.has(id));
  const changes = events.flatMap((event) => event.changes);
  const own = events.find(({ tool }) => tool === name);
  const isOfKind = own?.changes.some(({ subject_type }) => subject_type === event?.of) ?? false;
  if (event !== null) assert.equal(isOfKind, !IN_THE_STORY.has(name), `${name} and its example`);
  // An undo is told by the event that it undid.
  else
    assert.ok(own === undefined || own.undoes_id !== null, `${name} has no words in the journal`);
  const rows: Rows = structuredClone(before);
  assertLeads(rows, changes, await rowsOf(team));
  assertLeads(rows, backwards(changes), before);
  return answer;
}

async function rowsOf(team: Team): Promise<Rows> {
  const state = await team.state();
  return Object.fromEntries(
    [...TABLES].map(([type, table]) => [type, state[table]?.map(snapshotOf) ?? []]),
  );
}

function backwards(changes: readonly Change[]): readonly Change[] {
  return changes
    .toReversed()
    .map(({ before, after, ...subject }) => ({ ...subject, before: after, after: before }));
}

/** Makes the changes to the rows, which are then the expected ones. */
function assertLeads(rows: Rows, changes: readonly Change[], expected: Rows): void {
  for (const change of changes) if (TABLES.has(change.subject_type)) apply(rows, change);
  for (const type of TABLES.keys())
    assert.deepEqual(rows[type]?.toSorted(byText), (expected[type] ?? []).toSorted(byText));
}

/** Makes one change. What it refers to is there, and what goes is what there was. */
function apply(rows: Rows, { subject_type, subject_id, before, after }: Change): void {
  const things = (rows[subject_type] ??= []);
  if (before === null) things.push({ ...(after as object) });
  else if (after === null) {
    const index = things.findIndex((row) => isDeepStrictEqual(row, before));
    assert.ok(index >= 0, JSON.stringify(before));
    things.splice(index, 1);
  } else {
    const row = things.find(({ id }) => id === subject_id);
    assert.partialDeepStrictEqual(row, before);
    Object.assign(row, after);
  }
  const has = (type: string, id: string | null) =>
    id === null || rows[type]?.some((row) => row.id === id);
  for (const { customer_id, tag_id } of rows["customer_tag"] ?? [])
    assert.ok(has("customer", customer_id) && has("tag", tag_id));
  for (const { customer_id } of rows["tracker_project"] ?? [])
    assert.ok(has("customer", customer_id));
  for (const { project_id } of rows["tracker_entry"] ?? [])
    assert.ok(has("tracker_project", project_id));
}

function byText(one: object, other: object): number {
  return textOf(one) < textOf(other) ? -1 : 1;
}

/** The same for the same columns, in whatever order they come. */
function textOf(row: object): string {
  return JSON.stringify(row, Object.keys(row).toSorted());
}
