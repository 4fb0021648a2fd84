import { sql } from "kysely";
import { dialectOf } from "../../db/dialect.ts";
import { insertValues, isValue, rowsFrom } from "../../db/many-rows.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Part, Row } from "./transaction.ts";

/** The statements of `write-transactions.ts`, which nothing else imports. Each writes a chunk at most. */

type Tables = { readonly transactions: Row; readonly transaction_parts: Part };

const KEYS = {
  transactions: ["id"],
  transaction_parts: ["transaction_id", "position"],
} as const satisfies Readonly<Record<keyof Tables, readonly string[]>>;

/** JSON text. */
type Rows = { readonly rows: string };

/** Inserts whole rows, all with the same columns. */
export async function insertInto<Table extends keyof Tables>(
  { db }: OfTeam,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).toSorted();
  if (dialectOf(db) === "sqlite") {
    const values = rows.map((row) => valuesOf(row, columns));
    await insertValues(db, table, columns, values);
  } else await statement("insert", table, columns)(db, { rows: JSON.stringify(rows) });
}

function valuesOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]) {
  return columns.map((column) => {
    const value = row[column];
    return isValue(value) ? value : JSON.stringify(value);
  });
}

/** Updates some columns of rows to the values that they have in here. */
export async function update<Table extends keyof Tables>(
  { db, team }: OfTeam,
  table: Table,
  rows: readonly Partial<Tables[Table]>[],
  columns: readonly (keyof Tables[Table] & string)[],
): Promise<void> {
  if (rows.length === 0) return;
  const kept: ReadonlySet<string> = new Set([...KEYS[table], ...columns]);
  const needed = rows.map((row) => ({
    ...Object.fromEntries(Object.entries(row).filter(([column]) => kept.has(column))),
    team_id: team.id,
  }));
  await statement("update", table, columns.toSorted())(db, { rows: JSON.stringify(needed) });
}

export async function deleteFrom(
  { db, team }: OfTeam,
  table: keyof Tables,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const [id] = KEYS[table];
  await sql`delete from ${sql.table(table)}
    where team_id = ${team.id} and ${sql.ref(id)} in (${sql.join(ids)})`.execute(db);
}

type Statement = (db: Db, values: Rows) => Promise<unknown>;

/** One for each set of columns that is written. */
const statements = new Map<string, Statement>();

function statement(
  kind: "insert" | "update",
  table: keyof Tables,
  columns: readonly string[],
): Statement {
  const name = [kind, table, ...columns].join(" ");
  const known = statements.get(name) ?? MADE[kind](table, columns);
  statements.set(name, known);
  return known;
}

const MADE = { insert: insertOf, update: updateOf };

function insertOf(table: keyof Tables, columns: readonly string[]): Statement {
  return preparedQuery((db, { slot }: Slots<Rows>) => {
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const rows = rowsFrom(db, table, columns, slot("rows"));
    const query = sql`insert into ${sql.table(table)} (${names})
      select ${names} from ${rows} as given`;
    return { compile: () => query.compile(db) };
  });
}

function updateOf(table: keyof Tables, columns: readonly string[]): Statement {
  // With the team from the rows too, SQLite begins with these instead of with all of the team's.
  const keys: readonly string[] = ["team_id", ...KEYS[table]];
  return preparedQuery((db, { slot }: Slots<Rows>) => {
    const rows = rowsFrom(db, table, [...keys, ...columns], slot("rows"));
    const given = (column: string) => sql.ref(`given.${column}`);
    const set = columns.map((column) => sql`${sql.ref(column)} = ${given(column)}`);
    const same = keys.map((key) => sql`${sql.ref(`${table}.${key}`)} = ${given(key)}`);
    const query = sql`update ${sql.table(table)} set ${sql.join(set)} from ${rows} as given
      where ${sql.join(same, sql` and `)}`;
    return { compile: () => query.compile(db) };
  });
}
