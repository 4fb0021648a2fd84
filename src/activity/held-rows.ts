import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import { thingsIn } from "./names.ts";
import { pickKey, knownOf, type RecordedChange } from "./recorded-change.ts";
import type { Snapshot } from "./snapshot.ts";
import { byRank, type JournalContext, undoRowsOf } from "./subject.ts";

/** Present rows by kind and key. */
export type Rows = ReadonlyMap<string, Snapshot>;

/** Takes the locks that come before those of the rows. */
export async function holdFor(
  context: JournalContext,
  past: readonly RecordedChange[],
): Promise<void> {
  for (const [type, some] of Map.groupBy(past, ({ type }) => type))
    await undoRowsOf(context.subjects, type)?.hold?.(context, some);
}

/** Locks the changed rows and the rows that they refer to until the transaction ends. */
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

/** Map key of a row. */
export function rowName(type: SubjectType, key: Snapshot): string {
  return [type, ...Object.values(key)].join(" ");
}

/** SQLite allows 1000 terms in an expression. */
export const KEYS_A_STATEMENT = 500;

/** SQL condition: the row has one of the keys. */
export function withKeys({ team }: AuditContext, keys: readonly Snapshot[]): RawBuilder<boolean> {
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
