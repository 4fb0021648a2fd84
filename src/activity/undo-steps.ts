import { isDeepStrictEqual } from "node:util";
import { sql, type RawBuilder } from "kysely";
import type { AuditContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { isConstraintViolation } from "../db/failures.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import { pause } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { type Change, difference } from "./journal.ts";
import { type Thing, thingsIn } from "./names.ts";
import { inTheWay, notUndoable, SOMETHING_ELSE, stillReferred } from "./not-undoable.ts";
import { pickKey, knownOf, type RecordedChange, type Snapshot } from "./recorded-change.ts";
import {
  isShared,
  foreignKeysOf,
  type Subjects,
  undoRowsOf,
  type JournalContext,
  byRank,
  type UndoRows,
} from "./subject.ts";

export type Step = {
  readonly kind: "restore" | "change" | "remove";
  readonly undo: UndoRows;
  readonly key: Snapshot;
  readonly columns: Snapshot;
  readonly was: Snapshot | null;
  readonly row: Snapshot;
  readonly change: Change;
};

/** A row that has changed since the event, so that nothing of the event is undone. */
export type Conflict = Thing & {
  readonly snapshot: Snapshot;
} & (
    | { readonly conflict: "gone" }
    | { readonly conflict: "there" }
    | {
        readonly conflict: "changed";
        readonly column: string;
        readonly left: unknown;
        readonly now: unknown;
      }
    | { readonly conflict: "parent gone"; readonly parent: Thing }
  );

type StepContext = { readonly subjects: Subjects; readonly now: Instant };

/**
 * The steps that undo changes, the last change first, so that rows are restored before the rows that
 * refer to them. Each step is checked against the rows that the steps before it leave.
 */
export function stepsOf(
  context: StepContext,
  past: readonly RecordedChange[],
  rows: Rows,
): readonly Step[] | Conflict {
  const state = new Map(rows);
  const steps: Step[] = [];
  for (const change of past.toReversed()) {
    const step = stepOf(context, change, state);
    if ("conflict" in step) return step;
    const name = rowName(change.type, step.key);
    if (step.kind === "remove") state.delete(name);
    else state.set(name, step.row);
    steps.push(step);
  }
  return steps;
}

function stepOf(context: StepContext, change: RecordedChange, state: Rows): Step | Conflict {
  const { type, id, before, after } = change;
  const undo = undoRowsOf(context.subjects, type);
  if (undo === null || !isShared(context.subjects, type))
    throw new Error(`a ${type} cannot be put back`);
  const snapshot = knownOf(change);
  const key = pickKey(undo.key, snapshot);
  const now = state.get(rowName(type, key)) ?? null;
  const thing = { type, id, snapshot: { ...now, ...snapshot } };
  if (now === null && after !== null) return { ...thing, conflict: "gone" };
  if (now !== null && after === null) return { ...thing, conflict: "there" };
  const changed = columnChanged(undo, after, now);
  if (changed !== null) return { ...thing, conflict: "changed", ...changed };
  if (before === null) {
    const known = { type, id, before: picked(now, after), after: null };
    return { kind: "remove", undo, key, columns: {}, was: now, row: {}, change: known };
  }
  const put = { ...before, ...touchOf(context, undo, change, now) };
  const { parents, missing } = parentsOf(context, change, put, state);
  if (missing !== null) return { ...thing, conflict: "parent gone", parent: missing };
  const columns = { ...put, ...newly(undo.derived({ ...now, ...put }, parents), now) };
  const snapshots = now === null ? { before: null, after: put } : difference(picked(now, put), put);
  const kind = now === null ? "restore" : "change";
  const row = { ...now, ...columns };
  return { kind, undo, key, columns, was: now, row, change: { type, id, ...snapshots } };
}

/** Leaves out columns that have the value already, so that one statement puts many rows back. */
function newly(columns: Snapshot, now: Snapshot | null): Snapshot {
  return Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => now?.[column] !== value),
  );
}

function columnChanged(undo: UndoRows, left: Snapshot | null, now: Snapshot | null) {
  const [column, value] =
    Object.entries(left ?? {}).find(
      ([column, value]) => column !== undo.touched && !isDeepStrictEqual(now?.[column], value),
    ) ?? [];
  return column === undefined ? null : { column, left: value, now: now?.[column] };
}

/** Puts the time of the last change back if nothing was changed since; else sets it to now. */
function touchOf(
  { now: moment }: StepContext,
  { touched }: UndoRows,
  { after }: RecordedChange,
  now: Snapshot | null,
): Snapshot {
  if (touched === undefined || now === null || after === null || !(touched in after)) return {};
  return now[touched] === after[touched] ? {} : { [touched]: moment };
}

/** The rows that a snapshot refers to, by column, and the first that is missing. */
function parentsOf(
  { subjects }: StepContext,
  { type }: RecordedChange,
  snapshot: Snapshot,
  state: Rows,
) {
  const parents: Record<string, Snapshot> = {};
  let missing: Thing | null = null;
  for (const [column, parent] of Object.entries(foreignKeysOf(subjects[type]))) {
    const id = snapshot[column];
    const undo = undoRowsOf(subjects, parent);
    if (typeof id !== "string" || undo === null || undo.isConstant?.(id) === true) continue;
    const row = state.get(rowName(parent, { id }));
    if (row === undefined) missing ??= { type: parent, id };
    else parents[column] = row;
  }
  return { parents, missing };
}

function picked(row: Snapshot | null, columns: Snapshot | null): Snapshot {
  return Object.fromEntries(Object.keys(columns ?? {}).map((column) => [column, row?.[column]]));
}

/**
 * Writes the steps in their order. Adjacent steps of one kind are one statement.
 * @throws Refusal when other rows are in the way
 */
export async function take(context: JournalContext, steps: readonly Step[]): Promise<void> {
  try {
    for (const run of runsOf(steps)) {
      await refuseWhatIsInTheWay(context, run);
      await write(context, run);
      await pause(context);
    }
  } catch (error) {
    if (isConstraintViolation(error)) throw notUndoable(SOMETHING_ELSE, error);
    throw error;
  }
}

type Run = readonly [Step, ...Step[]];

function runsOf(steps: readonly Step[]): readonly Run[] {
  const runs: [Step, ...Step[]][] = [];
  let last = "";
  for (const step of steps) {
    const statement = statementOf(step);
    const run = runs.at(-1);
    if (run === undefined || statement !== last || run.length === KEYS_A_STATEMENT)
      runs.push([step]);
    else run.push(step);
    last = statement;
  }
  return runs;
}

function statementOf({ kind, change, columns }: Step): string {
  const written = kind === "change" ? columns : Object.keys(columns);
  return JSON.stringify([kind, change.type, written]);
}

async function refuseWhatIsInTheWay(context: JournalContext, run: Run): Promise<void> {
  const [{ kind, undo }] = run;
  if (kind === "remove") {
    await refuseReferred(context, run);
    return;
  }
  for (const { row, change } of undo.clash === undefined ? [] : run) {
    const clash = await undo.clash?.(context, row);
    if (clash !== null && clash !== undefined) throw await inTheWay(context, change, row, clash);
  }
}

/** A row is not removed while later rows refer to it. */
async function refuseReferred(context: JournalContext, run: Run): Promise<void> {
  const [{ undo }] = run;
  const ids = run.map(({ change }) => change.id);
  for (const referring of undo.referredBy) {
    const { rows } = await sql<{ id: string; count: number }>`
      select ${sql.ref(referring.column)} as id, count(*) as count
      from ${sql.table(referring.table)}
      where team_id = ${context.team.id} and ${sql.ref(referring.column)} in (${sql.join(ids)})
      group by ${sql.ref(referring.column)}`.execute(context.db);
    const [first] = rows;
    if (first === undefined) continue;
    const { type } = run[0].change;
    throw await stillReferred(context, { type, id: first.id }, referring, first.count);
  }
}

async function write(context: AuditContext, run: Run): Promise<void> {
  const [{ kind, undo, columns }] = run;
  const names = Object.keys(columns);
  if (kind === "change" && names.length === 0) return;
  const table = sql.table(undo.table);
  const rows = withKeys(
    context,
    run.map(({ key }) => key),
  );
  const statement = {
    restore:
      () => sql`insert into ${table} (${sql.join(["team_id", ...names].map((name) => sql.ref(name)))})
      values ${sql.join(run.map((step) => valuesOf(context, step)))}`,
    change: () =>
      sql`update ${table} set ${sql.join(
        names.map((name) => sql`${sql.ref(name)} = ${storable(columns[name])}`),
      )} where ${rows}`,
    remove: () => sql`delete from ${table} where ${rows}`,
  };
  const { numAffectedRows } = await statement[kind]().execute(context.db);
  if (Number(numAffectedRows) !== run.length)
    throw new Error(`${kind} of ${run.length} rows of ${undo.table} met ${numAffectedRows}`);
}

function valuesOf({ team }: AuditContext, { columns }: Step) {
  return sql`(${sql.join([team.id, ...Object.values(columns).map(storable)])})`;
}

function storable(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

type Rows = ReadonlyMap<string, Snapshot>;

export async function holdFor(
  context: JournalContext,
  past: readonly RecordedChange[],
): Promise<void> {
  for (const [type, some] of Map.groupBy(past, ({ type }) => type))
    await undoRowsOf(context.subjects, type)?.hold?.(context, some);
}

export async function lockRowsOf(
  context: JournalContext,
  past: readonly RecordedChange[],
): Promise<Rows> {
  const { subjects } = context;
  const rows = new Map<string, Snapshot>();
  for (const { type, keys } of byRank(subjects, keysOf(context, past))) {
    const undo = undoRowsOf(subjects, type);
    if (undo === null) continue;
    for (let start = 0; start < keys.length; start += KEYS_A_STATEMENT) {
      const some = keys.slice(start, start + KEYS_A_STATEMENT);
      for (const row of await lockSome(context, undo.table, some))
        rows.set(rowName(type, pickKey(undo.key, row)), row);
    }
  }
  return rows;
}

function rowName(type: SubjectType, key: Snapshot): string {
  return [type, ...Object.values(key)].join(" ");
}

/** SQLite allows 1000 terms in an expression. */
const KEYS_A_STATEMENT = 500;

function withKeys({ team }: AuditContext, keys: readonly Snapshot[]): RawBuilder<boolean> {
  const [first = {}] = keys;
  const [column, ...others] = Object.keys(first);
  if (column !== undefined && others.length === 0) {
    const values = sql.join(keys.map((key) => key[column]));
    return sql<boolean>`team_id = ${team.id} and ${sql.ref(column)} in (${values})`;
  }
  const rows = keys.map((key) => {
    const terms = Object.entries({ team_id: team.id, ...key });
    return sql`(${sql.join(
      terms.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      sql` and `,
    )})`;
  });
  return sql<boolean>`(${sql.join(rows, sql` or `)})`;
}

async function lockSome(context: AuditContext, table: TeamTable, keys: readonly Snapshot[]) {
  const { db } = context;
  const rows = db
    .selectFrom(sql<Record<string, unknown>>`${sql.table(table)}`.as("held"))
    .selectAll()
    .where(withKeys(context, keys))
    .$call((query) =>
      Object.keys(keys[0] ?? {}).reduce((query, column) => query.orderBy(sql.ref(column)), query),
    );
  return lockForUpdate(db, rows).execute();
}

type Keys = { readonly type: SubjectType; readonly keys: readonly Snapshot[] };

function keysOf({ subjects }: JournalContext, past: readonly RecordedChange[]): readonly Keys[] {
  const wanted = past.flatMap((change) => {
    const undo = undoRowsOf(subjects, change.type);
    const own =
      undo === null ? [] : [{ type: change.type, key: pickKey(undo.key, knownOf(change)) }];
    const others = imagesOf(change)
      .flatMap((snapshot) => thingsIn(subjects, change.type, snapshot))
      .map(({ type, id }) => ({ type, key: { id } }));
    return [...own, ...others];
  });
  return [...Map.groupBy(wanted, ({ type }) => type)].map(([type, some]) => {
    const keys = new Map(some.map(({ key }) => [rowName(type, key), key]));
    return { type, keys: [...keys.values()] };
  });
}

function imagesOf({ before, after }: RecordedChange): readonly Snapshot[] {
  return [before, after].filter((snapshot) => snapshot !== null);
}
