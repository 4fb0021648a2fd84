import { sql } from "kysely";
import type { Database } from "../src/db/connect.ts";
import type { Db } from "../src/db/schema.ts";

/**
 * Every row of every table that a migration has made, by table, in a stable order; with a team's id
 * only the rows of that team, of the tables that have one. New tables are seen without being named.
 */
export async function allRows(db: Db, teamId?: string): Promise<Record<string, unknown[]>> {
  const tables = await db.introspection.getTables();
  const wanted = tables.filter(
    ({ columns }) => teamId === undefined || columns.some(({ name }) => name === "team_id"),
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of wanted.toSorted((one, other) => one.name.localeCompare(other.name))) {
    const ofTeam = teamId === undefined ? sql`` : sql`where team_id = ${teamId}`;
    const found = await sql`select * from ${sql.table(name)} ${ofTeam}`.execute(db);
    rows[name] = found.rows.toSorted(byText);
  }
  return rows;
}

/** Deletes every row of every table, as if the server had just been installed. */
export async function emptied({ dialect, reader, begin }: Database): Promise<void> {
  const all = await reader.introspection.getTables();
  const tables = all.filter(({ name }) => name !== "migrations");
  await begin(async (db) => {
    if (dialect === "postgres") {
      const names = sql.join(tables.map(({ name }) => sql.table(name)));
      await sql`truncate ${names}`.execute(db);
      return;
    }
    await sql`pragma defer_foreign_keys = on`.execute(db);
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(db);
  });
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

/** What the journal keeps of a row: all but its team and what follows from the rest. */
export function imageOf(row: any): object {
  // A tag's link repeats when its customer was created.
  if ("tag_id" in row) return { customer_id: row.customer_id, tag_id: row.tag_id };
  const { team_id: _team, sort_key: _sort, name_key: _key, ...rest } = row;
  return Object.fromEntries(Object.entries(rest).filter(([column]) => !column.endsWith("_folded")));
}
