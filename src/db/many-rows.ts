import { CompiledQuery, sql, type RawBuilder } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db, Schema, TeamTable } from "./schema/schema.ts";

type Value = string | number | boolean | null;

export function isValue(value: unknown): value is Value {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** Numbers of rows that a statement inserts, so that few different ones are prepared. More rows are no faster. */
const SIZES = [50, 8, 1] as const;

/**
 * Inserts rows on SQLite by parameters: rows from JSON take three times as long there.
 * @param rows values in the order of the columns
 */
export async function insertValues(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  let from = 0;
  for (const size of SIZES)
    for (; from + size <= rows.length; from += size) {
      const text = statement(db, table, columns, size);
      await db.executeQuery(CompiledQuery.raw(text, rows.slice(from, from + size).flat()));
    }
}

const statements = new Map<string, string>();

function statement(db: Db, table: keyof Schema, columns: readonly string[], size: number): string {
  const name = [size, table, ...columns].join(" ");
  const known = statements.get(name) ?? statementOf(db, table, columns, size);
  statements.set(name, known);
  return known;
}

function statementOf(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  size: number,
): string {
  const row = `(${columns.map(() => "?").join()})`;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const rows = sql.raw(Array.from({ length: size }, () => row).join());
  return sql`insert into ${sql.table(table)} (${names}) values ${rows}`.compile(db).sql;
}

/**
 * Rows from JSON in one parameter, for `from`: one prepared statement then writes any number of them. The
 * columns have the types of those of the table.
 */
export function rowsFrom(
  db: Db,
  table: TeamTable,
  columns: readonly string[],
  json: RawBuilder<string>,
): RawBuilder<unknown> {
  if (dialectOf(db) === "postgres")
    return sql`jsonb_populate_recordset(cast(null as ${sql.table(table)}), cast(${json} as jsonb))`;
  const values = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`);
  return sql`(select ${sql.join(values)} from json_each(${json}))`;
}

/** Gives all ids in one parameter, so that the query is the same for any number. */
export function isOneOf(
  db: Db,
  id: RawBuilder<unknown>,
  ids: readonly string[],
): RawBuilder<unknown> {
  const json = JSON.stringify(ids);
  if (dialectOf(db) === "sqlite") return sql`${id} in (select value from json_each(${json}))`;
  return sql`${id} = any(array(
    select cast(value as uuid) from jsonb_array_elements_text(cast(${json} as jsonb))))`;
}
