import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Dialect, dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Slots<V extends Values> = {
  /** The place of a value that is given anew at each run. */
  readonly slot: <Name extends keyof V & string>(name: Name) => RawBuilder<NonNullable<V[Name]>>;
  /** Whether the value is given: the text of a query may depend on that, and on nothing else. */
  readonly given: (name: keyof V & string) => boolean;
};

/**
 * A query that is built and compiled once for each dialect and each set of values given, and then
 * runs as a prepared statement. Building one with Kysely costs more than running it on SQLite.
 */
export function hotQuery<V extends Values, Row>(
  build: (db: Db, slots: Slots<V>) => Compilable<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const dialect = dialectOf(db);
    const shape = shapeOf(dialect, values);
    let query = compiled.get(shape);
    if (query === undefined) {
      query = compile(db, values, build);
      compiled.set(shape, query);
      if (dialect === "postgres" && !statementNames.has(query.sql)) {
        statementNames.set(query.sql, `hot_${statementNames.size}`);
      }
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** The names under which PostgreSQL connections prepare the hot queries, by their text. */
export const statementNames = new Map<string, string>();

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function compile<V extends Values, Row>(
  db: Db,
  values: V,
  build: (db: Db, slots: Slots<V>) => Compilable<Row>,
): CompiledQuery<Row> {
  const slots: Slots<V> = {
    slot: (name) => sql`${new Slot(name)}`,
    given: (name) => values[name] !== undefined,
  };
  return build(db, slots).compile();
}

function shapeOf(dialect: Dialect, values: Values): string {
  let shape: string = dialect;
  for (const name in values) if (values[name] !== undefined) shape += ` ${name}`;
  return shape;
}
