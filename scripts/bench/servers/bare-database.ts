import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Pool } from "pg";
import type { Dialect } from "../../../src/db/dialect.ts";

export type Value = string | number | null;
/** Parameters are `?`, or numbered on PostgreSQL. */
export type Statement = { readonly sql: string; readonly values: readonly Value[] };

/** Prepared statements directly on the driver, with the server's settings. */
export type BareDatabase = {
  readonly dialect: Dialect;
  readonly read: (statement: Statement) => Promise<readonly unknown[]>;
  readonly write: (statements: readonly Statement[]) => Promise<void>;
};

export function openBareDatabase(url: string): BareDatabase {
  return url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite:".length)) : openPostgres(url);
}

function openSqlite(file: string): BareDatabase {
  const reader = new DatabaseSync(file, { readOnly: true });
  const writer = new DatabaseSync(file, { timeout: 1000 });
  writer.exec("pragma synchronous = full");
  const [read, write] = [preparing(reader), preparing(writer)];
  return {
    dialect: "sqlite",
    read: async ({ sql, values }) => read(sql).all(...values),
    write: async (statements) => {
      writer.exec("begin immediate");
      for (const { sql, values } of statements) write(sql).run(...values);
      writer.exec("commit");
    },
  };
}

function preparing(database: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

function openPostgres(url: string): BareDatabase {
  const pool = new Pool({ connectionString: url, max: 10 });
  const known = new Map<string, { readonly name: string; readonly text: string }>();
  const prepared = ({ sql, values }: Statement) => {
    const statement = known.get(sql) ?? { name: `bare_${known.size}`, text: numbered(sql) };
    known.set(sql, statement);
    return { ...statement, values: [...values] };
  };
  return {
    dialect: "postgres",
    read: async (statement) => {
      const { rows } = await pool.query<object>(prepared(statement));
      return rows;
    },
    write: async (statements) => {
      const client = await pool.connect();
      await client.query("begin");
      for (const statement of statements) await client.query(prepared(statement));
      await client.query("commit");
      client.release();
    },
  };
}

function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${(count += 1)}`);
}
