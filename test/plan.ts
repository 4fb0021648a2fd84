import { CompiledQuery } from "kysely";
import type { Db } from "../src/db/schema.ts";
import type { World } from "./app.ts";

/**
 * How SQLite runs the query that a read sends. It keeps no statistics unless it is told to, so what it
 * makes of a query is always the same.
 */
export async function planOf(world: World, read: (db: Db) => Promise<unknown>): Promise<string> {
  const db = world.database.reader;
  let plan = "";
  const explaining = new Proxy(db, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name, db);
      if (name !== "executeQuery") return typeof value === "function" ? value.bind(db) : value;
      return async (query: CompiledQuery<{ detail: string }>) => {
        const explained = `explain query plan ${query.sql}`;
        const { rows } = await db.executeQuery<{ detail: string }>(
          CompiledQuery.raw(explained, [...query.parameters]),
        );
        plan = rows.map(({ detail }) => detail).join("\n");
        return { rows: [] };
      };
    },
  });
  await read(explaining);
  return plan;
}
