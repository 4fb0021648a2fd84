import { sql } from "kysely";
import type { AuditContext } from "../db/context.ts";
import { pause } from "../db/transaction.ts";
import { isConstraintViolation } from "../db/failures.ts";
import { KEYS_A_STATEMENT, withKeys } from "./held-rows.ts";
import { inTheWay, notUndoable, SOMETHING_ELSE, stillReferred } from "./not-undoable.ts";
import type { JournalContext } from "./subject.ts";
import type { Step } from "./undo-steps.ts";

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

/** Groups adjacent steps that one statement can write. */
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

/** Equal for steps that differ only in their rows. */
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

/** JSON is written as text. */
function storable(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
