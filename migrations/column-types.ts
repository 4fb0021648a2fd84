import type { Dialect } from "../src/db/dialect.ts";

/**
 * The SQLite adapter converts values by the type names BOOLEAN and JSON. Text compares by bytes on
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
  },
  postgres: {
    id: "uuid",
    text: 'text collate "C"',
    instant: "timestamptz(3)",
    day: "date",
    boolean: "boolean",
    json: "jsonb",
  },
} as const satisfies Record<Dialect, Record<string, string>>;

export type ColumnTypes = (typeof COLUMN_TYPES)[Dialect];
