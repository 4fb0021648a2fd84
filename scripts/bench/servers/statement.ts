import {
  DummyDriver,
  type Dialect as KyselyDialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Dialect } from "../../../src/db/dialect.ts";
import type { Db, Schema } from "../../../src/db/schema/schema.ts";
import type { Statement } from "./bare-database.ts";

const DIALECTS: Readonly<Record<Dialect, KyselyDialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

export async function statementOf(
  dialect: Dialect,
  read: (db: Db) => Promise<unknown>,
): Promise<Statement> {
  const sent: Statement[] = [];
  const db = new Kysely<Schema>({
    dialect: DIALECTS[dialect],
    log: ({ query }) => {
      sent.push({ sql: query.sql, values: query.parameters.map(valueOf) });
    },
  });
  await read(db);
  const [statement, ...others] = sent;
  if (statement === undefined || others.length > 0) throw new Error("a read is one statement");
  return statement;
}

function valueOf(parameter: unknown) {
  if (typeof parameter === "string" || typeof parameter === "number") return parameter;
  throw new TypeError(`the statement has a parameter of type ${typeof parameter}`);
}
