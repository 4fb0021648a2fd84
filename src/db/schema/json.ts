import type { ColumnType } from "kysely";

/** Column written as JSON text and read as the parsed value. */
export type Json<T> = ColumnType<T, string, string>;
