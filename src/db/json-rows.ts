import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db, TeamTable } from "./schema/schema.ts";

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

/** Holds for rows that have one of these ids: all in one parameter, so that the query is the same for any number. */
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
