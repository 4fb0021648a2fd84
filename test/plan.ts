import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Db, Schema } from "../src/db/schema/schema.ts";
import type { World } from "./app.ts";

/**
 * SQLite's plan of a read's last query. It is deterministic: without `analyze` there are no statistics.
 * Every query of the read is explained instead of run, and answers no rows.
 */
export async function planOf(world: World, read: (db: Db) => Promise<unknown>): Promise<string> {
  const file = new DatabaseSync(world.url.slice("sqlite:".length), { readOnly: true });
  let plan = "";
  const explain = (query: string, parameters: readonly unknown[]) => {
    const rows = file.prepare(`explain query plan ${query}`).all(...(parameters as string[]));
    plan = rows.map(({ detail }) => String(detail)).join("\n");
    return [];
  };
  const prepare = (query: string) => ({
    reader: true,
    all: (parameters: readonly unknown[]) => explain(query, parameters),
    run: () => assertRead(query),
    iterate: () => assertRead(query),
  });
  const dialect = new SqliteDialect({ database: { prepare, close: () => file.close() } });
  const db = new Kysely<Schema>({ dialect });
  try {
    await read(db);
  } finally {
    await db.destroy();
  }
  return plan;
}

function assertRead(query: string): never {
  throw new Error(`only reads are explained, not ${query}`);
}
