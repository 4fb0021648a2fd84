import type { Dialect } from "../src/db/dialect.ts";

/**
 * `money` is an integer of minor units, `rate` a number as decimal text. The SQLite adapter converts values by the type names BOOLEAN and JSON. Text compares by bytes on
 * both databases.
 */
export const COLUMN_TYPES = {
  sqlite: {
    id: "TEXT",
    text: "TEXT",
    instant: "TEXT",
    day: "TEXT",
    boolean: "BOOLEAN",
    json: "JSON",
    money: "INTEGER",
    rate: "TEXT",
    bytes: "BLOB",
  },
  postgres: {
    id: "uuid",
    text: 'text collate "C"',
    instant: "timestamptz(3)",
    day: "date",
    boolean: "boolean",
    json: "jsonb",
    money: "bigint",
    rate: 'text collate "C"',
    bytes: "bytea",
  },
} as const satisfies Record<Dialect, Record<string, string>>;

export type ColumnTypes = (typeof COLUMN_TYPES)[Dialect];
