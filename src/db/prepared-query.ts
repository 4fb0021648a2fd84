import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Dialect, dialectOf } from "./dialect.ts";
import type { Db } from "./schema/schema.ts";

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Slots<V extends Values> = {
  readonly slot: <Name extends keyof V & string>(name: Name) => RawBuilder<NonNullable<V[Name]>>;
  /** All values as the row of an insert or an update, by column. */
  readonly row: { readonly [Name in keyof V]: RawBuilder<Exclude<V[Name], undefined>> };
  /** True when the value is given. The query's text may depend on nothing else. */
  readonly given: (name: keyof V & string) => boolean;
};

/**
 * Compiles a query once per dialect and set of given values, and then runs it as a prepared
 * statement. Building one with Kysely costs more than running it on SQLite. Compiled queries are
 * never dropped, so an insert gives all its columns, null included, to have one set only.
 */
export function preparedQuery<V extends Values, Row>(
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
        statementNames.set(query.sql, `prepared_${statementNames.size}`);
      }
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`a query answered ${rows.length} rows`);
  return row;
}

/** Sets missing columns to null, so that all rows have one set of values. */
export function orNull<Row extends Values>(row: Row) {
  const columns = Object.entries(row).map(([name, value]) => [name, value ?? null]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same columns, undefined become null
  return Object.fromEntries(columns) as {
    readonly [Name in keyof Row]-?: undefined extends Row[Name]
      ? Exclude<Row[Name], undefined> | null
      : Row[Name];
  };
}

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
    slot: slotOf,
    row: rowOf(values),
    given: (name) => values[name] !== undefined,
  };
  return build(db, slots).compile();
}

function slotOf<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

function rowOf<V extends Values>(values: V): Slots<V>["row"] {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  const slots = Object.fromEntries(names.map((name) => [name, slotOf(name)]));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each slot has the name, and so the type, of its value
  return slots as Slots<V>["row"];
}

function shapeOf(dialect: Dialect, values: Values): string {
  let shape: string = dialect;
  for (const name in values) if (values[name] !== undefined) shape += ` ${name}`;
  return shape;
}
